"""Find a second header among the rows of a table, below which its columns mean something else.

Region | Sales | Staff
North  | 10    | 5
South  | 20    | 6
Item   | Price | Stock      names again, where numbers stood: what follows is no region
Lamp   | 15    | 3
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from benchwright.facts.headers import clean
from benchwright.facts.keys import is_empty
from benchwright.records import Cut, Source, Table

_FIGURE = re.compile(r"[^\w\s]*\s?\d")
_FEWEST_ABOVE = 2


def first_part(source: Source) -> Source:
    """The source with the rows of its table that the header names: those above a second header, as a part of a table.
    A source without one is given back as it is."""
    table = source.table
    end = _second_header(table) if table is not None and table.header else None
    if table is None or end is None:
        return source
    links = tuple(link for link in table.links if link[0] < end)
    cut = Cut(len(table.rows), len(table.header[0]))
    return replace(source, table=replace(table, rows=table.rows[:end], links=links, cut=cut))


def _second_header(table: Table) -> int | None:
    """The first row of names alone, each once in the table, that has two of them in columns of numbers; or one, where
    it repeats a name of the header, or where a column ends there that was filled before. The whole header again, as
    at the head of a page, changes nothing."""
    names = [clean(cell).casefold() for cell in table.header[-1]]
    columns = list(zip(*table.rows, strict=True))
    figures = [_length_of_figures(column) for column in columns]
    for at in range(_FEWEST_ABOVE, len(table.rows) - 1):
        cells = [clean(cell) for cell in table.rows[at]]
        filled = [cell for cell in cells if cell]
        repeats = list(map(str.casefold, cells)) == names
        if repeats or len(set(filled)) < max(2, len(filled)) or not all(map(_is_name, filled)):
            continue
        under = [column for column, length in enumerate(figures) if length == at and cells[column]]
        if not under or any(columns[column].count(table.rows[at][column]) > 1 for column in under):
            continue
        again = any(cell.casefold() == name for cell, name in zip(cells, names, strict=True) if cell)
        if len(under) > 1 or again or any(_ends(column, at) for column in columns):
            return at
    return None


def _length_of_figures(column: Sequence[str]) -> int:
    """How many rows from the top hold a number; 0 where one of them is empty."""
    return next((at for at, cell in enumerate(column) if not _FIGURE.match(clean(cell))), len(column))


def _is_name(cell: str) -> bool:
    return not cell[0].isdigit() and any(map(str.isalpha, cell)) and not is_empty(cell)


def _ends(column: Sequence[str], at: int) -> bool:
    return all(cell.strip() for cell in column[:at]) and not any(cell.strip() for cell in column[at:])
