"""Tables with drawn cells are found: rules across and down that meet make a grid that words fall into.

Rules are first joined where they lie on one line, so that a table drawn cell by cell has as many as one drawn whole.
What encloses a cell decides how far it spans; a region that is no rectangle tells that the drawing is no table.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.page import Drawing, PageContent, Rect, Rule, Word

MOST_RULES = 600
"""Joined rules a direction. A page of more is a drawing, not a table."""

MOST_CELLS = 20_000
NEAR = 2.5
"""Points: what lies nearer than this is meant to be at the same place."""

_DOUBLE = 4.0
"""Points between the two lines of a double rule at most, where rules down are broken: LaTeX leaves 2.4 to 3."""


@dataclass(frozen=True, slots=True)
class RuleSpan:
    """A straight rule: at `at` (y of one across, x of one down), from `start` to `end` the other way."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class DrawnGrid:
    """Where the columns and rows part, and for each place the number of its cell; a cell that spans has several. Under
    the first `head` rows is a double rule; 0 without one."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[tuple[int, ...], ...]
    head: int = 0

    @property
    def rect(self) -> Rect:
        return Rect(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def place(self, word: Word) -> tuple[int, int] | None:
        """The row and column that hold the middle of a word."""
        x, y = word.rect.middle
        row, column = bisect_right(self.ys, y) - 1, bisect_right(self.xs, x) - 1
        inside = 0 <= row < len(self.ys) - 1 and 0 <= column < len(self.xs) - 1
        return (row, column) if inside else None


def joined_rules(content: PageContent) -> tuple[tuple[RuleSpan, ...], tuple[RuleSpan, ...]]:
    """The page's rules across (from the top) and down (from the left), those on one line joined."""
    rules = [
        rule for rule in (*content.rules, *_frames(content.drawings)) if max(rule.rect.width, rule.rect.height) > 3
    ]
    across = [
        RuleSpan((r.rect.top + r.rect.bottom) / 2, r.rect.left, r.rect.right)
        for r in rules
        if r.across and r.rect.height <= 4
    ]
    down = [
        RuleSpan((r.rect.left + r.rect.right) / 2, r.rect.top, r.rect.bottom)
        for r in rules
        if not r.across and r.rect.width <= 4
    ]
    return _join(across), _join(down)


def drawn_grids(across: Sequence[RuleSpan], down: Sequence[RuleSpan]) -> tuple[DrawnGrid, ...]:
    """The grids that rules make where they meet, from the top. None where there are too many rules for a table."""
    if len(across) > MOST_RULES or len(down) > MOST_RULES or not down:
        return ()
    parents = list(range(len(across) + len(down)))
    places = [rule.at for rule in down]
    for at, rule in enumerate(across):
        for other in range(bisect_left(places, rule.start - NEAR), bisect_right(places, rule.end + NEAR)):
            if down[other].start - _DOUBLE <= rule.at <= down[other].end + _DOUBLE:
                _unite(parents, at, len(across) + other)
    groups: dict[int, tuple[list[RuleSpan], list[RuleSpan]]] = {}
    for at in range(len(parents)):
        rows, columns = groups.setdefault(_root(parents, at), ([], []))
        if at < len(across):
            rows.append(across[at])
        else:
            columns.append(down[at - len(across)])
    grids = (_grid(rows, columns) for rows, columns in groups.values())
    return tuple(sorted((grid for grid in grids if grid is not None), key=lambda grid: (grid.ys[0], grid.xs[0])))


def _frames(drawings: Sequence[Drawing]) -> Iterable[Rule]:
    """The sides of closed frames that touch another frame: cells that are drawn one by one. What is only filled is
    shading, often of every second row."""
    frames = [d.rect for d in drawings if not d.filled and d.rect.width > 8 and d.rect.height > 6]
    if not 4 <= len(frames) <= 4 * MOST_RULES:
        return
    corners: dict[tuple[int, int], int] = {}
    for rect in frames:
        for key in {_corner(x, y) for x in (rect.left, rect.right) for y in (rect.top, rect.bottom)}:
            corners[key] = corners.get(key, 0) + 1
    for rect in frames:
        shared = [corners[_corner(x, y)] > 1 for x in (rect.left, rect.right) for y in (rect.top, rect.bottom)]
        if sum(shared) >= 2:
            yield Rule(Rect(rect.left, rect.top, rect.right, rect.top))
            yield Rule(Rect(rect.left, rect.bottom, rect.right, rect.bottom))
            yield Rule(Rect(rect.left, rect.top, rect.left, rect.bottom))
            yield Rule(Rect(rect.right, rect.top, rect.right, rect.bottom))


def _corner(x: float, y: float) -> tuple[int, int]:
    return round(x / NEAR), round(y / NEAR)


def _join(rules: list[RuleSpan]) -> tuple[RuleSpan, ...]:
    """Rules on one line that touch or overlap become one."""
    lines: list[list[RuleSpan]] = []
    for rule in sorted(rules, key=lambda rule: (rule.at, rule.start, rule.end)):
        if lines and rule.at - lines[-1][0].at <= NEAR:
            lines[-1].append(rule)
        else:
            lines.append([rule])
    joined: list[RuleSpan] = []
    for line in lines:
        line.sort(key=lambda rule: rule.start)
        start, end = line[0].start, line[0].end
        for rule in line[1:]:
            if rule.start > end + NEAR:
                joined.append(RuleSpan(line[0].at, start, end))
                start, end = rule.start, rule.end
            end = max(end, rule.end)
        joined.append(RuleSpan(line[0].at, start, end))
    return tuple(joined)


def _grid(across: Sequence[RuleSpan], down: Sequence[RuleSpan]) -> DrawnGrid | None:
    if len(across) < 2 or not down:
        return None
    left, right = min(rule.start for rule in across), max(rule.end for rule in across)
    top, bottom = min(rule.start for rule in down), max(rule.end for rule in down)
    xs = _distinct([left, right, *(rule.at for rule in down)])
    ys = _distinct([top, bottom, *(rule.at for rule in across)])
    columns, rows = len(xs) - 1, len(ys) - 1
    if columns < 2 or rows < 1 or columns * rows > MOST_CELLS:
        return None
    parents = list(range(columns * rows))
    walls = _walls(down, xs, ys)
    floors = _walls(across, ys, xs)
    for row in range(rows):
        for column in range(columns):
            here = row * columns + column
            if column + 1 < columns and (column + 1, row) not in walls:
                _unite(parents, here, here + 1)
            if row + 1 < rows and (row + 1, column) not in floors:
                _unite(parents, here, here + columns)
    numbers = [_root(parents, at) for at in range(columns * rows)]
    if not _all_rectangles(numbers, columns):
        return None
    cells = tuple(tuple(numbers[row * columns : (row + 1) * columns]) for row in range(rows))
    return DrawnGrid(xs, ys, cells, _head(down, ys))


def _head(down: Sequence[RuleSpan], ys: Sequence[float]) -> int:
    """How many rows stand over the first double rule: where all rules down are broken."""
    for row, y in enumerate(ys[1:-1], 1):
        over = any(abs(rule.end - y) <= _DOUBLE for rule in down)
        under = any(abs(rule.start - y) <= _DOUBLE for rule in down)
        if over and under and not any(rule.start < y - _DOUBLE and y + _DOUBLE < rule.end for rule in down):
            return row
    return 0


def _walls(rules: Sequence[RuleSpan], places: Sequence[float], bands: Sequence[float]) -> set[tuple[int, int]]:
    """Which boundary (index in `places`) is drawn beside which band (index of its beginning in `bands`)."""
    result: set[tuple[int, int]] = set()
    middles = [(one + other) / 2 for one, other in itertools.pairwise(bands)]
    for rule in rules:
        boundary = min(range(len(places)), key=lambda at: abs(places[at] - rule.at))
        for band in range(bisect_left(middles, rule.start), bisect_right(middles, rule.end)):
            result.add((boundary, band))
    return result


def _all_rectangles(numbers: Sequence[int], columns: int) -> bool:
    boxes: dict[int, tuple[int, int, int, int, int]] = {}
    for at, number in enumerate(numbers):
        row, column = divmod(at, columns)
        top, left, bottom, right, count = boxes.get(number, (row, column, row, column, 0))
        boxes[number] = (min(top, row), min(left, column), max(bottom, row), max(right, column), count + 1)
    return all((b - t + 1) * (r - left + 1) == count for t, left, b, r, count in boxes.values())


def _distinct(values: Iterable[float]) -> tuple[float, ...]:
    results: list[float] = []
    for value in sorted(values):
        if not results or value - results[-1] > _DOUBLE:
            results.append(value)
    return tuple(results)


def _root(parents: list[int], at: int) -> int:
    while parents[at] != at:
        parents[at] = parents[parents[at]]
        at = parents[at]
    return at


def _unite(parents: list[int], one: int, other: int) -> None:
    first, second = _root(parents, one), _root(parents, other)
    parents[max(first, second)] = min(first, second)
