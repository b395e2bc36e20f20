"""Find the rows of a table that are sums of other rows: "North total", whatever they are called.

Region | Towns | People
Nord   | 12    | 1,204
Süd    | 30    | 5,310
West   | 21    | 2,077
Land   | 63    | 8,591      is a sum: each of its numbers is that of the rows above
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from benchwright.facts.headers import clean

_NUMBER = re.compile(r"[$€£¥]?\s?\d{1,3}(?:[,\u00a0\u202f ]?\d{3})*(?:\.\d+)?\s?%?")
_NO_DIGIT = re.compile(r"[^\d.]")
_SUM_WORD = re.compile(r"^(?:all|sum|sub-?total|total)\b|\b(?:sum|sub-?total|total|combined)$")

_Numbers = Sequence[Sequence[Decimal | None]]


def sum_rows(rows: Sequence[Sequence[str]], key: int) -> frozenset[int]:
    """The rows whose numbers are the sums of the rows above them, from the last sum on, or of all others. `key` is the
    column of the names: of a row that is called a sum one number proves it, of any other several, or a long one."""
    columns = [column for column in range(len(rows[0]) if rows else 0) if column != key]
    numbers = [[_number(row[column]) for column in columns] for row in rows]
    called = [_SUM_WORD.search(clean(row[key]).casefold()) is not None for row in rows]
    sums: set[int] = set()
    block: list[int] = []
    for row in range(len(rows)):
        if _is_sum(numbers, row, block, called=called[row]):
            sums.add(row)
            block = []
        else:
            block.append(row)
    single = [row for row in range(len(rows)) if row not in sums]
    whole = (row for row in single if _is_sum(numbers, row, [one for one in single if one != row], called=called[row]))
    return frozenset(sums.union(list(whole)))


def _is_sum(numbers: _Numbers, row: int, others: Sequence[int], *, called: bool) -> bool:
    sums = [
        (number, addends)
        for column, number in enumerate(numbers[row])
        if number and number >= 10 and sum(addends := _addends(numbers, column, others)) == number and len(addends) > 1
    ]
    certain = [number for number, addends in sums if len(addends) > 2]
    return bool(sums if called else len(certain) > 1 or any(_is_long(number) for number in certain))


def _addends(numbers: _Numbers, column: int, rows: Iterable[int]) -> list[Decimal]:
    return [number for row in rows if (number := numbers[row][column])]


def _is_long(number: Decimal) -> bool:
    """Whether a number has at least four digits before its zeros: 600 may be 100, 200 and 300 by chance."""
    return len(number.normalize().as_tuple().digits) > 3


def _number(cell: str) -> Decimal | None:
    text = clean(cell)
    return Decimal(_NO_DIGIT.sub("", text)) if _NUMBER.fullmatch(text) else None
