"""Finds the options that a question offers ("Which is older, the bridge or the tower?"), and exchanges them.

Who is used to choosing the first of two is right half of the time. So a binary question is put several times, with its
options in both orders, and counts as answered only if guessing would hardly do as well.
"""

from __future__ import annotations

import re
from math import comb

from benchwright.values import LOOSELY, NameValue, occurs_in

_ASKING = re.compile(r"\b(?:which|what|who|whom|whose|where|when|why|how)\b", re.IGNORECASE)
_YES_NO = re.compile(
    r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)\b", re.IGNORECASE
)
_YES = ("yes", "no")
LEAST_LIKELY = 0.05
"""A question counts as answered if guessing would give as many right answers in at most this share of the cases."""


def options_of(question: str) -> tuple[str, ...]:
    """The options as the question words them, ("yes", "no") for a question of that kind, () if none are seen."""
    return _offered(question) or (_YES if _YES_NO.match(question.strip()) else ())


def exchanged(question: str, options: tuple[str, ...]) -> str:
    """The same question with two options in each other's place; as it is if there are not two apart from each other in
    it."""
    if len(options) != 2:
        return question
    places = sorted(occurs_in(NameValue(option), question, LOOSELY, options)[:1] for option in options)
    if not all(places) or places[0][0][1] > places[1][0][0]:
        return question
    (start, end), (begin, stop) = places[0][0], places[1][0]
    return f"{question[:start]}{question[begin:stop]}{question[end:begin]}{question[start:end]}{question[stop:]}"


def _offered(question: str) -> tuple[str, ...]:
    """The options that end the question, such as ("the bridge", "the tower"). Their list begins at the last colon, or
    else at the first comma after the last asking word."""
    text = question.strip()
    before, joined, last = text.removesuffix("?").rpartition(" or ")
    if not joined or not last.strip() or not text.endswith("?") or "," in last or ":" in last:
        return ()
    asking = [match.end() for match in _ASKING.finditer(before)]
    colon = before.rfind(":")
    start = colon if colon >= 0 else before.find(",", asking[-1] if asking else len(before))
    options = tuple(filter(None, (part.strip() for part in before[start + 1 :].split(",")))) if start >= 0 else ()
    return (*options, last.strip()) if options else ()


def beats_chance(right: int, asked: int, options: int) -> bool:
    """Would guessing among so many options be right at least `right` times out of `asked` in at most 5 % of the cases?

    With two options: 5 of 5, 6 of 6, 7 of 8.
    """
    chance = 1 / max(2, options)
    tail = sum(comb(asked, k) * chance**k * (1 - chance) ** (asked - k) for k in range(right, asked + 1))
    return tail <= LEAST_LIKELY
