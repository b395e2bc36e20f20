"""Words that stand in a picture, read by rapidocr where the extra `ocr` is installed.

    (World Health Organization, logo_text, "World Health Organization")

A picture takes a second or more, so only logos that their caption names are read (words on flags are too small to be
read well), and only what is read without doubt is a fact. The engine brings its models along and needs no network.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchwright.errors import MissingExtraError
from benchwright.facts.depicts import depicted
from benchwright.facts.flat import pixels_within_bounds
from benchwright.records import Fact, Source, Span
from benchwright.values import name_key

SURE = 0.95
"""Least confidence (0-1, the engine's own) of every line that becomes a fact."""

LONGEST = 60
"""Longest text, in characters, that a question could ask for."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of words: the engine's confidence, and a box in fractions of the picture."""

    text: str
    score: float
    box: Box


Reader = Callable[[Path], Iterable[Line]]


def ocr_installed() -> bool:
    """Whether the extra `ocr` is here. Imports nothing."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


def lines_in(path: Path) -> tuple[Line, ...]:
    """The lines of words in a picture, from the top; none if it is broken or too large. Raises MissingExtraError if
    the extra `ocr` is not installed."""
    if not ocr_installed():
        raise MissingExtraError("reading text in images", "ocr")
    if not pixels_within_bounds(path):
        return ()
    found = _engine()(str(path))
    if found.txts is None or found.boxes is None:
        return ()
    height, width = found.img.shape[:2]
    lines = [
        Line(str(text).strip(), float(score), _fractions(corners, width, height))
        for text, score, corners in zip(found.txts, found.scores, found.boxes, strict=True)
    ]
    return tuple(sorted(lines, key=lambda line: (line.box[1], line.box[0])))


@lru_cache(maxsize=1)
def _engine() -> Any:
    """The engine, loaded once a process; it reports every picture without words as a warning unless told not to."""
    from rapidocr import RapidOCR

    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    return RapidOCR()


def _fractions(corners: Any, width: int, height: int) -> Box:
    """The upright box around four corners given in pixels."""
    across = [min(1.0, max(0.0, float(x) / width)) for x, _ in corners]
    down = [min(1.0, max(0.0, float(y) / height)) for _, y in corners]
    return round(min(across), 3), round(min(down), 3), round(max(across), 3), round(max(down), 3)


def facts_of_ocr(source: Source, path: Path, read: Reader = lines_in) -> Iterator[Fact]:
    """The words of a logo that its caption names, as one fact. Raises MissingExtraError as `lines_in` does: a
    caller that wasn't asked for OCR looks at `ocr_installed` first."""
    shown = depicted(source)
    if shown is None or shown.kind != "logo":
        return
    lines = tuple(read(path))
    text = " ".join(line.text for line in lines)
    if not lines or min(line.score for line in lines) < SURE or not 3 <= len(text) <= LONGEST:
        return
    if not any(character.isalpha() for character in text):
        return
    boxes = [line.box for line in lines]
    yield Fact(
        id=f"{source.id}#{shown.kind}_text",
        subject=shown.subject,
        entity=name_key(shown.subject),
        relation=f"{shown.kind}_text",
        value=text,
        span=Span(
            source.id,
            "ocr",
            box=(
                min(box[0] for box in boxes),
                min(box[1] for box in boxes),
                max(box[2] for box in boxes),
                max(box[3] for box in boxes),
            ),
        ),
        subject_type="organisation",
        value_type="text",
        qualifiers=(("article", shown.article),) if shown.article else (),
    )
