"""Count the causes of wrong answers by system and slice, with intervals, and say what the best fix is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from benchwright.evaluate.answerers.source_choice import GOLD
from benchwright.evaluate.diagnosis.causes import CAUSES, Cause, CauseFinding
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.measures.part_scores import PARTS
from benchwright.evaluate.score_folder import Scores, SystemScores
from benchwright.evaluate.slices import slice_questions
from benchwright.evaluate.summary import ALL, Slice, Summary
from benchwright.records import Json, JsonRecord, fields_json
from benchwright.statistics import Interval, mean_intervals

EXAMPLES = 3
"""Of each cause of a system, at most."""
ANSWERER, SOURCES = "answerer", "sources"
"""What `SystemScores.described` says of a system that answers from chosen sources: who, and from what."""


@dataclass(frozen=True, slots=True)
class CauseShare(JsonRecord):
    """How often one cause makes a system's answers wrong in a slice: the share of all scored answers with its interval,
    how many these are, and the points of `answer-parts` that are lost to it, averaged over all scored answers."""

    system: str
    cause: Cause
    slice: Slice
    answers: int
    share: Interval
    lost: float

    def to_json(self) -> Json:
        """The words of the cause stand beside its name."""
        return {**fields_json(self), "meaning": CAUSES[self.cause]}


@dataclass(frozen=True, slots=True)
class CauseExample(JsonRecord):
    """A wrong answer to show, with the right one and what in the record decided."""

    system: str
    cause: Cause
    id: str
    question: str
    right: str
    finding: CauseFinding


@dataclass(frozen=True, slots=True)
class BestFix(JsonRecord):
    """What retrieval costs a system: its score, that of the same answerer with gold sources, and their paired
    difference with its interval."""

    system: str
    gold: str
    measure: str
    score: float
    with_gold: float
    difference: Interval


@dataclass(frozen=True, slots=True)
class CauseReport(JsonRecord):
    """Why answers are wrong: the shares of all causes, with examples, and what fixing a cause would gain if that is
    known. `wrong` counts answers below the full score by system, `scored` all answers with a score."""

    shares: tuple[CauseShare, ...] = ()
    examples: tuple[CauseExample, ...] = ()
    fixes: tuple[BestFix, ...] = ()
    wrong: Mapping[str, int] = field(default_factory=dict)
    scored: Mapping[str, int] = field(default_factory=dict)

    def shares_of(self, system: str, slice_: Slice = ALL) -> list[CauseShare]:
        """The shares of a system in a slice, the largest first."""
        found = [one for one in self.shares if one.system == system and one.slice == slice_]
        order = list(CAUSES)
        return sorted(found, key=lambda one: (-one.answers, order.index(one.cause)))

    @property
    def example_ids(self) -> tuple[str, ...]:
        """The ids of the example questions, each once."""
        return tuple(dict.fromkeys(one.id for one in self.examples))

    def fix(self, system: str) -> BestFix | None:
        """What retrieval costs the system, if that is known."""
        return next((one for one in self.fixes if one.system == system), None)


def cause_report(scores: Scores, gold: Gold, summary: Summary) -> CauseReport:
    """The causes of all systems whose answers were diagnosed."""
    systems = [one for one in scores.systems if one.causes]
    if not systems:
        return CauseReport(fixes=_fixes(scores.systems, summary))
    return CauseReport(
        _shares(systems, scores, summary),
        tuple(one for system in systems for one in _examples(system, gold)),
        _fixes(scores.systems, summary),
        {one.name: len(one.causes) for one in systems},
        {one.name: int(_scored(one).sum()) for one in systems},
    )


def _scored(system: SystemScores) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which questions `answer-parts` scores; all that were diagnosed where it was not measured."""
    values = system.measure(PARTS)
    assert values is not None, "causes are found where answer-parts is measured"
    return values.scored


def _shares(systems: Sequence[SystemScores], scores: Scores, summary: Summary) -> tuple[CauseShare, ...]:
    """One column for each system and cause that occurs, in each slice."""
    ids = [one.id for one in scores.questions]
    clusters = np.unique([one.cluster for one in scores.questions], return_inverse=True)[1]
    columns = [
        (system, cause)
        for system in systems
        for cause in CAUSES
        if any(one.cause == cause for one in system.causes.values())
    ]
    lost = np.zeros((len(ids), len(columns)))
    for at, (system, cause) in enumerate(columns):
        for row, id in enumerate(ids):
            finding = system.causes.get(id)
            if finding is not None and finding.cause == cause:
                lost[row, at] = finding.lost
    table = (lost > 0).astype(np.float64)
    scored = np.stack([_scored(system) for system, _ in columns], axis=1)
    found = []
    for part in slice_questions(scores.questions):
        if part.slice.kind == "style and modalities":
            continue
        rows = part.rows
        intervals = mean_intervals(
            table[rows], clusters[rows], scored=scored[rows], resamples=summary.resamples, seed=summary.seed
        )
        for at, ((system, cause), share) in enumerate(zip(columns, intervals, strict=True)):
            counted = int(table[rows, at].sum())
            if counted:
                mean = float(lost[rows, at].sum() / scored[rows, at].sum())
                found.append(CauseShare(system.name, cause, part.slice, counted, share, round(mean, 6)))
    return tuple(found)


def _examples(system: SystemScores, gold: Gold) -> list[CauseExample]:
    """Up to three of each cause, of as many styles as there are, in the order of the questions."""
    questions: dict[str, Question] = {one.id: one for one in gold}
    chosen = []
    for cause in CAUSES:
        ids = [id for id, one in system.causes.items() if one.cause == cause and id in questions]
        seen: Counter[str] = Counter()
        turns = []
        for id in sorted(ids, key=gold.position.__getitem__):
            turns.append((seen[questions[id].style], gold.position[id], id))
            seen[questions[id].style] += 1
        for _, _, id in sorted(turns)[:EXAMPLES]:
            right = "; ".join(answer.text for answer in questions[id].answers)
            chosen.append(CauseExample(system.name, cause, id, questions[id].text, right, system.causes[id]))
    return chosen


def _fixes(systems: Sequence[SystemScores], summary: Summary) -> tuple[BestFix, ...]:
    """Each system that answers from retrieved or no sources beside the same answerer with gold sources."""
    gold = {one.described[ANSWERER]: one.name for one in systems if one.described.get(SOURCES) == GOLD}
    fixes = []
    for one in systems:
        best = gold.get(one.described.get(ANSWERER))
        if best is None or best == one.name:
            continue
        pair = summary.pair(best, one.name, summary.main)
        scores = summary.mean(one.name, summary.main), summary.mean(best, summary.main)
        if pair is None or scores[0] is None or scores[1] is None:
            continue
        difference = pair.difference if pair.a == best else _negative(pair.difference)
        fixes.append(BestFix(one.name, best, summary.main, scores[0], scores[1], difference))
    return tuple(fixes)


def _negative(one: Interval) -> Interval:
    def minus(value: float | None) -> float | None:
        return None if value is None else -value

    return replace(one, mean=minus(one.mean), low=minus(one.high), high=minus(one.low))
