"""Find tables of words that have neither rules nor a caption, by the spacing of their rows.

    Boat     Builder     Berth           cells that begin at the same edges, rows that are farther apart than lines,
    Anna     Lee Yard    North quay      every column filled in each row, and few words in a cell
    Bella    Ray Yard    South quay

Authors stand in their middle, addresses and columns of text at the distance of lines; cards hold sentences, and forms
labels. A bold first row over three columns is a header; else the table has none, so that nothing is read from it but
the order of its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from benchwright.readers.pdf.cell_lines import group_rows
from benchwright.readers.pdf.column_gaps import ColumnEdges, TextRow, cells_of, has_leaders
from benchwright.readers.pdf.open_tables import are_centred, grid_rows, header_by_style
from benchwright.readers.pdf.page import PageContent, PageTable, around

_FEWEST = 4
"""Rows, the first of which may be a header."""

_APART = 1.35
"""Of the size: rows are at least this far apart. Lines of text are 1.15 to 1.25 apart."""

_SAME_EDGE = 1.5
"""Points: side bearings of letters differ so much."""

_HEADED = 3
"""Columns that a bold row names. Of two the one may be as well the address under a name."""

_MOST_WORDS, _USUAL_WORDS = 8, 4
"""Of one cell, and of half of the cells."""

_SENTENCES = 0.2
_LABELS = 0.4
"""Of the cells: with more sentences it is text in boxes, with more labels a form."""
_SENTENCE = re.compile(r"\S+ .*[.!?]$")
_LABEL = re.compile(r".*\w:(?:\s|$)")


def word_table(rows: Sequence[TextRow], columns: ColumnEdges, content: PageContent) -> PageTable | None:
    """The table that aligned rows are; None where they may be anything else."""
    groups = group_rows(rows, columns)
    if len(groups) < _FEWEST or columns.count < 2 or not _stand_apart(groups) or not _begin_alike(rows, columns):
        return None
    grid = tuple(grid_rows(group, columns) for group in groups)
    rect = around(row.rect for row in rows)
    drawn = any(not rule.across and rect.holds(rule.rect) for rule in content.rules)
    if (
        drawn
        or are_centred(rows)
        or any(map(has_leaders, rows))
        or not _are_short([cell for row in grid for cell in row])
    ):
        return None
    if len(set(grid[0])) < len(grid[0]) or sum(word.mono for row in rows for word in row.words) > 0:
        return None  # two tables beside each other, or code
    headed = columns.count >= _HEADED and header_by_style(groups) == 1
    return PageTable(rect, grid, 1 if headed else 0)


def _stand_apart(groups: Sequence[Sequence[TextRow]]) -> bool:
    """Whether rows of cells are farther apart than lines are, in the rows and anywhere."""
    steps = [below[0].rect.bottom - above[-1].rect.bottom for above, below in pairwise(groups)]
    return min(steps) >= _APART * median(row.size for group in groups for row in group)


def _begin_alike(rows: Sequence[TextRow], columns: ColumnEdges) -> bool:
    """Whether the lines of each column begin at one edge."""
    edges: dict[int, list[float]] = {}
    for row in rows:
        for column, words in cells_of(row, columns).items():
            edges.setdefault(column, []).append(words[0].rect.left)
    return all(max(column) - min(column) <= _SAME_EDGE for column in edges.values())


def _are_short(cells: Sequence[str]) -> bool:
    """Whether all cells are filled with a few words, and few are sentences, labels or items of a list."""
    counts = [len(cell.split()) for cell in cells]
    if min(counts) < 1 or max(counts) > _MOST_WORDS or median(counts) > _USUAL_WORDS:
        return False
    if not all(cell[0].isalnum() or cell[0] in "$€£¥(+-−–" for cell in cells):
        return False
    sentences = sum(1 for cell in cells if _SENTENCE.fullmatch(cell))
    labels = sum(1 for cell in cells if _LABEL.match(cell))
    return sentences <= _SENTENCES * len(cells) and labels <= _LABELS * len(cells)
