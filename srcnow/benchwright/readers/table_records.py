"""Grids of cells become `Table` records: header, squeezed cells, limits, and the text that a text-only reader sees.

Knows no file format: the readers bring rows of strings. What is taken away (empty rows, cells beyond the last column)
is counted in notices, what lies beyond the bounds in `Table.cut`; nothing disappears without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePosixPath

from benchwright.readers.inputs import COMPRESSED, Limits
from benchwright.readers.visible_text import BORDER, BREAK, INVISIBLE, RAISED, Form, visible_text
from benchwright.records import Cut, Table

Row = Sequence[str]
Link = tuple[int, int, str]

_MARK = re.compile(f"[{BORDER}{BREAK}{RAISED}]")
_NUMBER = re.compile(r"^[-+−]?[$€£]?\s?\d[\d.,\s]*%?$")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_DOTS = re.compile(r"[\[(]?(?:\.{2,}|…|⋮|⋯|⋱)[\])]?")
_NOTHING = re.compile(r"[^\w%°$€£]+|n/?a", re.IGNORECASE)
_LABEL = re.compile(r"^(?:table|tab\.)\s*[\dIVX]+(?:[.-]\d+)*\s*(?:[:.–—-]\s*|$)", re.IGNORECASE)


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

    def captioned(self, caption: str) -> str:
        """The caption that stands outside the grid, with the title line inside it."""
        if not caption or self.caption in ("", caption):
            return caption or self.caption
        return f"{caption.rstrip('.')}. {self.caption}"


def squeeze(text: str) -> str:
    """One line: runs of white space (also no-break) become one space, invisible and control characters go."""
    return " ".join(INVISIBLE.sub("", text).split())


def _words(cell: str, form: Form) -> str:
    return squeeze(visible_text(cell, form) if _MARK.search(cell) else cell)


def make_table(
    grid: Iterable[Row], *, header_rows: int | None = None, links: Iterable[Link] = (), merged: bool = True
) -> NoticedTable:
    """Make a table of a grid of cells, its header rows first. Every reader of tables comes here.

    `header_rows` is how many rows at the top are marked as header, 0 that there is none; None means: find out. The
    first row is the header unless it holds nothing but numbers with no empty corner (then the header is one row of
    empty names, so that it has the table's width). A row below names the parts of what a header row spans (2010 and
    2020 under "Population", a unit under each year) and is header too; what spans is repeated over its parts.
    `merged` says that the format repeats a merged cell in every place. A single filled cell above two or more
    columns, or one merged cell across all columns, is a title line and becomes `caption`.

    The table is as wide as its header. Shorter rows are padded (notice `table-row-padded`). Of longer ones nobody knows
    which cell belongs to which name: they are left out (`table-row-cut`), and the table says that it lacks them. If at
    least half of the rows are longer, the names are no header but a row like the others, and the table is as wide as
    its widest row. Rows and columns without a filled cell are dropped (`table-empty-row`, `table-empty-column`). A
    column with a name but no values is kept. A row of nothing but dots stands for rows that its writer left out, as
    data frames are shown: the table says that it lacks them. `links` are (row, column, target), rows counted from the
    first of the grid; those of the header go. Cells may hold the marks of `visible_text` between their words.

    A grid without a filled data cell gives a table without rows.
    """
    given = [list(row) for row in grid]
    cells = [[_words(cell, "header") for cell in row] for row in given]
    caption, top = _title_line(cells, header_rows, merged)
    count = (header_rows or 0) - top
    if header_rows is None or (top and count < 1):
        count = int(header_rows != 0 and top < len(cells) and not _is_data(cells[top:]))
    while 0 < count < len(cells) - top and (whole := _parts_named(cells[top:], count)):
        cells[top + count - 1 : top + count + 1] = whole
        count += 1
    header, body = cells[top : top + count], [[_words(cell, "cell") for cell in row] for row in given[top + count :]]
    numbered = [(number, row) for number, row in enumerate(body, top + count) if any(row)]
    empty = len(body) - len(numbered)
    width = max((len(row) for row in header), default=0)
    if header and 2 * sum(_used(row) > width for _, row in numbered) >= max(1, len(numbered)):
        header, numbered = [], [*enumerate(header, top), *numbered]
    if not header:
        width = max((_used(row) for _, row in numbered), default=0)
        header = [[""] * width]
    long = [row for _, row in numbered if _used(row) > width]
    numbered = [(number, row) for number, row in numbered if _used(row) <= width]
    skipped = sum(all(not cell or _DOTS.fullmatch(cell) for cell in row) for _, row in numbered)
    short = sum(len(row) < width for row in (*header, *(row for _, row in numbered)))
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
        cut=Cut(len(numbered) + len(long) + skipped, width) if long or skipped else None,
    )
    notices = (
        Notice("table-row-padded", short),
        Notice("table-row-cut", len(long), _begin(long)),
        Notice("table-empty-row", empty),
        Notice("table-empty-column", width - len(remaining)),
    )
    return NoticedTable(table, tuple(notice for notice in notices if notice.count), caption)


def bound_table(table: Table, limits: Limits) -> Table:
    """The table within `limits.table_rows` data rows and `limits.table_columns` columns, its size before in `cut`.
    A table that fits is given back as it is."""
    max_rows, max_columns = limits.table_rows, limits.table_columns
    if max_rows < 1 or max_columns < 1:
        raise ValueError("a table needs room for a row and a column")
    rows, columns = len(table.rows), max((len(row) for row in (*table.header, *table.rows)), default=0)
    if rows <= max_rows and columns <= max_columns:
        return table
    if table.cut is not None:
        rows, columns = max(rows, table.cut.rows), max(columns, table.cut.columns)
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
    """A file's name as words: without folders and suffixes, underscores (and hyphens between words, and dots before
    one) as spaces. A name without a letter ("0.csv") says nothing, so that its folder's name goes before it."""
    path = PurePosixPath(name)
    stem = PurePosixPath(path.stem if path.suffix in COMPRESSED else path.name.lstrip(".")).stem
    words = squeeze(re.sub(r"(?<=[^\W\d])-|[-.](?=[^\W\d])", " ", stem.replace("_", " ")))
    if any(letter.isalpha() for letter in words):
        return words
    return squeeze(f"{path.parent.name.replace('_', ' ')} {words}")


def _title_line(cells: Sequence[Row], marked: int | None, merged: bool) -> tuple[str, int]:
    """(title, rows above the table): empty rows at the top, and a title line above rows with two or more cells. In a
    header that is marked, a lone cell is a name."""
    first = next((at for at, row in enumerate(cells) if any(row)), 0)
    second = next((at for at, row in enumerate(cells[first + 1 :], first + 1) if any(row)), None)
    begin = 0 if marked is not None else first
    if second is None or _NUMBER.match(cells[first][0]) or not cells[first][0]:
        return "", begin
    across = merged and len(set(cells[first])) == 1 and len(cells[first]) > 1 < len(set(cells[second]))
    lone = marked is None and sum(map(bool, cells[first])) == 1 and sum(map(bool, cells[second])) > 1
    return (cells[first][0], second) if lone or (across and second < len(cells) - 1) else ("", begin)


def _is_data(cells: Sequence[Row]) -> bool:
    """Whether the first row is no header: all numbers, unless they stand behind an empty corner over names of rows."""
    filled = [cell for cell in cells[0] if cell]
    named = [row[0] for row in cells[1:] if row and row[0] and not _NUMBER.match(row[0])]
    corner = cells[0][:1] == [""] and 2 * len(named) > len(cells) - 1
    return bool(filled) and all(_NUMBER.match(cell) for cell in filled) and not corner


def _parts_named(cells: Sequence[Row], at: int) -> list[list[str]] | None:
    """The header row before `at` and the row there, filled in, if that one names the parts of what the first spans;
    None for a row of data. A cell spans what repeats it, and the empty places behind it. There are numbers below the
    parts, or a cell beside them is merged with the one above."""
    width = max(map(len, cells))
    above, here = (_resize(row, width) for row in cells[at - 1 : at + 1])
    whole = [*above]
    for column in range(1, width):
        whole[column] = above[column] or whole[column - 1]
    spans = [list(group) for name, group in groupby(range(width), whole.__getitem__) if name]
    parts = {at for span in spans if len({here[at] for at in span} - {""}) > 1 for at in span}
    beside = [column for column in range(width) if column not in parts]
    names = [here[column] for column in parts if here[column]]
    if not parts or any(here[column] and above[column] not in ("", here[column]) for column in beside):
        return None
    if any((_NUMBER.match(name) and not _YEAR.fullmatch(name)) or _NOTHING.fullmatch(name) for name in names):
        return None
    below = [row[column] for row in cells[at + 1 :] for column in parts if column < len(row) and row[column]]
    joined = any(here[column] and here[column] == above[column] for column in beside)
    if not below or (2 * sum(1 for cell in below if _NUMBER.match(cell)) < len(below) and not joined):
        return None
    return [
        [whole[column] if column in parts else above[column] for column in range(width)],
        [here[column] or ("" if column in parts else above[column]) for column in range(width)],
    ]


def _used(row: Row) -> int:
    """Length of a row without its empty end."""
    return next((at for at in range(len(row), 0, -1) if row[at - 1]), 0)


def _resize(row: Row, width: int) -> list[str]:
    return [*row[:width], *[""] * (width - len(row))]


def _begin(rows: Sequence[Row], length: int = 120) -> str:
    return squeeze(" | ".join(cell for row in rows[:5] for cell in row))[:length]
