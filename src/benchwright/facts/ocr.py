"""Read the names on logos as facts, by optical character recognition.

    (World Health Organization, logo_text, "World Health Organization")

A picture takes a second or more, so only logos that their caption names are read (words on flags are too small to be
read well), and only what is read without doubt is a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchwright.facts.depicts import depiction_of
from benchwright.readers.ocr import OcrLine, lines_in
from benchwright.records import Fact, Source, Span
from benchwright.values import name_key

SURE = 0.95
"""Least confidence (0-1, the engine's own) of every line that becomes a fact."""

LONGEST = 60
"""Longest text, in characters, that a question could ask for."""

Reader = Callable[[Path], Iterable[OcrLine]]


def facts_of_ocr(source: Source, path: Path, read: Reader = lines_in) -> Iterator[Fact]:
    """The words of a logo that its caption names, as one fact. Raises MissingExtraError as `lines_in` does: a
    caller that wasn't asked for OCR looks at `ocr_installed` first."""
    logo = depiction_of(source)
    if logo is None or logo.kind != "logo":
        return
    lines = tuple(read(path))
    text = " ".join(line.text for line in lines)
    if not lines or min(line.score for line in lines) < SURE or not 3 <= len(text) <= LONGEST:
        return
    if not any(character.isalpha() for character in text):
        return
    lefts, tops, rights, bottoms = zip(*(line.box for line in lines), strict=True)
    yield Fact(
        id=f"{source.id}#{logo.kind}_text",
        subject=logo.subject,
        entity=name_key(logo.subject),
        relation=f"{logo.kind}_text",
        value=text,
        span=Span(
            source.id,
            "ocr",
            box=(min(lefts), min(tops), max(rights), max(bottoms)),
        ),
        subject_type="organisation",
        value_type="text",
        qualifiers=(("article", logo.article),) if logo.article else (),
    )
