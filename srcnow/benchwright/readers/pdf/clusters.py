"""Rasters, paths and rules that lie together on a page form clusters, which figures are made of.

A page is laid out as a coarse board. What is drawn marks squares of it, and marked squares that touch are one heap, so
that the work grows with the number of drawings and never with its square.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add

from benchwright.readers.pdf.page import PageContent, Rect, around

SQUARE = 6.0
"""Side of a square in points: drawings up to two squares apart are one heap."""

MOST_SQUARES = 40_000


@dataclass(frozen=True, slots=True)
class Cluster:
    """A heap: what it covers, and how many rasters, drawings and rules it is made of."""

    rect: Rect
    rasters: int = 0
    drawings: int = 0
    rules: int = 0


def find_clusters(content: PageContent, taken: Sequence[Rect]) -> tuple[Cluster, ...]:
    """The heaps of a page from the top, without what lies in the rectangles `taken` (tables), without frames around
    the page, bands and rules across or down most of it, and pictures of the whole page."""
    items: list[tuple[Rect, int]] = []
    for kind, rects in enumerate(
        (
            [raster.rect for raster in content.rasters],
            [drawing.rect for drawing in content.drawings],
            [rule.rect for rule in content.rules],
        )
    ):
        items.extend((rect, kind) for rect in rects if _counts(rect, content, kind))
    if taken:
        items = [(rect, kind) for rect, kind in items if not any(table.holds(rect) for table in taken[:100])]
    if not items:
        return ()
    results = []
    for heap in _Board(content.width, content.height).heaps([rect for rect, _ in items]):
        kinds = [items[at][1] for at in heap]
        rect = around(items[at][0] for at in heap)
        if covers_page(rect, content) and not kinds.count(0) + kinds.count(1):
            continue  # marks along the edges of the paper
        results.append(Cluster(rect, kinds.count(0), kinds.count(1), kinds.count(2)))
    return tuple(sorted(results, key=lambda cluster: (cluster.rect.top, cluster.rect.left)))


def covers_page(rect: Rect, content: PageContent) -> bool:
    """Whether something takes most of the page."""
    return rect.area > 0.8 * content.width * content.height


def _counts(rect: Rect, content: PageContent, kind: int) -> bool:
    if covers_page(rect, content) or (rect.width > 0.85 * content.width and rect.height > 0.85 * content.height):
        return False
    if kind and rect.left <= 1 and rect.right >= content.width - 1:
        return False  # a band that runs off both sides of the paper
    return kind != 2 or (rect.width < 0.88 * content.width and rect.height < 0.6 * content.height)


class _Board:
    """A page as squares, numbered row by row; a column behind the last one stays empty."""

    def __init__(self, width: float, height: float) -> None:
        self.side = max(SQUARE, math.sqrt(max(width * height, 1.0) / MOST_SQUARES))
        self.wide = int(width / self.side) + 2
        self.rows = int(height / self.side) + 1

    def heaps(self, rects: Sequence[Rect]) -> list[list[int]]:
        """The numbers of the rectangles in heaps. Each one grows by a square on its right and lower side."""
        labels = self._labels(self._marked(rects))
        heaps: dict[int, list[int]] = {}
        for number, rect in enumerate(rects):
            row, column = self._square(rect.left, rect.top)
            heaps.setdefault(labels[row * self.wide + column], []).append(number)
        return [heaps[label] for label in sorted(heaps)]

    def _square(self, x: float, y: float) -> tuple[int, int]:
        return (
            min(max(int(y / self.side), 0), self.rows - 1),
            min(max(int(x / self.side), 0), self.wide - 2),
        )

    def _marked(self, rects: Sequence[Rect]) -> list[int]:
        """The squares that are covered: differences at the corners of each rectangle, summed up once."""
        steps = [0] * (self.wide * (self.rows + 1))
        for rect in rects:
            top, left = self._square(rect.left, rect.top)
            bottom, right = self._square(rect.right, rect.bottom)
            bottom, right = min(bottom + 1, self.rows - 1), min(right + 1, self.wide - 2)
            steps[top * self.wide + left] += 1
            steps[top * self.wide + right + 1] -= 1
            steps[(bottom + 1) * self.wide + left] -= 1
            steps[(bottom + 1) * self.wide + right + 1] += 1
        marked: list[int] = []
        above = [0] * self.wide
        for start in range(0, self.wide * self.rows, self.wide):
            if any(here := steps[start : start + self.wide]):
                above = list(map(add, above, accumulate(here)))
            if any(above):
                marked.extend(start + column for column, depth in enumerate(above) if depth)
        return marked

    def _labels(self, marked: Sequence[int]) -> dict[int, int]:
        """For each marked square the first one of its heap: of those that touch at a side or a corner."""
        labels: dict[int, int] = {}
        beside = (-1, 1, *(row + step for row in (-self.wide, self.wide) for step in (-1, 0, 1)))
        remaining = set(marked)
        for start in marked:
            waiting = [start] if start in remaining else []
            remaining.difference_update(waiting)
            while waiting:
                at = waiting.pop()
                labels[at] = start
                near = remaining.intersection([at + step for step in beside])
                remaining -= near
                waiting.extend(near)
        return labels
