"""Bring amounts that are written in two units or with a slash to one form: "2 h 30 min" is 150 minutes."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from benchwright.values.numbers import quantities_in
from benchwright.values.quantities import Quantity, convert, format_number
from benchwright.values.units import unit_named

_BETWEEN = re.compile(r",?\s+(?:and\s+)?")
_RATE = re.compile(r"(?<=\d)\s?(?P<of>[^\W\d_]+)/(?P<per>[^\W\d_]+[²³23]?)(?!\w)")
_PER = re.compile(r"\bper\s+([^\W\d_]+[²³23]?)(?!\w)")


def with_plain_amounts(text: str) -> str:
    """A text whose amounts in two units of one dimension, the larger one first, are in the smaller one, and whose rates
    of known units are written out: "434 people/km²" as "434 people per square kilometre"."""
    if "/" in text:
        text = _RATE.sub(_written_out, text)
    if "per" in text:
        text = _PER.sub(_named, text)
    found = quantities_in(text)
    for (start, end, large), (begin, last, small) in reversed(list(pairwise(found))):
        if _BETWEEN.fullmatch(text, end, begin) and (total := _together(large, small)) is not None:
            unit = unit_named(small.unit)
            word = unit.word(total) if unit else small.unit
            text = f"{text[:start]}{format_number(total)} {word}{text[last:]}"
    return text


def _together(large: Quantity, small: Quantity) -> Decimal | None:
    """What two amounts make in the unit of the second one, which is less than one of the first one's; else None."""
    one = convert(Quantity(Decimal(1), large.unit), small.unit) if large.unit != small.unit else None
    whole = convert(large, small.unit)
    plain = not (large.hedge or small.hedge or large.upper or small.upper)
    unit = unit_named(small.unit)
    if one is None or whole is None or unit is None or not unit.is_summable or not plain:
        return None
    return whole.number + small.number if 0 < small.number < one.number and large.number % 1 == 0 else None


def _named(rate: re.Match[str]) -> str:
    unit = unit_named(rate[1])
    return f"per {unit.name}" if unit else rate[0]


def _written_out(rate: re.Match[str]) -> str:
    known = unit_named(rate["of"]) and unit_named(rate["per"]) and not unit_named(rate[0].strip())
    return f" {rate['of']} per {rate['per']}" if known else rate[0]
