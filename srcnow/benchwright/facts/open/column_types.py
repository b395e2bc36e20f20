"""Tell what the cells of one column are: days in order, numbers of rows, amounts of one type, one of two lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, pairwise
from unicodedata import normalize

from benchwright.facts.headers import Header
from benchwright.facts.keys import is_empty
from benchwright.values import Quantity, parse_date, unit_named

_YEAR = re.compile(r"1\d{3}|20\d\d")
_LIKELY_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
"""One of these among numbers of four digits from 1000 on makes them years."""

_RAISED_TEN = re.compile(r"10([¹²³⁴-⁹][⁰¹²³⁴-⁹]?)")
_POWER = re.compile(r"[x×·*]\s?10[⁻⁺^¹²³⁴-⁹]|^10[⁻^]", re.IGNORECASE)

_FAR = 10
"""Times the largest other number of a column: a repeated 9999 above this is a mark, below it may be measured."""

_PHRASE = re.compile(r"(?:an?|the) |\(|(?:[a-z]\S* ){5}")
"""How a phrase begins that is no header: with an article, an aside, or many words in small letters."""
_NAME_IN_CODE = re.compile(r"[^\W\d_]+(?:[-_.]+\w+)+|[A-Z]?[a-z]+[A-Z]\w*")


def reads_like_a_cell(header: str, cells: Sequence[str]) -> bool:
    """Whether a header is the first of the cells below it: a phrase that no header is, or is as long as they are, or a
    name in code over others."""
    codes = sum(1 for cell in cells if _NAME_IN_CODE.fullmatch(cell))
    if _PHRASE.match(header) or (_NAME_IN_CODE.fullmatch(header) and 3 * codes >= len(cells)):
        return True
    lengths = sorted(len(cell.split()) for cell in cells)
    words, middle = len(header.split()), lengths[len(lengths) // 2]
    many = 2 if header[:1].islower() else 4
    return words >= many and middle > 2 and 2 * middle >= words


def is_grid_of_words(headers: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Whether headers and cells are all single words that begin alike: names in columns, the first row among them."""
    cells = [cell for cell in chain(headers, *columns) if cell]
    return all(cell.isalpha() for cell in cells) and len({cell[0].isupper() for cell in cells}) == 1


def stand_side_by_side(one: str, other: str) -> bool:
    """Whether two headers are plurals of one noun, so that their columns are two lists: "macronutrients" and
    "micronutrients", "dominant traits" and "recessive traits"."""
    plurals = [set(re.findall(r"[^\W\d_]{4,}s\b", header)) for header in (one, other)]
    return any(a[-6:] == b[-6:] for a in plurals[0] for b in plurals[1])


def numeric_type(header: Header, amounts: Sequence[Quantity], filled: Sequence[str]) -> str:
    """The type of a column of numbers with one unit: a year, a count, a percentage, money or a quantity."""
    units = {amount.unit or header.unit or "" for amount in amounts}
    if len(units) > 1:
        return ""
    unit = units.pop()
    known = unit_named(unit)
    if (
        not unit
        and any(map(_LIKELY_YEAR.fullmatch, filled))
        and all(map(_is_year, amounts))
        and "," not in "".join(filled)
    ):
        return "year"
    if known and known.dimension.startswith("money"):
        return "money"
    if unit == "percent":
        return "percent"
    whole = all(amount.number == amount.number.to_integral_value() and amount.number >= 0 for amount in amounts)
    return "count" if whole and not unit and not header.scale else "quantity"


def sentinels(amounts: Sequence[Quantity]) -> frozenset[Decimal]:
    """The number that stands for no value in a column, as -999 and 9999 do: all nines, repeated, and the only negative
    one or more than `_FAR` times any other."""
    numbers = Counter(amount.number for amount in amounts)
    for number in {min(numbers, default=Decimal()), max(numbers, default=Decimal())}:
        others = [other for other in numbers if other != number]
        if number < 0:
            apart = all(other >= 0 for other in others)
        else:
            apart = number > _FAR * max(map(abs, others), default=number)
        nines = abs(number) > 9 and set(f"{number.normalize():f}") - set("-.") == {"9"}
        if apart and nines and numbers[number] > 1:
            return frozenset((number,))
    return frozenset()


def _is_year(amount: Quantity) -> bool:
    """Whether a number is a year, or about one: "c. 1500" among years."""
    return _YEAR.fullmatch(f"{amount.number:f}") is not None


def powers_of_ten(cells: list[str]) -> list[str]:
    """The cells, with 10⁶ spelled 10^6 if every cell of the column that says something is a number with a power of ten.
    Among other numbers a raised digit behind a 10 may be the mark of a note."""
    filled = [cell for cell in cells if not is_empty(cell)]
    if len(filled) < 2 or not any(map(_RAISED_TEN.fullmatch, filled)):
        return cells
    if not all(_RAISED_TEN.fullmatch(cell) or _POWER.search(cell) for cell in filled):
        return cells
    return [f"10^{normalize('NFKC', match[1])}" if (match := _RAISED_TEN.fullmatch(cell)) else cell for cell in cells]


def in_order(cells: Sequence[str]) -> bool:
    """Whether days or years go up or down: they name the rows, as those of a person's birth do not."""
    keys = [date.key for cell in cells if (date := parse_date(cell))]
    return len(keys) == len(cells) and (keys == sorted(keys) or keys == sorted(keys, reverse=True))


def counts_rows(cells: Sequence[str]) -> bool:
    """Whether a column only numbers its rows: whole numbers that go up from row to row."""
    numbers = [int(cell) for cell in cells if cell.isascii() and cell.isdigit()]
    return len(numbers) == len(cells) and all(one < other for one, other in pairwise(numbers))
