"""The frozen records that flow through Benchwright, and their JSON form. Knows no files and no pipeline.

Every record is a value: compare, hash and copy freely. `to_json` gives plain dictionaries with a fixed key order, so
that the same record always gives the same bytes (`dump_line`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

SCHEMA_VERSION = 1

Json = dict[str, Any]
Read = Literal["text", "cell", "pixels", "ocr", "caption", "alt"]
Verdict = Literal["pass", "fail", "unscored"]


def dump_line(value: Any) -> str:
    """Canonical JSON on one line: compact, unescaped Unicode, keys in insertion order, no NaN."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class Modality(StrEnum):
    """What kind of source."""

    TEXT = "text"
    TABLE = "table"
    IMAGE = "image"


_PART = re.compile(r"^([1-9]?)(text|table|image)$")


@dataclass(frozen=True, slots=True, order=True)
class Modalities:
    """How many sources of each kind a question needs. Written `text`, `2text`, `text+table`, `2text+image`."""

    text: int = 0
    table: int = 0
    image: int = 0

    @classmethod
    def parse(cls, spec: str) -> Modalities:
        """Read `text+table`, `2text+image`, `text+text`. Raises ValueError for anything else."""
        counts = {"text": 0, "table": 0, "image": 0}
        for part in spec.replace(" ", "").split("+"):
            match = _PART.match(part)
            if not match:
                raise ValueError(f"{spec!r} is not a list of modalities such as text, 2text or text+table")
            counts[match[2]] += int(match[1] or 1)
        return cls(**counts)

    @classmethod
    def of(cls, kinds: Iterable[Modality]) -> Modalities:
        """Count the modalities of some sources."""
        listed = [str(kind) for kind in kinds]
        return cls(text=listed.count("text"), table=listed.count("table"), image=listed.count("image"))

    @property
    def total(self) -> int:
        """How many sources in all."""
        return self.text + self.table + self.image

    def to_json(self) -> Json:
        return {"text": self.text, "table": self.table, "image": self.image}

    def __str__(self) -> str:
        parts = ((self.text, "text"), (self.table, "table"), (self.image, "image"))
        return "+".join(f"{n if n > 1 else ''}{name}" for n, name in parts if n)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a source stands in its document. Offsets count code points of the document's extracted text; a source
    that came without a document is its own document and starts at 0."""

    document: str
    start: int | None = None
    end: int | None = None
    page: int | None = None
    headings: tuple[str, ...] = ()
    box: tuple[float, float, float, float] | None = None

    def to_json(self) -> Json:
        return {
            "document": self.document,
            "start": self.start,
            "end": self.end,
            "page": self.page,
            "headings": list(self.headings),
            "box": None if self.box is None else list(self.box),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Place:
        box = data.get("box")
        return cls(
            data["document"],
            data.get("start"),
            data.get("end"),
            data.get("page"),
            tuple(data.get("headings", ())),
            None if box is None else (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
        )


@dataclass(frozen=True, slots=True)
class Cut:
    """A table that was bounded: how many rows and columns the original had."""

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as strings. `header` holds header rows (last one nearest to the data); `rows` data rows, all of the same
    width as the header. `links[(row, column)]` names the sources that a cell links to (row counts from 0 in `rows`)."""

    header: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    links: tuple[tuple[int, int, str], ...] = ()
    cut: Cut | None = None

    def to_json(self) -> Json:
        return {
            "header": [list(row) for row in self.header],
            "rows": [list(row) for row in self.rows],
            "links": [list(link) for link in self.links],
            "cut": None if self.cut is None else {"rows": self.cut.rows, "columns": self.cut.columns},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Table:
        cut = data.get("cut")
        return cls(
            tuple(tuple(row) for row in data["header"]),
            tuple(tuple(row) for row in data["rows"]),
            tuple((int(row), int(column), str(target)) for row, column, target in data.get("links", ())),
            None if cut is None else Cut(cut["rows"], cut["columns"]),
        )


@dataclass(frozen=True, slots=True)
class Image:
    """An image's bytes are kept once, in `images/<sha256>.<extension>` of the corpus; sizes are in pixels."""

    sha256: str
    extension: str
    width: int
    height: int
    caption: str = ""
    alt: str = ""

    @property
    def file(self) -> str:
        """Path of the bytes, relative to the corpus or benchmark folder."""
        return f"images/{self.sha256}.{self.extension}"

    def to_json(self) -> Json:
        return {
            "sha256": self.sha256,
            "extension": self.extension,
            "width": self.width,
            "height": self.height,
            "caption": self.caption,
            "alt": self.alt,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Image:
        return cls(
            data["sha256"],
            data["extension"],
            data["width"],
            data["height"],
            data.get("caption", ""),
            data.get("alt", ""),
        )


@dataclass(frozen=True, slots=True)
class Source:
    """One text passage, table or image.

    `text` is what a text-only reader sees: the passage; the title and pipe-separated rows of a table; the caption and
    verbalisation of an image. `title` names what the source is about ("" if nothing does). `referred_by` lists the
    passages that refer to a table or an image; `links` the sources that this one links to.
    """

    id: str
    modality: Modality
    title: str
    text: str
    place: Place
    table: Table | None = None
    image: Image | None = None
    referred_by: tuple[str, ...] = ()
    licence: str = ""
    url: str = ""

    @property
    def document(self) -> str:
        return self.place.document

    def to_json(self) -> Json:
        return {
            "id": self.id,
            "modality": str(self.modality),
            "title": self.title,
            "text": self.text,
            "place": self.place.to_json(),
            "table": None if self.table is None else self.table.to_json(),
            "image": None if self.image is None else self.image.to_json(),
            "referred_by": list(self.referred_by),
            "licence": self.licence,
            "url": self.url,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Source:
        table, image = data.get("table"), data.get("image")
        return cls(
            id=data["id"],
            modality=Modality(data["modality"]),
            title=data["title"],
            text=data["text"],
            place=Place.from_json(data["place"]),
            table=None if table is None else Table.from_json(table),
            image=None if image is None else Image.from_json(image),
            referred_by=tuple(data.get("referred_by", ())),
            licence=data.get("licence", ""),
            url=data.get("url", ""),
        )


@dataclass(frozen=True, slots=True)
class Span:
    """Where a fact or an answer stands. `start`/`end` count code points of the source's own `text`; `cells` are
    (row, column) of a table, data rows from 0, header rows -1, -2 ...; `box` is in fractions of an image or page."""

    source: str
    read: Read
    start: int | None = None
    end: int | None = None
    cells: tuple[tuple[int, int], ...] = ()
    box: tuple[float, float, float, float] | None = None

    def to_json(self) -> Json:
        return {
            "source": self.source,
            "read": self.read,
            "start": self.start,
            "end": self.end,
            "cells": [list(cell) for cell in self.cells],
            "box": None if self.box is None else list(self.box),
        }

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


@dataclass(frozen=True, slots=True)
class Answer:
    """One right answer. `evidence` is a list of alternatives, each a set of spans that together suffice."""

    text: str
    aliases: tuple[str, ...] = ()
    evidence: tuple[tuple[Span, ...], ...] = ()

    def to_json(self) -> Json:
        return {
            "text": self.text,
            "aliases": list(self.aliases),
            "evidence": [[span.to_json() for span in spans] for spans in self.evidence],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Answer:
        return cls(
            data["text"],
            tuple(data.get("aliases", ())),
            tuple(tuple(Span.from_json(span) for span in spans) for spans in data.get("evidence", ())),
        )


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a multi-hop question."""

    question: str
    answer: str
    sources: tuple[str, ...]

    def to_json(self) -> Json:
        return {"question": self.question, "answer": self.answer, "sources": list(self.sources)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Hop:
        return cls(data["question"], data["answer"], tuple(data["sources"]))


@dataclass(frozen=True, slots=True)
class Check:
    """One proof of one question. `by` names who judged (the check's own version, or a model)."""

    name: str
    verdict: Verdict
    reason: str = ""
    score: float | None = None
    by: str = ""

    def to_json(self) -> Json:
        return {
            "name": self.name,
            "verdict": self.verdict,
            "score": self.score,
            "reason": self.reason,
            "by": self.by,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Check:
        return cls(data["name"], data["verdict"], data.get("reason", ""), data.get("score"), data.get("by", ""))


@dataclass(frozen=True, slots=True)
class Origin:
    """How an example came to be: enough to make it again."""

    maker: str
    cell: str
    attempt: int
    seed: int
    models: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {
            "maker": self.maker,
            "cell": self.cell,
            "attempt": self.attempt,
            "models": dict(self.models),
            "prompts": dict(self.prompts),
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Origin:
        return cls(
            data["maker"],
            data["cell"],
            data["attempt"],
            data["seed"],
            dict(data.get("models", {})),
            dict(data.get("prompts", {})),
        )


@dataclass(frozen=True, slots=True)
class Example:
    """An accepted question, with everything that proves it. One line of `examples.jsonl`."""

    id: str
    question: str
    answers: tuple[Answer, ...]
    style: str
    modalities: Modalities
    sources: tuple[str, ...]
    distractors: tuple[str, ...]
    entity: str
    family: str
    checks: tuple[Check, ...]
    origin: Origin
    hops: tuple[Hop, ...] = ()
    derivation: Json | None = None
    read: str = ""

    @property
    def answer(self) -> str:
        """All answers as one line, for people."""
        return "; ".join(answer.text for answer in self.answers)

    def to_json(self) -> Json:
        return {
            "schema_version": SCHEMA_VERSION,
            "id": self.id,
            "question": self.question,
            "answer": self.answer,
            "answers": [answer.to_json() for answer in self.answers],
            "style": self.style,
            "modalities": self.modalities.to_json(),
            "sources": list(self.sources),
            "distractors": list(self.distractors),
            "entity": self.entity,
            "hops": [hop.to_json() for hop in self.hops],
            "derivation": self.derivation,
            "family": self.family,
            "read": self.read,
            "checks": [check.to_json() for check in self.checks],
            "origin": self.origin.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Example:
        return cls(
            id=data["id"],
            question=data["question"],
            answers=tuple(Answer.from_json(answer) for answer in data["answers"]),
            style=data["style"],
            modalities=Modalities(**data["modalities"]),
            sources=tuple(data["sources"]),
            distractors=tuple(data["distractors"]),
            entity=data["entity"],
            family=data["family"],
            checks=tuple(Check.from_json(check) for check in data["checks"]),
            origin=Origin.from_json(data["origin"]),
            hops=tuple(Hop.from_json(hop) for hop in data.get("hops", ())),
            derivation=data.get("derivation"),
            read=data.get("read", ""),
        )


class Status(StrEnum):
    """How an attempt ended."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    REJECTED = "rejected"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of attempt `number` of the cell with key `cell`. `reason` is a slug such as `unique` or
    `check:leak`, counted in the funnel; `detail` is for people. Accepted outcomes carry their example, rejected ones
    the example that fell (so that a reader can see what was dropped and why)."""

    cell: str
    number: int
    status: Status
    reason: str = ""
    detail: str = ""
    example: Example | None = None

    def to_json(self) -> Json:
        return {
            "cell": self.cell,
            "number": self.number,
            "status": str(self.status),
            "reason": self.reason,
            "detail": self.detail,
            "example": None if self.example is None else self.example.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        example = data.get("example")
        return cls(
            data["cell"],
            data["number"],
            Status(data["status"]),
            data.get("reason", ""),
            data.get("detail", ""),
            None if example is None else Example.from_json(example),
        )


@dataclass(frozen=True, slots=True)
class Drop:
    """Something of the input that did not become a source: where it stood, why, and what it began with."""

    document: str
    reason: str
    detail: str = ""
    text: str = ""

    def to_json(self) -> Json:
        return {"document": self.document, "reason": self.reason, "detail": self.detail, "text": self.text}
