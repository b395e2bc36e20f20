"""Grids of cells become `Table` records: header, squeezed cells, limits, and the text that a text-only reader sees.

Knows no file format: the readers bring rows of strings. What is taken away (empty rows, cells beyond the last column)
is counted in notices, what lies beyond the bounds in `Table.cut`; nothing disappears without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from benchwright.readers.visible_text import INVISIBLE
from benchwright.records import Cut, Table

Row = Sequence[str]
Link = tuple[int, int, str]

_NUMBER = re.compile(r"^[-+−]?[$€£]?\s?\d[\d.,\s]*%?$")
_LABEL = re.compile(r"^(?:table|tab\.)\s*[\dIVX]+(?:[.-]\d+)*\s*(?:[:.–—-]\s*|$)", re.IGNORECASE)


class TableLimits(Protocol):
    """What of the readers' limits a table needs."""

    @property
    def table_rows(self) -> int: ...

    @property
    def table_columns(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Notice:
    """What was changed or taken away. `reason` is a slug, `count` how many, `text` the beginning of what was lost."""

    reason: str
    count: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class NoticedTable:
    """A table with what was noticed on the way. `caption` is a title line that stood inside the grid, "" if none."""

    table: Table
    notices: tuple[Notice, ...] = ()
    caption: str = ""


def squeeze(text: str) -> str:
    """One line: runs of white space (also no-break) become one space, invisible and control characters go."""
    return " ".join(INVISIBLE.sub("", text).split())


def make_table(
    grid: Iterable[Row],
    *,
    header_rows: int | None = None,
    links: Iterable[Link] = (),
) -> NoticedTable:
    """Make a table of a grid of cells, its header rows first.

    `header_rows` is how many rows at the top are header; None means: find out. The first row is the header unless it
    holds nothing but numbers (then the header is one row of empty names, so that it has the table's width); a single
    filled cell above two or more columns is a title line and becomes `caption`.

    The table is as wide as its header, wider only if at least half of the data rows are. Shorter rows are padded
    (notice `table-row-padded`), longer ones cut (`table-row-cut`); rows and columns without a filled cell are dropped
    (`table-empty-row`, `table-empty-column`). A column with a name but no values is kept. `links` are
    (row, column, target), rows counted from the first below the header, and move along.

    A grid without a filled data cell gives a table without rows.
    """
    cells = [[squeeze(cell) for cell in row] for row in grid]
    caption = ""
    if header_rows is None:
        caption, skipped = _title_line(cells)
        cells = cells[skipped:]
        header_rows = 0 if cells and _all_numbers(cells[0]) else 1
    header, body = cells[:header_rows], cells[header_rows:]
    numbered = [(number, row) for number, row in enumerate(body) if any(row)]
    width, shape = _fit(header, [row for _, row in numbered])
    empty = len(body) - len(numbered)
    if not header:
        header = [[""] * width]
    header = [_resize(row, width) for row in header]
    rows = [_resize(row, width) for _, row in numbered]

    remaining = [column for column in range(width) if any(row[column] for row in (*header, *rows))]
    row_at = {number: at for at, (number, _) in enumerate(numbered)}
    column_at = {column: at for at, column in enumerate(remaining)}
    table = Table(
        header=tuple(tuple(row[column] for column in remaining) for row in header),
        rows=tuple(tuple(row[column] for column in remaining) for row in rows),
        links=tuple(
            (row_at[row], column_at[column], target)
            for row, column, target in links
            if row in row_at and column in column_at
        ),
    )
    notices = (*shape, Notice("table-empty-row", empty), Notice("table-empty-column", width - len(remaining)))
    return NoticedTable(table, tuple(notice for notice in notices if notice.count), caption)


def unmarked_table(grid: Sequence[Row], links: Iterable[Link]) -> NoticedTable:
    """A table of a grid in which nothing says what is a header: `make_table` finds out. The grid has no empty row.
    Here the rows of `links` count from the grid's first; those of a header or title line go."""
    result = make_table(grid)
    top = (1 if result.caption else 0) + (1 if any(result.table.header[0]) else 0)
    moved = [(row - top, column, target) for row, column, target in links if row >= top]
    if not moved:
        return result
    body = grid[1:] if result.caption else grid
    again = make_table(body, header_rows=top - len(grid) + len(body), links=moved)
    return NoticedTable(again.table, again.notices, result.caption)


def bound_table(table: Table, limits: TableLimits) -> Table:
    """The table within `limits.table_rows` data rows and `limits.table_columns` columns, its size before in `cut`.
    A table that fits is given back as it is."""
    max_rows, max_columns = limits.table_rows, limits.table_columns
    if max_rows < 1 or max_columns < 1:
        raise ValueError("a table needs room for a row and a column")
    rows, columns = len(table.rows), max((len(row) for row in (*table.header, *table.rows)), default=0)
    if rows <= max_rows and columns <= max_columns:
        return table
    return Table(
        header=tuple(row[:max_columns] for row in table.header),
        rows=tuple(row[:max_columns] for row in table.rows[:max_rows]),
        links=tuple(link for link in table.links if link[0] < max_rows and link[1] < max_columns),
        cut=Cut(rows=rows, columns=columns),
    )


def verbatim_table(header: Iterable[Row], rows: Iterable[Row], links: Iterable[Link] = ()) -> NoticedTable:
    """A table of a published layout, cell by cell as published: only rows that are shorter than the widest row are
    padded, so that every row has one width. Nothing is squeezed, dropped or bounded."""
    heads, body = [list(row) for row in header], [list(row) for row in rows]
    width = max((len(row) for row in (*heads, *body)), default=0)
    heads = heads or [[""] * width]
    padded = sum(len(row) < width for row in (*heads, *body))
    table = Table(
        header=tuple(tuple(_resize(row, width)) for row in heads),
        rows=tuple(tuple(_resize(row, width)) for row in body),
        links=tuple(link for link in links if 0 <= link[0] < len(body) and 0 <= link[1] < width),
    )
    return NoticedTable(table, (Notice("table-row-padded", padded),) if padded else ())


def table_text(title: str, table: Table) -> str:
    """What a text-only reader sees of a table: its title line (if it has one), then header rows and data rows, one a
    line, cells parted by ` | `. A header without any name is left out."""
    header = (row for row in table.header if any(row))
    lines = [" | ".join(squeeze(cell) for cell in row) for row in (*header, *table.rows)]
    return "\n".join([squeeze(title), *lines] if squeeze(title) else lines)


def table_name(caption: str, headings: Sequence[str], otherwise: str) -> str:
    """What a table is called: its caption without the label ("Table 3:"), else the heading nearest above it, else
    `otherwise`: the title of its document, or of its file (`file_title`)."""
    bare = squeeze(_LABEL.sub("", squeeze(caption)))
    if bare:
        return bare
    return next((squeeze(heading) for heading in reversed(headings) if squeeze(heading)), squeeze(otherwise))


def file_title(name: str) -> str:
    """A file's name as words: without folders and suffixes, underscores (and hyphens between words) as spaces. A name
    without a letter ("0.csv") says nothing, so that its folder's name goes before it."""
    path = PurePosixPath(name)
    stem = path.name.split(".")[0] if not path.name.startswith(".") else path.name.strip(".")
    words = squeeze(re.sub(r"(?<=[^\W\d])-|-(?=[^\W\d])", " ", stem.replace("_", " ")))
    if any(letter.isalpha() for letter in words):
        return words
    return squeeze(f"{path.parent.name.replace('_', ' ')} {words}")


def _title_line(cells: Sequence[Row]) -> tuple[str, int]:
    """(title, rows to skip): empty rows at the top, and a lone first cell above rows with two or more filled ones."""
    first = next((at for at, row in enumerate(cells) if any(row)), None)
    if first is None:
        return "", 0
    head = [cell for cell in cells[first] if cell]
    second = next((at for at, row in enumerate(cells[first + 1 :], first + 1) if any(row)), None)
    lone = len(head) == 1 and cells[first][0] != "" and not _NUMBER.match(head[0])
    if lone and second is not None and sum(map(bool, cells[second])) >= 2:
        return head[0], second
    return "", first


def _all_numbers(row: Row) -> bool:
    filled = [cell for cell in row if cell]
    return bool(filled) and all(_NUMBER.match(cell) for cell in filled)


def _fit(header: Sequence[Row], rows: Sequence[Row]) -> tuple[int, list[Notice]]:
    """The width of the table, and how many rows are shorter or longer than it."""
    used = [_used(row) for row in rows]
    width = max((len(row) for row in header), default=0)
    if not header:
        width = max(used, default=0)
    elif 2 * sum(size > width for size in used) >= max(1, len(used)):
        width = max(used)
    long = [row for row, size in zip(rows, used, strict=True) if size > width]
    short = sum(len(row) < width for row in (*header, *rows))
    return width, [
        Notice("table-row-padded", short),
        Notice("table-row-cut", len(long), _begin([row[width:] for row in long])),
    ]


def _used(row: Row) -> int:
    """Length of a row without its empty end."""
    return next((at for at in range(len(row), 0, -1) if row[at - 1]), 0)


def _resize(row: Row, width: int) -> list[str]:
    return [*row[:width], *[""] * (width - len(row))]


def _begin(rows: Sequence[Row], length: int = 120) -> str:
    return squeeze(" | ".join(cell for row in rows[:5] for cell in row))[:length]
