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
    """The position of a fact or an answer in a source. `start` and `end` count Unicode code points of the source's
    `text`. `cells` are (row, column) pairs of a table; data rows count from 0, header rows are -1, -2 and so on. `box`
    is a region of an image or a page, in fractions of its size."""

    source: str
    read: Read
    start: int | None = None
    end: int | None = None
    cells: tuple[tuple[int, int], ...] = ()
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Fact(JsonRecord):
    """A statement of the corpus: subject, relation, value and unit, with its evidence.

    - `subject`: the name as people write it. `entity`: the key that identifies the subject across sources.
    - `value`: the value as it is shown. `target`: the entity key of the value if it has a page of its own, else "".
    - `subject_type`, `value_type`: types from the closed lists in `facts/types.py`.
    - `qualifiers`: what narrows the fact, such as ("scope", "2008 K League — Managers") or ("year", "2010")."""

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
        """The qualifier with this name, or ""."""
        for key, value in self.qualifiers:  # asked millions of times
            if key == name:
                return value
        return ""

    def to_json(self) -> Json:
        return fields_json(self, last=("span",))
