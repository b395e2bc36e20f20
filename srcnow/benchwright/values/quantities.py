"""Define quantities, numbers of something; convert them to other units, and write them as a person would."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from benchwright.values.units import EXACT, unit_named
from benchwright.values.word_rows import read_rows

Hedge = Literal["", "about", "<", "<=", ">", ">="]

_VOCABULARY = read_rows("numbers.yaml")
HEDGES: Mapping[Hedge, str] = {hedge: "|".join(_VOCABULARY[hedge]) for hedge in ("<=", ">=", ">", "<", "about")}
"""Patterns of words by the hedge that they make, in the order in which they are tried."""
A_YEAR = re.compile(r"1\d{3}|20\d\d")
"""A number of four digits without a unit that may be a year: it is written without commas."""
_MILLION, _BILLION = Decimal("1E6"), Decimal("1E9")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of something, exact, hedged, bounded or a range.

    `unit` is the canonical name of a unit ("square kilometre"), "" for a bare number. `hedge` is "about", or the
    comparison that the text makes ("at least" is ">="). A range goes from `number` to `upper`. `step` is what the last
    digit counts (0.1 million of "1.2 million"), of a computed number at most what its operands' do; it takes no part in
    equality.
    """

    number: Decimal
    unit: str = ""
    hedge: Hedge = ""
    upper: Decimal | None = None
    step: Decimal | None = field(default=None, compare=False)

    @property
    def approximate(self) -> bool:
        """Whether the text hedged or compared: about, more than, c."""
        return bool(self.hedge)

    def __str__(self) -> str:
        """As a person would write it: thousands of millions as billions, since nobody counts twelve digits."""
        ends = f"{self.number}", f"{self.upper}"
        if not self.unit and all(map(A_YEAR.fullmatch, ends)):
            return "–".join(ends)
        places = _places(self.step)
        low = "" if self.upper is None else f"{format_number(self.number, places)}–"
        number = self.number if self.upper is None else self.upper
        shown = show_quantity(number, self.unit, places)
        if abs(number) >= _BILLION and not EXACT.remainder(number, _MILLION):
            whole = f"{format_number(EXACT.scaleb(number, -9))} billion"
            shown = show_quantity(Decimal(0), self.unit).replace("0", whole, 1)
        hedge = f"{HEDGES[self.hedge].partition('|')[0]} " if self.hedge else ""
        return f"{hedge}{low}{shown}"


def _places(step: Decimal | None) -> int:
    """How many decimals a text wrote whose last digit counts that much: two of 12.50."""
    return max(0, -step.adjusted()) if step and step.as_tuple().digits == (1,) else 0


def format_number(number: Decimal, places: int = 0) -> str:
    """Digits with commas between the thousands, no exponent, at least so many decimals and no more zeros behind them:
    8804190 gives "8,804,190", 12.5 with two places "12.50".

    Raises ValueError for infinities and NaN. `parse_quantity(format_number(x))` gives x again.
    """
    if not number.is_finite():
        raise ValueError(f"{number} is not a number that can be shown")
    whole, _, decimals = f"{abs(number) if number == 0 else number:,f}".partition(".")
    decimals = decimals.rstrip("0").ljust(places, "0")
    return f"{whole}.{decimals}" if decimals else whole


def convert(quantity: Quantity, unit: str) -> Quantity | None:
    """The same amount in another unit of the same dimension; None where the two cannot be compared."""
    if quantity.unit == unit:
        return quantity
    source, target = unit_named(quantity.unit), unit_named(unit)
    if source is None or target is None or source.dimension != target.dimension:
        return None

    def number(one: Decimal) -> Decimal:
        return (source.size(one) - target.zero) / target.factor

    upper = None if quantity.upper is None else number(quantity.upper)
    step = None if quantity.step is None else quantity.step * source.factor / target.factor
    return Quantity(number(quantity.number), target.name, quantity.hedge, upper, step)


_SIGNED = {"dollar": "$", "US dollar": "US$", "euro": "€", "pound sterling": "£"}


def show_quantity(number: Decimal, unit: str = "", places: int = 0) -> str:
    """As an answer shows it: "1,234 square kilometres", "1 person", "$5", "12%", with at least so many decimals. An
    unknown unit is put as it is."""
    shown = format_number(number, places)
    if unit in _SIGNED:
        return f"-{_SIGNED[unit]}{shown[1:]}" if shown.startswith("-") else f"{_SIGNED[unit]}{shown}"
    if unit == "percent":
        return f"{shown}%"
    known = unit_named(unit)
    word = known.word(number) if known else unit
    return f"{shown} {word}".strip()
