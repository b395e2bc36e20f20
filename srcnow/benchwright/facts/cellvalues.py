"""Read one table cell as a value: a number with its unit, a date, or one name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.headers import Header, clean, parse_unit
from benchwright.facts.keys import is_empty
from benchwright.facts.relations import Relation
from benchwright.facts.types import NUMERIC_TYPES
from benchwright.values import Quantity, format_number, parse_date, parse_quantity, unit_named

_RECORD = re.compile(r"\s*\((?:c|captain|interim|caretaker|acting|w|wc|q|gk|[A-Z]{2,3})\)$")
_SEVERAL = re.compile(r"\s/\s|/|;|&|\||•|\band\b|\s\+\s|,")
_SEVERAL_PLACES = re.compile(r"\s/\s|;|\||•|\band\b|\s\+\s")
_LISTED = re.compile(r"\s/\s|;|,|\||•|\s\+\s")
_YEAR_ASIDE = re.compile(r"\((?:[^()]*?\b)?((?:18|19|20)\d{2})(?:\s*(?:est\.?|census|estimate))?\)\s*$")
_PARTED = re.compile(r"\d[.,]\d")
_DIGITS = re.compile(r"[.,]?\d[\d.,\s]*")
_LIKE_A_YEAR = re.compile(r"(?:18|19|20)\d{2}")
_VOCABULARY = Vocabulary.of("benchwright.facts", "cellvalues")
_NO_NAME = _VOCABULARY.words("no_name")


_NO_ROLE = re.compile(
    r"\b(?:bit|minor|small|main|lead|leading|supporting|recurring|guest|cameo) (?:part|role|star|appearance)\b",
    re.IGNORECASE,
)
_SHORTEST = {"political_party": 4, "location": 3, "college": 3, "director": 5}
"""Values that are shorter are codes of a table ("QB", "Dem"), not what a person would answer."""

_LOST_SQUARE = {"kilometre": "square kilometre", "mile": "square mile", "metre": "square metre"}
"""Published tables often lose the raised 2 of an area's unit: "Area ( km )"."""


@dataclass(frozen=True, slots=True)
class CellValue:
    """A value as a fact carries it: `text` without its unit, numbers with commas between the thousands. `step` is
    what the last digit of a number with a scale counts: 100000 of "10.4 million"."""

    text: str
    type: str
    unit: str = ""
    year: str = ""
    approximate: bool = False
    step: str = ""


def read_value(relation: Relation, header: Header, cell: str, links: int = 0, decimal: str = ".") -> CellValue | None:
    """Read one cell; `links` is how many different sources the cell links to, `decimal` the column's decimal sign. None
    where it does not parse, names more than one thing, or lacks the unit that the relation needs."""
    text = clean(cell)
    if is_empty(text) or len(text) > 120:
        return None
    if relation.value in NUMERIC_TYPES and "[" in text:
        return None  # what is no mark of a note may scale the number or narrow it
    if relation.value in NUMERIC_TYPES:
        return _number(relation, header, text, decimal)
    if relation.value in ("date", "year"):
        date = parse_date(text)
        return None if date is None else CellValue(str(date), "year" if date.precision == "year" else "date")
    return _name(relation, text, links)


def _number(relation: Relation, header: Header, text: str, decimal: str) -> CellValue | None:
    aside = _YEAR_ASIDE.search(text)
    decimal = decimal or "." * bool(header.scale)  # nobody parts the thousands of millions
    quantity = parse_quantity(text, decimal) if decimal or not _PARTED.search(text) else None
    if quantity is None or quantity.hedge not in ("", "about"):
        return None  # "<10,887" is not the value 10,887
    number, unit, step = quantity.number, quantity.unit, quantity.step or Decimal(1)
    if header.scale:
        if has_scale(text, quantity, decimal):
            return None
        scaled = parse_quantity(f"1 {header.scale}")
        if scaled is None:
            return None
        number, step = number * scaled.number, step * scaled.number
    if not unit:
        unit = header.unit or ""
    if relation.dimension == "area":
        unit = _LOST_SQUARE.get(unit, unit)
    known = unit_named(unit)
    dimension = known.dimension if known else ""
    if relation.dimension and dimension != relation.dimension:
        return None
    if number < 0 and (relation.value == "count" or dimension == "area"):
        return None
    if relation.value == "count":
        if dimension and not dimension.startswith("count"):
            return None
        unit = ""
        if not relation.scoped and number != number.to_integral_value():
            return None
    elif relation.value == "money":
        if not dimension.startswith("money"):
            return None
    elif relation.value == "percent":
        if unit not in ("percent", "") or (abs(number) >= 1000 and "," in text):
            return None  # "12,500" percent has a decimal comma
        unit = "percent" if unit or header.unit == "percent" else ""
    elif dimension.startswith("money"):
        return None
    if relation.unit == "required" and not unit:
        return None
    if relation.unit not in ("", "required"):
        if unit not in ("", relation.unit) or (not unit and relation.unit == "percent"):
            return None
        unit = relation.unit
    year = header.year or (aside[1] if aside else "")
    # A cell's own decimals are kept: 12.50 is no 12.5. A scale's are not what the cell writes.
    places = 0 if header.scale or step >= 1 else max(0, -step.adjusted())
    return CellValue(
        format_number(number, places), relation.value, unit, year, quantity.approximate, f"{step:f}" if step > 1 else ""
    )


def has_scale(text: str, quantity: Quantity, decimal: str = ".") -> bool:
    """Whether a cell scales its number itself ("108.0 billion"): then the scale of its header may not be meant too."""
    digits = _DIGITS.search(text)
    plain = parse_quantity(digits[0].strip(), decimal) if digits else None
    return plain is None or plain.number != abs(quantity.number)


def _name(relation: Relation, text: str, links: int) -> CellValue | None:
    place = relation.leads_to in ("place", "country")
    text = _RECORD.sub("", text)
    if links > (2 if place and "," in text else 1):
        return None
    if (_SEVERAL_PLACES if place else _SEVERAL if links != 1 or relation.leads_to == "person" else _LISTED).search(
        text
    ):
        return None
    if relation.name == "role":
        text = re.sub(r"\s*\([^()]*\)$", "", text)
    if text.casefold() in _NO_NAME or _NO_ROLE.search(text) or not any(character.isalpha() for character in text):
        return None
    if len(text) < _SHORTEST.get(relation.name, 1):
        return None
    words = text.split()
    limit = 5 if relation.leads_to == "person" else 10
    if len(words) > limit or (relation.leads_to == "person" and (any(c.isdigit() for c in text) or len(words) < 2)):
        return None
    if relation.leads_to and not any(word[0].isupper() or not word[0].isascii() for word in words):
        return None
    return CellValue(text, relation.value)


def is_misread(relation: Relation, cells: Sequence[str], values: Sequence[CellValue | None]) -> bool:
    """Whether a whole column looks as if its header meant something else: few of its cells parse, or what should be a
    number of wins is a list of years."""
    filled = sum(1 for cell in cells if not is_empty(clean(cell)))
    read = [value for value in values if value is not None]
    if not read or len(read) < 0.6 * filled:
        return True
    if relation.value == "count" and relation.scoped:
        return sum(1 for value in read if _LIKE_A_YEAR.fullmatch(value.text.replace(",", ""))) > 0.2 * len(read)
    return False


def read_measure(relation: Relation, text: str, unit: str, decimal: str = ".") -> CellValue | None:
    """Read a value of a "Measure | Value | Unit" row; the unit stands in its own cell and may be empty."""
    parsed = parse_unit(unit) if unit else ("", None)
    if parsed is None:
        return None
    scale, name = parsed
    return read_value(relation, Header("", "", unit=name, scale=scale), text, decimal=decimal)
