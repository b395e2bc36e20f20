"""Find the rows of a table that are sums or averages of other rows: "North total", whatever they are called.

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
from benchwright.facts.keys import sums_up

_NUMBER = re.compile(r"[$€£¥]?\s?\d{1,3}(?:[,\u00a0\u202f ]?\d{3})*(?:\.\d+)?\s?%?")
_NO_DIGIT = re.compile(r"[^\d.]")
_FEWEST_MEANT = 4
"""Rows whose average the last row is, if nothing but its numbers says so."""

_Numbers = Sequence[Decimal | None]
_Totals = list[tuple[Decimal, int]]
"""For each column the sum of some rows, and how many of them have a number there."""


def summary_rows(rows: Sequence[Sequence[str]], key: int) -> frozenset[int]:
    """The rows that sum others up: `sum_rows`, and those with a number that are called so ("Class average"). A row of
    words alone may describe what an average is."""
    called = {
        at
        for at, row in enumerate(rows)
        if sums_up(clean(row[key])) and any(_number(cell) for at, cell in enumerate(row) if at != key)
    }
    return sum_rows(rows, key) | called


def sum_rows(rows: Sequence[Sequence[str]], key: int) -> frozenset[int]:
    """The rows whose numbers are the sums of the rows above them, from the last sum on, or of all others, and a last
    row of their averages. `key` is the column of the names: of a row that is called a sum one number proves it, of any
    other several, or a long one."""
    columns = [column for column in range(len(rows[0]) if rows else 0) if column != key]
    numbers = [[_number(row[column]) for column in columns] for row in rows]
    called = [sums_up(clean(row[key])) for row in rows]
    nothing = block = whole = [(Decimal(0), 0)] * len(columns)
    single: list[int] = []
    for row, own in enumerate(numbers):
        if _is_sum(own, block, called=called[row]):
            block = nothing
        else:
            single.append(row)
            block, whole = _added(block, own), _added(whole, own)
    sums = set(range(len(rows))) - set(single)
    if single and _is_mean(numbers[single[-1]], [numbers[row] for row in single[:-1]]):
        sums.add(single[-1])
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


def _is_mean(numbers: _Numbers, above: Sequence[_Numbers]) -> bool:
    """Whether each number is the average of those above it, as far as its decimals go, and has more of them than these
    have in at least two columns."""
    finer = 0
    for number, column in zip(numbers, zip(*above, strict=True), strict=True):
        if number is None:
            continue
        known = [one for one in column if one is not None]
        step = Decimal(1).scaleb(_exponent(number))
        if len(known) < _FEWEST_MEANT or abs(sum(known) / len(known) - number) > step / 2:
            return False
        finer += _exponent(number) < min(map(_exponent, known))
    return finer > 1


def _exponent(number: Decimal) -> int:
    return int(number.as_tuple().exponent)


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
