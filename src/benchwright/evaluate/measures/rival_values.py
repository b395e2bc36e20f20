"""Decide whether an answer claims another value in the place of the right one.

An amount or date is a rival where it is of the kind that is asked for, nobody knows of it (the question, the reference,
the facts that the answer is computed from), and the words around it tell of nothing but what the question asks: "It is
70" contradicts 77, "Germany (838)", "of which 104 are paved", "up from 35.3 in 2015" tell of something else. A name is
one where it is known as another answer (`ValuePart.rivals`) and its clause says nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain

from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.answer_parts import ValuePart
from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.value_places import BESIDE, LOOSE, Place, item_places
from benchwright.programs.telling_stems import telling_stems
from benchwright.values import NameValue, Quantity, TypedValue, same, unit_named
from benchwright.values.dates import Date
from benchwright.values.names import find_words, name_form, words_of
from benchwright.values.occurrences import find_values
from benchwright.values.sameness import as_year

_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures", "rival_values")
_CLAIMS = Vocabulary.of("benchwright.evaluate.measures", "claims")
_NUMBERED = re.compile(rf"(?:\b(?:{_VOCABULARY.pattern('numbered')})\.?\s*|[\[#])$", re.IGNORECASE)
_YEAR_BEFORE = re.compile(r"\b(?:in|since|by|until|during|of|for|year|from|to|and)\s+$", re.IGNORECASE)
_YEAR = re.compile(r"[12]\d{3}")
_FRAGMENT_ENDS = re.compile(
    rf"[,;…()\n](?!\d)|:\s|\s[–—-]+\s|[.!?](?=\s|$)|,?\s+\b(?:{_CLAIMS.pattern('borders')})\b"
    r"|\b(?:of which|including|(?:up|down) from|compared (?:to|with)|than|versus|vs|against|and|or)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"\b(?:of which|(?:up|down) from|compared (?:to|with)|than)\s*$", re.IGNORECASE)
"""Before a fragment: what follows is something else."""
_OTHERS = re.compile(rf"\b(?:{_VOCABULARY.pattern('others')})\b", re.IGNORECASE)
_AND_BEFORE = re.compile(r"\s+and\s*$", re.IGNORECASE)
_BRACKET = re.compile(r"\([^()\n]*\)")
_WHOLE = re.compile(rf"\b(?:{_VOCABULARY.pattern('wholes')})\s+$", re.IGNORECASE)
_OUT_OF = re.compile(r"\s+(?:out\s+)?of\s+", re.IGNORECASE)
_REPLIES = _CLAIMS.words("replies")
_YEARS, _COUNTS = _VOCABULARY.words("years"), _VOCABULARY.words("counts")
_FRAMING = frozenset(map(stem, _VOCABULARY.words("framing")))
_ROUNDED = LOOSE | {"rounding", "bound", "exactness"}
_NEAR = 60
"""Characters before a value that are looked at."""


def contradicted(
    question: Question,
    part: ValuePart,
    text: str,
    fellow: ValuePart | None = None,
    allow: Collection[str] = _ROUNDED,
) -> bool:
    """Whether a text claims a rival of the part's value. `fellow` is the other half of a pair: a word of its own tells
    of that half, and its value is no rival, as it stands in the same answer (`attributed` says whose it is). `allow`
    are the reasons for being undecided (`values.same`) of amounts and dates that are no rivals."""
    if isinstance(part.value, NameValue) and _is_other_reply(part.value, text):
        return True
    if isinstance(part.value, NameValue):
        return bool(part.rivals) and not part.exact and _names_rival(question, part, text, fellow)
    unknown = _unknown_values(question, part.value, text, allow)
    first = next(unknown, None)
    if first is None:
        return False
    asked, labelled = _asked_stems(question, part, fellow), _labelled_as_asked(question, part, text)
    return any(
        not _tells_elsewhere(text, place, asked, question.known, labelled=labelled)
        for place, _ in chain((first,), unknown)
    )


def _asked_stems(question: Question, part: ValuePart, fellow: ValuePart | None) -> frozenset[str]:
    """The stems of words that tell of nothing but what is asked for."""
    return (question.telling_stems | part.name_stems | _FRAMING) - (frozenset() if fellow is None else fellow.labels)


def _is_other_reply(value: NameValue, text: str) -> bool:
    """Whether a text begins with "yes" where the value is "no", or the other way round."""
    reply = value.text.casefold()
    return reply in _REPLIES and next((word for word, _, _ in find_words(text)), "") in _REPLIES - {reply}


def rival_values(question: Question, value: TypedValue, text: str) -> list[TypedValue]:
    """The amounts or dates of a value's kind that a text states, and which nobody knows of."""
    return [other for _, other in _unknown_values(question, value, text)]


def _unknown_values(
    question: Question, value: TypedValue, text: str, allow: Collection[str] = _ROUNDED
) -> Iterator[tuple[Place, TypedValue]]:
    """The amounts and dates of a value's kind that nobody knows of."""
    if _asks_for_year(question.text):
        value = as_year(value) or value
    before = 0
    for start, end, other in find_values(text):
        between, before = text[before:start], end
        if not is_rival(value, other) or any(fits(one, other, allow) for one in (value, *question.known)):
            continue
        if isinstance(value, Quantity) and (
            _WHOLE.search(text, max(0, start - _NEAR), start) or _OUT_OF.fullmatch(between)
        ):
            continue  # "2 of the 6 tickets"
        if _NUMBERED.search(text, max(0, start - _NEAR), start):
            continue
        if isinstance(value, Date) or not _is_year(text, start, end):
            yield (start, end), other


@lru_cache(maxsize=16_384)
def _asks_for_year(question: str) -> bool:
    asked = set(words_of(question))
    return bool(asked & _YEARS and not asked & _COUNTS)


def fits(known: TypedValue, stated: TypedValue, allow: Collection[str] = _ROUNDED) -> bool:
    """Whether a stated value may be a known one."""
    sameness = same(known, stated)
    return bool(sameness) or (sameness.verdict == "undecided" and sameness.reason in allow)


def is_rival(value: TypedValue, stated: TypedValue) -> bool:
    """Whether a stated value is of the kind that is asked for, so that it would be another answer."""
    if not isinstance(value, Quantity) or not isinstance(stated, Quantity):
        return isinstance(value, Date) and isinstance(stated, Date)
    if value.unit == stated.unit:
        return True
    one, other = unit_named(value.unit), unit_named(stated.unit)
    return one is other if one is None or other is None else one.dimension == other.dimension


def _is_year(text: str, start: int, end: int) -> bool:
    return bool(_YEAR.fullmatch(text, start, end) and _YEAR_BEFORE.search(text, max(0, start - 12), start))


def _tells_elsewhere(
    text: str, place: Place, asked: Collection[str], known: Sequence[TypedValue], *, labelled: bool
) -> bool:
    """Whether the words around an amount tell of something that is not asked for: "in 2015", "with paved runways",
    "compared to". `labelled` says that so does the label before it."""
    return _is_elsewhere(
        text, place, lambda start, end: _foreign(text, place, start, end, asked, known), labelled=labelled
    )


def _is_elsewhere(text: str, place: Place, is_foreign: Callable[[int, int], bool], *, labelled: bool) -> bool:
    """Whether the fragment around a place is of something else, or a value in brackets or behind a label stands beside
    one that is: "South (London)", "P200: 28 kg"."""
    start, end = _fragment(text, place)
    if (
        is_foreign(start, end)
        or _OTHERS.search(text, start, end)
        or _COMPARED.search(text, max(0, start - _NEAR), start)
    ):
        return True
    before = start - 1 if text[max(0, start - 1) : start] == "(" else _label_end(text, start)
    if before > 0 and text[before] == ":" and not labelled:
        label = _fragment(text, (before, before))[0]  # "20 bar (HP-400: 25 bar)"
        before = before if text[max(0, label - 1) : label] == "(" else 0
    if before <= 0:
        return False
    start, end = _fragment(text, (before, before))
    return is_foreign(start, end) or _OTHERS.search(text, start, end) is not None


def _label_end(text: str, start: int) -> int:
    """Where the label before a fragment ends, 0 without one."""
    return start - 2 if text[max(0, start - 2) : start] == ": " else 0


def _labelled_as_asked(question: Question, part: ValuePart, text: str) -> bool:
    """Whether a value that is right stands behind words of the question: "P100: 14.5 kg". What other labels introduce
    is then of other things."""
    if ": " not in text:
        return False
    asked = question.telling_stems
    for place in item_places(part.value, text, part.rivals):
        start, _ = _fragment(text, place)
        if end := _label_end(text, start):
            label = telling_stems(text[slice(_fragment(text, (end, end))[0], end)])
            if label and label <= asked:
                return True
    return False


def _fragment(text: str, place: Place) -> Place:
    """The words around a place, as far as a comma, bracket or word between clauses."""
    low = max(0, place[0] - 4 * _NEAR)
    for border in _FRAGMENT_ENDS.finditer(text, low, place[0]):
        low = border.end()
    border_behind = _FRAGMENT_ENDS.search(text, place[1], min(len(text), place[1] + 4 * _NEAR))
    return low, border_behind.start() if border_behind else min(len(text), place[1] + 4 * _NEAR)


def _foreign(
    text: str, place: Place, start: int, end: int, asked: Collection[str], known: Sequence[TypedValue]
) -> bool:
    """Whether a fragment has a word, or a year beside the one at a place, that the question has not."""
    rest, at = [], start
    for low, high, value in _values_within(text, start, end):
        if (low, high) != place and _is_year(text, low, high) and not any(fits(one, value) for one in known):
            return True
        rest.append(text[at:low])
        at = high
    rest.append(text[at:end])
    return not telling_stems(" ".join(rest)) <= set(asked)


def _values_within(text: str, start: int, end: int) -> Iterator[tuple[int, int, TypedValue]]:
    every = find_values(text)
    for at in range(bisect_right(every, start, key=lambda one: one[1]), len(every)):
        if every[at][0] >= end:
            return
        yield every[at]


def _names_rival(question: Question, part: ValuePart, text: str, fellow: ValuePart | None) -> bool:
    """Whether a clause says nothing but that another known name is the answer."""
    words = {word for word, _, _ in find_words(text)}
    present = [rival for rival in part.rivals if _first_word(rival) in words]
    if not present:
        return False
    asked, labelled = _asked_stems(question, part, fellow), _labelled_as_asked(question, part, text)
    fellows = () if fellow is None else (fellow.name, *fellow.forms)
    known = f" {name_form(question.text)} {' '.join(map(name_form, (part.name, *part.forms, *fellows)))} "
    for rival in present:
        if f" {name_form(rival)} " in known:
            continue
        for place in item_places(NameValue(rival), text, part.rivals):
            start, _ = _fragment(text, place)
            if _is_detail(part, text, place):
                continue
            before = text[start : place[0]].split()
            if before and before[0].lower() in BESIDE - {"the", "a", "an", "it", "its"}:
                continue
            first, is_foreign = _row_start(text, place), partial(_tells, text, place, asked)
            if not _is_elsewhere(text, first, is_foreign, labelled=labelled):
                return True
    return False


@lru_cache(maxsize=16_384)
def _first_word(name: str) -> str:
    return name_form(name).partition(" ")[0]


def _row_start(text: str, place: Place) -> Place:
    """The first of the names that "and" joins to one which stands alone behind it: "others are in London and York"."""
    start, _ = _fragment(text, place)
    joint = _AND_BEFORE.search(text, max(0, start - _NEAR), start) if not text[start : place[0]].strip() else None
    return place if joint is None else (joint.start(), place[1])


def _tells(text: str, place: Place, asked: Collection[str], start: int, end: int) -> bool:
    """Whether a fragment has a word, beside the name at a place, that the question has not."""
    low, high = min(max(place[0], start), end), max(min(place[1], end), start)
    return not telling_stems(f"{text[start:low]} {text[high:end]}") <= set(asked)


def _is_detail(part: ValuePart, text: str, place: Place) -> bool:
    """Whether a place stands in a bracket that has the part's value as well: "red (red, white and red)"."""
    brackets = _BRACKET.finditer(text, max(0, place[0] - 4 * _NEAR), min(len(text), place[1] + 4 * _NEAR))
    around = next((one.span() for one in brackets if one.start() < place[0] and place[1] < one.end()), None)
    return around is not None and any(True for _ in item_places(part.value, text[slice(*around)], part.rivals))
