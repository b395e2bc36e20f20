"""Read what the caption of a numbered figure states.

    Figure 3.1. Coexistence of Debian with OS X     Figure 3.1 | caption | Coexistence of Debian with OS X
    Fig. 2: Profile zeta plot.                      Figure 2   | caption | Profile zeta plot

Only the first sentence is taken. A caption without a number is left out, since no question could make clear which
figure it means, and so is one that compares its figure with another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.language import is_english
from benchwright.english.sentences import sentences
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.records import Fact, Source, Span
from benchwright.values import words_of

_NUMBERED = re.compile(r"(?P<kind>[A-Z][a-z]{2,})\.? (?P<number>[A-Z]?\d+(?:[.–-]\d+)*)(?:\s*[.:—–|]\s+|\s+(?=[A-Z]))")
_ELSEWHERE = re.compile(
    r"\b(?:(?:fig|figures?|tables?|sections?|eq|equations?)\.? \(?\d|again\b|this time\b)", re.IGNORECASE
)
_SHORT = {"Fig": "Figure"}
_FEWEST_WORDS, _MOST_WORDS = 3, 40


def facts_of_captions(source: Source) -> Iterator[Fact]:
    """What the caption of an image says that it shows, if the caption begins with a number of its own."""
    caption = source.image.caption.strip() if source.image else ""
    match = _NUMBERED.match(source.text[: len(caption)]) if source.text.startswith(caption) else None
    if match is None:
        return
    begin, end = next(sentences(source.text, match.end(), len(caption)), (0, 0))
    value = source.text[begin:end].rstrip(" .")
    if not _FEWEST_WORDS <= len(words_of(value)) <= _MOST_WORDS or is_english(value) is False:
        return
    if _ELSEWHERE.search(value):
        return
    kind = _SHORT.get(match["kind"], match["kind"])
    subject = OpenSubject(f"{kind} {match['number']}", kind.lower())
    yield open_fact(source, "caption", subject, value, Span(source.id, "caption", begin, begin + len(value)))
