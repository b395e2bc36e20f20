"""Define facts, and the spans that prove them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from benchwright.records.canonical import Json, JsonRecord

Read = Literal["text", "cell", "pixels", "ocr", "caption", "alt"]


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

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Span:
        box = data.get("box")
        return cls(
            data["source"],
            data["read"],
            data.get("start"),
            data.get("end"),
            tuple((int(row), int(column)) for row, column in data.get("cells", ())),
            None if box is None else (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
        )


@dataclass(frozen=True, slots=True)
class Fact:
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
        return next((value for key, value in self.qualifiers if key == name), "")

    def to_json(self) -> Json:
        return {
            "id": self.id,
            "subject": self.subject,
            "entity": self.entity,
            "relation": self.relation,
            "value": self.value,
            "unit": self.unit,
            "target": self.target,
            "subject_type": self.subject_type,
            "value_type": self.value_type,
            "qualifiers": [list(pair) for pair in self.qualifiers],
            "confidence": self.confidence,
            "span": self.span.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fact:
        return cls(
            id=data["id"],
            subject=data["subject"],
            entity=data["entity"],
            relation=data["relation"],
            value=data["value"],
            span=Span.from_json(data["span"]),
            unit=data.get("unit", ""),
            target=data.get("target", ""),
            subject_type=data.get("subject_type", ""),
            value_type=data.get("value_type", ""),
            qualifiers=tuple((str(key), str(value)) for key, value in data.get("qualifiers", ())),
            confidence=float(data.get("confidence", 1.0)),
        )
