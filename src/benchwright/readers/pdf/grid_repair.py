"""Grids of cells are repaired where drawing or typesetting merged or split cells by accident.

A header that is centred over numbers set to one side leaves two columns that never have words in the same row; a row
without lines between its cells looks like one cell over all columns, though its words stand under each other's columns.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from benchwright.readers.pdf.captions import join_lines
from benchwright.readers.pdf.column_gaps import TextRow, segments, text_rows
from benchwright.readers.pdf.page import Word

Grid = tuple[tuple[str, ...], ...]

_APART = 0.9
"""Of the size: a wider space between words parts cells."""


def without_empty_twins(grid: Sequence[Sequence[str]], header_rows: int) -> Grid:
    """The grid with neighbouring columns joined where one has words in the header only, and the other none there."""
    rows = [tuple(row) for row in grid]
    column = 0
    while rows and column + 1 < len(rows[0]):
        if _twins(rows, column, max(header_rows, 1)):
            rows = [(*row[:column], row[column] or row[column + 1], *row[column + 2 :]) for row in rows]
        else:
            column += 1
    return tuple(rows)


def _twins(rows: Sequence[tuple[str, ...]], column: int, headed: int) -> bool:
    if any(row[column] and row[column + 1] for row in rows):
        return False
    one, other = ([bool(row[at]) for row in rows] for at in (column, column + 1))
    return any(
        any(head[:headed]) and not any(head[headed:]) and any(body[headed:]) and not any(body[:headed])
        for head, body in ((one, other), (other, one))
    )


def parted_cell(words: Sequence[Word], inner: Sequence[float]) -> list[str] | None:
    """The texts of a cell that spans columns parted at `inner`, one for each column, where its words keep to these
    columns; None where a piece of text lies across, or all stands in one column: that is a cell that spans."""
    rows = text_rows(words)
    results: list[list[str]] = [[] for _ in range(len(inner) + 1)]
    for row in rows:
        for part in segments(row.words, _APART):
            left, right = part[0].rect.left, part[-1].rect.right
            columns = {sum(1 for x in inner if x < place) for place in (left + 1, right - 1)}
            if len(columns) > 1:
                return None
            results[columns.pop()].append(" ".join(word.text for word in part))
    texts = [join_lines(parts) for parts in results]
    return texts if sum(bool(text) for text in texts) > 1 else None


def until_heading(rows: Sequence[TextRow]) -> list[TextRow]:
    """Rows up to one that is a heading of what follows the table: a single piece of text that is larger than the rows
    are, or bold and set apart."""
    sizes = sorted(row.size for row in rows)
    steps = sorted(lower.rect.bottom - upper.rect.bottom for upper, lower in itertools.pairwise(rows))
    for at in range(2, len(rows)):
        row, above = rows[at], rows[at - 1]
        if len(segments(row.words, _APART)) > 1:
            continue
        larger = row.size > 1.12 * sizes[len(sizes) // 2]
        apart = row.rect.bottom - above.rect.bottom > 1.3 * steps[len(steps) // 2]
        if larger or (apart and all(word.bold for word in row.words) and not all(w.bold for w in above.words)):
            return list(rows[:at])
    return list(rows)
