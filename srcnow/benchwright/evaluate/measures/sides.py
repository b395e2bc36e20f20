"""Decide whether an answer says which of two things has more: in words, or by the amounts of both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.answer_parts import SidePart, ValuePart
from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.answer_text import stemmed_words, stems_of
from benchwright.evaluate.measures.attribution import CONTRAST, attributed, segments
from benchwright.evaluate.measures.rival_values import contradicted, fits, is_rival
from benchwright.evaluate.measures.value_places import LOOSE
from benchwright.programs.telling_stems import telling_stems
from benchwright.values import NameValue, Quantity, occurs_in
from benchwright.values.dates import Date
from benchwright.values.occurrences import find_values
from benchwright.values.quantities import convert

_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures", "part_scores")
_LESS, _BEFORE, _EQUAL = (frozenset(map(stem, _VOCABULARY.words(key))) for key in ("less", "before", "equal"))
_COMPARING = _LESS | _BEFORE | _EQUAL | frozenset(map(stem, _VOCABULARY.words("more")))
_CLAUSE = re.compile(
    r"\s*(?:,?\s+\b(?:but|while|whereas|and)\b(?=\s+(?:it|they|also|has|have|is|are|was|were|had|[A-Z])))\s*"
)
_JOIN = re.compile(r",\s+(?:(?:but|while|whereas|and)\s+)?|\s+(?:but|while|whereas|and)\s+")
"""Between two comparisons in one clause: "has the lower point but the larger city"."""
_STANDARD = re.compile(
    rf"\b(?:{_VOCABULARY.pattern('standard')}|than)\s+(?:(?:that|those|of|in|for)\s+)*(?:the\s+)?$", re.IGNORECASE
)
"""Before a name that the other one is compared with: "compared with Norway", "than that of Norway"."""
_PIECE = re.compile(r"[,;:.!?]\s|\n|\band\b")
"""Ends a piece of an answer that tells of one trait."""
_LEFT_OUT = " … "
NEAR = Decimal("0.05")
"""How far off an amount may be that supports a side, for the side to count half."""
_PAUSE = re.compile(r"[,;()\n]")
_NEAR = 30
"""Characters behind an amount that are looked at."""
_ROUNDED = LOOSE | {"rounding", "bound"}
_EVEN_LONGER = frozenset({"longer name"})
_TEXTS_HELD = 256
"""Texts whose clauses are kept: one answer is read for each of its sides."""


class _Tolerance:
    """How far off an amount may be that supports a side, and whether an amount was `near` that is further off, but not
    by more than `NEAR`."""

    def __init__(self, off: Decimal) -> None:
        self._off = off
        self.near = False

    def covers(self, off: Decimal) -> bool:
        if off <= self._off:
            return True
        self.near = self.near or off <= NEAR
        return False


class _SideReading(NamedTuple):
    """An answer to a question, read for one of its sides: its clauses, and those `about` the side's trait."""

    question: Question
    part: SidePart
    answer: str
    clauses: tuple[_NamedClause, ...]
    about: list[_NamedClause]

    @classmethod
    def of(cls, question: Question, part: SidePart, answer: str) -> _SideReading:
        clauses = _clauses(part.names, answer)
        return cls(question, part, answer, clauses, _about(question, part, clauses))


def side_share(question: Question, part: SidePart, answer: str) -> float:
    """How far an answer says which of two has more, or what both have, and nothing that contradicts it: 1, 0, or a half
    where an amount that supports it is off by up to `NEAR` of it.

    The side is what is asked for. An amount that supports it may be rounded, whether it says so or not. An answer that
    calls both about equal names no side, unless it gives the amounts.
    """
    reading, tolerance = _SideReading.of(question, part, answer), _Tolerance(Decimal(0))
    if _states(reading, tolerance):
        return 1.0
    # Without an amount that is near every step would be the same again.
    return 0.5 if tolerance.near and _states(reading, _Tolerance(NEAR)) else 0.0


def _states(reading: _SideReading, off: _Tolerance) -> bool:
    question, part, answer, clauses, about = reading
    places = _amount_places(part, answer, off)
    if any(clause.stems & _EQUAL for clause in about) and not all(
        occurs_in(amount, answer, LOOSE - {"rounded"}) for amount in part.amounts
    ):
        return False
    if all(places):
        asked = sorted((0, 1), key=lambda at: question.text.find(part.names[at]))  # what names nothing keeps this order
        amounts = _named_amounts(part)
        told, places = next(_told_alone(part, clauses, off), (answer, places))
        return attributed([amounts[at] for at in asked], [places[at] for at in asked], told) == {0, 1}
    if not about:
        named = {name for clause in clauses for name in clause.names}
        bare = isinstance(part.amounts[0], Quantity) and not find_values(answer)
        return bare and named == {part.names[0]}  # "Mexico, in both"
    verdicts = [_side(part, clause) for clause in about]
    if False in verdicts:
        return False
    if True not in verdicts and {name for clause in clauses for name in _given(part, clause)} != set(part.names):
        return False
    plain = _without_support(part, _without_differences(_of_trait(question, part, answer)), off)
    return not any(
        contradicted(question, ValuePart(amount, ()), plain, allow=LOOSE | {"exactness"}) for amount in part.amounts
    )


def _told_alone(
    part: SidePart, clauses: Sequence[_NamedClause], off: _Tolerance
) -> Iterator[tuple[str, list[list[tuple[int, int]]]]]:
    """The clauses that have both amounts, each behind its subject, and where: "Egypt's is larger (22, Manila 15)"."""
    for clause in clauses:
        text = clause.text if clause.subject in clause.names else f"{clause.subject} {clause.text}"
        places = _own_places(part, text, off)
        if clause.names and all(places):
            yield text, places


def _amount_places(part: SidePart, answer: str, off: _Tolerance) -> list[list[tuple[int, int]]]:
    """Where the answer has the two amounts: in the clauses that tell of this trait, if both stand there, or else in the
    sentences that do, or else anywhere."""
    places = _own_places(part, answer, off)
    if not all(places):
        return places
    for border in (CONTRAST, None):
        about = [(start, end) for start, end in segments(answer, border) if stems_of(answer[start:end]) & part.labels]
        near = [[place for place in each if any(start <= place[0] < end for start, end in about)] for each in places]
        if all(near):
            return near
    return places


def _own_places(part: SidePart, answer: str, off: _Tolerance) -> list[list[tuple[int, int]]]:
    """Where the answer has the two amounts; what may be either of them is the nearer one."""
    one, two = part.amounts
    if not isinstance(one, Quantity) or not isinstance(two, Quantity):
        return [occurs_in(amount, answer, _ROUNDED) for amount in part.amounts]
    stated = [((start, end), value) for start, end, value in find_values(answer) if isinstance(value, Quantity)]
    own = []
    for amount, other in ((one, two), (two, one)):
        values = [
            (place, value) for place, value in stated if fits(amount, value, _ROUNDED) and _supports(amount, value, off)
        ]
        own.append([place for place, value in values if _off(amount, value) <= _off(other, value)])
    return own


def _supports(known: Quantity, stated: Quantity, off: _Tolerance) -> bool:
    """Whether a stated amount is a known one, a rounding of it, a bound or range that it lies in, or not further `off`.
    A range may begin or end with a rounding."""
    if (stated.hedge not in ("", "about") and fits(known, stated)) or off.covers(_off(known, stated)):
        return True
    ends = (stated.number, stated.number if stated.upper is None else stated.upper)
    return any(fits(known, replace(stated, number=end, upper=None, hedge="about"), LOOSE) for end in ends)


def _off(known: Quantity, stated: Quantity) -> Decimal:
    """By how much of a known amount a stated one differs from it; a range by its nearer end."""
    stated = convert(stated, known.unit) or stated if stated.unit and known.unit else stated
    ends = [stated.number, stated.number if stated.upper is None else stated.upper]
    if ends[0] <= known.number <= ends[1]:
        return Decimal(0)
    return min(abs(end - known.number) for end in ends) / abs(known.number) if known.number else Decimal(1)


def _of_trait(question: Question, part: SidePart, answer: str) -> str:
    """The answer without the pieces that tell of other traits: those with their words, and what follows them."""
    others = {label for one in question.parts if isinstance(one, SidePart) for label in one.labels} - part.labels
    kept, is_other, at = [], False, 0
    for border in (*_PIECE.finditer(answer), None):
        end = border.end() if border else len(answer)
        stems = stems_of(answer[at:end])
        if stems & (others | part.labels):
            is_other = not stems & part.labels
        kept.append(_LEFT_OUT if is_other else answer[at:end])
        at = end
    return "".join(kept)


def _without_support(part: SidePart, answer: str, off: _Tolerance) -> str:
    """The answer without amounts that are one of those compared, or a rounding of one."""
    known = [amount for amount in part.amounts if isinstance(amount, Quantity)]
    for start, end, value in reversed(find_values(answer)):
        if isinstance(value, Quantity) and any(
            _supports(amount, value, off) for amount in known if is_rival(amount, value) or not value.unit
        ):
            answer = f"{answer[:start]}{answer[end:]}"
    return answer


def _without_differences(answer: str) -> str:
    """The answer without amounts by which one of the two has more: "126 million more"."""
    for start, end, _ in reversed(find_values(answer)):
        behind = _PAUSE.split(answer[end : end + _NEAR], maxsplit=1)[0]
        if any(word in _COMPARING for word, _, _ in stemmed_words(behind)[:2]):
            answer = f"{answer[:start]}{answer[end:]}"
    return answer


def _named_amounts(part: SidePart) -> tuple[ValuePart, ValuePart]:
    """The two amounts with the words of their names."""
    first, second = _own_stems(part.names)
    one, two = part.amounts
    return ValuePart(one, (), first), ValuePart(two, (), second)


@lru_cache(maxsize=16_384)
def _own_stems(names: tuple[str, str]) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of each of two names that the other one has not."""
    first, second = map(telling_stems, names)
    return first - second, second - first


class _NamedClause(NamedTuple):
    """A clause with the two names as far as it has them, and the `subject`: the last name that began a clause."""

    text: str
    names: tuple[str, ...]
    subject: str
    stems: frozenset[str]


@lru_cache(maxsize=_TEXTS_HELD)
def _clauses(names: tuple[str, str], answer: str) -> tuple[_NamedClause, ...]:
    subject, clauses = "", []
    for start, end in segments(answer):
        for text in _comparisons(answer[start:end]):
            starts = _starts(names, text)
            subject = _compared(names, text) or subject
            clauses.append(_NamedClause(text, tuple(sorted(starts, key=starts.__getitem__)), subject, stems_of(text)))
    return tuple(clauses)


def _comparisons(sentence: str) -> Iterator[str]:
    """The clauses of a sentence; one that compares twice is two."""
    for clause in filter(str.strip, _CLAUSE.split(sentence)):
        begin = 0
        for join in _JOIN.finditer(clause):
            ahead = clause[join.end() : next((one.start() for one in _JOIN.finditer(clause, join.end())), len(clause))]
            if _compares(clause[begin : join.start()]) and _compares(ahead):
                yield clause[begin : join.start()]
                begin = join.end()
        yield clause[begin:]


def _compares(text: str) -> bool:
    return not _COMPARING.isdisjoint(stems_of(text))


def _about(question: Question, part: SidePart, clauses: Sequence[_NamedClause]) -> list[_NamedClause]:
    """The clauses that tell of a trait: those with more of its words than of another trait's; else those with all of
    its words; else those with one of its amounts; else comparisons that name no trait, or not all that they compare."""
    sides = [one for one in question.parts if isinstance(one, SidePart)]
    most = [c for c in clauses if 0 < len(c.stems & part.labels) == max(len(c.stems & one.labels) for one in sides)]
    full = [c for c in clauses if part.labels and part.labels <= c.stems]
    if most or full:
        return most or full
    amounts = [c for c in clauses if any(occurs_in(amount, c.text, _ROUNDED) for amount in part.amounts)]
    comparing = [c for c in clauses if c.stems & _COMPARING]
    free = [c for c in comparing if not any(c.stems & one.labels for one in sides)]
    more = [c for c in comparing if len(c.stems & _COMPARING) > sum(bool(c.stems & one.labels) for one in sides)]
    return next(filter(None, (amounts, free, more)), [])


def _side(part: SidePart, clause: _NamedClause) -> bool | None:
    """Whether a clause names the right side; None if it names none."""
    if clause.stems & _COMPARING:
        if clause.stems & _EQUAL:
            return False
        lead, than, _ = clause.text.partition(" than ")
        winner = _compared(part.names, lead if than else clause.text) or clause.subject
        lesser = clause.stems & (_BEFORE if isinstance(part.amounts[0], Date) else _LESS)
        return (winner == part.names[0]) != bool(lesser) if winner else None
    places = [occurs_in(amount, clause.text, _ROUNDED) for amount in part.amounts]
    if all(places) and len(clause.names) == 2:
        return (places[0][0] < places[1][0]) == (clause.names[0] == part.names[0])
    if any(places) and clause.subject and not _given(part, clause):
        return False
    return None


def _given(part: SidePart, clause: _NamedClause) -> tuple[str, ...]:
    """The name whose own amount a clause gives, if it tells of one only."""
    own = [
        name
        for name, amount in zip(part.names, part.amounts, strict=True)
        if name == clause.subject and occurs_in(amount, clause.text, _ROUNDED)
    ]
    return tuple(own) if len(clause.names) < 2 else ()


def _compared(names: tuple[str, str], text: str) -> str:
    """The first name in a text that is compared with the other one, which alone may stand there; "" of none."""
    starts = _starts(names, text)
    if not starts:
        return ""
    standards = {name for name, start in starts.items() if _STANDARD.search(text, max(0, start - _NEAR), start)}
    compared = [name for name in starts if name not in standards]
    if not compared and len(standards) == 1:
        return names[names[0] in standards]
    return min(compared or starts, key=lambda name: starts[name], default="")


@lru_cache(maxsize=_TEXTS_HELD)
def _starts(names: tuple[str, str], text: str) -> Mapping[str, int]:
    """Where each of the two names stands first, of those that a text has."""
    places = ((name, occurs_in(NameValue(name), text, _EVEN_LONGER)) for name in names)
    return {name: each[0][0] for name, each in places if each}
