"""Read the cells of an HTML table, merged ones in every place that they cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from selectolax.lexbor import LexborNode

from benchwright.readers.html_elements import marked_text
from benchwright.readers.table_records import NoticedTable, Row, make_table
from benchwright.readers.visible_text import visible_text

_MOST_CELLS = 200_000
_Cell = tuple[str, tuple[str, ...]]  # its words with their marks, what it links to
_WIDEST_SPAN = 1000


def tables_of(node: LexborNode, targets: Callable[[LexborNode], Iterable[str]]) -> list[NoticedTable]:
    """The cells of a `<table>`, merged ones repeated, with what `targets` says that they link to. A row of header cells
    with other names below the data begins another table.

    There is none if no row has two cells with words, if no row holds data, or if the spans would make more than 200,000
    cells: such a table is read as running text."""
    grid: list[dict[int, _Cell]] = []
    heads: list[bool] = []
    reach: dict[int, tuple[int, _Cell]] = {}  # column -> rows that a cell above still covers, that cell
    cells = 0
    above: LexborNode | None = None
    for row in sorted(node.css("tr"), key=_part_of):
        if above is None or row.parent is None or row.parent.mem_id != above.mem_id:
            above, reach = row.parent, {}  # no cell reaches into another part
        line = {column: words for column, (_, words) in reach.items()}
        ahead = {column: (rows - 1, words) for column, (rows, words) in reach.items() if rows > 1}
        column = 0
        kinds = []
        for cell in row.iter():
            if cell.tag not in {"td", "th"}:
                continue
            words = (marked_text(cell, cell=True), tuple(dict.fromkeys(targets(cell))))
            kinds.append(cell.tag)
            down = _span(cell, "rowspan") or _MOST_CELLS
            while column in line:
                column += 1
            for _ in range(_span(cell, "colspan") or 1):
                line[column] = words
                if down > 1:
                    ahead[column] = (down - 1, words)
                column += 1
                while column in line:
                    column += 1
        reach = ahead
        cells += len(line)
        if cells > _MOST_CELLS:
            return []
        if any(visible_text(text) for text, _ in line.values()):
            grid.append(line)
            inside_head = row.parent is not None and row.parent.tag == "thead"
            heads.append(inside_head or (bool(kinds) and all(kind == "th" for kind in kinds)))
    width = max((max(line) + 1 for line in grid), default=0)
    top = next((index for index, head in enumerate(heads) if not head), len(heads))
    beside = any(len({id(cell) for cell in line.values() if visible_text(cell[0])}) > 1 for line in grid)
    if not beside or top == len(grid) or width * len(grid) > _MOST_CELLS:
        return []
    full = [[line[column][0] if column in line else "" for column in range(width)] for line in grid]
    starts = [0, *_further_headers(full, heads, top), len(grid)]
    return [_part(grid[begin:end], full[begin:end], heads[begin:end]) for begin, end in pairwise(starts)]


def _part(grid: Sequence[Mapping[int, _Cell]], full: Sequence[Row], heads: Sequence[bool]) -> NoticedTable:
    links = [
        (row, column, target) for row, line in enumerate(grid) for column in sorted(line) for target in line[column][1]
    ]
    return make_table(full, header_rows=heads.index(False) or None, links=links)


def _further_headers(full: Sequence[Row], heads: Sequence[bool], top: int) -> Iterator[int]:
    """The rows below data, with data below them, whose header cells are two or more names, and not those of the header
    again. A row of sums has numbers."""
    names = [visible_text(cell) for cell in full[top - 1]] if top else []
    for at in range(top + 1, len(full)):
        row = [visible_text(cell) for cell in full[at]]
        filled = {cell for cell in row if cell}
        worded = all(any(map(str.isalpha, cell)) and not cell[0].isdigit() for cell in filled)
        begins = heads[at] and not heads[at - 1] and not all(heads[at:])
        if begins and len(filled) > 1 and worded and row != names:
            names = row
            yield at


def _part_of(row: LexborNode) -> int:
    """Where the part of a table that a row stands in is shown: at the top, in the middle, at the bottom."""
    return {"thead": 0, "tfoot": 2}.get((row.parent.tag if row.parent is not None else "") or "", 1)


def _span(cell: LexborNode, name: str) -> int:
    value = (cell.attributes.get(name) or "1").strip()
    return min(int(value), _WIDEST_SPAN) if value.isascii() and value.isdigit() else 1
