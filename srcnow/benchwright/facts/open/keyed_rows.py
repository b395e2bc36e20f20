"""Find which columns name the rows of a table, and what each row is called.

The key column is the leftmost whose cells are words, days or years, each in one row, with nothing but numbers of rows,
codes and groups before it. Where no column does, two may name the rows together (`row_pairs`).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.headers import Header, clean, read_headers
from benchwright.facts.keys import INDEX, is_distinct, is_empty, is_total, whole_areas
from benchwright.facts.open.column_types import (
    counts_rows,
    in_order,
    is_grid_of_words,
    powers_of_ten,
    reads_like_a_cell,
)
from benchwright.facts.open.column_values import ATTRIBUTES
from benchwright.facts.open.row_pairs import pair_name, pair_of_columns
from benchwright.facts.sums import summary_rows
from benchwright.records import Table
from benchwright.values import parse_date, unit_named

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "rows")
CODES = _VOCABULARY.words("codes")
ANY_VALUE = _VOCABULARY.words("any_value")
NO_ATTRIBUTE = _VOCABULARY.words("no_attribute")
MEANINGS = _VOCABULARY.words("meanings")
_STEPS = _VOCABULARY.words("steps")
_IDS = _VOCABULARY.words("ids")
_NO_KEY = MEANINGS | ANY_VALUE | NO_ATTRIBUTE | _VOCABULARY.words("no_key") | set(ATTRIBUTES)

WORD = re.compile(r"[^\W\d_]{3}")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_NUMBER = re.compile(r"[-+−]?[\d.,]+")
_FIGURES = re.compile(r"\d[\d.,]*")
_DATA = re.compile(r"^_|[=;{}\"“”'‘`\\]|\w\(|[.!?]$")
"""Signs of a header that is a row of data, or of a layout: "'B'", "int(accept={str})", a sentence."""
_ASIDE = re.compile(r" \([^()]*\)| ?<\d+>")
_LONGEST_HEADER, _LONGEST_KEY = 12, 8
"""In words. A longer header is a paragraph in a table of layout, a longer key a sentence."""
_SHARE = 0.8
"""Of the filled cells of a key column that hold words, and few of them."""


class KeyedRows:
    """The rows and columns of one table, its headers, and what names its rows. `complete` is false of a table that
    lacks rows; `single` says of each column whether its header is its own."""

    def __init__(self, table: Table) -> None:
        self.rows = table.rows
        self.complete = not table.lacks_rows
        self.headers = read_headers(table.header)
        self.columns = [
            powers_of_ten([clean(cell) if "\n" not in cell else "" for cell in column])
            for column in zip(*table.rows, strict=True)
        ]
        self.single = [self._is_single(header) for header in self.headers]

    def _is_single(self, header: Header) -> bool:
        """Whether no other column has the same header, but for its unit: of a win and a loss under "Record" nothing
        tells which is meant, an area in two units is one."""
        twins = [other for other in self.headers if (other.name, other.year) == (header.name, header.year)]
        dimensions = {unit.dimension if (unit := unit_named(twin.unit or "")) else "" for twin in twins}
        return len(twins) == 1 or (len(dimensions) == 1 and len({twin.unit for twin in twins}) == len(twins))

    @property
    def has_header(self) -> bool:
        """Whether the header's cells name columns: they are short, no code, no numbers over numbers, and begin as
        few of their cells do."""
        for header, column in zip(self.headers, self.columns, strict=True):
            text = _ASIDE.sub("", clean(header.raw))
            if len(text.split()) > _LONGEST_HEADER or _DATA.search(text):
                return False
            begins = f"{text.split()[0]} " if " " in text else ""
            if begins and sum(cell.startswith(begins) for cell in column) >= len(column) / 2:
                return False  # "apt-get update" over "apt-get install"
            if header.raw in column or text.endswith(":") or reads_like_a_cell(text, column):
                return False
            if _NUMBER.fullmatch(text) and not _YEAR.fullmatch(text) and any(map(_NUMBER.fullmatch, column)):
                return False
            if not _YEAR.fullmatch(text) and sum(_is_alike(text, cell) for cell in column) > len(column) / 2:
                return False
        if len(self.headers) > 2 and is_grid_of_words([header.raw for header in self.headers], self.columns):
            return False
        columns = zip(self.headers, self.columns, strict=True)
        return sum(1 for header, column in columns if header.name or counts_rows(column)) > len(self.headers) / 2

    @cached_property
    def key(self) -> tuple[int, ...]:
        """The leftmost column that names the rows, of codes only if no column of words does; else two that name them
        together; () if nothing does."""
        code: tuple[int, ...] = ()
        for at, header in enumerate(self.headers):
            if header.name in _STEPS:
                return ()
            kind = self._kind(at)
            if kind == "key" and not self._is_side(at):
                return (at,)
            if kind == "code" and not code and header.name:
                code = (at,)
            if kind == "other":
                break
        usable = [at for at, header in enumerate(self.headers) if self.single[at] and header.name not in _NO_KEY]
        return code or (pair_of_columns(self.columns, usable) if self.complete else ())

    def _is_side(self, at: int) -> bool:
        """Whether several names of a column stand in other rows of another one, too, that could name the rows as well:
        the home team and the away team. Such rows are about both. An album called like its song is no such name."""
        own = {cell.casefold(): row for row, cell in enumerate(self.columns[at]) if WORD.search(cell)}
        return any(
            sum(own.get(cell.casefold(), row) != row for row, cell in enumerate(cells)) > 1
            and is_distinct(self.rows, other)
            for other, cells in enumerate(self.columns)
            if other != at and self.single[other]
        )

    def _kind(self, at: int) -> str:
        """What a column is to the search for the key: the `key`, a `code` that may be one, `passed` over, or `other`,
        so that what stands behind it is no name of the row."""
        header, cells = self.headers[at], self.columns[at]
        filled = [cell for cell in cells if not is_empty(cell)]
        if not filled or not self.single[at] or header.name in _NO_KEY:
            return "passed" if not filled else "other"
        worded = sum(1 for cell in filled if WORD.search(cell)) >= _SHARE * len(filled)
        short = sum(1 for cell in filled if len(cell.split()) <= _LONGEST_KEY) >= _SHARE * len(filled)
        distinct = is_distinct(self.rows, at, worded=False) and (self.complete or len(set(filled)) == len(filled))
        dated = all(_YEAR.fullmatch(cell) or parse_date(cell) for cell in filled)
        if dated:
            once = distinct and len(set(filled)) == len(cells)
            return "key" if once and header.name and in_order(filled) else "other" if once else "passed"
        if worded:
            if not short or sum(1 for cell in filled if cell[0].isdigit()) > len(filled) / 2:
                return "other"
            named = header.name or (at == 0 and len(filled) > 2)
            if distinct and named and is_distinct(self.rows, at):
                return "key"
            return "passed" if 2 * len(set(filled)) <= len(filled) else "other"  # it groups, or rows are about pairs
        if distinct and header.name in CODES:
            return "key"
        if (header.name in INDEX and short) or (at == 0 and counts_rows(filled)):
            return "passed"
        if short and not any(map(_NUMBER.match, filled)):
            kind = "code" if header.name.rpartition(" ")[2] in _IDS or not header.name else "key"
            return kind if distinct and is_distinct(self.rows, at) else "passed"
        return "other"

    def names(self) -> list[str]:
        """The subject of every row, "" where a row has none of its own: a sum, a heading, a repetition, a list; and
        where the row below has none, which goes on with it."""
        key = self.key
        sums = frozenset[int]().union(*(summary_rows(self.rows, at) for at in key))
        spoilt = [row in sums or self._is_heading(row) or self._is_note(row, key) for row in range(len(self.rows))]
        if len(key) > 1:
            pairs = zip(spoilt, *(self.columns[at] for at in key), strict=True)
            return ["" if bad else pair_name(*pair) for bad, *pair in pairs]
        column = self.columns[key[0]]
        wholes = whole_areas(column, self.headers[key[0]].name)
        ends = [*map(str.strip, column[1:]), "the end"]
        spoilt = [bad or not below or at in wholes for at, (bad, below) in enumerate(zip(spoilt, ends, strict=True))]
        names = ["" if bad else self._name(cell) for bad, cell in zip(spoilt, column, strict=True)]
        counts = Counter(cell.casefold() for cell in self.columns[key[0]])
        return [name if counts[name.casefold()] == 1 else "" for name in names]

    def _is_heading(self, row: int) -> bool:
        """Whether one cell goes through the whole row: the heading of a group of rows."""
        filled = [cell for cell in self.rows[row] if cell.strip()]
        return len(self.rows[row]) > 2 and len(set(filled)) < 2

    def _is_note(self, row: int, key: tuple[int, ...]) -> bool:
        """Whether words that no other row has go through all cells beside the key: what is said of the row as a whole
        ("Not held because of the pandemic") is none of its values."""
        others = {cell for at, cell in enumerate(self.rows[row]) if at not in key}
        text = next(iter(others), "")
        alone = len(others) == 1 and len(self.rows[row]) > len(key) + 1 and WORD.search(text) is not None
        return alone and sum(cell == text for cells in self.rows for cell in cells) == len(self.rows[row]) - len(key)

    @staticmethod
    def _name(cell: str) -> str:
        unfit = (
            is_empty(cell.strip("()"))
            or is_total(cell)
            or len(cell.split()) > _LONGEST_KEY
            or len(cell) > 80
            or ";" in cell
        )
        return "" if unfit else cell.strip('"“” ')


def _is_alike(header: str, cell: str) -> bool:
    """Whether a header reads as a value like that of a cell: a date over dates, "2000 km" over "500 km"."""
    if header[:1].isdigit() and _FIGURES.sub("0", header) == _FIGURES.sub("0", cell):
        return True
    return parse_date(header) is not None and parse_date(cell) is not None
