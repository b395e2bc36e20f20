"""Reads numbers and dates in the columns of lists: two units in one cell, a date with a reference behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from benchwright.facts.cellvalues import has_scale
from benchwright.facts.headers import Header, parse_unit
from benchwright.facts.open.column_types import sentinels
from benchwright.values import Date, Quantity, convert, find_dates, parse_date, parse_number, parse_quantity
from benchwright.values.decimal_signs import decimal_sign

_SCALES = {"thousand": 3, "million": 6, "mn": 6, "billion": 9, "bn": 9, "trillion": 12}
_TWICE = re.compile(r"(?P<first>\d[\d,]*(?:\.\d+)?)\s*(?:\(|/)\s*(?P<second>\d[\d,]*(?:\.\d+)?)\s*\)?")
_ALIKE = Decimal("0.03")
_SIGNS = ("m", "ft", "km", "km2", "km²", "mi", "ha", "acres", "feet", "metres", "meters", "kg", "mw")
_VAGUE = re.compile(
    r"\b(?:c\.?|ca\.?|circa|about|around|approx\w*|before|after|by|early|mid|late|or|to|until|since|from|between|est\w*)"
    r"(?![\w])|[?~–/]|\d\s*-\s*\d{2,4}\b|\d0s\b",
    re.IGNORECASE,
)


def numbers_of(
    header: Header, cells: Mapping[int, str], signs: frozenset[str] = frozenset()
) -> tuple[dict[int, Decimal], str] | None:
    """(number by row, unit) of a column whose cells are numbers of one unit; None for any other, for years, and where
    a number stands for none (-999). None as well where a cell is not read, for its row may meet any condition; where
    one is hedged ("<30,000", "about 500"), where nobody can tell its decimal sign, or where it has a scale beside that
    of the header. `signs` are the decimal signs that are sure elsewhere in the table."""
    if header.scale and header.scale not in _SCALES:
        return None
    decimal = decimal_sign(list(cells.values()), signs)
    twice = _by_two_units(header, cells)
    read: dict[int, Decimal] = {}
    units: set[str] = set()
    for row, cell in cells.items():
        quantity = twice.get(row)
        if quantity is None:
            readings = {parse_quantity(cell, sign) for sign in decimal or ".,"}
            quantity = readings.pop()
            if readings:
                return None
        if quantity is None or quantity.hedge or (header.scale and has_scale(cell, quantity, decimal or ".")):
            return None
        unit = quantity.unit or header.unit or _unit_at_end(header.name)
        if units and unit not in units:
            other = convert(quantity, next(iter(units))) if quantity.unit else None
            if other is None:
                return None
            quantity, unit = other, other.unit
        units.add(unit)
        read[row] = quantity.number.scaleb(_SCALES.get(header.scale, 0))
    if sentinels([Quantity(number) for number in read.values()]):
        return None
    if not units - {""} and all(number == int(number) and 1500 <= number <= 2100 for number in read.values()):
        return None
    return read, next(iter(units))


def name_of(header: Header) -> str:
    """What a column is called: its header without a unit at the end, as in "Height ft (m)"."""
    unit = _unit_at_end(header.name)
    return " ".join(word for word in header.name.split()[:-1] if word != "in") if unit else header.name


def _unit_at_end(name: str) -> str:
    """The unit that ends a header without brackets, "" if none does: "height m", "area in km²"."""
    words = name.split()
    unit = parse_unit(words[-1]) if len(words) > 1 and words[-1] in _SIGNS else None
    return "" if unit is None else unit[1]


def _by_two_units(header: Header, cells: Mapping[int, str]) -> dict[int, Quantity]:
    """The quantities of cells such as "1,046 (319)" under "Height ft (m)", in the first unit: each has to be the same
    in both."""
    first = parse_unit(header.name.split()[-1]) if header.name and header.unit else None
    if first is None or not first[1] or first[1] == header.unit:
        return {}
    quantities = {}
    for row, cell in cells.items():
        match = _TWICE.fullmatch(cell)
        numbers = [parse_number(match[name]) for name in ("first", "second")] if match else [None]
        if any(number is None for number in numbers):
            continue
        one, two = (number for number in numbers if number is not None)
        other = convert(Quantity(one, first[1]), header.unit or "")
        if other is not None and two and abs(other.number - two) <= _ALIKE * two:
            quantities[row] = Quantity(one, first[1])
    return quantities


def date_of(cell: str) -> Date | None:
    """The date of a cell: all of it, or the only one that stands in it, unless the cell hedges ("c. 1890", "1890-95")
    or names a second year."""
    whole = parse_date(cell)
    if whole is not None:
        return whole
    dates = find_dates(cell)
    if len({date.year for _, _, date in dates}) != 1 or _VAGUE.search(cell):
        return None
    start, end, date = dates[0]
    rest = (cell[:start] + cell[end:]).strip(" ,;.")
    return date if not rest or _aside(rest) else None


def _aside(rest: str) -> bool:
    """Whether what stands beside a date is only set in brackets, or a day of the week."""
    return (rest[0] in "(#" and rest[-1] in ")0123456789") or rest.casefold() in _DAYS


_DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
