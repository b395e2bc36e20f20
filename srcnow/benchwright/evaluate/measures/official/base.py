"""Define a measure that a paper published, and compute such measures over the replies of a system.

The value of a missing prediction is 0 for all of them. A question that a measure cannot be computed for (it has several
answers, or no keywords) is not scored, and counted with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures.answer_forms import names_of
from benchwright.evaluate.systems.base import SystemReply

LONGEST = 20_000
"""Characters of an answer that are compared: the measures by words take a time that grows faster than its length."""

NO_ANSWERS = "no gold answers"
SEVERAL = "several gold answers"


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question and what was answered: one text or several, () where nothing was."""

    question: Question
    answers: tuple[str, ...]

    @property
    def text(self) -> str:
        """The answer as one text."""
        return "; ".join(self.answers)[:LONGEST]

    @property
    def references(self) -> tuple[str, ...]:
        """All wordings of the first gold answer, the answer itself first."""
        return names_of(self.question.answers[0])

    @property
    def listed_references(self) -> tuple[tuple[str, ...], ...]:
        """The wordings of each gold answer."""
        return tuple(map(names_of, self.question.answers))


Scorer = Callable[[Sequence[Prediction], str], Sequence[float]]
"""The values of predictions that are not empty. The text is the name of the model, for measures that need one."""

Reason = Callable[[Question], str]
"""Why a question is not scored, "" if it is."""


def answered(question: Question) -> str:
    """Why a measure of any number of answers does not score a question."""
    return "" if question.answers else NO_ANSWERS


def answered_once(question: Question) -> str:
    """Why a measure of one answer does not score a question."""
    return answered(question) or ("" if len(question.answers) == 1 else SEVERAL)


@dataclass(frozen=True, slots=True)
class OfficialMeasure:
    """A measure of a `paper`. `about` is one line for a person; `misleads` says when it is known to mislead. `model` is
    the model that the paper used, where the measure needs one: users may name another, also a folder."""

    name: str
    about: str
    paper: str
    score: Scorer
    unscored: Reason = answered_once
    misleads: str = ""
    model: str = ""


def each(score: Callable[[Prediction], float]) -> Scorer:
    """A scorer that looks at one prediction at a time."""
    return lambda predictions, _: [score(one) for one in predictions]


def best_of(score: Callable[[str, str], float]) -> Scorer:
    """A scorer that compares the answer with each reference and takes the best."""
    return each(lambda one: max(score(one.text, reference) for reference in one.references))


def official_measures(
    gold: Gold, replies: Mapping[str, SystemReply], measures: Sequence[tuple[OfficialMeasure, str, str]]
) -> tuple[MeasureValues, ...]:
    """The values of measures, each with the model it uses and the name of its column. A question without a reply, or
    with an empty one, scores 0. UsageError where a package or a model is missing."""
    given = {
        question.id: tuple(text for text in reply.answers if text.strip())
        for question in gold
        if (reply := replies.get(question.id)) is not None and not reply.failure
    }
    return tuple(_values(gold, given, measure, model, column) for measure, model, column in measures)


def _values(
    gold: Gold, given: Mapping[str, tuple[str, ...]], measure: OfficialMeasure, model: str, column: str
) -> MeasureValues:
    values = np.zeros(len(gold))
    reasons = [measure.unscored(question) for question in gold]
    places = [place for place, question in enumerate(gold) if not reasons[place] and given.get(question.id)]
    predictions = [Prediction(gold.questions[place], given[gold.questions[place].id]) for place in places]
    if predictions:
        values[places] = measure.score(predictions, model)
    scored = np.array([not reason for reason in reasons], dtype=np.bool_)
    counts = {reason: reasons.count(reason) for reason in sorted(set(reasons)) if reason}
    return MeasureValues(column, values, scored, counts)


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around the import of a package that an extra brings. UsageError where it is not installed."""
    try:
        yield
    except ImportError as error:
        name = (error.name or "a package").partition(".")[0]
        raise UsageError(f"{name} is not installed", hint=f"pip install 'benchwright[{extra}]'") from error
