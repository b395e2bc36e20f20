"""Define accepted questions, with answers, evidence, checks and provenance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from benchwright.records.canonical import SCHEMA_VERSION, Json, JsonRecord, fields_json
from benchwright.records.facts import Span
from benchwright.records.modality import Modalities

Verdict = Literal["pass", "fail", "unscored"]
_LAST = ("hops", "derivation", "family", "read", "checks", "origin")  # of an example, as it is written


@dataclass(frozen=True, slots=True)
class Answer(JsonRecord):
    """One right answer. `evidence` is a list of alternatives, each a set of spans that together suffice."""

    text: str
    aliases: tuple[str, ...] = ()
    evidence: tuple[tuple[Span, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Hop(JsonRecord):
    """One step of a multi-hop question."""

    question: str
    answer: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check(JsonRecord):
    """One proof of one question. `by` names who judged (the check's own version, or a model)."""

    name: str
    verdict: Verdict
    reason: str = ""
    score: float | None = None
    by: str = ""

    def to_json(self) -> Json:
        return fields_json(self, last=("reason", "by"))


@dataclass(frozen=True, slots=True)
class Origin(JsonRecord):
    """How an example came to be: enough to make it again."""

    maker: str
    cell: str
    attempt: int
    seed: int
    models: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> Json:
        return fields_json(self, last=("seed",))


@dataclass(frozen=True, slots=True)
class Example:
    """An accepted question, with everything that proves it. One line of `examples.jsonl`.

    `grades` says how relevant a source is (1 unless told): only imported benchmarks that grade their sources have it.
    `undecided` are answers that count neither as right nor as wrong: nobody can say from what the benchmark was made of
    whether they are. Their evidence, where there is any, speaks for them and was not enough.
    `columns` are what a published benchmark says of a question beside that: its type, its category, its keywords.
    """

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
    grades: Mapping[str, int] = field(default_factory=dict)
    undecided: tuple[Answer, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def answer(self) -> str:
        """All answers as one line, for people."""
        return "; ".join(answer.text for answer in self.answers)

    def to_json(self) -> Json:
        data = fields_json(self, last=_LAST)
        grades, undecided, columns = data.pop("grades"), data.pop("undecided"), data.pop("columns")
        return {
            "schema_version": SCHEMA_VERSION,
            "id": data.pop("id"),
            "question": data.pop("question"),
            "answer": self.answer,
            **data,
            **({"grades": dict(sorted(grades.items()))} if grades else {}),
            **({"undecided": undecided} if undecided else {}),
            **({"columns": dict(sorted(columns.items()))} if columns else {}),
        }
