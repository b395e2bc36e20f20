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

from benchwright.evaluate.answer_parts import PairPart, SidePart, ValuePart, single_parts
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.identifiers import decimals_in, is_other_version
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures.answer_forms import AnswerIndex, names_of
from benchwright.evaluate.measures.answer_text import stemmed_words, stems_of, with_signs, with_zeros
from benchwright.evaluate.measures.answers import decided, listed_answers, set_scores
from benchwright.evaluate.measures.attribution import attributed, segments
from benchwright.evaluate.measures.claims import Claims, claims_of
from benchwright.evaluate.measures.list_places import list_places, share_listed
from benchwright.evaluate.measures.rival_values import contradicted
from benchwright.evaluate.measures.sides import side_share
from benchwright.evaluate.measures.value_places import Place, claimed_places
from benchwright.evaluate.systems.base import SystemReply
from benchwright.values import ListValue, NameValue, Quantity, TypedValue
from benchwright.values.amount_wordings import with_plain_amounts
from benchwright.values.dates import Date, find_dates
from benchwright.values.decimal_signs import with_english_signs
from benchwright.values.digit_dates import undecided_dates, with_dates_in_words
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
    return AnswerReading(QuestionForms(question), answer).score


def stated_parts(question: Question, answer: str) -> tuple[bool, ...]:
    """Which parts an answer states, in the order of `answer_parts.single_parts`. Raises ValueError for a question
    without parts."""
    return AnswerReading(QuestionForms(question), answer).stated


class QuestionForms:
    """What scoring needs of a question with or without parts, worked out once for all answers to it."""

    def __init__(self, question: Question) -> None:
        self.question = question

    @cached_property
    def parts(self) -> tuple[ValuePart | SidePart, ...]:
        """The parts, those of a pair one by one."""
        return single_parts(self.question.parts)

    @cached_property
    def longest(self) -> int:
        """Characters of the longest reference answer."""
        return max(len(one.text) for one in self.question.answers)

    @cached_property
    def is_single(self) -> bool:
        """Whether the question asks for one value."""
        return len(self.question.parts) == 1 and isinstance(self.question.parts[0], ValuePart)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The reference answers, their aliases, and the names of the parts' values, item by item."""
        values = [part.value for part in self.parts if isinstance(part, ValuePart)]
        items = (item for value in values for item in (value.items if isinstance(value, ListValue) else (value,)))
        names = (item.text for item in items if isinstance(item, NameValue))
        return (*(name for one in self.question.answers for name in names_of(one)), *names)

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The parts that are compared letter by letter."""
        return tuple(part.name for part in self.parts if isinstance(part, ValuePart) and part.exact)

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The scripts of the question and its reference answers."""
        return scripts_of(
            "".join((self.question.text, *(name for one in self.question.answers for name in names_of(one))))
        )

    @cached_property
    def undecided_dates(self) -> tuple[frozenset[Date], ...]:
        """What the dates of each part's name may be whose day and month cannot be told apart."""
        values = [part.value if isinstance(part, ValuePart) else None for part in self.parts]
        return tuple(frozenset(undecided_dates(one.text) if isinstance(one, NameValue) else ()) for one in values)

    @cached_property
    def _values(self) -> frozenset[TypedValue]:
        return frozenset(part.value for part in self.parts if isinstance(part, ValuePart))

    @cached_property
    def _numbers(self) -> frozenset[Decimal]:
        return frozenset(value.number for value in self.question.known if isinstance(value, Quantity))

    @cached_property
    def _is_negative(self) -> bool:
        return any(number < 0 and -number not in self._numbers for number in self._numbers)

    @cached_property
    def _has_pair(self) -> bool:
        return any(isinstance(part, PairPart) for part in self.question.parts)

    @cached_property
    def _is_none(self) -> bool:
        """Whether the answer may be 0."""
        zero = Quantity(Decimal(0))
        return any(isinstance(part, ValuePart) and part.value == zero for part in self.question.parts)

    @cached_property
    def _is_time(self) -> bool:
        return any(isinstance(value, NameValue) and bool(time_of_day(value.text)) for value in self._values)

    @cached_property
    def _index(self) -> AnswerIndex:
        return AnswerIndex(self.question.answers, self.question.ordered)

    def claims(self, answer: str) -> Claims:
        """What an answer claims."""
        return claims_of(self._with_signs(answer), self.question.text, self.names, single=self.is_single)

    def _with_signs(self, answer: str) -> str:
        """The answer with the points, commas, minus signs and words of scale that English numbers have, and with its
        dates and times as the parts have them."""
        answer = with_dates_in_words(answer)
        if not self._has_pair:
            answer = with_plain_amounts(answer)
        if self._is_none:
            answer = with_zeros(answer, self.question.text)
        if self._is_time:
            answer = with_times_of_day(answer)
        answer = with_scale_words(with_english_signs(answer, self._numbers), self._numbers)
        return with_signs(answer, self.question.text, negative=self._is_negative)

    def is_written_alike(self, answer: str) -> bool:
        """Whether an answer may be a reference answer or an alias in the same words."""
        return len(answer) <= 2 * self.longest and self._index.has_letters_of(answer)

    def is_reference(self, answer: str) -> bool:
        """Whether an answer is a reference answer or an alias, by value."""
        if not self._index.places(answer):
            return False
        return not any(is_other_version(number, self.versions) for number in decimals_in(answer))

    def score(self, answers: Sequence[str]) -> PartScore:
        """The score of a system's answers."""
        question = self.question
        if len(question.answers) > 1:
            listed = listed_answers(answers, question.answers, question.text)
            listed, _ = decided(listed, question.answers, question.undecided)
            return set_scores(listed, question.answers).f1, ""
        if not question.parts:
            return 0.0, SENTENCE
        if not answers:
            return 0.0, ""
        reading = AnswerReading(self, "\n".join(answers))
        if reading.missing:
            if reading.in_other_script:
                return 0.0, OTHER_SCRIPT
            if reading.has_undecided_date:
                return 0.0, UNDECIDED_DATE
        return reading.score, ""


class AnswerReading:
    """An answer to a question with parts, read once for all that is asked of it. Raises ValueError for a question
    without parts."""

    def __init__(self, forms: QuestionForms, answer: str) -> None:
        if not forms.question.parts:
            raise ValueError("a question without parts has no score by parts")
        self.forms = forms
        self.answer = answer
        self._claims: Claims | None = None
        self.shares = self._shares()
        """How far the answer states each part, in the order of `answer_parts.single_parts`."""
        self.missing = [at for at, share in enumerate(self.shares) if share != 1]
        """The places of the parts that the answer does not state."""

    @property
    def claims(self) -> Claims:
        """What the answer claims, worked out when it is first needed."""
        if self._claims is None:
            self._claims = self.forms.claims(self.answer)
        return self._claims

    def _shares(self) -> tuple[float, ...]:
        # What is written as a reference answer is one as a rule, and most of what is one states all parts.
        if self.forms.is_written_alike(self.answer) and self.forms.is_reference(self.answer):
            return (1.0,) * len(self.forms.parts)
        shares = tuple(self._claimed_shares())
        if min(shares) < 1 and self.forms.is_reference(self.answer):
            return (1.0,) * len(shares)
        return shares

    def _claimed_shares(self) -> Iterator[float]:
        question = self.forms.question
        for part in question.parts:
            match part:
                case ValuePart():
                    claims = self.claims
                    places = _places(question, part, claims)
                    yield float(bool(places) and not contradicted(question, part, claims.text))
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
        question = self.forms.question
        match question.parts:
            case (ValuePart(value=ListValue()) as part,) if not any(self.shares):
                rival = contradicted(question, part, self.claims.text)
                return 0.0 if rival else share_listed(part, self.claims)
        return sum(self.shares) / len(self.shares)

    @property
    def in_other_script(self) -> bool:
        """Whether a name that the answer does not state may stand in it in another script: "Берн" for Bern. Numbers and
        dates are read in the digits of any script."""
        missing = [self.forms.parts[at] for at in self.missing]
        if not any(isinstance(part, SidePart) or not isinstance(part.value, Quantity | Date) for part in missing):
            return False
        scripts = scripts_of(self.answer)
        return bool(scripts) and scripts.isdisjoint(self.forms.scripts)

    @property
    def has_undecided_date(self) -> bool:
        """Whether a date that the answer does not state may stand in it, or be meant by the reference, with day and
        month that cannot be told apart: "03/04/2024" and "3 April 2024"."""
        for at in self.missing:
            part, meant = self.forms.parts[at], self.forms.undecided_dates[at]
            if meant and (
                meant & {date for _, _, date in find_dates(with_dates_in_words(self.answer))}
                or meant.intersection(undecided_dates(self.answer))
            ):
                return True
            value = part.value if isinstance(part, ValuePart) else None
            if isinstance(value, Date) and value in undecided_dates(self.answer):
                return True
        return False


def part_measure(
    gold: Gold,
    replies: Mapping[str, SystemReply],
    score_all: Callable[[Sequence[PartJob]], Sequence[PartScore]] | None = None,
) -> MeasureValues:
    """The measure over a gold's questions. Of a question with several answers it is the F1 of the set. One without a
    reply scores 0; one whose reference answer is a whole sentence is unscored, and so is an answer in another script
    that does not state a name. What no system has answered before is scored by `score_all` (`part_processes`)."""
    known = gold.part_scores
    keys: list[bytes] = []
    jobs: list[PartJob] = []
    for place, question in enumerate(gold):
        reply = replies.get(question.id)
        answers = reply.answers if reply is not None else ()
        # the texts themselves would stay in memory
        keys.append(sha256(repr((question.id, answers)).encode()).digest())
        if keys[-1] not in known:
            jobs.append((place, answers))
    found = score_all(jobs) if score_all else [part_score(gold.questions[place], answers) for place, answers in jobs]
    for (place, _), score in zip(jobs, found, strict=True):
        known[keys[place]] = score
    scores = [known[key] for key in keys]
    values = np.array([value for value, _ in scores], dtype=np.float64)
    scored = np.array([not reason for _, reason in scores], dtype=np.bool_)
    return MeasureValues(PARTS, values, scored, Counter([reason for _, reason in scores if reason]))


def part_score(question: Question, answers: Sequence[str]) -> PartScore:
    """The score of a system's answers to a question."""
    return QuestionForms(question).score(answers)


def _places(question: Question, part: ValuePart, claims: Claims, fellow: ValuePart | None = None) -> list[Place]:
    if isinstance(part.value, ListValue):
        return list_places(part, claims)
    fellows = (fellow.name, *fellow.forms) if fellow else ()
    return claimed_places(part, claims, question.text, fellows)


def _stated_halves(question: Question, halves: tuple[ValuePart, ValuePart], claims: Claims) -> list[bool]:
    """Which of two values an answer states, each of its own half."""
    answer = claims.text
    places = [_places(question, half, claims, other) for half, other in zip(halves, halves[::-1], strict=True)]
    places = [
        each or _scattered(question, half, other, answer)
        for each, half, other in zip(places, halves, halves[::-1], strict=True)
    ]
    if not any(places):
        return [False, False]
    belongs = {0, 1} if halves[0].value == halves[1].value else attributed(halves, places, answer)
    spans = segments(answer)
    starts = [start for start, _ in spans]
    stated = []
    for at, half in enumerate(halves):
        within = sorted({bisect_right(starts, place[0]) - 1 for place in places[at]})
        near = [answer[slice(*spans[one])] for one in within]
        own = bool(near) and at in belongs
        stated.append(own and not any(contradicted(question, half, one, halves[1 - at]) for one in near))
    return stated


def _scattered(question: Question, part: ValuePart, fellow: ValuePart, answer: str) -> list[Place]:
    """Where a sentence that holds all words of a name of several words, but for those that the question has, has the
    ones that the other half's name does not share: "Both are horizontal: Austria has three, Botswana five" of "five
    horizontal stripes"."""
    if not isinstance(part.value, NameValue) or " " not in part.value.text:
        return []
    wanted = stems_of(part.value.text) - stems_of(question.text)
    own = wanted - stems_of(fellow.name) or wanted
    holding = [(start, end) for start, end in segments(answer) if wanted and wanted <= stems_of(answer[start:end])]
    return [_shortest(own, answer, *span) for span in holding]


def _shortest(wanted: frozenset[str], text: str, low: int, high: int) -> Place:
    """The shortest piece of a span that has all those stems."""
    latest: dict[str, Place] = {}
    pieces = []
    for found, start, end in stemmed_words(text[low:high]):
        if found in wanted:
            latest[found] = (low + start, low + end)
            if len(latest) == len(wanted):
                pieces.append((min(latest.values())[0], low + end))
    return min(pieces, key=lambda piece: piece[1] - piece[0])
