"""Refuse at commit to ask for a list twice.

A list is asked for twice by the same question, or by one for (nearly) the same answers in (nearly) the same words.

Two questions may well have the same answers and still be two questions (the painters born in a town, the painters who
died there); so answers and words have to be alike, both. Questions of one template share most of their words whatever
they name: those that name different things are only alike if their answers are the very same.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchwright.checks.repeats import with_verdict
from benchwright.english.stems import stem
from benchwright.records import Example, Outcome, Status
from benchwright.values import normalise

BY = "duplicate/list/2"
ALIKE_ANSWERS = 0.8
ALIKE_WORDS = 0.6
_SMALL = " a an and are as at by for from have has in is it its of on or that the their to was were which who with "


@dataclass(frozen=True, slots=True)
class _CommittedList:
    id: str
    answers: frozenset[str]
    words: frozenset[str]
    entity: str


class NoRepeatedLists:
    """Rejects a list question that repeats a committed one. It passes outcomes of other styles through."""

    def __init__(self, style: str = "list") -> None:
        self._style = style
        self._questions: dict[str, str] = {}
        self._committed: list[_CommittedList] = []
        self._holding: dict[str, list[int]] = {}  # by answer: places in `_committed`

    def judge(self, outcome: Outcome) -> Outcome:
        example = outcome.example
        if outcome.status is not Status.ACCEPTED or example is None or example.style != self._style:
            return outcome
        twin = self._questions.get(normalise(example.question)) or self._twin(example)
        return with_verdict(outcome, example, twin, BY)

    def admit(self, outcome: Outcome) -> None:
        example = outcome.example
        if example is None or example.style != self._style:
            return
        self._questions.setdefault(normalise(example.question), example.id)
        committed = _CommittedList(example.id, _answers(example), _words(example.question), example.entity)
        for answer in committed.answers:
            self._holding.setdefault(answer, []).append(len(self._committed))
        self._committed.append(committed)

    def _twin(self, example: Example) -> str:
        """The id of a committed question whose answers and words are alike."""
        mine, words = _answers(example), _words(example.question)
        shared: dict[int, int] = {}
        for answer in mine:
            for place in self._holding.get(answer, ()):
                shared[place] = shared.get(place, 0) + 1
        for place in sorted(shared):
            other = self._committed[place]
            enough = ALIKE_ANSWERS if other.entity == example.entity else 1.0
            if shared[place] < enough * len(mine | other.answers):
                continue
            if len(words & other.words) >= ALIKE_WORDS * len(words | other.words):
                return other.id
        return ""


def _answers(example: Example) -> frozenset[str]:
    return frozenset(normalise(answer.text) for answer in example.answers)


def _words(question: str) -> frozenset[str]:
    return frozenset(stem(word) for word in normalise(question).split() if f" {word} " not in _SMALL)
