"""Judge the replies of systems by a panel of judges: every answer by every judge, and a column of values for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchwright.errors import BatchPendingError, UsageError
from benchwright.evaluate.gold import Gold, drawn_questions
from benchwright.evaluate.judges.ask_judge import CaseJudge, Judgement
from benchwright.evaluate.judges.catalogue import judged_measures
from benchwright.evaluate.judges.judge_case import CaseReader
from benchwright.evaluate.judges.judged_measure import JudgedMeasure
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.score_retrievers import SystemResult
from benchwright.evaluate.score_systems import NOT_ASKED
from benchwright.evaluate.target import EvaluationTarget
from benchwright.models import Request
from benchwright.prompts.asking import Actor
from benchwright.records import Source
from benchwright.run.item_run import ItemResult, ItemRun

NOT_YET = "not judged yet"
LEFT_OUT = "left out by --limit"


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """One answer before one judge, by names."""

    system: str
    judge: str
    question: str


@dataclass(frozen=True, slots=True)
class JudgePanel:
    """The models that judge, their measures, and how many questions they judge (None: all), drawn with `seed`. Each
    judge has scores of its own, so that judges can be compared. Judges in `blind` are shown no images."""

    judges: tuple[str, ...]
    measures: tuple[JudgedMeasure, ...]
    limit: int | None = None
    seed: int = 13
    blind: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, judges: Sequence[str], names: Sequence[str] = (), limit: int | None = None, seed: int = 13
    ) -> JudgePanel:
        """Make a panel. Raises UsageError for an unknown measure, a judge that is named twice, or a limit below 1."""
        if twice := [name for name, count in Counter(judges).items() if count > 1]:
            raise UsageError(f"the judge {twice[0]} is named twice", hint="name each judge once")
        if limit is not None and limit < 1:
            raise UsageError(f"limit must be at least 1, not {limit}", hint="leave it out to judge all answers")
        if names and not judges:
            raise UsageError("judged measures are named, and no judge", hint="name one: --judge openai/NAME")
        return cls(tuple(judges), judged_measures(names) if judges else (), limit, seed)

    @property
    def columns(self) -> dict[str, str]:
        """The names of the columns of scores in order, with the hash of the prompts of each."""
        named = {column(one.name, judge): one.sha256 for one in self.measures for judge in self.judges}
        return dict(sorted(named.items(), key=lambda pair: parse_measure(pair[0]).order))

    def questions(self, gold: Gold) -> tuple[str, ...]:
        """The questions whose answers are judged. They are the same for every system and judge."""
        return tuple(question.id for question in drawn_questions(gold.questions, self.limit, self.seed))


def column(measure: str, judge: str) -> str:
    """The name of a measure's scores by one judge: `faithfulness@openai/NAME`."""
    return f"{measure}@{judge}"


@dataclass(frozen=True, slots=True)
class JudgedReplies:
    """What the judges decided, by answer, and how the run ended."""

    judgements: Mapping[AnswerKey, tuple[Judgement, ...]]
    run: ItemResult[AnswerKey]


def judge_replies(
    readers: Mapping[str, CaseReader],
    target: EvaluationTarget,
    panel: JudgePanel,
    run: ItemRun,
    ledger: Path,
    seed: int,
    likely: Callable[[Iterable[Request]], None] = lambda requests: None,
) -> JudgedReplies:
    """Judge every answer of the systems by every judge. `readers` give the systems' cases by name; `seed` is what
    fences are made from. What is in the ledger is not asked again. `likely` is told what will probably be asked after
    the replies that an answer waits for. Raises what models raise, other than what holds or concerns one answer only.
    """
    actors = {name: Actor(name, run.model(name)) for name in panel.judges}
    questions = {question.id: question for question in target.gold}
    items = [
        AnswerKey(system, judge, question)
        for question in panel.questions(target.gold)
        for system, reader in readers.items()
        for judge in panel.judges
        if reader.asked(question)
    ]
    judgements: dict[AnswerKey, tuple[Judgement, ...]] = {}

    async def one(item: AnswerKey) -> str:
        case = readers[item.system].case(questions[item.question])
        picture_of = no_picture if item.judge in panel.blind else target.corpus.picture
        judge = CaseJudge(case, actors[item.judge], picture_of, str(seed))
        try:
            judgements[item] = await judge.judgements(panel.measures)
        except BatchPendingError:
            likely(judge.likely_next(panel.measures))
            raise
        return ""

    ended = run.ask(items, one, ledger)
    return JudgedReplies({item: judgements[item] for item in items if item in judgements}, ended)


def no_picture(source: Source) -> None:
    """What a judge without vision is shown of an image beside its caption and description."""


def with_judged(result: SystemResult, judged: JudgedReplies, panel: JudgePanel, gold: Gold) -> SystemResult:
    """A system's result with the columns of its judges."""
    wanted = frozenset(panel.questions(gold))
    without = {
        question.id: LEFT_OUT if question.id in result.replies else NOT_ASKED
        for question in gold
        if question.id not in wanted or question.id not in result.replies
    }
    values = [
        _values(judged, AnswerKey(result.scores.name, judge, ""), measure.name, gold, without)
        for measure in panel.measures
        for judge in panel.judges
    ]
    whole = sorted((*result.scores.values, *values), key=lambda one: parse_measure(one.measure).order)
    return replace(result, scores=replace(result.scores, values=tuple(whole)))


def _values(
    judged: JudgedReplies, key: AnswerKey, measure: str, gold: Gold, without: Mapping[str, str]
) -> MeasureValues:
    """One column. What was not judged has no value: it counts with the reason, which `without` says by question of what
    was not to be judged."""
    numbers, scored = np.zeros(len(gold)), np.zeros(len(gold), dtype=np.bool_)
    reasons: Counter[str] = Counter()
    for place, question in enumerate(gold):
        found = judged.judgements.get(replace(key, question=question.id), ())
        one = next((each for each in found if each.measure == measure), None)
        if one is not None and one.score is not None:
            numbers[place], scored[place] = one.score, True
        else:
            reasons[one.reason if one else without.get(question.id, NOT_YET)] += 1
    return MeasureValues(column(measure, key.judge), numbers, scored, dict(reasons))
