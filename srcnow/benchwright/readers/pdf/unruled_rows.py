"""Rows of a table that stand over its first rule or under its last one are found by distance and alignment.

Styles that part rows draw no rule over the header, or none under the last row:

    Boat     Length
    ----------------        the header stands over the first rule
    Anna        8.0
    ----------------
    Bella       9.5         the last row stands under the last rule
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from benchwright.readers.pdf.boxed_tables import RuleSpan
from benchwright.readers.pdf.column_gaps import TextRow, cells_of, find_columns, segments

_SAME = 0.25
"""Of the size: distances and edges that differ by less are the same; side bearings of letters differ so much."""

_WIDE = 0.9
"""Of the size: a wider space between words parts cells."""

_LINE = 1.45
"""Of the size: baselines of one cell's lines are nearer than this."""

_ROW = 0.8
"""Of the usual height of a row: baselines that are nearer are those of one row's lines."""


class RuledRows:
    """What the bands between a table's rules tell: how far rows stand from rules, and where their cells begin and
    end."""

    def __init__(self, bands: Sequence[Sequence[TextRow]], rules: Sequence[RuleSpan]) -> None:
        self._left, self._right = rules[0].start, rules[0].end
        self._first, self._last = rules[0].at, rules[-1].at
        rows = [row for band in bands for row in band]
        self._columns = find_columns(rows, self._left, self._right)
        self._height = median(lower.at - upper.at for upper, lower in itertools.pairwise(rules))
        self._over = [band[0].rect.top - rule.at for band, rule in zip(bands, rules, strict=False) if band]
        self._under = [rule.at - band[-1].rect.bottom for band, rule in zip(bands, rules[1:], strict=False) if band]
        self._single = len(bands) > 1 and all(_one_row(band) for band in bands)
        self._edges: dict[int, tuple[float, float, float]] = {}
        cells = [cells_of(row, self._columns) for row in rows]
        for column in range(self._columns.count):
            spans = [(c[column][0].rect.left, c[column][-1].rect.right) for c in cells if column in c]
            if spans:
                middle = median((left + right) / 2 for left, right in spans)
                self._edges[column] = min(left for left, _ in spans), middle, max(right for _, right in spans)

    @property
    def parted(self) -> bool:
        """Whether a rule parts every row from the next, all at the same distances."""
        return self._single and self._columns.count > 1 and _alike(self._over) and _alike(self._under)

    def under(self, rows: Sequence[TextRow]) -> list[TextRow]:
        """The lines of the row under the last rule; none where what stands there is no row of the table."""
        if not rows or not _same(rows[0].rect.top - self._last, median(self._over), rows[0].size):
            return []
        if not self._is_row(rows[0]):
            return []
        lines = [rows[0]]
        for row in rows[1:]:
            if row.rect.bottom - lines[-1].rect.bottom > _LINE * row.size or not self._keeps(row):
                break
            lines.append(row)
        return lines

    def over(self, rows: Sequence[TextRow]) -> list[list[TextRow]]:
        """The rows over the first rule from the top, lines of one row together: the first has words in all columns, or
        in all but the first. None where what stands there is no row of the table."""
        if not rows or not _same(self._first - rows[-1].rect.bottom, median(self._under), rows[-1].size):
            return []
        groups: list[list[TextRow]] = []
        for row in reversed(rows):
            step = groups[-1][0].rect.bottom - row.rect.bottom if groups else self._height
            if not self._keeps(row) or step > 1.2 * self._height:
                break
            if step >= _ROW * self._height:
                groups.append([row])
            else:
                groups[-1].insert(0, row)
        while groups and not self._names(groups[-1]):
            groups.pop()
        return groups[::-1]

    def _names(self, lines: Sequence[TextRow]) -> bool:
        filled = {column for line in lines for column in cells_of(line, self._columns)}
        return len(filled) > 1 and filled | {0} == set(range(self._columns.count))

    def _keeps(self, row: TextRow) -> bool:
        """Whether no piece of a line crosses the space between two columns, and two pieces are in two columns."""
        parts = segments(row.words, _WIDE)
        crossing = any(self._columns.crossed(part[0].rect.left, part[-1].rect.right) for part in parts)
        within = self._left - 2 <= row.rect.left and row.rect.right <= self._right + 2
        return within and not crossing and len(parts) <= len(cells_of(row, self._columns))

    def _is_row(self, row: TextRow) -> bool:
        """Whether a line has several cells, the first among them, each at the edge or in the middle of its column."""
        cells = cells_of(row, self._columns)
        if not self._keeps(row) or len(cells) < 2 or 0 not in cells:
            return False
        for column, words in cells.items():
            left, right = words[0].rect.left, words[-1].rect.right
            places = zip(self._edges.get(column, ()), (left, (left + right) / 2, right), strict=False)
            if not any(_same(one, other, row.size) for one, other in places):
                return False
        return True


def _one_row(band: Sequence[TextRow]) -> bool:
    """Whether the lines of a band are so close that they are of one row of cells."""
    return bool(band) and all(
        lower.rect.bottom - upper.rect.bottom <= _LINE * lower.size for upper, lower in itertools.pairwise(band)
    )


def _alike(distances: Sequence[float]) -> bool:
    """Whether most distances are the same: what stands in the middle of a high row is farther from its rules."""
    usual = median(distances)
    return sum(abs(distance - usual) <= 3 for distance in distances) >= 0.75 * len(distances)


def _same(one: float, other: float, size: float) -> bool:
    return abs(one - other) <= _SAME * size
