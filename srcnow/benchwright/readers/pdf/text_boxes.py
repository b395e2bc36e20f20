"""Find framed or shaded boxes beside running text, and keep their words out of its sentences.

    The boats are inspected every year by   | Note                 |
    the master of the harbor, who writes    | Breakfast costs $12. |
    down what has to be repaired.

A box that stands alone in its column, or beside other boxes, is read where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchwright.readers.pdf.boxed_tables import drawn_grids, joined_rules
from benchwright.readers.pdf.line_records import LineRecord
from benchwright.readers.pdf.page import PageContent, Rect

_WIDEST = 0.6
"""Of the page: what is wider leaves no room for text beside it."""

_FEWEST = 2
"""Lines in a box, and beside it."""

_LONG = 0.3
"""Of the page: how wide a line of running text beside a box is at least."""

_MOST_SHAPES = 500
"""A page with more is a drawing."""


def floated_boxes(content: PageContent, rows: Sequence[LineRecord]) -> tuple[Rect, ...]:
    """The boxes of a page that text runs beside, none in another."""
    if len(content.drawings) > _MOST_SHAPES:
        return ()
    found: list[Rect] = []
    for rect in sorted(_frames(content), key=lambda rect: -rect.area):
        if not any(other.holds(rect) for other in found) and _holds_lines(rect, rows):
            found.append(rect)
    outside = [row for row in rows if not any(rect.holds(row.rect) for rect in found)]
    return tuple(rect for rect in found if _is_floated(rect, outside, content.width))


def _frames(content: PageContent) -> Iterator[Rect]:
    shapes = [drawing.rect for drawing in content.drawings]
    grids = [grid.rect for grid in drawn_grids(*joined_rules(content))]
    return (rect for rect in (*shapes, *grids) if rect.width < _WIDEST * content.width)


def _holds_lines(rect: Rect, rows: Sequence[LineRecord]) -> bool:
    """Whether several lines stand in a box, and none reaches over its edge."""
    met = [row.rect for row in rows if rect.overlap(row.rect) > 0]
    return len(met) >= _FEWEST and all(rect.left <= row.left and row.right <= rect.right for row in met)


def _is_floated(rect: Rect, rows: Sequence[LineRecord], width: float) -> bool:
    """Whether running text stands at the height of a box, on one side of it."""
    beside = [row.rect for row in rows if rect.top < row.rect.middle[1] < rect.bottom]
    long = [row for row in beside if row.width >= _LONG * width]
    left = sum(row.right <= rect.left for row in long)
    return max(left, sum(row.left >= rect.right for row in long)) >= _FEWEST
