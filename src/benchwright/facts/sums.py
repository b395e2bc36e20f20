"""Find the rows of a table that are sums of other rows: "North total", whatever they are called.

Region | Towns | People
Nord   | 12    | 1,204
Süd    | 30    | 5,310
West   | 21    | 2,077
Land   | 63    | 8,591      is a sum: each of its numbers is that of the rows above
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from benchwright.facts.headers import clean

_NUMBER = re.compile(r"[$€£¥]?\s?\d{1,3}(?:[,\u00a0\u202f ]?\d{3})*(?:\.\d+)?\s?%?")
_NO_DIGIT = re.compile(r"[^\d.]")
_SUM_WORD = re.compile(r"^(?:all|sum|sub-?total|total)\b|\b(?:sum|sub-?total|total|combined)$")

_Numbers = Sequence[Decimal | None]
_Totals = list[tuple[Decimal, int]]
"""For each column the sum of some rows, and how many of them have a number there."""


def sum_rows(rows: Sequence[Sequence[str]], key: int) -> frozenset[int]:
    """The rows whose numbers are the sums of the rows above them, from the last sum on, or of all others. `key` is the
    column of the names: of a row that is called a sum one number proves it, of any other several, or a long one."""
    columns = [column for column in range(len(rows[0]) if rows else 0) if column != key]
    numbers = [[_number(row[column]) for column in columns] for row in rows]
    called = [_SUM_WORD.search(clean(row[key]).casefold()) is not None for row in rows]
    nothing = block = whole = [(Decimal(0), 0)] * len(columns)
    single: list[int] = []
    for row, own in enumerate(numbers):
        if _is_sum(own, block, called=called[row]):
            block = nothing
        else:
            single.append(row)
            block, whole = _added(block, own), _added(whole, own)
    sums = set(range(len(rows))) - set(single)
    return frozenset(
        sums | {row for row in single if _is_sum(numbers[row], _added(whole, numbers[row], -1), called=called[row])}
    )


def _is_sum(numbers: _Numbers, totals: _Totals, *, called: bool) -> bool:
    sums = [
        (number, addends)
        for number, (total, addends) in zip(numbers, totals, strict=True)
        if number and number >= 10 and total == number and addends > 1
    ]
    certain = [number for number, addends in sums if addends > 2]
    return bool(sums if called else len(certain) > 1 or any(_is_long(number) for number in certain))


def _added(totals: _Totals, numbers: _Numbers, sign: int = 1) -> _Totals:
    """The totals with a row's numbers, or without them."""
    pairs = zip(totals, numbers, strict=True)
    return [(total + sign * number, count + sign) if number else (total, count) for (total, count), number in pairs]


def _is_long(number: Decimal) -> bool:
    """Whether a number has at least four digits before its zeros: 600 may be 100, 200 and 300 by chance."""
    return len(number.normalize().as_tuple().digits) > 3


def _number(cell: str) -> Decimal | None:
    text = clean(cell)
    return Decimal(_NO_DIGIT.sub("", text)) if _NUMBER.fullmatch(text) else None
