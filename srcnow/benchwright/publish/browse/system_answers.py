"""Hold what systems made of each question: values, answers, causes, judgements and first hits, from scores folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from benchwright.evaluate.answers_file import read_answers
from benchwright.evaluate.diagnosis.causes import CAUSES
from benchwright.evaluate.judges.judgements_file import read_judgements
from benchwright.evaluate.runs import Run
from benchwright.evaluate.score_folder import Scores, SystemScores
from benchwright.publish.number_format import has_end, less_is_better, number
from benchwright.publish.safe_text import line
from benchwright.records import Example

HITS = 10
_NAME = 80
_TEXT = 1200
_FULL = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class JudgementText:
    """What a judge said: the measure, its score, and why."""

    measure: str
    score: str
    reasoning: str


@dataclass(frozen=True, slots=True)
class RankedHit:
    """A hit by its source's id, and whether the question needs the source."""

    source: str
    needed: bool


@dataclass(frozen=True, slots=True)
class SystemAnswer:
    """One system on one question."""

    system: str
    values: tuple[tuple[str, str], ...]
    answer: str
    failure: str
    cause: str
    evidence: str
    judgements: tuple[JudgementText, ...]
    hits: tuple[RankedHit, ...]


@dataclass(frozen=True, eq=False)
class ScoredSystems:
    """The systems of one scores folder. `main` is the measure that it reports first; `runs` are what retrievers
    returned, by the system's name."""

    name: str
    scores: Scores
    main: str
    answers: Mapping[tuple[str, str], str] = field(default_factory=dict)
    judgements: Mapping[tuple[str, str], tuple[JudgementText, ...]] = field(default_factory=dict)
    runs: Mapping[str, Run] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path, scores: Scores, main: str, runs: Mapping[str, Run]) -> ScoredSystems:
        """The folder's answers and judgements beside its scores. Raises ReadError."""
        judgements: dict[tuple[str, str], list[JudgementText]] = {}
        for system, one in read_judgements(folder):
            told = JudgementText(
                line(f"{one.measure} by {one.judge}", _NAME), number(one.score), line(" ".join(one.reasoning), _TEXT)
            )
            judgements.setdefault((system, one.question), []).append(told)
        return cls(
            folder.resolve().name,
            scores,
            main,
            {(one.system, one.question): one.answer for one in read_answers(folder)},
            {key: tuple(listed) for key, listed in judgements.items()},
            runs,
        )

    @cached_property
    def position(self) -> Mapping[str, int]:
        """The place of each question, by id."""
        return {one.id: place for place, one in enumerate(self.scores.questions)}

    def main_values(self, id: str) -> list[tuple[str, float]]:
        """The systems that are scored on a question by the main measure, and their values."""
        place = self.position.get(id)
        if place is None:
            return []
        columns = [(one.name, one.measure(self.main)) for one in self.scores.systems]
        return [(name, float(one.values[place])) for name, one in columns if one is not None and one.scored[place]]

    def results(self, id: str) -> tuple[str, ...]:
        """How the systems did on a question, for the filter; nothing where the main measure has no full score."""
        if not has_end(self.main) or less_is_better(self.main):
            return ()
        return tuple(
            f"{name}: {'full score' if value >= _FULL else 'below full score'} ({self.name})"
            for name, value in self.main_values(id)
        )

    def answers_to(self, example: Example) -> tuple[SystemAnswer, ...]:
        """What each system made of the question, in the order of the folder; () for one that was not asked."""
        place = self.position.get(example.id)
        if place is None:
            return ()
        return tuple(self._answer(one, example, place) for one in self.scores.systems)

    def _answer(self, system: SystemScores, example: Example, place: int) -> SystemAnswer:
        key = (system.name, example.id)
        cause = system.causes.get(example.id)
        return SystemAnswer(
            line(system.name, _NAME),
            tuple(
                (
                    line(one.measure, _NAME),
                    number(float(one.values[place]) if one.scored[place] else None, measure=one.measure),
                )
                for one in system.values
            ),
            line(self.answers.get(key, ""), _TEXT),
            line(system.failed.get(example.id, ""), _TEXT),
            CAUSES[cause.cause] if cause else "",
            line(cause.evidence, _TEXT) if cause else "",
            self.judgements.get(key, ()),
            self._hits(system.name, example),
        )

    def _hits(self, system: str, example: Example) -> tuple[RankedHit, ...]:
        run = self.runs.get(system)
        if run is None:
            return ()
        rows = run.hits(example.id)
        order = np.argsort(-run.scores[rows], kind="stable")[:HITS]
        needed = {*example.sources}
        needed.update(span.source for one in example.answers for spans in one.evidence for span in spans)
        return tuple(RankedHit(name, name in needed) for name in map(str, run.sources[rows][order]))


def results_by_question(systems: Sequence[ScoredSystems], examples: Sequence[Example]) -> dict[str, tuple[str, ...]]:
    """What all systems made of each question, for the filter."""
    return {one.id: tuple(result for each in systems for result in each.results(one.id)) for one in examples}
