"""Score an answer by the values that a right answer states, in whatever words (`evaluate.answer_parts`).

A part counts 1 if the answer claims its value (`claims`, `value_places`), compared by type: a number with its unit, a
date, a name or an alias of it, an identifier letter by letter, a list. It counts 0 if

- the value is not claimed: it is denied, said to be unknown, or one of several candidates;
- the answer claims a rival in its place (`rival_values`): "55 metres, or 60" and "55 metres and 60 inches" state two;
- it is said of the other half's subject, or the halves come in the wrong order where the answer names neither.

A side of a comparison counts 1 if the answer says which of the two has more, or gives both amounts with their names,
and says nothing else (`sides`); it counts half if an amount beside it is slightly off. The score is the mean over the
parts. A list that is the only part counts by the share of its items that the answer gives, if it gives no others. A
question with several answers is scored by the F1 of the set of answers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from hashlib import sha256

import numpy as np

from benchwright.english.stems import stem
from benchwright.evaluate.answer_parts import PairPart, SidePart, ValuePart, single_parts
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.identifiers import decimals_in, is_other_version
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures.answer_forms import index_of, names_of
from benchwright.evaluate.measures.answer_text import with_signs, with_zeros
from benchwright.evaluate.measures.answers import decided, listed_answers, set_scores
from benchwright.evaluate.measures.attribution import attributed, segments
from benchwright.evaluate.measures.claims import Claims, claims_of
from benchwright.evaluate.measures.list_places import list_places, share_listed
from benchwright.evaluate.measures.rival_values import contradicted
from benchwright.evaluate.measures.sides import side_share
from benchwright.evaluate.measures.value_places import Place, claimed_places
from benchwright.evaluate.systems.base import SystemReply
from benchwright.values import ListValue, NameValue, Quantity
from benchwright.values.amount_wordings import with_plain_amounts
from benchwright.values.dates import Date, find_dates
from benchwright.values.decimal_signs import with_english_signs
from benchwright.values.digit_dates import undecided_dates, with_dates_in_words
from benchwright.values.names import find_words
from benchwright.values.scale_letters import with_scale_words
from benchwright.values.scripts import scripts_of
from benchwright.values.times_of_day import time_of_day, with_times_of_day

PARTS = "answer-parts"
SENTENCE = "the reference answer is a sentence"
OTHER_SCRIPT = "the answer is in another script"
UNDECIDED_DATE = "day and month cannot be told apart"

PartJob = tuple[int, Sequence[str]]
"""The place of a question and a system's answers to it."""
PartScore = tuple[float, str]
"""The score, and why there is none ("" of a scored answer)."""


def score_parts(question: Question, answer: str) -> float:
    """The share of a question's parts that an answer states, 0..1; a pair counts as two. Raises ValueError for a
    question without parts."""
    return AnswerReading(question, answer).score


def stated_parts(question: Question, answer: str) -> tuple[bool, ...]:
    """Which parts an answer states, in the order of `answer_parts.single_parts`. Raises ValueError for a question
    without parts."""
    return AnswerReading(question, answer).stated


class AnswerReading:
    """An answer to a question with parts, read once for all that is asked of it. Raises ValueError for a question
    without parts."""

    def __init__(self, question: Question, answer: str) -> None:
        if not question.parts:
            raise ValueError("a question without parts has no score by parts")
        self.question = question
        self.answer = answer

    @cached_property
    def claims(self) -> Claims:
        return _claims(self.question, self.answer)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """How far the answer states each part, in the order of `answer_parts.single_parts`."""
        # A short text is likely to be the answer itself, and a long one to state it: the other way is not gone then.
        short = len(self.answer) <= 2 * max(len(one.text) for one in self.question.answers)
        if short and self._is_reference():
            return (1.0,) * len(single_parts(self.question.parts))
        shares = tuple(self._claimed_shares())
        if not short and min(shares) < 1 and self._is_reference():
            return (1.0,) * len(shares)
        return shares

    def _is_reference(self) -> bool:
        """Whether the answer is a reference answer or an alias, by value."""
        question = self.question
        if not index_of(question.answers, question.ordered).places(self.answer):
            return False
        versions = _versions(question)
        return not any(is_other_version(number, versions) for number in decimals_in(self.answer))

    def _claimed_shares(self) -> Iterator[float]:
        question = self.question
        for part in question.parts:
            match part:
                case ValuePart():
                    places = _places(question, part, self.claims)
                    yield float(bool(places) and not contradicted(question, part, self.claims.text))
                case PairPart():
                    yield from map(float, _stated_halves(question, (part.first, part.second), self.claims))
                case SidePart():
                    yield side_share(question, part, self.claims.text)

    @property
    def stated(self) -> tuple[bool, ...]:
        """Which parts the answer states."""
        return tuple(share == 1 for share in self.shares)

    @property
    def score(self) -> float:
        """The mean over the parts. A list that is the only part counts by its items, and a side half that is named
        beside an amount which is slightly off."""
        match self.question.parts:
            case (ValuePart(value=ListValue()) as part,) if not any(self.shares):
                rival = contradicted(self.question, part, self.claims.text)
                return 0.0 if rival else share_listed(part, self.claims)
        return sum(self.shares) / len(self.shares)


def _versions(question: Question) -> list[str]:
    """The parts that are compared letter by letter."""
    return [str(one.value) for one in single_parts(question.parts) if isinstance(one, ValuePart) and one.exact]


def _claims(question: Question, answer: str) -> Claims:
    single = len(question.parts) == 1 and isinstance(question.parts[0], ValuePart)
    forms = [*(name for one in question.answers for name in names_of(one)), *_words_of_parts(question)]
    return claims_of(_with_signs(question, answer), question.text, forms, single=single)


def _with_signs(question: Question, answer: str) -> str:
    """The answer with the points, commas, minus signs and words of scale that English numbers have, and with its dates
    and times as the parts have them."""
    answer = with_dates_in_words(answer)
    if not any(isinstance(part, PairPart) for part in question.parts):
        answer = with_plain_amounts(answer)
    if any(isinstance(part, ValuePart) and part.value == Quantity(Decimal(0)) for part in question.parts):
        answer = with_zeros(answer, question.text)
    values = [part.value for part in single_parts(question.parts) if isinstance(part, ValuePart)]
    if any(isinstance(value, NameValue) and time_of_day(value.text) for value in values):
        answer = with_times_of_day(answer)
    known = {value.number for value in question.known if isinstance(value, Quantity)}
    negative = any(number < 0 and -number not in known for number in known)
    return with_signs(with_scale_words(with_english_signs(answer, known), known), question.text, negative=negative)


def part_measure(
    gold: Gold,
    replies: Mapping[str, SystemReply],
    score_all: Callable[[Sequence[PartJob]], Sequence[PartScore]] | None = None,
) -> MeasureValues:
    """The measure over a gold's questions. Of a question with several answers it is the F1 of the set. One without a
    reply scores 0; one whose reference answer is a whole sentence is unscored, and so is an answer in another script
    that does not state a name. What no system has answered before is scored by `score_all` (`part_processes`)."""
    keys: list[bytes] = []
    jobs: list[PartJob] = []
    for place, question in enumerate(gold):
        reply = replies.get(question.id)
        answers = reply.answers if reply is not None else ()
        # the texts themselves would stay in memory
        keys.append(sha256(repr((question.id, answers)).encode()).digest())
        if keys[-1] not in gold.part_scores:
            jobs.append((place, answers))
    found = score_all(jobs) if score_all else [part_score(gold.questions[place], answers) for place, answers in jobs]
    for (place, _), score in zip(jobs, found, strict=True):
        gold.part_scores[keys[place]] = score
    values, reasons = zip(*(gold.part_scores[key] for key in keys), strict=True) if keys else ((), ())
    scored = np.array([not reason for reason in reasons], dtype=np.bool_)
    return MeasureValues(PARTS, np.array(values, dtype=np.float64), scored, Counter(filter(None, reasons)))


def part_score(question: Question, answers: Sequence[str]) -> PartScore:
    """The score of a system's answers to a question."""
    if len(question.answers) > 1:
        listed = listed_answers(answers, question.answers, question.text)
        listed, _ = decided(listed, question.answers, question.undecided)
        return set_scores(listed, question.answers).f1, ""
    if not question.parts:
        return 0.0, SENTENCE
    if not answers:
        return 0.0, ""
    text = "\n".join(answers)
    reading = AnswerReading(question, text)
    stated = reading.stated
    if in_other_script(question, text, stated):
        return 0.0, OTHER_SCRIPT
    if has_undecided_date(question, text, stated):
        return 0.0, UNDECIDED_DATE
    return reading.score, ""


def in_other_script(question: Question, answer: str, stated: Sequence[bool]) -> bool:
    """Whether a name that an answer does not state may stand in it in another script: "Берн" for Bern. Numbers and
    dates are read in the digits of any script."""
    missing = _missing(question, stated)
    if not any(isinstance(part, SidePart) or not isinstance(part.value, Quantity | Date) for part in missing):
        return False
    known = scripts_of("".join((question.text, *(name for one in question.answers for name in names_of(one)))))
    return bool(scripts_of(answer)) and not known & scripts_of(answer)


def has_undecided_date(question: Question, answer: str, stated: Sequence[bool]) -> bool:
    """Whether a date that an answer does not state may stand in it, or be meant by the reference, with day and month
    that cannot be told apart: "03/04/2024" and "3 April 2024"."""
    dates = {date for _, _, date in find_dates(with_dates_in_words(answer))}
    unsure = set(undecided_dates(answer))
    for part in _missing(question, stated):
        value = part.value if isinstance(part, ValuePart) else None
        if isinstance(value, NameValue) and set(undecided_dates(value.text)) & (dates | unsure):
            return True
        if isinstance(value, Date) and value in unsure:
            return True
    return False


def _missing(question: Question, stated: Sequence[bool]) -> list[ValuePart | SidePart]:
    """The parts that an answer does not state."""
    return [part for part, is_stated in zip(single_parts(question.parts), stated, strict=True) if not is_stated]


def _words_of_parts(question: Question) -> Iterator[str]:
    """The names of a question's values, item by item."""
    for part in question.parts:
        match part:
            case PairPart(first=first, second=second):
                halves = [first, second]
            case ValuePart():
                halves = [part]
            case _:
                continue
        for half in halves:
            items = half.value.items if isinstance(half.value, ListValue) else (half.value,)
            yield from (item.text for item in items if isinstance(item, NameValue))


def _places(question: Question, part: ValuePart, claims: Claims, fellow: ValuePart | None = None) -> list[Place]:
    if isinstance(part.value, ListValue):
        return list_places(part, claims)
    fellows = (str(fellow.value), *fellow.forms) if fellow else ()
    return claimed_places(part, claims, question.text, fellows)


def _stated_halves(question: Question, halves: tuple[ValuePart, ValuePart], claims: Claims) -> list[bool]:
    """Which of two values an answer states, each of its own half."""
    answer = claims.text
    places = [_places(question, half, claims, other) for half, other in zip(halves, halves[::-1], strict=True)]
    places = [
        each or _scattered(question, half, other, answer)
        for each, half, other in zip(places, halves, halves[::-1], strict=True)
    ]
    belongs = {0, 1} if halves[0].value == halves[1].value else attributed(halves, places, answer)
    spans = list(segments(answer))
    starts = [start for start, _ in spans]
    stated = []
    for at, half in enumerate(halves):
        within = sorted({bisect_right(starts, place[0]) - 1 for place in places[at]})
        near = [answer[slice(*spans[one])] for one in within]
        rival = any(contradicted(question, half, one, halves[1 - at]) for one in near)
        stated.append(bool(near) and at in belongs and not rival)
    return stated


def _scattered(question: Question, part: ValuePart, fellow: ValuePart, answer: str) -> list[Place]:
    """Where a sentence that holds all words of a name of several words, but for those that the question has, has the
    ones that the other half's name does not share: "Both are horizontal: Austria has three, Botswana five" of "five
    horizontal stripes"."""
    if not isinstance(part.value, NameValue) or " " not in part.value.text:
        return []
    wanted = _stems(part.value.text) - _stems(question.text)
    own = wanted - _stems(str(fellow.value)) or wanted
    holding = [(start, end) for start, end in segments(answer) if wanted and wanted <= _stems(answer[start:end])]
    return [_shortest(own, answer, *span) for span in holding]


def _shortest(wanted: frozenset[str], text: str, low: int, high: int) -> Place:
    """The shortest piece of a span that has all those stems."""
    latest: dict[str, Place] = {}
    pieces = []
    for word, start, end in find_words(text[low:high]):
        if (found := stem(word)) in wanted:
            latest[found] = (low + start, low + end)
            if len(latest) == len(wanted):
                pieces.append((min(latest.values())[0], low + end))
    return min(pieces, key=lambda piece: piece[1] - piece[0])


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word, _, _ in find_words(text))
