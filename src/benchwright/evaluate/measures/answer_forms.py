"""Decide which of a question's answers a text is: by value (`values.same`), in any spelling.

Names are compared as SQuAD does, without case, articles and punctuation ("U.S." is "US"); amounts, dates and lists by
what they are worth: "1,000" is "1000", "5 km" is "5000 metres", "4 July 1776" is "July 4, 1776". Options of one letter
keep their case (`-e`, `-E`), and versions their digits (3.1 is not 3.10). What is undecided is
another answer, with one exception, which is SQuAD's too: a bare number is right where the other one has a percent or
currency sign. The items of a list may stand in any order, but not where the question sets one (`ordered`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache

from benchwright.evaluate.identifiers import decimals_in, is_other_version, short_options, versions_in
from benchwright.evaluate.match.word_overlap import SPACELESS
from benchwright.records import Answer
from benchwright.values import (
    Date,
    ListValue,
    NameValue,
    Quantity,
    TypedValue,
    key_of,
    normalise,
    parse,
    parse_date,
    same,
    unit_named,
)
from benchwright.values.decimal_signs import with_english_signs
from benchwright.values.numbers import may_have_number

_INNER_MARKS = re.compile(r"(?<=[^\W\d_])[.'’](?!\d)")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # full-width signs of East Asian texts
_CODE = re.compile(r"0\d+")  # 007 is not the number 7
_SPACELESS = re.compile(f"[{SPACELESS}]")
_LEAP_YEAR = 2000
_KEPT = 65_536
_LONGEST = 200  # characters of an amount, a date or a list of names


@lru_cache(maxsize=_KEPT)
def form(text: str) -> str:
    """The words of an answer as they are compared; "U.S." is one word, and so is each letter of a script without spaces
    between words."""
    return " ".join(_SPACELESS.sub(r" \g<0> ", normalise(_plain(text))).split())


def _plain(text: str) -> str:
    return _INNER_MARKS.sub("", _composed(text))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text).translate(_WIDE).strip()


@lru_cache(maxsize=_KEPT)
def read_answer(text: str, ordered: bool = False) -> tuple[TypedValue, tuple[Hashable, ...]]:
    """The value of an answer and its key: answers with one key are one answer."""
    plain = _plain(text)
    value: TypedValue = NameValue(plain)
    if not _CODE.fullmatch(plain) and len(plain) <= _LONGEST:
        composed = _composed(text)
        whole = parse(with_english_signs(composed)) if may_have_number(composed) else value  # its stops: "c. 1500"
        value = whole if isinstance(whole, Quantity | Date) else parse(plain)
    if isinstance(value, NameValue) and (date := parse_date(f"{plain} {_LEAP_YEAR}")) and date.precision == "day":
        value = NameValue(str(date).removesuffix(f" {_LEAP_YEAR}"))  # "July 14" is "14 July"
    if ordered and isinstance(value, NameValue) and len(plain) <= _LONGEST:
        value = parse(plain, "list")  # of two answers, "Hull, Leeds" is not one name
    if ordered and isinstance(value, ListValue):
        value = replace(value, ordered=True)
    return value, (*key_of(value), *short_options(text))


def is_same(one: TypedValue, other: TypedValue) -> bool:
    """Whether two answers are the same, with SQuAD's rule for bare numbers."""
    sameness = same(one, other)
    if sameness.reason == "no unit" and isinstance(one, Quantity) and isinstance(other, Quantity):
        unit = unit_named(one.unit or other.unit)
        return unit is not None and unit.dimension.partition(":")[0] in ("share", "points of percent", "money")
    return bool(sameness)


def names_of(answer: Answer) -> tuple[str, ...]:
    """The answer's text and its aliases."""
    return answer.aliases if answer.text in answer.aliases else (answer.text, *answer.aliases)


class AnswerIndex:
    """The answers of a question by their values, to find those that a text is."""

    def __init__(self, answers: tuple[Answer, ...], ordered: bool = False) -> None:
        self._ordered = ordered
        self._places: dict[tuple[Hashable, ...], set[int]] = defaultdict(set)
        self._amounts: list[tuple[TypedValue, int]] = []
        self._lists: dict[int, list[tuple[TypedValue, int]]] = defaultdict(list)
        self._names_as_lists: dict[int, list[tuple[TypedValue, int]]] = defaultdict(list)
        self._options = [{short_options(name) for name in names_of(answer)} for answer in answers]
        self._versions = [frozenset(versions_in(" ".join(names_of(answer)))) for answer in answers]
        for place, answer in enumerate(answers):
            for name in names_of(answer):
                value, key = read_answer(name, ordered)
                self._places[key].add(place)
                if isinstance(value, Quantity | Date):
                    self._amounts.append((value, place))
                elif isinstance(value, ListValue):
                    self._lists[len(value.items)].append((value, place))
                elif isinstance(listed := parse(value.text, "list"), ListValue):
                    self._names_as_lists[len(listed.items)].append((listed, place))
        self._places_of: dict[str, set[int]] = {}

    def places(self, text: str) -> set[int]:
        """The places of the answers that the text is. Two names are the same only if they have one key."""
        if text not in self._places_of:
            value, key = read_answer(text, self._ordered)
            found = self._places.get(key, set()) | self._of_value(value) if text.strip() else set()
            self._places_of[text] = {place for place in found if self._agrees(place, text)}
        return self._places_of[text]

    def _of_value(self, value: TypedValue) -> set[int]:
        """The places of the answers of another key and the same value. It looks only at those that can have it, for
        scores ask it of thousands of parts of one text: amounts and dates, or lists of as many items. A name may be a
        list as well, but of two names nothing but the key is known."""
        if isinstance(value, Quantity | Date):
            others = self._amounts
        elif isinstance(value, ListValue):
            size = len(value.items)
            others = [*self._lists.get(size, ()), *self._names_as_lists.get(size, ())]
        elif self._lists and isinstance(value := parse(value.text, "list"), ListValue):
            others = self._lists.get(len(value.items), [])
        else:
            return set()
        return {place for other, place in others if is_same(value, other)}

    def _agrees(self, place: int, text: str) -> bool:
        """Whether a text has the options of an answer, case included, and its versions digit by digit."""
        versions = self._versions[place]
        return short_options(text) in self._options[place] and not (
            versions and any(is_other_version(number, versions) for number in decimals_in(text))
        )


@lru_cache(maxsize=256)
def index_of(answers: tuple[Answer, ...], ordered: bool = False) -> AnswerIndex:
    """The index of a question's answers; those of the last questions are kept."""
    return AnswerIndex(answers, ordered)
