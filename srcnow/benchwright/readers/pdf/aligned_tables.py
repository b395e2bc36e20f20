"""Tables without rules and without a caption are found where names stand over columns of numbers, row under row.

    River    Length   Mouth          two rows with gaps at the same places begin a table; it goes on while no row
    Elbe     1,094    North Sea      crosses these gaps; it has three such rows, and a name over a column of numbers
    Oder       840    Baltic

Without such a column it may be text set in columns (authors, a list): `word_tables.py` tells.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from benchwright.readers.pdf.cell_lines import group_rows
from benchwright.readers.pdf.column_gaps import ColumnEdges, TextRow, cells_of, find_columns, has_leaders, segments
from benchwright.readers.pdf.open_tables import grid_rows
from benchwright.readers.pdf.page import PageContent, PageTable, Word, around
from benchwright.readers.pdf.word_tables import word_table

_GAP = 0.9  # of the size: a wider space between words parts cells
_STEP = 2.2  # of the size: rows further apart are not of one table
_TIGHT = 1.2  # of the least step: a line this near may be the rest of a cell
_FEWEST = 3  # rows with words in several columns
_FIRST = 12  # rows that may still narrow the gaps
_MOST_ROWS = 300
_LONGEST_NAME = 60
_RELATION = re.compile(r"[=≈≃∼~<>≤≥≡∝→⇒:]{1,2}")
_NUMBER = re.compile(r"[^\w\s]{0,3}\d")


def aligned_tables(rows: Sequence[TextRow], content: PageContent) -> Iterator[PageTable]:
    """The tables among the rows of a page or a column of it, from the top. The first row of each is its header."""
    at = 0
    while at + _FEWEST <= len(rows):
        numbers = _is_header(rows[at], rows[at + 1])
        if not numbers and not is_parted(rows[at]):
            at += 1
            continue
        aligned, end = _aligned(rows[at : at + _MOST_ROWS])
        table = _table(aligned, content) if aligned and numbers else None
        if table is None and aligned:
            table = word_table(aligned, _columns(aligned), content)
        if table is not None:
            yield table
        at += end if numbers or table is not None else 1


def is_parted(row: TextRow) -> bool:
    """Whether a row has words in several columns."""
    return len(_parts(row)) > 1


def _parts(row: TextRow) -> list[tuple[Word, ...]]:
    return segments(row.words, _GAP)


def _is_header(row: TextRow, below: TextRow) -> bool:
    """Whether a row may be the header over the one below: no name in it begins with a number, a cell below does."""
    return (
        is_parted(row)
        and not any(map(_starts_with_number, _parts(row)))
        and any(map(_starts_with_number, _parts(below)[1:]))
    )


def _starts_with_number(part: Sequence[Word]) -> bool:
    return bool(_NUMBER.match(" ".join(word.text for word in part)))


def _aligned(rows: Sequence[TextRow]) -> tuple[Sequence[TextRow], int]:
    """The rows from the first on that keep to its columns, none if they are too few or it is in doubt where they end;
    and how many rows need not be tried again."""
    columns = _columns(rows[:2])
    if columns.count < 2:
        return (), 1
    end = 1
    while end < len(rows) and rows[end].rect.top - rows[end - 1].rect.bottom <= _STEP * rows[end].size:
        if any(columns.crossed(part[0].rect.left, part[-1].rect.right) for part in _parts(rows[end])):
            break
        narrowed = _columns(rows[: end + 1]) if end < _FIRST else columns
        if narrowed.count < columns.count:
            break
        columns = narrowed
        end += 1
    last = end
    while last and not is_parted(rows[last - 1]) and 0 in cells_of(rows[last - 1], columns):
        last -= 1  # text under the table, if it stands apart from it
    steps = [below.rect.bottom - above.rect.bottom for above, below in itertools.pairwise(rows[: last + 1])]
    few = sum(map(is_parted, rows[:last])) < _FEWEST or _columns(rows[:last]).count < columns.count
    doubtful = last < end and steps[-1] <= _TIGHT * min(steps)
    return (() if few or doubtful else rows[:last]), end


def _columns(rows: Sequence[TextRow]) -> ColumnEdges:
    return find_columns(rows, min(row.rect.left for row in rows), max(row.rect.right for row in rows))


def _table(rows: Sequence[TextRow], content: PageContent) -> PageTable | None:
    """The table of aligned rows; None without a name over a column of numbers, and for what is drawn or is code."""
    rect, columns = around(row.rect for row in rows), _columns(rows)
    down = any(not rule.across and rect.holds(rule.rect) for rule in content.rules)
    if down or 2 * sum(map(_mono_words, rows)) > sum(len(row.words) for row in rows):
        return None
    grid = tuple(grid_rows(group, columns) for group in (rows[:1], *group_rows(rows[1:], columns)))
    if any(map(has_leaders, rows)) or any(map(_are_relations, zip(*grid, strict=True))):
        return None  # a table of contents, or equations under each other
    names = [name for name in grid[0] if name]
    if len(grid) < _FEWEST or len(set(names)) < len(names):  # else it may be two tables beside each other
        return None
    if not any(_is_named(column) for column in list(zip(*grid, strict=True))[1:]):
        return None
    return PageTable(rect, grid, 1)


def _mono_words(row: TextRow) -> int:
    return sum(1 for word in row.words if word.mono)


def _are_relations(column: Sequence[str]) -> bool:
    """Whether a column holds nothing but the signs between the two sides of equations."""
    cells = [cell for cell in column if cell]
    return len(cells) > 1 and all(_RELATION.fullmatch(cell) for cell in cells)


def _is_named(column: Sequence[str]) -> bool:
    """Whether a column of cells is one of numbers under a name."""
    values = [cell for cell in column[1:] if cell]
    numbers = sum(1 for cell in values if _NUMBER.match(cell))
    named = len(column[0]) <= _LONGEST_NAME and any(map(str.isalpha, column[0]))
    return named and numbers >= 2 and numbers >= 0.75 * len(values)
