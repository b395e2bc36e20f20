"""Rows of wikitext cells -> a grid of equal rows, merged cells repeated in every place that they cover.

Knows the shape of tables only; the words of a cell come and go as wikitext leaves them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_CELLS = 200_000
"""Cells of all tables of one page, merged ones counted in every place."""

_SPAN = re.compile(r"\b(rowspan|colspan)\s{0,9}=\s{0,9}[\"']?\s{0,9}(\d{1,9})", re.IGNORECASE)
_WIDEST_SPAN = 1000


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it is written."""

    text: str
    header: bool = False
    down: int = 1
    across: int = 1
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: every row has the same number of cells. `name` is set for an infobox, which names itself."""

    rows: list[list[Cell]]
    caption: str = ""
    name: str = ""


def attributes_of(text: str) -> Mapping[str, int]:
    """The spans among a cell's attributes; at least {"": 1} if the text is attributes at all (`style="..."`)."""
    bare = text.strip()
    if bare and "=" not in bare and bare.lower() not in {"nowrap", "-"}:
        return {}
    found = {name.lower(): min(max(int(value), 1), _WIDEST_SPAN) for name, value in _SPAN.findall(text)}
    return {"": 1, **found}


def grid_of(rows: Sequence[Sequence[Cell]], caption: str, most: int) -> Grid | None:
    """None if it has not two columns, and two rows of which one is data, or more than `most` cells."""
    full: list[dict[int, Cell]] = []
    reach: dict[int, tuple[int, Cell]] = {}  # column -> rows that a cell above still covers, that cell
    cells = 0
    for row in rows:
        if not row:
            continue
        line = {column: cell for column, (_, cell) in reach.items()}
        ahead = {column: (down - 1, cell) for column, (down, cell) in reach.items() if down > 1}
        column = 0
        for cell in row:
            while column in line:
                column += 1
            for _ in range(cell.across):
                line[column] = cell
                if cell.down > 1:
                    ahead[column] = (cell.down - 1, cell)
                column += 1
                while column in line:
                    column += 1
            if cells + len(line) > most:
                return None
        reach = ahead
        cells += len(line)
        if any(cell.text for cell in line.values()):
            full.append(line)
    width = max((max(line) + 1 for line in full), default=0)
    if width < 2 or len(full) < 2 or width * len(full) > most or head_of(full) == len(full):
        return None
    empty = Cell("")
    return Grid([[line.get(column, empty) for column in range(width)] for line in full], caption)


def head_of(rows: Sequence[Mapping[int, Cell]]) -> int:
    """How many rows at the top are header through and through; the corner above the row names may be empty."""
    return next((at for at, row in enumerate(rows) if not _is_head(row)), len(rows))


def _is_head(row: Mapping[int, Cell]) -> bool:
    plain = [column for column, cell in row.items() if not cell.header]
    return not plain or (plain == [0] and not row[0].text and len(row) > 1)
