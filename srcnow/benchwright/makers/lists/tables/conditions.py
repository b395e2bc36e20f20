"""Finds conditions on the rows of a list: a value of a column, a number above or below, a year before or after.

Numbers and dates are compared as such, with their units, and only where the whole column reads as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from benchwright.english.articles import with_article, with_the
from benchwright.facts.codes import are_codes
from benchwright.facts.headers import Header, clean, lacks_scale
from benchwright.facts.keys import is_ditto, is_empty
from benchwright.makers.lists.tables.column_values import date_of, name_of, numbers_of
from benchwright.makers.lists.tables.key_column import headers_of
from benchwright.makers.lists.tables.round_numbers import round_years, thresholds
from benchwright.makers.lists.tables.set_names import SetName
from benchwright.makers.lists.tables.vocabulary import content_words, stem, table_words
from benchwright.records import Json, Table
from benchwright.retrieval.word_index import words_of
from benchwright.values import Quantity, format_number, show_quantity, unit_named
from benchwright.values.decimal_signs import sure_signs
from benchwright.values.nations import DEMONYMS

Op = Literal["equals", "less", "greater", "before", "after", "in"]

PARTED = ("less", "greater", "before", "after")
"""Conditions that part a column at a number or a year, in as many ways as it has."""
_LONGEST = 6
_PARTED = 0.9
"""The share of the cells of a place that have to name a region behind a comma."""
_NEAR = Decimal("0.05")
"""How far the number of a page may be from that of the table."""


@dataclass(frozen=True, slots=True)
class ColumnCondition:
    """`rows` meet it, counted from 0. `clause` follows "Which museums ...": "are in Concord". `value` is the name, the
    number or the year that stands in it. `cues` are stems of which a sentence that states the value has to hold one (of
    a height a unit, or the word itself); none of a name. `page_values` is what pages say for a value, if that is not
    the value itself, `amounts` are the numbers or years of the rows."""

    column: int
    op: Op
    value: str
    clause: str
    rows: tuple[int, ...]
    cues: frozenset[str] = frozenset()
    page_values: tuple[str, ...] = ()
    amounts: Mapping[int, Decimal] = field(default_factory=dict)

    def sought(self, row: int) -> tuple[SoughtValue, ...]:
        """What a page that states a row's value holds, any of it."""
        if self.op == "equals":
            return tuple(SoughtValue(one) for one in self.page_values or (self.value,))
        amount, limit = self.amounts[row], Decimal(self.value.replace(",", ""))
        return (SoughtValue("", amount, self.op, limit, self.cues),)

    def to_json(self) -> Json:
        return {"column": self.column, "op": self.op, "value": self.value}


@dataclass(frozen=True, slots=True)
class SoughtValue:
    """What a passage has to hold: some words side by side, or, where there are none, in a sentence with one of the
    `cues` a number that is near to `amount` and meets the condition as well: pages round, but not years."""

    words: str
    amount: Decimal = Decimal(0)
    op: Op = "equals"
    limit: Decimal = Decimal(0)
    cues: frozenset[str] = frozenset()

    def met(self, stated: Quantity) -> bool:
        """Whether what a passage states tells that the condition is met."""
        number = stated.number
        if stated.upper is not None or self.op not in ("less", "greater"):
            return stated.upper is None and number == self.amount
        away = stated.hedge[:1] == ("<" if self.op == "greater" else ">")
        meets = number < self.limit if self.op == "less" else number > self.limit
        return meets and not away and abs(number - self.amount) <= _NEAR * abs(self.amount)


def conditions(
    table: Table, key: int, rows: Sequence[int], named: SetName, least: int, most: int, *, scaled: bool = False
) -> Iterator[ColumnCondition]:
    """Every condition under which between `least` and `most` of the `rows` remain, and not all of them, by column. What
    the name of the set says already is not a condition. `scaled`: the table's title says that numbers are in thousands,
    millions ..."""
    headers = headers_of(table)
    names = [header.name for header in headers]
    signs = frozenset[str]().union(*map(sure_signs, zip(*table.rows, strict=True)))
    for column, header in enumerate(headers):
        if column == key or header.odd or names.count(header.name) > 1 or not header.name:
            continue
        cells = {row: clean(table.rows[row][column]) for row in rows}
        filled = {row: cell for row, cell in cells.items() if not is_empty(cell)}
        if not filled or any(map(is_ditto, cells.values())) or are_codes(header, list(filled.values())):
            continue
        for condition in _of_column(column, header, named, filled, signs, scaled=scaled):
            in_name = {stem(word) for word in content_words(condition.value)} <= set(named.telling)
            if condition.op == "equals" and in_name:
                continue
            if least <= len(condition.rows) <= most and len(condition.rows) < len(rows):
                yield condition


def _of_column(
    column: int, header: Header, named: SetName, cells: dict[int, str], signs: frozenset[str], *, scaled: bool
) -> Iterator[ColumnCondition]:
    dates = {row: date for row, cell in cells.items() if (date := date_of(cell)) is not None}
    verb = _verb(header.name, named)
    if verb and len(dates) == len(cells):  # a row whose date is not read may meet any condition
        yield from _by_date(column, verb, {row: date.year for row, date in dates.items()})
        return
    if header.name in table_words().marks:
        return
    numbers = numbers_of(header, cells, signs)
    if numbers is not None:
        if not (scaled and lacks_scale(numbers[1], header.scale)):
            yield from _by_number(column, header, *numbers)
    elif len(dates) < 0.5 * len(cells) and sum(cell[0].isdigit() for cell in cells.values()) < 0.5 * len(cells):
        yield from _by_name(column, header, named, cells)


def _verb(header: str, named: SetName) -> str:
    """What happened at the dates of a column, "" if that is unknown. A year of a work is that of its release."""
    words = table_words()
    if header in words.dates:
        return words.dates[header]
    return "were released" if header in words.years and named.head in words.works else ""


# ---------------------------------------------------------------------- names
def _by_name(column: int, header: Header, named: SetName, cells: dict[int, str]) -> Iterator[ColumnCondition]:
    """Conditions of whole cells, and of what the cells of a place end in ("Concord, Massachusetts"). A value that
    stands inside another cell ("Paul" beside "Paul, John", "Paris" beside "Paris, Texas") is none: whether those rows
    have it, too, the cells do not say."""
    clause = table_words().equals.get((header.name, named.who))
    place = header.name in table_words().places
    origin = named.head in table_words().works and header.name in table_words().origins
    if origin:
        clause = "come from {value}"
    if clause is None:
        if not _speakable(header.name) or any(words == header.name for words, _ in table_words().equals):
            return
        clause = f"have {{value}} as their {header.name}"
    groups: dict[str, list[int]] = defaultdict(list)
    for row, cell in cells.items():
        groups[cell].append(row)
    whole = "\n".join(f" {' '.join(words_of(value))} " for value in groups)
    for value, rows in groups.items():
        if _is_value(value) and whole.count(f" {' '.join(words_of(value))} ") == 1:
            result = table_words().results.get(value.casefold()) if header.name == "result" else None
            value_text = with_the(_unsaid(value, named)) if place or origin else value
            wording = result[0] if result else clause.format(value=value_text).replace(" County County", " County")
            page_values = result[1] if result else (value, *DEMONYMS.get(value, ())) if origin else ()
            yield ColumnCondition(column, "equals", value, wording, tuple(rows), page_values=page_values)
    if place and not origin:
        yield from _by_region(column, clause, cells)


def _unsaid(place: str, named: SetName) -> str:
    """A place without what the name of the set says already: "Mobile" of churches in Alabama for "Mobile, Alabama"."""
    first, _, last = place.rpartition(", ")
    return first if first and {stem(word) for word in content_words(last)} <= set(named.telling) else place


def _by_region(column: int, clause: str, cells: dict[int, str]) -> Iterator[ColumnCondition]:
    """What cells end in behind their last comma, where nearly all have one and it stands nowhere else in any."""
    parts = {row: [part.strip() for part in cell.split(",")] for row, cell in cells.items()}
    if sum(len(one) > 1 for one in parts.values()) < _PARTED * len(parts):
        return
    groups: dict[str, list[int]] = defaultdict(list)
    for row, named in parts.items():
        groups[named[-1]].append(row)
    for value, rows in groups.items():
        wanted = f" {' '.join(words_of(value))} "
        holding = {row for row, cell in cells.items() if wanted in f" {' '.join(words_of(cell))} "}
        if _is_value(value) and value[0].isupper() and holding == set(rows) and len({cells[row] for row in rows}) > 1:
            yield ColumnCondition(column, "equals", value, clause.format(value=with_the(value)), tuple(rows))


def _speakable(header: str) -> bool:
    """Whether a header can be said as it stands: one to three words of letters."""
    words = header.split()
    return 0 < len(words) <= 3 and all(word.isalpha() and len(word) > 2 for word in words)


def _is_value(text: str) -> bool:
    lowered = text.casefold()
    return (
        len(text) > 2
        and len(text.split()) <= _LONGEST
        and any(letter.isalpha() for letter in text)
        and not is_empty(text)
        and lowered not in ("yes", "no", "various", "other", "incumbent", "present")
        and not any(mark in text for mark in "{}[]|\n;/")
    )


# ---------------------------------------------------------------------- numbers
def _by_number(column: int, header: Header, numbers: dict[int, Decimal], unit: str) -> Iterator[ColumnCondition]:
    name = name_of(header)
    if (
        not _speakable(name)
        or (unit and unit_named(unit) is None)
        or _astray(name, unit)
        or set(name.split()) & table_words().codes
    ):
        return
    counted = not unit and name.endswith("s") and not name.endswith("ss")
    cues = _cues(name, unit)
    listed = list(numbers.values())
    for threshold in thresholds(sorted(listed)):
        ops: tuple[tuple[Op, str], ...] = (("greater", "more than"), ("less", "less than"))
        for op, words in ops:
            rows = tuple(row for row, number in numbers.items() if (number > threshold) == (op == "greater"))
            if counted:
                comparison = "fewer than" if op == "less" else words
                clause = f"have {comparison} {format_number(threshold)} {name}"
            else:
                clause = f"have {with_article(name)} of {words} {show_quantity(threshold, unit)}"
            yield ColumnCondition(column, op, format_number(threshold), clause, rows, cues, amounts=numbers)


def _astray(name: str, unit: str) -> bool:
    """Whether a unit is unknown, or does not fit what the header measures: an area in kilometres."""
    measure = unit_named(unit) if unit else None
    return bool(unit) and (measure is None or ("area" in name.split() and measure.dimension != "area"))


def _cues(name: str, unit: str) -> frozenset[str]:
    """Stems by which a sentence tells that its number is of that kind: the words of the header and what is said for
    them, or the unit as it is written."""
    measure = unit_named(unit) if unit else None
    written = [] if measure is None else [measure.name, measure.plural, *measure.written]
    firsts = {first[0] for one in written if (first := words_of(one))}
    header_stems = {stem(word) for word in name.split()} - table_words().vague
    return frozenset(
        firsts | {stem(word) for word in firsts} | header_stems | table_words().cues.get(name, frozenset())
    )


# ---------------------------------------------------------------------- dates
def _by_date(column: int, verb: str, dates: dict[int, int]) -> Iterator[ColumnCondition]:
    cues = table_words().cues.get(verb, frozenset()) | {stem(verb.split()[-1])}
    listed = list(dates.values())
    years = {row: Decimal(year) for row, year in dates.items()}
    for year in round_years(sorted(listed)):
        ops: tuple[Op, ...] = ("before", "after")
        for op in ops:
            rows = tuple(row for row, d in dates.items() if (d < year if op == "before" else d > year))
            yield ColumnCondition(column, op, str(year), f"{verb} {op} {year}", rows, cues, amounts=years)
    for year in sorted(set(listed)):
        if year >= 1000:
            rows = tuple(row for row, date in dates.items() if date == year)
            yield ColumnCondition(column, "in", str(year), f"{verb} in {year}", rows, cues, amounts=years)
