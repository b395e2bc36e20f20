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
    """One right answer. `evidence` is a list of alternatives; each is a set of spans that support the answer
    together."""

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
    """The result of one check of a question. `by` names who judged: the version of the check, or a model."""

    name: str
    verdict: Verdict
    reason: str = ""
    score: float | None = None
    by: str = ""

    def to_json(self) -> Json:
        return fields_json(self, last=("reason", "by"))


@dataclass(frozen=True, slots=True)
class Origin(JsonRecord):
    """How an example was made, in enough detail to make it again."""

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
    """An accepted question with its answers, evidence and checks: one line of `examples.jsonl`.

    - `grades`: how relevant each source is, 1 by default. Only some imported benchmarks grade their sources.
    - `undecided`: answers that count as neither right nor wrong, because the corpus doesn't show which they are. They
      have evidence if some was found that wasn't sufficient.
    - `columns`: other fields of a published benchmark, such as the type, category or keywords of a question."""

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
        """All answers in one line of text."""
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
