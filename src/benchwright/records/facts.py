"""Define facts, and the spans that prove them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchwright.records.canonical import Json, JsonRecord, fields_json

Read = Literal["text", "cell", "pixels", "ocr", "caption", "alt", "title", "about"]
AROUND: tuple[Read, ...] = ("title", "about")
"""What is read in a source's title, or in the line that says what it is about: such a span has no range."""


@dataclass(frozen=True, slots=True)
class Span(JsonRecord):
    """Where a fact or an answer stands. `start`/`end` count code points of the source's own `text`; `cells` are
    (row, column) of a table, data rows from 0, header rows -1, -2 ...; `box` is in fractions of an image or page."""

    source: str
    read: Read
    start: int | None = None
    end: int | None = None
    cells: tuple[tuple[int, int], ...] = ()
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Fact(JsonRecord):
    """(subject, relation, value, unit), with its evidence.

    `subject` is the name as a person would write it; `entity` the key that links it across sources (`values.name_key`
    of the linked title, or of the subject itself). `value` is shown as is; `target` is the entity key of a value that
    is itself a titled entity of the corpus ("" otherwise). `subject_type`/`value_type` are words of the closed lists in
    `facts/types.py`. `qualifiers` narrow the fact: ("scope", "2008 K League — Managers"), ("year", "2010").
    """

    id: str
    subject: str
    entity: str
    relation: str
    value: str
    span: Span
    unit: str = ""
    target: str = ""
    subject_type: str = ""
    value_type: str = ""
    qualifiers: tuple[tuple[str, str], ...] = ()
    confidence: float = 1.0

    @property
    def source(self) -> str:
        return self.span.source

    def qualifier(self, name: str) -> str:
        """The qualifier of that name, "" if there is none."""
        for key, value in self.qualifiers:  # asked millions of times
            if key == name:
                return value
        return ""

    def to_json(self) -> Json:
        return fields_json(self, last=("span",))
