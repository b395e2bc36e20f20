"""What can be asked of the rows of a list: column c has value v, or less or more than a number, or before or after a
year. Numbers and dates are compared as such, with their units, and only where the whole column reads as one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from benchwright.facts.headers import Header, clean, read_header
from benchwright.facts.keys import is_empty
from benchwright.qampari.tables.naming import SetName
from benchwright.qampari.tables.words import article, content_words, stem, table_words
from benchwright.records import Json, Table
from benchwright.retrieval.postings import words_of
from benchwright.values import Date, convert, format_number, parse_date, parse_quantity, show_quantity, unit_named

Op = Literal["equals", "less", "greater", "before", "after"]

_READ = 0.9
_LONGEST = 6
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SCALES = {"thousand": 3, "million": 6, "mn": 6, "billion": 9, "bn": 9, "trillion": 12}


@dataclass(frozen=True, slots=True)
class Condition:
    """`rows` meet it, counted from 0. `clause` follows "Which museums ...": "are in Concord". `value` is the name, the
    number or the year that stands in it."""

    column: int
    op: Op
    value: str
    clause: str
    rows: tuple[int, ...]

    def page_value(self, cell: str) -> str:
        """What a page that states a row's value holds: the name, the number without its unit, the year of the date."""
        if self.op == "equals":
            return self.value
        if self.op in ("before", "after"):
            date = parse_date(cell)
            return "" if date is None else str(date.year)
        found = _DIGITS.search(cell)
        return found[0] if found else cell

    def to_json(self) -> Json:
        return {"column": self.column, "op": self.op, "value": self.value}


def conditions(
    table: Table, key: int, rows: Sequence[int], named: SetName, least: int, most: int
) -> Iterator[Condition]:
    """Every condition under which between `least` and `most` of the `rows` remain, and not all of them, by column. What
    the name of the set says already is no condition."""
    parts = zip(*table.header, strict=True)
    headers = [read_header(" ".join(dict.fromkeys(filter(None, part)))) for part in parts]
    names = [header.name for header in headers]
    for column, header in enumerate(headers):
        if column == key or header.odd or names.count(header.name) > 1 or not header.name:
            continue
        cells = {row: clean(table.rows[row][column]) for row in rows}
        filled = {row: cell for row, cell in cells.items() if not is_empty(cell)}
        if not filled:
            continue
        for condition in _of_column(column, header, named.who, filled):
            said = {stem(word) for word in content_words(condition.value)} <= set(named.telling)
            if condition.op == "equals" and said:
                continue
            if least <= len(condition.rows) <= most and len(condition.rows) < len(rows):
                yield condition


def _of_column(column: int, header: Header, who: bool, cells: dict[int, str]) -> Iterator[Condition]:
    dates = {row: date for row, cell in cells.items() if (date := parse_date(cell)) is not None}
    if header.name in table_words().dates and len(dates) >= _READ * len(cells):
        yield from _by_date(column, table_words().dates[header.name], dates)
        return
    if header.name in table_words().marks:
        return
    numbers = _numbers(header, cells)
    if numbers is not None:
        yield from _by_number(column, header, *numbers)
    elif len(dates) < 0.5 * len(cells):
        yield from _by_name(column, header, who, cells)


# ---------------------------------------------------------------------- names
def _by_name(column: int, header: Header, who: bool, cells: dict[int, str]) -> Iterator[Condition]:
    """Conditions of whole cells. A value that stands inside another cell ("Paul" beside "Paul, John", "Paris" beside
    "Paris, Texas") is none: whether those rows have it, too, the cells do not say."""
    clause = table_words().equals.get((header.name, who))
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
            said = clause.format(value=value).replace(" County County", " County")
            yield Condition(column, "equals", value, said, tuple(rows))


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
        and lowered not in ("yes", "no", "unknown", "various", "none", "other", "n/a", "same", "incumbent", "present")
        and not any(mark in text for mark in "{}[]|\n;/")
    )


# ---------------------------------------------------------------------- numbers
def _numbers(header: Header, cells: dict[int, str]) -> tuple[dict[int, Decimal], str] | None:
    """(number by row, unit) of a column whose cells are numbers of one unit; None for any other, and for years."""
    read: dict[int, Decimal] = {}
    units: set[str] = set()
    for row, cell in cells.items():
        quantity = parse_quantity(cell)
        if quantity is None:
            continue
        unit = quantity.unit or header.unit or ""
        if units and unit not in units:
            other = convert(quantity, next(iter(units))) if quantity.unit else None
            if other is None:
                return None
            quantity, unit = other, other.unit
        units.add(unit)
        read[row] = quantity.number.scaleb(_SCALES.get(header.scale, 0))
    if not read or len(read) < _READ * len(cells) or (header.scale and header.scale not in _SCALES):
        return None
    if not units - {""} and all(number == int(number) and 1500 <= number <= 2100 for number in read.values()):
        return None
    return read, next(iter(units))


def _by_number(column: int, header: Header, numbers: dict[int, Decimal], unit: str) -> Iterator[Condition]:
    if not _speakable(header.name):
        return
    if unit and unit_named(unit) is None:
        return
    counted = not unit and header.name.endswith("s") and not header.name.endswith("ss")
    for threshold in _thresholds(sorted(numbers.values())):
        ops: tuple[tuple[Op, str], ...] = (("greater", "more than"), ("less", "less than"))
        for op, words in ops:
            rows = tuple(row for row, number in numbers.items() if (number > threshold) == (op == "greater"))
            if counted:
                said = "fewer than" if op == "less" else words
                clause = f"have {said} {format_number(threshold)} {header.name}"
            else:
                clause = f"have {article(header.name)} of {words} {show_quantity(threshold, unit)}"
            yield Condition(column, op, format_number(threshold), clause, rows)


def _thresholds(numbers: Sequence[Decimal]) -> list[Decimal]:
    """Round numbers that part the sorted ones near their thirds and their middle, none of them equal to one."""
    found: list[Decimal] = []
    for place in (len(numbers) // 3, len(numbers) // 2, 2 * len(numbers) // 3):
        if not 0 < place < len(numbers) or numbers[place - 1] == numbers[place]:
            continue
        between = _roundest(numbers[place - 1], numbers[place])
        if between is not None and between not in found:
            found.append(between)
    return found


def _roundest(low: Decimal, high: Decimal) -> Decimal | None:
    """The number with the fewest digits strictly between two others; None if four digits after the point are too
    few."""
    for power in range(high.adjusted() if high else 0, -5, -1):
        step = Decimal(1).scaleb(power)
        for size in (1, 5, 2):
            candidate = (low // (step * size) + 1) * step * size
            if low < candidate < high:
                return candidate
    return None


# ---------------------------------------------------------------------- dates
def _by_date(column: int, verb: str, dates: dict[int, Date]) -> Iterator[Condition]:
    years = sorted(date.year for date in dates.values())
    done: set[int] = set()
    for place in (len(years) // 3, len(years) // 2, 2 * len(years) // 3):
        year = _round_year(years, place)
        if year is None or year in done or year < 1:
            continue
        done.add(year)
        ops: tuple[tuple[Op, str], ...] = (("before", "before"), ("after", "after"))
        for op, word in ops:
            rows = tuple(row for row, d in dates.items() if (d.year < year if op == "before" else d.year > year))
            yield Condition(column, op, str(year), f"{verb} {word} {year}", rows)


def _round_year(years: Sequence[int], place: int) -> int | None:
    """The roundest year between two neighbours, or the later one where they are too close for any."""
    if not 0 < place < len(years) or years[place - 1] == years[place]:
        return None
    low, high = years[place - 1], years[place]
    for step in (100, 50, 10, 5):
        candidate = (low // step + 1) * step
        if low < candidate < high:
            return candidate
    return high
