"""Tables of Word and PowerPoint become rows of cells, merged cells repeated in every place that they cover."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from benchwright.readers.office.markup import child, number, switched, value
from benchwright.readers.table_records import NoticedTable, make_table
from benchwright.readers.visible_text import BORDER, BREAK

MOST_CELLS = 200_000
WIDEST = 1000


@dataclass(frozen=True, slots=True)
class GridCell:
    """`span` columns wide; `continues` if it is a part of the cell above."""

    element: Element
    span: int
    continues: bool


@dataclass(frozen=True, slots=True)
class GridRow:
    """`skip` empty places before the first cell; `header` if it is repeated on every page."""

    cells: tuple[GridCell, ...]
    skip: int
    header: bool


def cells_of(table: Element, deleted: Callable[[Element], None]) -> list[GridRow]:
    """The rows of a `w:tbl`. A row or cell that a tracked change has taken out is handed to `deleted`."""
    rows: list[GridRow] = []
    for row in _inside(table, "w:tr"):
        look = child(row, "w:trPr")
        if child(look, "w:del") is not None:
            deleted(row)
            continue
        inside = _inside(row, "w:tc")
        for cell in (gone := [cell for cell in inside if child(cell, "w:tcPr", "w:cellDel") is not None]):
            deleted(cell)
        cells = tuple(_cell(cell) for cell in inside if cell not in gone)
        skip = _span(value(look, "w:gridBefore"), 0)
        rows.append(GridRow(cells, skip, switched(look, "w:tblHeader")))
    return rows


def join_paragraphs(texts: Iterable[str]) -> str:
    """The paragraphs of a cell: items of a list, but for one behind a whole sentence."""
    return re.sub(f"(?<=[.!?]){BREAK}", BORDER, BREAK.join(texts))


def _inside(element: Element, tag: str) -> list[Element]:
    """Children of that tag, also those that content controls and tracked insertions stand around."""
    results: list[Element] = []
    stack = list(reversed(element))
    while stack:
        one = stack.pop()
        if one.tag == tag:
            results.append(one)
        elif one.tag in {"w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo"}:
            stack.extend(reversed(one))
    return results


def _cell(element: Element) -> GridCell:
    look = child(element, "w:tcPr")
    merge = child(look, "w:vMerge")
    continues = merge is not None and (merge.get("w:val") or "continue") == "continue"
    return GridCell(element, _span(value(look, "w:gridSpan"), 1), continues)


def _span(text: str | None, otherwise: int) -> int:
    return min(max(number(text, otherwise), otherwise), WIDEST)


def grid_of(rows: list[GridRow], words: Callable[[Element], str]) -> NoticedTable | None:
    """The table; None if it has not two columns and a row below the first, or more than 200,000 cells."""
    width = max((row.skip + sum(cell.span for cell in row.cells) for row in rows), default=0)
    if width < 2 or len(rows) < 2 or width * len(rows) > MOST_CELLS:
        return None
    above = [""] * width
    grid: list[list[str]] = []
    heads = 0
    for at, row in enumerate(rows):
        line = [""] * row.skip
        for cell in row.cells:
            place = len(line)
            text = above[place] if cell.continues and place < width else words(cell.element)
            line.extend([text] * cell.span)
        line.extend([""] * (width - len(line)))
        grid.append(line)
        above = line
        if row.header and heads == at:
            heads = at + 1
    return table_of(grid, heads)


def table_of(grid: list[list[str]], heads: int = 0) -> NoticedTable | None:
    """The table of a grid whose first `heads` rows are its header (0: find out). None without a data row."""
    result = make_table(grid, header_rows=heads if 0 < heads < len(grid) else None)
    return result if result.table.rows else None
