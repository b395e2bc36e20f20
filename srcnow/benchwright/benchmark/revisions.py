"""Keep what people decided about the questions of a benchmark, and apply it: each time is a revision.

    BENCH/reviews.jsonl              one line a revision: whose decisions, or which questions took the place of others
    BENCH/revisions/examples-0.jsonl the questions as they were before the first revision, and so on
    BENCH/examples.jsonl             the questions as they are now

A rejected question is not among the examples any more, and an edited one has the words or the answers that people gave
it. Attempts stay as they are: the examples follow from them and from the decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from benchwright.errors import DamagedBenchmarkError
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import make_folder, write_atomic
from benchwright.records import Answer, Example, Json, JsonRecord, Modalities, Modality

REVIEWS = "reviews.jsonl"
REVISIONS = "revisions"
REVIEWED = "review"
"""The reason that attempts are counted by whose question people rejected."""

ModalityOf = Callable[[str], Modality]
"""The kind of a source, by its id."""

DecisionVerdict = Literal["accepted", "rejected", "edited", "undecided"]


@dataclass(frozen=True, slots=True)
class Decision(JsonRecord):
    """What people decided about one question. `question` is its new wording, "" where it stays; `without` are the texts
    of answers that are not right. `reviewers` is how many people saw it, and `why` what decided."""

    example: str
    verdict: DecisionVerdict
    question: str = ""
    without: tuple[str, ...] = ()
    why: str = ""
    reviewers: int = 0

    def edited(self, example: Example, modality_of: ModalityOf) -> Example:
        """The question as it was decided. Sources that only a wrong answer needed are left out with it."""
        if self.verdict != "edited":
            return example
        kept = tuple(answer for answer in example.answers if answer.text not in self.without)
        gone = _sources_of(set(example.answers) - set(kept)) - _sources_of(kept)
        named = tuple(one for one in example.sources if one not in gone)
        return replace(
            example,
            question=self.question or example.question,
            answers=kept,
            sources=named,
            modalities=Modalities.of(map(modality_of, named)) if gone else example.modalities,
            grades={name: grade for name, grade in example.grades.items() if name in named},
        )


@dataclass(frozen=True, slots=True)
class Revision(JsonRecord):
    """One change of the examples: decisions of a `study`, or, without one, the questions that a run `added` in place of
    rejected ones."""

    number: int
    study: str
    decisions: tuple[Decision, ...] = ()
    added: tuple[str, ...] = ()


class Revisions(Sequence[Revision]):
    """The revisions of a benchmark, in order. Of two decisions about a question the later one holds."""

    def __init__(self, revisions: Iterable[Revision] = ()) -> None:
        self._revisions = tuple(revisions)

    @classmethod
    def read(cls, folder: Path) -> Revisions:
        """Those of a benchmark folder. DamagedBenchmarkError if the file is damaged."""
        try:
            return cls(Revision.from_json(entry) for entry in AppendLog.read(folder / REVIEWS))
        except ValueError as error:
            raise DamagedBenchmarkError(f"{folder / REVIEWS} is damaged: {error}", hint="restore it") from error

    def __len__(self) -> int:
        return len(self._revisions)

    def __getitem__(self, place: int) -> Revision:  # type: ignore[override]  # nobody slices revisions
        return self._revisions[place]

    @cached_property
    def decisions(self) -> Mapping[str, Decision]:
        """What holds of each question that people saw."""
        return {one.example: one for revision in self._revisions for one in revision.decisions}

    @cached_property
    def rejected(self) -> frozenset[str]:
        return frozenset(name for name, one in self.decisions.items() if one.verdict == "rejected")

    def edited(self, example: Example, modality_of: ModalityOf) -> Example:
        """A question as people left it."""
        decision = self.decisions.get(example.id)
        return example if decision is None else decision.edited(example, modality_of)

    def to_json(self) -> Json:
        """What the manifest tells: how many revisions there are, and of how many questions each verdict holds."""
        verdicts = [one.verdict for one in self.decisions.values()]
        return {"number": len(self), **{name: verdicts.count(name) for name in _VERDICTS if name in verdicts}}


_VERDICTS: Sequence[DecisionVerdict] = ("accepted", "rejected", "edited", "undecided")


def keep_before(folder: Path, number: int, examples: bytes) -> None:
    """Keep the questions as they are before revision `number` + 1. What is kept once stays."""
    path = folder / REVISIONS / f"examples-{number}.jsonl"
    if not path.exists():
        make_folder(path.parent)
        write_atomic(path, examples)


def log_revision(folder: Path, revision: Revision) -> None:
    """Add a revision to those of the benchmark. The caller holds the folder's lock."""
    with AppendLog(folder / REVIEWS) as log:
        log.repair()
        log.append(revision.to_json())


def _sources_of(answers: Iterable[Answer]) -> set[str]:
    return {span.source for answer in answers for spans in answer.evidence for span in spans}
