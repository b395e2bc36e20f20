"""Rasters, paths and rules that lie together on a page form clusters, which figures are made of.

A page is laid out as a coarse board. What is drawn marks squares of it, and marked squares that touch are one heap, so
that the work grows with the number of drawings and never with its square.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.page import PageContent, Rect, around

SQUARE = 6.0
"""Side of a square in points: drawings up to two squares apart are one heap."""

MOST_SQUARES = 40_000
FEW = 40
"""So many drawings are compared with each other, which is faster than a board."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A heap: what it covers, and how many rasters, drawings and rules it is made of."""

    rect: Rect
    rasters: int = 0
    drawings: int = 0
    rules: int = 0


def find_clusters(content: PageContent, taken: Sequence[Rect]) -> tuple[Cluster, ...]:
    """The heaps of a page from the top, without what lies in the rectangles `taken` (tables), without frames around
    the page, rules across or down most of it, and pictures of the whole page."""
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
    if len(items) <= FEW:
        first = _few_heaps([rect for rect, _ in items], 2 * SQUARE)
        rects = [around(items[at][0] for at in heap) for heap in first]
        second = _few_heaps(rects, 0.5 * SQUARE)
    else:
        board = _Board(content.width, content.height)
        first = board.heaps([rect for rect, _ in items], reach=1)
        rects = [around(items[at][0] for at in heap) for heap in first]
        second = board.heaps(rects, reach=0)
    results = []
    for heap in second:
        kinds = [items[at][1] for number in heap for at in first[number]]
        rect = around(rects[number] for number in heap)
        results.append(Cluster(rect, kinds.count(0), kinds.count(1), kinds.count(2)))
    return tuple(sorted(results, key=lambda cluster: (cluster.rect.top, cluster.rect.left)))


def covers_page(rect: Rect, content: PageContent) -> bool:
    """Whether something takes most of the page."""
    return rect.area > 0.8 * content.width * content.height


def _counts(rect: Rect, content: PageContent, kind: int) -> bool:
    if covers_page(rect, content) or (rect.width > 0.85 * content.width and rect.height > 0.85 * content.height):
        return False
    return kind != 2 or (rect.width < 0.88 * content.width and rect.height < 0.6 * content.height)


def _few_heaps(rects: Sequence[Rect], near: float) -> list[list[int]]:
    """The numbers of the rectangles in heaps of those that lie no farther than `near` from each other."""
    heaps: list[list[int]] = []
    for number, rect in enumerate(rects):
        touching = [heap for heap in heaps if any(rect.distance(rects[at]) <= near for at in heap)]
        heaps = [heap for heap in heaps if heap not in touching]
        heaps.append(sorted([number, *(at for heap in touching for at in heap)]))
    return sorted(heaps)


class _Board:
    """A page as squares."""

    def __init__(self, width: float, height: float) -> None:
        self.side = max(SQUARE, math.sqrt(max(width * height, 1.0) / MOST_SQUARES))
        self.columns = int(width / self.side) + 1
        self.rows = int(height / self.side) + 1

    def heaps(self, rects: Sequence[Rect], reach: int) -> list[list[int]]:
        """The numbers of the rectangles in heaps. Each one grows by `reach` squares on its right and lower side."""
        marked = self._marked(rects, reach)
        labels = self._labels(marked)
        heaps: dict[int, list[int]] = {}
        for number, rect in enumerate(rects):
            row, column = self._square(rect.left, rect.top)
            heaps.setdefault(labels[row * self.columns + column], []).append(number)
        return [heaps[label] for label in sorted(heaps)]

    def _square(self, x: float, y: float) -> tuple[int, int]:
        return (
            min(max(int(y / self.side), 0), self.rows - 1),
            min(max(int(x / self.side), 0), self.columns - 1),
        )

    def _marked(self, rects: Sequence[Rect], reach: int) -> list[bool]:
        """Which squares are covered: differences at the corners of each rectangle, summed up once."""
        wide = self.columns + 1
        steps = [0] * (wide * (self.rows + 1))
        for rect in rects:
            top, left = self._square(rect.left, rect.top)
            bottom, right = self._square(rect.right, rect.bottom)
            bottom, right = min(bottom + reach, self.rows - 1), min(right + reach, self.columns - 1)
            steps[top * wide + left] += 1
            steps[top * wide + right + 1] -= 1
            steps[(bottom + 1) * wide + left] -= 1
            steps[(bottom + 1) * wide + right + 1] += 1
        marked = [False] * (self.columns * self.rows)
        above = [0] * wide
        for row in range(self.rows):
            run = 0
            for column in range(self.columns):
                run += steps[row * wide + column]
                above[column] += run
                marked[row * self.columns + column] = above[column] > 0
        return marked

    def _labels(self, marked: Sequence[bool]) -> list[int]:
        """For each marked square the number of its heap (squares that touch at a side or a corner), else -1."""
        labels = [-1] * len(marked)
        count = 0
        for start, is_marked in enumerate(marked):
            if not is_marked or labels[start] >= 0:
                continue
            labels[start] = count
            waiting = [start]
            while waiting:
                row, column = divmod(waiting.pop(), self.columns)
                for down in (-1, 0, 1):
                    for across in (-1, 0, 1):
                        y, x = row + down, column + across
                        at = y * self.columns + x
                        if 0 <= y < self.rows and 0 <= x < self.columns and marked[at] and labels[at] < 0:
                            labels[at] = count
                            waiting.append(at)
            count += 1
        return labels
