"""Decide whether a chunk states a cell of a table in a form of its own: HTML, `Forest: 0.8`, a sentence a row.

A value goes with the key of one row. Where its line or sentence has keys, that is the key in its clause ("57 for Mali,
12 for Ghana"), else the last key before it, unless values may stand before their keys there: a number stands before the
first key, and not as a word of the table's header or title. Elsewhere it is the last key before the line.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from benchwright.evaluate.match.word_overlap import TextWords, holds, words_of
from benchwright.records import Table
from benchwright.values import LOOSELY, Quantity, occurs_in, parse
from benchwright.values.sameness import as_year

_BREAK = re.compile(r"[\n\r]|(?<=[.!?;])\s|</?(?:tr|li|br)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,|]\s")
_DIGIT = re.compile(r"\d")
_TELLING = 4  # letters of a word that tells a table from others
_KEPT = 256  # chunks whose keys are kept at a time

KeyPlace = tuple[int, int, frozenset[int]]
"""Where a key stands (code points), and the rows that it names."""


@dataclass(frozen=True, eq=False)
class TableCells:
    """A table with its title and the cells that name its rows."""

    table: Table
    title: str = ""

    @cached_property
    def key_column(self) -> int | None:
        """The first column of distinct names, dates or years; else the first of names, else the first that does not
        count the rows."""
        rows = self.table.rows
        columns = [[row[at].strip() for row in rows if at < len(row)] for at in range(max(map(len, rows), default=0))]
        named = [at for at, cells in enumerate(columns) if any(cells) and all(map(_is_name, cells))]
        distinct = [at for at in named if len(set(columns[at])) == len(rows)]
        counted = [str(number) for number in range(1, len(rows) + 1)]
        others = (at for at, cells in enumerate(columns) if [cell.rstrip(".") for cell in cells] != counted)
        return next(iter(distinct or named), next(others, None))

    def key(self, row: int, column: int) -> tuple[int, int] | None:
        """The cell that names the row; None for header rows, and where there is none or the cell is that one itself."""
        at = self.key_column
        if row < 0 or at is None or at == column or not self._cell(row, at):
            return None
        return row, at

    def states(self, words: TextWords, cell: tuple[int, int], *, named: bool) -> bool:
        """Whether the words state the cell's value beside its row's key: no further off than the row and the header
        have words. Without a document (`named`) the column's name must be there too. A key is stated by its own words
        beside another cell of its row or, in the document, a word of the table's title or header."""
        row, column = cell
        key, header = self.key(row, column), self.table.header
        places, of_rows = self._keys(words)
        if row not in of_rows:
            return False
        if column == self.key_column:
            return self._states_key(words, row, of_rows[row], named=named)
        if key is None:
            return False
        title = " ".join(head[column] for head in header if column < len(head))
        if not named and not holds(words.words, words_of(title).words):
            return False
        reach = self._reach(row)
        value, name = parse(self._cell(row, column)), parse(self._cell(*key))
        for place in of_rows[row]:
            near = self._reached(words, place, reach)
            for start, end in occurs_in(value, words.text, LOOSELY, within=near):
                if self._owner(words, places, start) != place or place[0] < end <= place[1]:
                    continue
                apart = abs(words.within(start, end)[0] - words.within(place[0], place[1])[0])
                if apart <= reach and occurs_in(name, words.text, LOOSELY, within=place[:2]):
                    return True
        return False

    def _states_key(self, words: TextWords, row: int, places: Sequence[KeyPlace], *, named: bool) -> bool:
        """Whether the words state the name of a row as that of a row of this table."""
        cells = [self._cell(row, column) for column in range(len(self.table.rows[row])) if column != self.key_column]
        name, reach = parse(self._cell(row, self.key_column or 0)), self._reach(row)
        stated = [place for place in places if occurs_in(name, words.text, LOOSELY, within=place[:2])]
        for place in stated:
            near = self._reached(words, place, reach)
            found = (occurs_in(parse(cell), words.text, LOOSELY, within=near) for cell in cells if cell)
            if any(not place[0] <= start < place[1] for listed in found for start, _ in listed):
                return True
        own = words_of(self._cell(row, self.key_column or 0)).words
        telling = {word for word in self._headings if len(word) >= _TELLING} - set(own)
        return named and bool(stated) and not telling.isdisjoint(words.words)

    def _reach(self, row: int) -> int:
        return len(words_of(" ".join((*self.table.rows[row], *(" ".join(head) for head in self.table.header)))))

    def _reached(self, words: TextWords, place: KeyPlace, reach: int) -> tuple[int, int]:
        """From where to where the words go that are no further off from a key than so many words."""
        at = words.within(place[0], place[1])[0]
        first, behind = at - reach - 1, at + reach
        return words.ends[first] if first >= 0 else 0, words.ends[behind] if behind < len(words) else len(words.text)

    def _cell(self, row: int, column: int) -> str:
        cells = self.table.rows[row]
        return cells[column].strip() if column < len(cells) else ""

    def _owner(self, words: TextWords, places: Sequence[KeyPlace], at: int) -> KeyPlace | None:
        """The key that the value at a place goes with, None where that is not clear."""
        text = words.text
        breaks = _breaks(text)
        here = bisect_right(breaks, at)
        begin, end = breaks[here - 1], breaks[here]
        first, next_, behind = (_count_before(places, bound) for bound in (begin, at + 1, end))
        if first == behind:
            first = 0  # no key in this line: the last one before it
        if next_ == behind:
            return places[next_ - 1] if next_ > first else None
        if next_ == first:
            return places[next_]
        before, after = places[next_ - 1], places[next_]
        beside = [not _CLAUSE.search(text, before[1], at), not _CLAUSE.search(text, at, after[0])]
        if beside[0] != beside[1]:
            return before if beside[0] else after
        in_front = words.words[slice(*words.within(begin, places[first][0]))]
        return None if any(_DIGIT.search(word) and word not in self._headings for word in in_front) else before

    @cached_property
    def _headings(self) -> frozenset[str]:
        """The words of the table's title and header."""
        return frozenset(words_of(" ".join((self.title, *(" ".join(head) for head in self.table.header)))).words)

    @cached_property
    def _index(self) -> dict[str, list[tuple[tuple[str, ...], frozenset[int]]]]:
        """The keys of all rows by their first word, long ones first."""
        rows_of: dict[tuple[str, ...], set[int]] = defaultdict(set)
        for row in range(len(self.table.rows)):
            if self.key_column is not None and (words := words_of(self._cell(row, self.key_column)).words):
                rows_of[words].add(row)
        index: dict[str, list[tuple[tuple[str, ...], frozenset[int]]]] = defaultdict(list)
        for words in sorted(rows_of, key=len, reverse=True):
            index[words[0]].append((words, frozenset(rows_of[words])))
        return index

    @cached_property
    def _keys(self) -> Callable[[TextWords], tuple[list[KeyPlace], dict[int, list[KeyPlace]]]]:
        return lru_cache(maxsize=_KEPT)(self._find_keys)

    def _find_keys(self, words: TextWords) -> tuple[list[KeyPlace], dict[int, list[KeyPlace]]]:
        """Where keys of rows stand in a chunk, each part of it for one; and those of each row."""
        places: list[KeyPlace] = []
        of_rows: dict[int, list[KeyPlace]] = defaultdict(list)
        at = 0
        while at < len(words):
            size = 1
            for key, rows in self._index.get(words.words[at], ()):
                if words.words[at : at + len(key)] == key:
                    size = len(key)
                    places.append((words.starts[at], words.ends[at + size - 1], rows))
                    for row in rows:
                        of_rows[row].append(places[-1])
                    break
            at += size
        return places, of_rows


@lru_cache(maxsize=_KEPT)
def _breaks(text: str) -> list[int]:
    """Where lines and sentences begin, and the end."""
    return [0, *(match.end() for match in _BREAK.finditer(text)), len(text) + 1]


def _count_before(places: Sequence[KeyPlace], bound: int) -> int:
    """How many of the keys, in their order, begin before that."""
    return bisect_left(places, bound, key=lambda place: place[0])


def _is_name(cell: str) -> bool:
    """Whether a cell can name its row: no amount but a year."""
    value = parse(cell)
    if not isinstance(value, Quantity):
        return True
    year = as_year(value)
    return year is not None and len(cell) == 4
