"""Decide which of two things a value in an answer belongs to: by the names or words of a half beside it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from benchwright.english.sentences import sentences
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.answer_parts import ValuePart
from benchwright.evaluate.measures.answer_text import stemmed_words
from benchwright.evaluate.measures.rival_values import is_rival
from benchwright.values import Quantity, TypedValue
from benchwright.values.occurrences import find_values

CONTRAST = re.compile(
    r",?\s+(?:but|while|whereas)\s+|,?\s+and\s+(?=(?:its?|they|their|has|had|have|is|are|was|were)\b)|:\s+(?=(?:its?|they)\b)"
)
_BESIDE = 2
"""Characters between a name and its own value at most: "Egypt 162", "Egypt: 162"."""
_STANDARD = Vocabulary.of("benchwright.evaluate.measures", "part_scores").pattern("standard")
_PARTING = re.compile(rf"[,()–—]|\b(?:{_STANDARD}|than)\b", re.IGNORECASE)
_PAUSE = re.compile(r"[,;.()\n]\s*")
_BOTH = re.compile(
    rf"\b(?:{Vocabulary.of('benchwright.evaluate.measures', 'attribution').pattern('both')})\b", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"['’]s?\b")
_TEXTS_HELD = 256
"""Texts whose segments are kept: one answer is read for several things."""
_LONGEST = 300
"""Characters that are looked at on either side of a value."""
_PIECE = re.compile(r"[^\n;]+")
_PARTED, _NAMELESS, _NEVER = 2, 3, 4
"""How closely a name and a value stand together (`_distance`): with something that parts them, without a name, not."""


class _Mention(NamedTuple):
    """Where an answer states the value of a part, or one of the words that only this part has (`is_label`)."""

    part: int
    start: int
    end: int
    is_label: bool = False


def attributed(parts: Sequence[ValuePart], places: Sequence[Sequence[tuple[int, int]]], answer: str) -> set[int]:
    """The parts whose value stands with their own half.

    Sentence by sentence: where names of halves come first, a value belongs to the name before it; where all names stand
    before all values, they belong together in their order; where a value comes first, to the name behind it. A name
    that a bracket, comma or "against" parts from its value belongs to the one on its other side if nothing parts it
    from that. A line without a name belongs to the name that leads the line above it. Without any name the values have
    to stand in the order of the question; where one half alone is named, two values of different kinds tell their
    halves by themselves. What stands closely with one half is not taken from it by what stands loosely with the other.
    """
    mentions = [_Mention(at, *place) for at, each in enumerate(places) for place in each]
    known = frozenset[str]().union(*(part.labels for part in parts))
    labels = [
        _Mention(at, start, end, is_label=True)
        for word, start, end in stemmed_words(answer)
        if word in known
        for at, part in enumerate(parts)
        if word in part.labels
    ]
    if not labels:
        firsts = [min((place[0] for place in each), default=-1) for each in places]
        present = [first for first in firsts if first >= 0]
        return {at for at, first in enumerate(firsts) if first >= 0} if present == sorted(present) else set()
    if len({one.part for one in labels}) == 1 and len(parts) == 2 and not _is_one_kind(*(part.value for part in parts)):
        return {at for at, each in enumerate(places) if each}
    right = dict.fromkeys(range(len(parts)), _NEVER)
    wrong = dict.fromkeys(range(len(parts)), _NEVER)
    above: int | None = None
    every = sorted((*mentions, *labels), key=lambda one: (one.start, one.part))
    starts = [one.start for one in every]
    for start, end in segments(answer, CONTRAST):
        inside = every[bisect_left(starts, start) : bisect_left(starts, end)]
        named = {one.part for one in inside if one.is_label}
        if named == {one.part for one in inside}:  # a name alone
            leads = all(one.is_label for one in inside) and not _has_value(answer, start, inside)
            above = named.pop() if len(named) == 1 and leads else above
        both = list(dict.fromkeys(one.part for one in inside))  # "(4,389 km against 687 km)" of the name above
        both = both if len(both) == 2 == len(parts) else []
        for value, label, distance in _joined(inside, answer):
            of = label if named or above is None else above
            if not named and above is not None:
                of = of if not both else above if value == both[0] else 1 - above
                distance = 1
            found = right if value == of else wrong
            found[value] = min(found[value], distance)
    return {at for at in right if right[at] < wrong[at]}


def _is_one_kind(one: TypedValue, other: TypedValue) -> bool:
    """Whether two values may be mistaken for each other."""
    return is_rival(one, other) if isinstance(one, Quantity) else type(one) is type(other)


def _has_value(answer: str, start: int, labels: Sequence[_Mention]) -> bool:
    """Whether a segment states an amount before its name."""
    return bool(labels) and bool(find_values(answer[start : labels[0].start]))


def _joined(mentions: Sequence[_Mention], answer: str) -> Iterator[tuple[int, int, int]]:
    """The values of a sentence that a name claims, each with the half that the name stands for, and how closely they
    stand together (`_distance`)."""
    row: list[_Mention] = []
    for one in mentions:
        if not (one.is_label and row and row[-1].is_label and row[-1].part == one.part):
            row.append(one)
    values, labels = [one for one in row if not one.is_label], [one for one in row if one.is_label]
    if not values or not labels:
        yield from ((one.part, one.part, _NAMELESS) for one in values)
        return
    shared = [one for one in values if _is_shared(one, labels, answer)] if _says_both(answer) else []
    if shared:
        yield from ((one.part, one.part, _NAMELESS) for one in shared)
        yield from _joined([one for one in mentions if one not in shared], answer)
        return
    if len(values) == len(labels) > 1 and labels[-1].end <= values[0].start:
        yield from ((value.part, label.part, 1) for value, label in zip(values, labels, strict=True))
        return
    first = row[0].is_label
    claims: dict[_Mention, tuple[int, int]] = {}
    for at, label in enumerate(row):
        if not label.is_label:
            continue
        behind, ahead = _neighbour(row, at, 1), _neighbour(row, at, -1)
        usual, other = (behind, ahead) if first else (ahead, behind)
        if usual and other and _distance(answer, label, other) < _distance(answer, label, usual):
            usual = other
        if usual:
            claims.setdefault(usual, (label.part, _distance(answer, label, usual)))
    yield from ((value.part, *claims.get(value, (value.part, _NAMELESS))) for value in values)


@lru_cache(maxsize=_TEXTS_HELD)
def _says_both(answer: str) -> bool:
    return _BOTH.search(answer) is not None


def _is_shared(value: _Mention, labels: Sequence[_Mention], answer: str) -> bool:
    """Whether a piece of a sentence says of both that they have a value: "red is common to both, green is not"."""
    low, high = max(0, value.start - _LONGEST), min(len(answer), value.end + _LONGEST)
    start = max((one.end() for one in _PAUSE.finditer(answer, low, value.start)), default=low)
    pause = _PAUSE.search(answer, value.end, high)
    end = pause.start() if pause else high
    return not any(start <= one.start < end for one in labels) and bool(_BOTH.search(answer, start, end))


def _neighbour(row: Sequence[_Mention], at: int, step: int) -> _Mention | None:
    """The value right beside a name; None where another name stands there."""
    beside = row[at + step] if 0 <= at + step < len(row) else None
    return None if beside is None or beside.is_label else beside


def _distance(answer: str, label: _Mention, value: _Mention) -> int:
    """How closely a name and a value stand together: 0 side by side ("Egypt's 162"), 1 with words between them, 2 with
    a bracket, a comma or a word of comparison."""
    one, other = sorted((label, value), key=lambda mention: mention.start)
    if _PARTING.search(answer, one.end, other.start):
        return _PARTED
    possessive = _POSSESSIVE.match(answer, one.end)
    return int(other.start - (possessive.end() if possessive else one.end) > _BESIDE)


@lru_cache(maxsize=_TEXTS_HELD)
def segments(text: str, border: re.Pattern[str] | None = None) -> tuple[tuple[int, int], ...]:
    """Split a text at sentences, lines and semicolons, and at each `border` if one is given."""
    if border is None:
        return tuple(span for piece in _PIECE.finditer(text) for span in sentences(text, *piece.span()))
    return tuple(_parted(text, border, segments(text)))


def _parted(text: str, border: re.Pattern[str], spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in spans:
        for match in border.finditer(text, start, end):
            yield start, match.start()
            start = match.end()
        yield start, end
