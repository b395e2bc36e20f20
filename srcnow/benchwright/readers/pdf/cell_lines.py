"""Lines of a table that make up one row of cells are found, in tables without a rule under each row.

What is decided for one line is decided from all lines: which columns hold numbers (they are never broken), how wide a
column's widest line is (a line is broken only where the next word did not fit), and whether labels stand at the top of
their row or end at its bottom.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from statistics import median

from benchwright.readers.pdf.column_gaps import ColumnEdges, TextRow, cells_of, spanning
from benchwright.readers.pdf.page import Word

_WITHOUT_LETTERS = re.compile(r"[^A-Za-z\u00c0-\uffff]+")
_LONGEST_NUMBER = 14  # letters
_SPREAD = 0.15
"""Of the size: distances of lines that differ by more are not the same."""

_Cells = dict[int, tuple[Word, ...]]


def group_rows(rows: Sequence[TextRow], columns: ColumnEdges) -> list[list[TextRow]]:
    """Lines that make up one row of cells together."""
    return CellLines(rows, columns).groups(rows) if rows else []


class CellLines:
    """What all lines of a table's body tell about how its cells are broken into lines."""

    def __init__(self, rows: Sequence[TextRow], columns: ColumnEdges) -> None:
        self._columns = columns
        filled = [cells_of(row, columns) for row in rows]
        self._whole = sum(len(cells) == columns.count for cells in filled) >= 0.9 * len(rows)
        self._widths = [max((_width(c[n]) for c in filled if n in c), default=0.0) for n in range(columns.count)]
        texts = [
            [" ".join(word.text for word in cells[column]) for cells in filled if column in cells]
            for column in range(columns.count)
        ]
        numbers = {column for column, cells in enumerate(texts) if _are_numbers(cells)}
        first = next((cells for cells in filled if len(cells) > 1), {})
        self._numbers = frozenset(numbers & first.keys())
        self._unbroken = frozenset(numbers | {column for column, cells in enumerate(texts) if _are_words(cells)})
        pairs = [(one, other) for one, other in itertools.pairwise(filled) if _full(one, other, columns.count)]
        self._apart = 2 * sum(self._separate(one, other) for one, other in pairs) >= len(pairs)
        self._hanging = self._ends_at_bottom(filled)
        self._line = 0.0 if self._numbers else _line_height(rows, filled, columns.count)

    def groups(self, rows: Sequence[TextRow]) -> list[list[TextRow]]:
        """Some of these lines (all, or those between two rules) by rows of cells."""
        filled = [cells_of(row, self._columns) for row in rows]
        steps = [lower.rect.bottom - upper.rect.bottom for upper, lower in itertools.pairwise(rows)]
        usual, narrowest = median(steps) if steps else 0.0, min(steps, default=0.0)
        wide = [step > 1.35 * max(narrowest, 0.8 * usual, row.size) for step, row in zip(steps, rows[1:], strict=True)]
        if self._line:
            wide = [step > self._line + _SPREAD * row.size for step, row in zip(steps, rows[1:], strict=True)]
        full = [len(cells) == self._columns.count for cells in filled]
        apart = self._line > 0 or (
            sum(wide) > 1 and full == [True, *wide]
        )  # rows that are set apart, each with its full line at the top
        results = [[rows[0]]] if rows else []
        taken = set(filled[0]) if rows else set()
        for at in range(1, len(rows)):
            after = filled[at + 1] if at + 1 < len(rows) else {}
            begins = wide[at - 1] or (not apart and (self._spans(rows[at - 1]) or self._spans(rows[at])))
            if begins or (not apart and self._begins(taken, filled[at - 1], filled[at], after)):
                results.append([])
                taken = set()
            results[-1].append(rows[at])
            taken |= filled[at].keys()
        return results

    def _spans(self, row: TextRow) -> bool:
        return any(last > first for first, last, _ in spanning(row, self._columns))

    def _begins(self, taken: set[int], above: _Cells, here: _Cells, after: _Cells) -> bool:
        """Whether a line begins a new row of cells under the line above, whose row has words in the columns `taken`."""
        numbers = self._numbers & here.keys()
        if numbers:
            label = self._hanging and taken == {0} and 0 in here
            return not label or self._separate(above, here)
        if self._numbers:
            if 0 not in here:
                return False
            if 0 not in above or self._separate(above, here):
                return True
            return self._hanging and here.keys() == {0} and 0 in after and not self._separate(here, after)
        if any(column not in above for column in here) or self._separate(above, here, lone=True):
            return True
        return _full(above, here, self._columns.count) and (self._whole or self._apart)

    def _separate(self, above: _Cells, here: _Cells, lone: bool = False) -> bool:
        """Whether a cell of this line cannot go on in one of the line above: it is a number or a single word as all of
        its column are, or its first word would have fitted there. A cell that stands alone goes on."""
        if any(column in self._unbroken and column in above for column in here):
            return True
        if lone and len(here) == 1 and 0 not in here:
            return False
        for column, words in here.items():
            if column not in above or above[column][-1].text.endswith(("-", ",")):
                continue  # a hyphen or a comma goes on
            size = words[0].size
            room = self._widths[column] if self._numbers else self._columns.width(column, 1.2 * size)
            if _width(above[column]) + 0.3 * size + words[0].rect.width <= room - 0.05 * size:
                return True
        return False

    def _ends_at_bottom(self, filled: Sequence[_Cells]) -> bool:
        """Whether labels of several lines end beside their numbers, rather than begin there."""
        up = down = 0
        for at, cells in enumerate(filled):
            if cells.keys() != {0} or 0 in self._unbroken:
                continue
            above, below = filled[at - 1] if at else {}, filled[at + 1] if at + 1 < len(filled) else {}
            up += 0 in above and not self._separate(above, cells)
            down += 0 in below and not self._separate(cells, below)
        return down > up


def is_one_row(band: Sequence[TextRow], columns: ColumnEdges) -> bool:
    """Whether lines can be of one row with its cells in the middle: in each column they follow at one distance."""
    places: dict[int, list[float]] = {}
    for row in band:
        for column, words in cells_of(row, columns).items():
            places.setdefault(column, []).append(max(word.rect.bottom for word in words))
    steps = [lower - upper for column in places.values() for upper, lower in itertools.pairwise(sorted(column))]
    steps = [step for step in steps if step > _SPREAD * band[0].size]
    return not steps or max(steps) - min(steps) <= 2 * _SPREAD * band[0].size


def _line_height(rows: Sequence[TextRow], filled: Sequence[_Cells], count: int) -> float:
    """The distance of lines in a cell where rows are farther apart than lines, 0 where that is not plain: then no line
    in a row has words in all columns but the first, and all first lines have a word in the first column."""
    steps = [lower.rect.bottom - upper.rect.bottom for upper, lower in itertools.pairwise(rows)]
    line, narrow = min(steps, default=0.0), 0
    for step, row, cells in zip(steps, rows[1:], filled[1:], strict=True):
        within = step <= line + 0.5 * _SPREAD * row.size
        narrow += within
        if (within and len(cells) == count) or (not within and (step < line + _SPREAD * row.size or 0 not in cells)):
            return 0.0
    return line if len(steps) - narrow > 1 else 0.0


def _are_numbers(texts: Sequence[str]) -> bool:
    plain = sum(1 for text in texts if len(text) <= _LONGEST_NUMBER and _WITHOUT_LETTERS.fullmatch(text))
    return bool(texts) and plain >= 0.8 * len(texts)


def _are_words(texts: Sequence[str]) -> bool:
    several = sum(" " in text or text.endswith((",", ";", "-")) for text in texts)
    return bool(texts) and several <= 0.1 * len(texts)


def _full(one: _Cells, other: _Cells, count: int) -> bool:
    return len(one) == len(other) == count


def _width(words: Sequence[Word]) -> float:
    return words[-1].rect.right - words[0].rect.left
