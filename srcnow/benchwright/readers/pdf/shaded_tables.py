"""Find tables without rules whose rows are all shaded: each shade is a row, and gaps separate its columns.

    ░ Feature ░░░░ Sample ░░░░ Setting ░      a header of another shade, mostly filled cell by cell
    ▒ Standard ▒▒▒ B ▒▒▒▒▒▒▒▒▒ cv13=0 ▒▒
    ░ Lowercase ░░ b ▒▒▒▒▒▒▒▒▒ cv13=1 ░░

Words are needed in every row, and every row has to keep to the columns: bars of charts and boxes of text do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from benchwright.readers.pdf.column_gaps import ColumnEdges, TextRow, cells_of, find_columns, text_rows
from benchwright.readers.pdf.open_tables import grid_rows, header_by_style
from benchwright.readers.pdf.page import Drawing, PageContent, PageTable, Rect, around
from benchwright.readers.pdf.shades import shade_bands, stacks

_MOST_SHAPES = 3_000
"""A page with more is a drawing."""

_FEWEST = 3
"""Rows."""

_FILLED = 0.6
"""Of the cells: what has fewer words is no table."""


def shaded_tables(content: PageContent) -> Iterator[PageTable]:
    """The tables of a page whose rows are shades under each other, from the left and the top."""
    shades = [each for each in content.drawings if each.filled]
    if not 2 <= len(shades) <= _MOST_SHAPES:
        return
    for run in stacks(shade_bands(shades)):
        if len(run) >= _FEWEST and (table := _table(content, run, shades)) is not None:
            yield table


def _table(content: PageContent, run: Sequence[Rect], shades: Sequence[Drawing]) -> PageTable | None:
    """The table that a run of shades is; None where words stand outside of them, or keep to no columns."""
    rect = around(run)
    if any(each.rect.overlap(rect) > 0 for each in content.rasters):
        return None
    inside = [word for word in content.words if rect.overlap(word.rect) > 0 and word.upright]
    if any(not (rect.left <= word.rect.left and word.rect.right <= rect.right) for word in inside):
        return None
    bands = [text_rows([word for word in inside if band.holds(word.rect)]) for band in run]
    if not all(bands):
        return None
    columns = _columns(run, bands, shades)
    if columns.count < 2:
        return None
    filled = [{column for row in band for column in cells_of(row, columns)} for band in bands]
    if sum(map(len, filled)) < _FILLED * columns.count * len(run) or any(len(cells) < 2 for cells in filled[:2]):
        return None
    if any(len(row.words) > 1 and _crosses(row, columns) for band in bands for row in band):
        return None
    grid = tuple(grid_rows(band, columns) for band in bands)
    return PageTable(rect, grid, header_by_style(bands))


def _columns(run: Sequence[Rect], bands: Sequence[Sequence[TextRow]], shades: Sequence[Drawing]) -> ColumnEdges:
    """The columns: those that the cells of one row are filled in, else those between gaps."""
    rect = around(run)
    for band in run:
        cells = sorted((each.rect for each in shades if band.holds(each.rect)), key=lambda cell: cell.left)
        apart = all(right.left >= left.right - 1.5 for left, right in pairwise(cells))
        if len(cells) > 1 and apart:
            gaps = tuple((left.right - 0.01, right.left + 0.01) for left, right in pairwise(cells))
            return ColumnEdges(rect.left, rect.right, gaps, (rect.left, rect.right))
    return find_columns([row for band in bands for row in band], rect.left, rect.right)


def _crosses(row: TextRow, columns: ColumnEdges) -> bool:
    """Whether a line goes on over the edge of a column: no wider space is between its words there."""
    size = median(word.size for word in row.words)
    for left, right in pairwise(row.words):
        over = any(
            left.rect.middle[0] < start + 0.5 and right.rect.middle[0] > end - 0.5 for start, end in columns.gaps
        )
        if over and right.rect.left - left.rect.right < 0.5 * size:
            return True
    return any(columns.crossed(word.rect.left, word.rect.right) for word in row.words)
