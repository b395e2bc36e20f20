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
    words_of,
)
from benchwright.values.dates import MONTHS
from benchwright.values.decimal_signs import with_english_signs
from benchwright.values.numbers import may_have_number
from benchwright.values.scripts import SPACELESS
from benchwright.values.typed import parse_scalar

_INNER_MARKS = re.compile(r"[.'’](?<=[^\W\d_][.'’])(?!\d)")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # full-width signs of East Asian texts
_CODE = re.compile(r"0\d+")  # 007 is not the number 7
_SPACELESS = re.compile(f"[{SPACELESS}]")
_LEAP_YEAR = 2000
_LEFT_OUT = frozenset({"a", "an", "the", "and"})
_MAY_BE_UNIT = re.compile(r"\d[\d.,]*\s?(?:an?|the|and)\b", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\b")
"""Begins what says in which order items stand."""
_BETWEEN_ITEMS = re.compile(r"[;,]|\s(?:and|&)\s")
_MONTH, _DIGIT = re.compile("|".join(month[:3] for month in MONTHS)), re.compile(r"\d")
_MOST_TEXTS = 1024
"""Texts whose places are kept for one question."""
_KEPT = 65_536
_LONGEST = 200  # characters of an amount, a date or a list of names


@lru_cache(maxsize=_KEPT)
def form(text: str) -> str:
    """The words of an answer as they are compared; "U.S." is one word, and so is each letter of a script without spaces
    between words."""
    return " ".join(_SPACELESS.sub(r" \g<0> ", normalise(_plain(text))).split())


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return _INNER_MARKS.sub("", _composed(text))


def _composed(text: str) -> str:
    return (text if text.isascii() else unicodedata.normalize("NFC", text).translate(_WIDE)).strip()


@lru_cache(maxsize=_KEPT)
def read_answer(text: str, ordered: bool = False) -> tuple[TypedValue, tuple[Hashable, ...]]:
    """The value of an answer and its key: answers with one key are one answer."""
    plain = _plain(text)
    value: TypedValue = NameValue(plain)
    if not _CODE.fullmatch(plain) and len(plain) <= _LONGEST:
        value = _amount_or_date(text) or parse(plain)
    if isinstance(value, NameValue) and (date := parse_date(f"{plain} {_LEAP_YEAR}")) and date.precision == "day":
        value = NameValue(str(date).removesuffix(f" {_LEAP_YEAR}"))  # "July 14" is "14 July"
    if ordered and isinstance(value, NameValue) and len(plain) <= _LONGEST:
        value = parse(plain, "list")  # of two answers, "Hull, Leeds" is not one name
    if ordered and isinstance(value, ListValue):
        value = replace(value, ordered=True)
    return value, (*key_of(value), *short_options(text))


@lru_cache(maxsize=1024)
def _amount_or_date(text: str) -> Quantity | Date | None:
    """The amount or date that an answer is."""
    plain, composed = _plain(text), _composed(text)
    if _CODE.fullmatch(plain) or len(plain) > _LONGEST:
        return None
    whole = parse_scalar(with_english_signs(composed)) if may_have_number(composed) else None  # its stops: "c. 1500"
    return whole or parse_scalar(plain)


@lru_cache(maxsize=1024)
def _letters_of(text: str) -> str | None:
    """The letters and digits of a text, folded, without the words that names are compared without; None where one of
    these may be a unit ("40 a")."""
    plain = _plain(text)
    if _MAY_BE_UNIT.search(plain):
        return None
    return "".join([word for word in words_of(plain) if word not in _LEFT_OUT])


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
        self._letters: set[str | None] = set()
        for place, answer in enumerate(answers):
            for name in names_of(answer):
                value, key = read_answer(name, ordered)
                self._letters |= {_letters_of(name), _letters_of(str(value))}
                self._places[key].add(place)
                if isinstance(value, Quantity | Date):
                    self._amounts.append((value, place))
                elif isinstance(value, ListValue):
                    self._lists[len(value.items)].append((value, place))
                elif isinstance(listed := parse(value.text, "list"), ListValue):
                    self._names_as_lists[len(listed.items)].append((listed, place))
        lists = [one for each in (self._lists, self._names_as_lists) for listed in each.values() for one, _ in listed]
        self._has_lists = bool(lists)
        items = [item for one in lists if isinstance(one, ListValue) for item in one.items]
        self._has_names_alone = all(isinstance(item, NameValue) for item in items)
        self._lengths = {len(letters) for letters in self._letters if letters is not None}
        self._places_of: dict[str, set[int]] = {}

    def places(self, text: str) -> set[int]:
        """The places of the answers that the text is. Two names are the same only if they have one key."""
        if text not in self._places_of:
            if len(self._places_of) >= _MOST_TEXTS:
                self._places_of.clear()
            self._places_of[text] = self._found(text) if text.strip() and self._may_be_answer(text) else set()
        return self._places_of[text]

    def _found(self, text: str) -> set[int]:
        value, key = read_answer(text, self._ordered)
        return {place for place in self._places.get(key, set()) | self._of_value(value) if self._agrees(place, text)}

    def _may_be_answer(self, text: str) -> bool:
        """Whether a text may be one of the answers, which is quicker to tell than which: a name has the letters and
        digits of the answer that it is, but for a day ("July 14"); a list has a sign between its items, and a list of
        names as many letters and digits; an amount or date is read as one."""
        letters, plain = _letters_of(text), _plain(text)
        if letters is None or letters in self._letters or None in self._letters:
            return True
        if self._has_lists and self._may_be_list(plain, len(letters)):
            return True
        if _MONTH.search(plain) and _DIGIT.search(plain):
            return True
        return bool(self._amounts) and _amount_or_date(text) is not None

    def _may_be_list(self, plain: str, length: int) -> bool:
        if self._has_names_alone and length not in self._lengths and not _FROM.search(plain):
            return False
        return _BETWEEN_ITEMS.search(plain) is not None

    def has_letters_of(self, text: str) -> bool:
        """Whether a text has the letters and digits of one of the answers."""
        return _letters_of(text) in self._letters

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


@lru_cache(maxsize=4096)
def index_of(answers: tuple[Answer, ...], ordered: bool = False) -> AnswerIndex:
    """The index of a question's answers; those of the last questions are kept."""
    return AnswerIndex(answers, ordered)
