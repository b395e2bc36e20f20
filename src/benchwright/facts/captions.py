"""Read facts that an image's own caption and alternative text state.

    caption "The striped skunk (Mephitis mephitis) ..."     (striped skunk, scientific_name, "Mephitis mephitis")
    caption "... (credit: Tim Vickers)"
    alt     "Photo shows an insect with long, thin legs."   (photo that shows an insect ..., credited_to, "Tim Vickers")

Captions of figures mostly go on about the subject like any paragraph, and what alternative texts describe (counts,
sizes, colours of parts) is tied to the one figure: without naming it, no such question is fair. So only these two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.facts.binomials import facts_of_binomials
from benchwright.facts.phrases import fact_at
from benchwright.records import Fact, Modality, Source

_PERSON = r"(?:Dr\. )?[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){1,3}"
_CREDIT = re.compile(rf"\((?:[Pp]hoto )?[Cc]redit: (?P<who>{_PERSON})\)\.?$")
# One picture and what it shows, as a noun phrase that names how many: "a land snail", "two shell-shaped mushrooms".
_SHOWN = re.compile(
    r"(?:The |This |A )?(?P<kind>[Pp]hoto|[Pp]hotograph|[Mm]icrograph|[Dd]rawing|[Ii]llustration) (?:shows|depicts) "
    r"(?P<what>(?:an?|the|two|three|four|five|several|many) [^.;:()]{10,100}[^.;:()\s\d])\.(?=\s|$)"
)
_PARTS = re.compile(r"\b(?:left|right|top|bottom|middle|upper|lower)\b|\([a-z]\)|\b[A-F]\b")


def facts_of_caption(source: Source) -> Iterator[Fact]:
    """The facts of one image's caption; none for other sources."""
    if source.modality is not Modality.IMAGE or source.image is None:
        return
    yield from facts_of_binomials(source)
    yield from _credit(source, source.image.caption.strip(), source.image.alt.strip())


def _credit(source: Source, caption: str, alt: str) -> Iterator[Fact]:
    """Whom the caption credits, of a picture that its alternative text describes in one phrase."""
    credit, subject = _CREDIT.search(caption), _SHOWN.match(alt)
    if credit is None or subject is None or _PARTS.search(alt):
        return
    place = source.text.find(caption)
    if place < 0:
        return
    start = place + credit.start("who")
    name = f"{subject['kind'].lower()} that shows {subject['what']}"
    yield fact_at(source, "credited_to", start, start + len(credit["who"]), name, subject_type="work")
