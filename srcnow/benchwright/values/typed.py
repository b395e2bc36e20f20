"""Define what a value is: an amount, a date, a name or a list; and read a text as one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from benchwright.values.dates import Date, parse_date, parse_decade
from benchwright.values.names import join_unit, name_form
from benchwright.values.nations import COUNTRIES
from benchwright.values.numbers import parse_amount
from benchwright.values.quantities import Quantity
from benchwright.values.units import unit_named

Kind = Literal["number", "money", "date", "name", "list"]


@dataclass(frozen=True, slots=True)
class NameValue:
    """Words: a name, a term, or whatever is neither a number nor a date. Compared by `name_form`."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ListValue:
    """Several values. `ordered` says that the text tells in which order they stand ("from left to right")."""

    items: tuple[TypedValue, ...]
    ordered: bool = False

    def __str__(self) -> str:
        return "; ".join(map(str, self.items))


TypedValue = Quantity | Date | NameValue | ListValue

_ORDER = re.compile(r"\s*(?:\(\s*(from \w+ to \w+)\s*\)|,\s*(from \w+ to \w+))\s*$")
_SEMICOLON = re.compile(r"\s*;\s*(?:and\s+)?")
_COMMA = re.compile(r"\s*,\s*(?!\d)(?:and\b|&)?\s*")
_AND = re.compile(r"\s+(?:and|&)\s+")
_MOST_WORDS = 4
"""Of an item of a list with commas. What is longer is a sentence or a title."""


@lru_cache(maxsize=16_384)
def parse(text: str, kind: Kind | None = None) -> TypedValue:
    """Read a text as one value, of that kind if one is named. What is not of the kind is a `NameValue`.

    A plain year is a number unless the kind is "date"; `same` knows that 1959 and AD 1959 are one year.
    """
    text = " ".join(text.split())
    if kind in (None, "number", "money"):
        amount = parse_amount(text)
        unit = unit_named(amount.unit) if amount else None
        if amount and (kind != "money" or (unit and unit.dimension.startswith("money"))):
            return amount
    if kind in (None, "date"):
        date = parse_date(text) or parse_decade(text)
        if date:
            return date
    if kind in (None, "list"):
        bare = _ORDER.sub("", text)
        items = _items(bare, whole=kind == "list")
        if len(items) > 1:
            return ListValue(tuple(_item(item) for item in items), ordered=bare != text)
    return NameValue(text)


def _items(text: str, *, whole: bool) -> list[str]:
    """The items of a list; of what may be a name with a comma or a sentence none, unless it is the `whole`."""
    items = [item for item in _SEMICOLON.split(text) if item.strip()]
    if len(items) > 1:
        return items
    parts = split_names(text)
    joined = len(parts) > 2 or (len(parts) == 2 and "," not in text)
    short = all(part and len(part.split()) <= _MOST_WORDS for part in parts)
    return parts if short and (joined or whole) else []


def split_names(text: str, is_one: Callable[[str], bool] | None = None) -> list[str]:
    """The items of "A, B and C". What holds "and" is one item only where it is a country, or `is_one` says so."""
    items: list[str] = []
    for part in _COMMA.split(text):
        whole = part.replace("&", "and") in COUNTRIES or (is_one is not None and is_one(part))
        items += [part] if whole else _AND.split(part)
    return items


def _item(text: str) -> TypedValue:
    return parse_scalar(text) or NameValue(text)


def parse_scalar(text: str) -> Quantity | Date | None:
    """Read a text as one amount or date, as `parse` does; None for anything else."""
    text = " ".join(text.split())
    return parse_amount(text) or parse_date(text) or parse_decade(text)


def key_of(value: TypedValue) -> tuple[Hashable, ...]:
    """What a value is known by: two values with one key are the same (the reverse does not hold: see `same`)."""
    match value:
        case Quantity():
            unit = unit_named(value.unit)
            ends = [number for number in (value.number, value.upper) if number is not None]
            sizes = [unit.size(number) for number in ends] if unit else ends
            return ("amount", unit.dimension if unit else value.unit, value.hedge, *sizes)
        case Date(year=year, precision="year") if year > 0:
            return ("amount", "", "", Decimal(year))
        case Date():
            return ("date", value.key, value.decade)
        case NameValue():
            return ("name", join_unit(name_form(value.text)) or value.text)
        case ListValue():
            keys = [key_of(item) for item in value.items]
            return ("list", value.ordered, *(keys if value.ordered else sorted(keys, key=repr)))
