"""Keep where the columns of a table stand, to decide whether rows on the next page continue it.

The words of a page are gone once the next one is read. What is left of a table's columns is where their words begin
and end, at which place they are aligned, which of them hold numbers, and how large the letters are.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from benchwright.readers.pdf.cell_lines import group_rows
from benchwright.readers.pdf.column_gaps import ColumnEdges, TextRow, cells_of, find_columns, segments, text_rows
from benchwright.readers.pdf.open_tables import grid_rows
from benchwright.readers.pdf.page import ColumnPlace, PageContent, PageTable, TableColumns, Word

_GAP = 0.9
"""Of the size: a wider space between words parts cells."""

_STEP = 2.2
"""Of the size: rows that are farther apart are not of one table."""

_WRAPPED = 0.8
"""Of the size: a line of one cell that is nearer than this may be the rest of the cell above."""

_SAME = 2.0  # points
_MOST = 0.75
_NUMBER = re.compile(r"[^A-Za-z\u00c0-\uffff]*\d[^A-Za-z\u00c0-\uffff]*")
_LONGEST = 80  # letters of a cell in the middle: longer ones are running text
_HEADER = 6  # rows of words on top that may be the header


def with_columns(content: PageContent, table: PageTable) -> PageTable:
    """A table with the places of its columns, where the gaps between words tell as many as it has."""
    count = len(table.grid[0])
    rows = text_rows([word for word in content.words if table.rect.holds(word.rect)])
    for first in range(min(_HEADER, len(rows))):  # names over several columns close the gaps
        edges = find_columns(rows[first:], table.rect.left, table.rect.right)
        if edges.count == count:
            filled = {column for row in rows[first:] for column in cells_of(row, edges)}
            return replace(table, columns=_columns(table, rows, rows[first:], edges)) if len(filled) == count else table
    return table


def are_alike(upper: TableColumns | None, lower: TableColumns | None) -> bool:
    """Whether the columns of two tables stand at the same places: those of each pair overlap only each other, and two
    at least are aligned at one edge."""
    if upper is None or lower is None or len(upper.places) != len(lower.places):
        return False
    gaps = _edges(upper)
    if any(gaps.crossed(place.left, place.right) for place in lower.places):
        return False
    pairs = zip(upper.places, lower.places, strict=True)
    return sum(any(map(_near, one.aligned, other.aligned)) for one, other in pairs) >= 2


def has_numbers(cells: Sequence[str]) -> bool:
    """Whether most of the cells that are filled are numbers."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and sum(bool(_NUMBER.fullmatch(cell)) for cell in filled) >= _MOST * len(filled)


def rows_that_keep(columns: TableColumns, words: Sequence[Word]) -> tuple[list[TextRow], bool]:
    """The rows on the top of a page that stand in the columns of the table on the page before; and whether there are
    rows in columns, though it can't be told whether they are the table's."""
    edges = _edges(columns)
    rows: list[TextRow] = []
    for row in text_rows(words):
        if (rows and row.rect.top - rows[-1].rect.bottom > _STEP * row.size) or not _keeps(row, columns, edges):
            break
        rows.append(row)
    several = [at for at, row in enumerate(rows) if len(cells_of(row, edges)) > 1]
    if not several or several[0]:
        return [], False
    end = several[-1] + 1
    while end < len(rows) and _is_rest(rows[end - 1], rows[end], edges):
        end += 1
    rows = rows[:end]
    alike = all(_is_aligned(row, columns, edges) for row in rows) and 2 * len(several) >= len(rows)
    plain = sum(any(place is not None for place in each.aligned) for each in columns.places) >= 2
    grid = rows_of_cells(columns, rows)
    lengths = [len(cell) for row in grid for cell in row if cell]
    if median(lengths) > _LONGEST:
        return [], False
    typed = all(
        not place.numeric or has_numbers(cells)
        for place, cells in zip(columns.places, zip(*grid, strict=True), strict=True)
    )
    return (rows, False) if alike and plain and typed else ([], True)


def rows_of_cells(columns: TableColumns, rows: Sequence[TextRow]) -> list[tuple[str, ...]]:
    """Rows of words as rows of cells."""
    edges = _edges(columns)
    return [grid_rows(group, edges) for group in group_rows(rows, edges)]


def _columns(table: PageTable, rows: Sequence[TextRow], body: Sequence[TextRow], edges: ColumnEdges) -> TableColumns:
    cells = [cells_of(row, edges) for row in body]
    values = table.grid[table.header_rows or 1 :]
    places = []
    for column in range(edges.count):
        spans = [(each[column][0].rect.left, each[column][-1].rect.right) for each in cells if column in each]
        lefts, rights = [left for left, _ in spans], [right for _, right in spans]
        middles = [(left + right) / 2 for left, right in spans]
        places.append(
            ColumnPlace(
                min(lefts),
                max(rights),
                (_common(lefts), _common(middles), _common(rights)),
                has_numbers([row[column] for row in values]),
            )
        )
    bold = all(word.bold for word in rows[0].words)
    plain = [row for row in rows[1:] if not all(word.bold for word in row.words)]
    return TableColumns(tuple(places), median(row.size for row in rows), bold and len(plain) > 0.5 * len(rows[1:]))


def _common(places: Sequence[float]) -> float | None:
    """Where most of these places are."""
    usual = median(places)
    near = sum(abs(place - usual) <= _SAME for place in places)
    return usual if len(places) > 1 and near >= _MOST * len(places) else None


def _edges(columns: TableColumns) -> ColumnEdges:
    places = columns.places
    gaps = tuple((one.right, other.left) for one, other in itertools.pairwise(places))
    return ColumnEdges(places[0].left, places[-1].right, gaps, (places[0].left, places[-1].right))


def _keeps(row: TextRow, columns: TableColumns, edges: ColumnEdges) -> bool:
    """Whether no piece of a row crosses the space between two columns, and no two are in one."""
    parts = segments(row.words, _GAP)
    within = row.rect.left > edges.left - 12 and abs(row.size - columns.size) < 0.1 * columns.size
    crossing = any(edges.crossed(part[0].rect.left, part[-1].rect.right) for part in parts)
    return within and not crossing and len(parts) <= len(cells_of(row, edges))


def _is_rest(above: TextRow, row: TextRow, edges: ColumnEdges) -> bool:
    """Whether a line may be the rest of a cell in the line above."""
    cells = cells_of(row, edges)
    near = row.rect.top - above.rect.bottom < _WRAPPED * row.size
    return near and 0 not in cells and cells.keys() <= cells_of(above, edges).keys()


def _is_aligned(row: TextRow, columns: TableColumns, edges: ColumnEdges) -> bool:
    """Whether each cell begins, ends or has its middle where its column's do."""
    for column, words in cells_of(row, edges).items():
        left, right = words[0].rect.left, words[-1].rect.right
        aligned = columns.places[column].aligned
        if any(place is not None for place in aligned) and not any(
            map(_near, aligned, (left, (left + right) / 2, right))
        ):
            return False
    return True


def _near(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and abs(one - other) <= _SAME
