"""Find two columns that name the rows of a table together: "Alabama in 1932", "Kenya (wheat)".

One of them holds names; the other holds days or years, or else names too. Measures, codes and marks name nothing, so
that a table of measurements has no such pair.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, combinations, product

from benchwright.facts.keys import is_empty, is_total
from benchwright.values import parse_date

_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_WORD = re.compile(r"[^\W\d_]{3}")
_SHARE = 0.8
"""Of the cells of a column, those that are names of some length: "DC" may stand among them."""
_FEWEST_ROWS, _FEWEST_NAMES, _LONGEST_NAME = 10, 3, 6
"""Rows of a table that two columns name, different names of a column, and words of a name."""


def pair_of_columns(columns: Sequence[Sequence[str]], usable: Sequence[int]) -> tuple[int, ...]:
    """The two of the usable columns that no two rows have alike, that of names first; () if there are none. A pair with
    days or years is preferred."""
    if not columns or len(columns[0]) < _FEWEST_ROWS:
        return ()
    names = [at for at in usable if _holds_names(columns[at])]
    times = [at for at in usable if all(_YEAR.fullmatch(cell) or parse_date(cell) for cell in columns[at])]
    for one, two in chain(product(names, times), combinations(names, 2)):
        rows = zip(columns[one], columns[two], strict=True)
        if len({(first.casefold(), second.casefold()) for first, second in rows}) == len(columns[one]):
            return one, two
    return ()


def pair_name(name: str, other: str) -> str:
    """What a row is called that two cells name; "" where one of them is empty or a sum."""
    if any(is_empty(cell) or is_total(cell) for cell in (name, other)):
        return ""
    date = parse_date(other)
    if _YEAR.fullmatch(other) or (date and date.precision != "day"):
        return f"{name} in {other}"
    return f"{name} on {other}" if date else f"{name} ({other})"


def _holds_names(cells: Sequence[str]) -> bool:
    """Whether a column is full of names: words of which most begin with a capital, and several different ones."""
    names = sum(1 for cell in cells if cell[:1].isupper() and _WORD.search(cell))
    short = all(len(cell.split()) <= _LONGEST_NAME and "(" not in cell for cell in cells)
    return short and names > _SHARE * len(cells) and len(set(cells)) >= _FEWEST_NAMES
