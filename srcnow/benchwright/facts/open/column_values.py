"""Read the cells of one column of a named table: which type its values have, and the value of each cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.cellvalues import CellValue, read_value
from benchwright.facts.codes import are_codes, names_code
from benchwright.facts.headers import Header, is_unit_alone, lacks_scale
from benchwright.facts.keys import is_empty
from benchwright.facts.open.attributes import default_type, value_range
from benchwright.facts.open.column_types import numeric_type, sentinels
from benchwright.facts.relations import Relation, built_in
from benchwright.values import parse_date, parse_quantity, unit_named
from benchwright.values.scale_notes import states_scale

ATTRIBUTES = Vocabulary.of("benchwright.facts.open", "rows").texts("attributes")
"""The attribute of an entry that a header names: default, type, allowed values ..."""

_OPEN_UNITS = Vocabulary.of("benchwright.facts.open", "column_values").words("open_units")
_OPEN_UNIT = re.compile(
    rf"(?:\d\s?|[(\[]\s*)(?P<unit>{'|'.join(map(re.escape, sorted(_OPEN_UNITS, key=len, reverse=True)))})[)\]]?\s*$"
)
_LONGEST_VALUE = 60  # words
_SHARE = 0.8
"""Of the filled cells of a column that have its type; the others are left out."""


def column_type(
    header: Header, cells: Sequence[str], column: Sequence[str], decimal: str, *, scaled: bool, name: str = ""
) -> str:
    """The one type of some cells of a column, "" if there is none; of a cell of any type `name` says what it is.
    `decimal` is the column's sign, `scaled` says whether the table states a scale beside its header."""
    filled = [cell for cell in cells if not is_empty(cell)]
    amounts = [quantity for cell in filled if (quantity := parse_quantity(cell, decimal or "."))]
    if sentinels(amounts):
        return ""
    many, few = _SHARE * len(filled), (1 - _SHARE) * len(filled)
    if not filled:
        return ""
    if len(amounts) > few and (are_codes(header, filled) or names_code(name.casefold())):
        return "text"
    if len(amounts) >= many:
        if any(map(is_unit_alone, column)) or _has_open_unit(header, header.raw):
            return ""
        if any(_has_open_unit(header, cell) for cell in filled):
            return "text"
        unknown = (scaled or states_scale(header.raw)) and lacks_scale(header.unit, header.scale)
        kind = numeric_type(header, amounts, filled) if decimal else ""
        return "" if unknown and kind != "year" else kind
    dates = sum(1 for cell in filled if parse_date(cell))
    if dates >= many:
        return "date"
    if max(len(amounts), dates) > few:
        return ""
    return "text"


def _has_open_unit(header: Header, text: str) -> bool:
    """Whether a text ends with letters that mean several units or scales ("12K", "Workers (m)"), and the header is no
    word that the lexicon knows for what the unit measures ("Height")."""
    match = _OPEN_UNIT.search(text)
    unit = unit_named(match["unit"]) if match else None
    return unit is not None and unit.dimension not in _measured().get(header.name, frozenset())


@cache
def _measured() -> Mapping[str, frozenset[str]]:
    """What the columns measure that the lexicon of the package knows, by their header."""
    dimensions: dict[str, frozenset[str]] = {}
    for relation in built_in().values():
        for name in {header for headers in (relation.headers or {}).values() for header in headers}:
            dimensions[name] = dimensions.get(name, frozenset()) | {relation.dimension}
    return dimensions


def column_value(header: Header, cell: str, kind: str, decimal: str) -> CellValue | None:
    """The value of a cell in a column of that type, None where it has none."""
    if not kind or is_empty(cell):
        return None
    if kind == "text":
        return _text(cell)
    column = Relation(header.name, (), kind, "", (), "", scoped=True)
    value = read_value(column, header, cell, decimal=decimal)
    return replace(value, type=kind) if value and kind == "year" else value


def attribute_value(cell: str, relation: str) -> CellValue | None:
    """What a cell says of an entry, as it is written: a default is what somebody would type ("64 MB", "0755")."""
    if is_empty(cell):
        return None
    if relation in ATTRIBUTES.values():
        where = value_range(cell, 0, len(cell), relation)
        value = cell[slice(*where)] if where else ""
        kind, unit = default_type(value) if relation == "default" else ("text", "")
        return CellValue(value, kind, unit) if value else None
    return _text(cell)


def _text(cell: str) -> CellValue | None:
    fits = len(cell.split()) <= _LONGEST_VALUE and any(map(str.isalnum, cell))
    return CellValue(cell, "text") if fits else None
