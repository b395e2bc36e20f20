"""Find filled rectangles behind words: the shading of a header, of every second row, or of cells.

Some programs fill a row at once, others each cell of it. Cells of one height beside each other are one band. Bands of
the same ends that follow each other without white between them are the rows of a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.readers.pdf.page import Drawing, Rect, around

_LEVEL = 1.5
"""Points: edges that differ by no more are level."""

_MOST_OPEN = 20
"""Runs of bands beside each other."""

_BETWEEN = 4.0
"""Points of white between two cells of a row at most: a browser leaves 1.5 between cells without borders."""


def shade_bands(drawings: Sequence[Drawing]) -> tuple[Drawing, ...]:
    """The drawings, those joined that are filled, of one height, and side by side."""
    results: list[Drawing] = []
    for drawing in sorted(drawings, key=lambda each: (round(each.rect.top), round(each.rect.bottom), each.rect.left)):
        last = results[-1] if results else None
        if last is not None and last.filled and drawing.filled and _meet(last.rect, drawing.rect):
            results[-1] = Drawing(around((last.rect, drawing.rect)), filled=True)
        else:
            results.append(drawing)
    return tuple(results)


def stacks(bands: Sequence[Drawing]) -> tuple[tuple[Rect, ...], ...]:
    """The runs of bands that stand right under each other and have the same ends, each from the top."""
    results: list[list[Rect]] = []
    for rect in sorted((band.rect for band in bands if band.filled), key=lambda rect: (rect.left, rect.top)):
        above = next((run for run in reversed(results[-_MOST_OPEN:]) if _follows(run[-1], rect)), None)
        if above is None:
            results.append([rect])
        else:
            above.append(rect)
    return tuple(tuple(run) for run in results if len(run) > 1)


def _follows(above: Rect, below: Rect) -> bool:
    ends = abs(above.left - below.left) <= _LEVEL and abs(above.right - below.right) <= _LEVEL
    return ends and abs(below.top - above.bottom) <= _LEVEL


def _meet(left: Rect, right: Rect) -> bool:
    level = abs(left.top - right.top) <= _LEVEL and abs(left.bottom - right.bottom) <= _LEVEL
    return level and left.left <= right.left <= left.right + _BETWEEN
