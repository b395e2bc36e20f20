"""Refuse at commit to ask for a list twice.

A list is asked for twice by the same question, or by one for (nearly) the same answers in (nearly) the same words.

Two questions may well have the same answers and still be two questions (the painters born in a town, the painters who
died there); so answers and words have to be alike, both. Questions of one template share most of their words whatever
they name: those that name different things are only alike if their answers are the very same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from benchwright.english.stems import stem
from benchwright.records import Check, Example, Outcome, Status
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
    given: str


class NoRepeatedLists:
    """Rejects a list question that repeats a committed one. Outcomes of other styles are no business of it."""

    def __init__(self, style: str = "list") -> None:
        self._style = style
        self._asked: dict[str, str] = {}
        self._known: list[_CommittedList] = []
        self._holding: dict[str, list[int]] = {}  # by answer: places in `_known`

    def judge(self, outcome: Outcome) -> Outcome:
        example = outcome.example
        if outcome.status is not Status.ACCEPTED or example is None or example.style != self._style:
            return outcome
        twin = self._asked.get(normalise(example.question)) or self._twin(example)
        if not twin:
            return replace(outcome, example=_with(example, Check("duplicate", "pass", by=BY)))
        reason = f"asks what {twin} asks"
        fallen = _with(example, Check("duplicate", "fail", reason, by=BY))
        return replace(outcome, status=Status.REJECTED, reason="duplicate", detail=reason, example=fallen)

    def admit(self, outcome: Outcome) -> None:
        example = outcome.example
        if example is None or example.style != self._style:
            return
        self._asked.setdefault(normalise(example.question), example.id)
        known = _CommittedList(example.id, _answers(example), _words(example.question), example.entity)
        for answer in known.answers:
            self._holding.setdefault(answer, []).append(len(self._known))
        self._known.append(known)

    def _twin(self, example: Example) -> str:
        """The id of a committed question whose answers and words are alike."""
        mine, words = _answers(example), _words(example.question)
        shared: dict[int, int] = {}
        for answer in mine:
            for place in self._holding.get(answer, ()):
                shared[place] = shared.get(place, 0) + 1
        for place in sorted(shared):
            other = self._known[place]
            enough = ALIKE_ANSWERS if other.given == example.entity else 1.0
            if shared[place] < enough * len(mine | other.answers):
                continue
            if len(words & other.words) >= ALIKE_WORDS * len(words | other.words):
                return other.id
        return ""


def _answers(example: Example) -> frozenset[str]:
    return frozenset(normalise(answer.text) for answer in example.answers)


def _words(question: str) -> frozenset[str]:
    return frozenset(stem(word) for word in normalise(question).split() if f" {word} " not in _SMALL)


def _with(example: Example, check: Check) -> Example:
    kept = tuple(one for one in example.checks if one.name != check.name)
    return replace(example, checks=(*kept, check))
