"""Find columns inside drawn cells that only gaps separate: a grid may draw only some of its lines.

Character   Nucleotide | Character   Nucleotide
-----------------------|-----------------------
A            Adenosine | Y               C or T
G            Guanosine | K               G or T
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from benchwright.readers.pdf.boxed_tables import DrawnGrid
from benchwright.readers.pdf.cell_lines import CellLines
from benchwright.readers.pdf.column_gaps import ColumnEdges, TextRow, cells_of, find_columns, segments, text_rows
from benchwright.readers.pdf.open_tables import grid_rows
from benchwright.readers.pdf.page import PageTable

_FEWEST = 4
"""Lines in a cell."""

_PARTED = 0.75
"""Of the lines in a cell: so many have a gap."""

_GAP = 0.9  # of the size: a wider space between words parts cells


def refined_table(grid: DrawnGrid, bands: Sequence[Sequence[TextRow]]) -> PageTable | None:
    """The table of a grid whose cells hold columns of their own; None if they hold none. `bands` are the lines in each
    row of the grid, and no cell spans."""
    columns = _columns(grid, bands)
    rows = [row for band in bands for row in band]
    if columns is None or any(_crosses(row, columns) for row in rows):
        return None
    lines = CellLines(rows, columns)
    groups = [lines.groups(band) for band in bands if band]
    cells = tuple(grid_rows(group, columns) for band in groups for group in band)
    header = len(groups[0]) if len(groups) > 1 and len(groups[0]) == 1 else None
    return PageTable(grid.rect, cells, header)


def _columns(grid: DrawnGrid, bands: Sequence[Sequence[TextRow]]) -> ColumnEdges | None:
    """The columns between rules and gaps; None without gaps."""
    body = max(bands, key=len)
    gaps = [(x - 0.01, x + 0.01) for x in grid.xs[1:-1]]
    for left, right in pairwise(grid.xs):
        pieces = [[word for word in row.words if left < word.rect.middle[0] < right] for row in body]
        rows = [row for words in pieces if words for row in text_rows(words)]
        parted = sum(len(segments(row.words, _GAP)) > 1 for row in rows)
        mono = sum(word.mono for row in rows for word in row.words)
        if len(rows) >= _FEWEST and parted >= _PARTED * len(rows) and not mono:
            gaps.extend(find_columns(rows, left, right).gaps)
    if len(gaps) < len(grid.xs) - 1:
        return None
    edges = grid.xs[0], grid.xs[-1]
    return ColumnEdges(*edges, tuple(sorted(gaps)), edges)


def _crosses(row: TextRow, columns: ColumnEdges) -> bool:
    """Whether a piece of a line stands in two columns."""
    parts = segments(row.words, _GAP)
    return len(parts) < len(cells_of(row, columns)) or any(
        columns.crossed(part[0].rect.left, part[-1].rect.right) for part in parts
    )
