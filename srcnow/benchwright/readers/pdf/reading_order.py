"""The columns of a page are found, and its parts are put in reading order, by geometry alone.

The page is cut recursively: a gutter that has lines on both sides parts columns; what crosses it (a title, an abstract,
a wide figure) parts the page into bands that are read one after the other, in each the left column before the right. A
narrow column beside a wide one is an aside: margins hold what belongs to no sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from benchwright.readers.pdf.page import Rect


class Placed(Protocol):
    """Anything with a place: a row, a table, a figure."""

    @property
    def rect(self) -> Rect: ...


P = TypeVar("P", bound=Placed)


@dataclass(frozen=True, slots=True)
class Column(Generic[P]):
    """Pieces that are read one below the other."""

    pieces: tuple[P, ...]
    aside: bool = False


_NARROWEST = 5.0  # points that a gutter must have
_MOST_TRIED = 24  # left edges that are tried as the edge of a column
_DEEPEST = 6
_FEWEST = 3  # pieces that a column has at least
_MOST_HEADED = 2  # lines of a heading under columns
_APART = 1.5  # of the size: how far it is from them
_OVERHANG = 0.12  # of its width: what reaches no further into a gutter does not cross it


def reading_order(pieces: Sequence[P], size: float) -> list[Column[P]]:
    """Every piece in exactly one column, columns in reading order; asides behind what they stand beside. `size` is that
    of the page's letters."""
    return _cut(list(pieces), size, 0) if pieces else []


def _cut(pieces: list[P], size: float, depth: int) -> list[Column[P]]:
    edge = _gutter(pieces, size) if depth < _DEEPEST and len(pieces) >= 2 * _FEWEST else None
    if edge is None:
        return [Column(tuple(_down(pieces, size)))] if pieces else []
    left, right, across = _sides(pieces, edge, size)
    aside = _aside(left, right)
    columns: list[Column[P]] = []
    behind: list[Column[P]] = []
    run: list[P] = []
    tops = [piece.rect.middle[1] for piece in across]
    for low, high, wide in zip([float("-inf"), *tops], [*tops, float("inf")], [*across, None], strict=True):
        parts = [[piece for piece in side if low <= piece.rect.middle[1] < high] for side in (left, right)]
        heading = _heading_of(wide, parts, size) if wide is not None else []
        parts = [[piece for piece in part if piece not in heading] for part in parts]
        if any(parts) and run:
            columns.append(Column(tuple(run)))
            run = []
        for number, part in enumerate(parts):
            result = _cut(part, size, depth + 1)
            if number == aside:
                behind += [Column(column.pieces, True) for column in result]
            else:
                columns += result
        if wide is not None:
            run += [*heading, wide]
    if run:
        columns.append(Column(tuple(run)))
    return columns + behind


def _heading_of(wide: P, parts: Sequence[Sequence[P]], size: float) -> list[P]:
    """What stands under both columns on one side, apart from them and nearer to what crosses below: its heading."""
    for side, other in (parts, parts[::-1]):
        low = max((piece.rect.bottom for piece in other), default=float("inf"))
        below = [piece for piece in side if piece.rect.top >= low]
        above = [piece.rect.bottom for piece in (*side, *other) if piece not in below]
        if 0 < len(below) <= _MOST_HEADED and len(below) < len(side):
            before = min(piece.rect.top for piece in below) - max(above)
            if before >= _APART * size and before > wide.rect.top - max(piece.rect.bottom for piece in below):
                return _down(below, size)
    return []


def _gutter(pieces: Sequence[P], size: float) -> float | None:
    """The left edge of the column with most lines beside others on its left; None if there are no columns."""
    edges = Counter(round(piece.rect.left) for piece in pieces)
    wide = {edge: edges[edge - 1] + edges[edge] + edges[edge + 1] for edge in edges}
    tried = sorted((edge for edge in edges if wide[edge] >= _FEWEST), key=lambda edge: (-wide[edge], edge))
    best, result = 2.5 * size, None
    for edge in tried[:_MOST_TRIED]:
        left, right, _ = _sides(pieces, edge - 1.5, size)
        if len(left) >= _FEWEST and len(right) >= _FEWEST:
            beside = _overlap(_covered(left, size), _covered(right, size))
            if beside > best + 0.5 * size:
                best, result = beside, edge - 1.5
    return result


def _sides(pieces: Sequence[P], edge: float, size: float) -> tuple[list[P], list[P], list[P]]:
    """What is left of a column's edge with a gutter between, what is right, what crosses (from the top)."""
    gutter = max(0.7 * size, _NARROWEST)
    left: list[P] = []
    right: list[P] = []
    across: list[P] = []
    for piece in pieces:
        rect = piece.rect
        if rect.left >= edge - 1:
            right.append(piece)
        elif rect.right <= edge - gutter or rect.right - edge + gutter < _OVERHANG * rect.width:
            left.append(piece)
        else:
            across.append(piece)
    return left, right, sorted(across, key=lambda piece: (piece.rect.middle[1], piece.rect.left))


def _covered(pieces: Sequence[P], size: float) -> list[tuple[float, float]]:
    """The heights that pieces cover, gaps of a line closed."""
    spans: list[tuple[float, float]] = []
    for top, bottom in sorted((piece.rect.top, piece.rect.bottom) for piece in pieces):
        if spans and top - spans[-1][1] < size:
            spans[-1] = (spans[-1][0], max(spans[-1][1], bottom))
        else:
            spans.append((top, bottom))
    return spans


def _overlap(first: list[tuple[float, float]], second: list[tuple[float, float]]) -> float:
    total, at = 0.0, 0
    for top, bottom in first:
        while at < len(second) and second[at][1] <= top:
            at += 1
        ahead = at
        while ahead < len(second) and second[ahead][0] < bottom:
            total += min(bottom, second[ahead][1]) - max(top, second[ahead][0])
            ahead += 1
    return total


def _aside(left: Sequence[P], right: Sequence[P]) -> int | None:
    """Which of two columns is a margin: it is less than half as wide, and holds less than a third as much."""
    widths = [max(p.rect.right for p in side) - min(p.rect.left for p in side) for side in (left, right)]
    areas = [sum(p.rect.area for p in side) for side in (left, right)]
    for number in (0, 1):
        if widths[number] < 0.5 * widths[1 - number] and areas[number] < 0.33 * areas[1 - number]:
            return number
    return None


def _down(pieces: Sequence[P], size: float) -> list[P]:
    """From the top; what stands on one height from the left."""
    results: list[P] = []
    level: list[P] = []
    for piece in sorted(pieces, key=lambda piece: piece.rect.bottom):
        if level and piece.rect.bottom - level[0].rect.bottom > 0.3 * size:
            results += sorted(level, key=lambda piece: piece.rect.left)
            level = []
        level.append(piece)
    return results + sorted(level, key=lambda piece: piece.rect.left)
