"""Words are grouped into lines and columns by the gaps between them, for tables without drawn cells.

Columns are where next to no line has a word. Which lines make up one row of cells is found in `cell_lines.py`.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchwright.readers.pdf.page import Rect, Word, around

MOST_COLUMNS = 60
_SMALL = 0.85  # of a row's size: smaller signs are indices, exponents and limits
_LEADERS = re.compile(r"\.{4}|(?: \.){4}")
_MOST = 3  # times as many
_MONO_SPACE = 0.95  # of the size
_LARGEST_PIECE = 4  # words


@dataclass(frozen=True, slots=True)
class TextRow:
    """Words at one height, from left to right."""

    words: tuple[Word, ...]
    rect: Rect

    @property
    def size(self) -> float:
        return max(word.size for word in self.words)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class ColumnEdges:
    """Columns as intervals: `gaps` are the white stripes between them; `written` is from where to where words stand."""

    left: float
    right: float
    gaps: tuple[tuple[float, float], ...]
    written: tuple[float, float]

    @property
    def count(self) -> int:
        return len(self.gaps) + 1

    def at(self, x: float) -> int:
        """The column at a place across the page."""
        for number, (start, end) in enumerate(self.gaps):
            if x < (start + end) / 2:
                return number
        return len(self.gaps)

    def under(self, left: float, right: float, share: float) -> list[int]:
        """The columns of which something from left to right covers more than this share of what is written there."""
        edges = [self.written[0], *(edge for gap in self.gaps for edge in gap), self.written[1]]
        return [
            number
            for number, (start, end) in enumerate(zip(edges[::2], edges[1::2], strict=True))
            if min(right, end) - max(left, start) > share * (end - start)
        ]

    def width(self, number: int, between: float) -> float:
        """How much room a line has in a column, where at least `between` is kept free before the next one."""
        start = self.left if number == 0 else self.gaps[number - 1][1]
        if number == len(self.gaps):
            return self.right - start
        return max(self.gaps[number][0], self.gaps[number][1] - between) - start

    def crossed(self, left: float, right: float) -> bool:
        """Whether something from left to right covers the whole of a gap."""
        return any(left < start + 0.5 and right > end - 0.5 for start, end in self.gaps)


def text_rows(words: Sequence[Word]) -> tuple[TextRow, ...]:
    """Upright words at one height together, from the top."""
    groups: list[list[Word]] = []
    bottom = top = 0.0
    for word in sorted((w for w in words if w.upright), key=lambda w: (w.rect.middle[1], w.rect.left)):
        middle = word.rect.middle[1]
        overlap = min(bottom, word.rect.bottom) - max(top, word.rect.top)
        if groups and (overlap > 0.5 * min(word.rect.height, bottom - top) or (top < middle < bottom and word.raised)):
            groups[-1].append(word)
            if word.rect.height > bottom - top:
                top, bottom = word.rect.top, word.rect.bottom
        else:
            groups.append([word])
            top, bottom = word.rect.top, word.rect.bottom
    rows = [_row(group) for group in groups]
    at = 0
    while at < len(rows):
        piece = rows[at]
        near = [n for n in (at - 1, at + 1) if 0 <= n < len(rows) and _completes(piece, rows[n])]
        if near:
            best = min(near, key=lambda number: _space(piece, rows[number]))
            rows[best] = _row([*rows[best].words, *piece.words])
            del rows[at]
        else:
            at += 1
    return tuple(rows)


def _row(words: Sequence[Word]) -> TextRow:
    inside = tuple(sorted(words, key=lambda word: word.rect.left))
    return TextRow(inside, around(word.rect for word in inside))


def _completes(piece: TextRow, row: TextRow) -> bool:
    """Whether a piece of a formula (a sum, an index) is in a row that it overlaps: between its words, or smaller."""
    if len(piece.words) > _LARGEST_PIECE:
        return False
    overlap = min(piece.rect.bottom, row.rect.bottom) - max(piece.rect.top, row.rect.top)
    small = piece.size < _SMALL * row.size
    return overlap > 0.1 * piece.rect.height and piece.rect.width < row.rect.width and (small or _space(piece, row) > 0)


def _space(piece: TextRow, row: TextRow) -> float:
    """How far the nearest word of a row is, across the page; less than 0 for one over or under the piece. Smaller
    signs do not count."""
    words = [word for word in row.words if word.size > _SMALL * piece.size] or row.words
    return min(piece.rect.across(word.rect) for word in words)


def has_leaders(row: TextRow) -> bool:
    """Whether dots lead from a heading to its page, in a table of contents."""
    return bool(_LEADERS.search(row.text))


def segments(words: Sequence[Word], gap: float) -> list[tuple[Word, ...]]:
    """The words of a row, parted where the space between two is wider than `gap` times their size. Letters of one
    width have a wide space of their own."""
    results: list[list[Word]] = []
    for word in words:
        last = results[-1][-1] if results else word
        widest = max(gap, _MONO_SPACE) if word.mono and last.mono else gap
        if results and word.rect.left - last.rect.right <= widest * max(word.size, last.size):
            results[-1].append(word)
        else:
            results.append([word])
    return [tuple(part) for part in results]


def find_columns(rows: Sequence[TextRow], left: float, right: float) -> ColumnEdges:
    """The columns of rows between left and right: white stripes that next to no row crosses."""
    if not rows:
        return ColumnEdges(left, right, (), (left, right))
    size = median(row.size for row in rows)
    starts = _common_starts(rows)
    events: list[tuple[float, int]] = []
    for row in rows:
        for part in segments(row.words, 0.48):
            since = part[0].rect.left
            for word, following in itertools.pairwise(part):
                if following.rect.left - word.rect.right > 0.2 * size and _near(following.rect.left, starts):
                    events.extend(((since, 1), (word.rect.right, -1)))
                    since = following.rect.left
            events.extend(((since, 1), (part[-1].rect.right, -1)))
    events.sort()
    least = size * (0.5 if len(rows) >= 4 else 0.9)
    gaps = _stripes(events, 0, least, 0.2 * size, starts)
    few = _stripes(events, len(rows) // 12, least, 0.2 * size, starts)
    spanned = _stripes(events, max(1, len(rows) // 5), least, least, starts) if len(rows) > 4 else []
    few.extend(stripe for stripe in spanned if _parted_by_most(rows, stripe))
    for stripe in few:
        if all(stripe[1] <= gap[0] or stripe[0] >= gap[1] for gap in gaps):
            gaps.append(stripe)
    written = min(row.rect.left for row in rows), max(row.rect.right for row in rows)
    return ColumnEdges(left, right, tuple(sorted(gaps)[: MOST_COLUMNS - 1]), written)


def _parted_by_most(rows: Sequence[TextRow], stripe: tuple[float, float]) -> bool:
    """Whether a stripe parts far more rows than cross it: those are names over several columns."""
    parted = crossing = 0
    for row in rows:
        parts = segments(row.words, 0.48)
        crossed = any(part[0].rect.left < stripe[0] + 0.5 and part[-1].rect.right > stripe[1] - 0.5 for part in parts)
        crossing += crossed
        parted += not crossed and row.rect.left < stripe[0] and row.rect.right > stripe[1]
    return parted >= _MOST * max(crossing, 1)


def _stripes(
    events: Sequence[tuple[float, int]], allowed: int, least: float, least_at_start: float, starts: frozenset[int]
) -> list[tuple[float, float]]:
    """The stripes that at most `allowed` rows cross, between places that more of them cover."""
    results: list[tuple[float, float]] = []
    depth, since = 0, None
    for x, step in events:
        before, depth = depth, depth + step
        if before > allowed >= depth:
            since = x
        elif before <= allowed < depth:
            if since is not None and x - since >= (least_at_start if _near(x, starts) else least):
                results.append((since, x))
            since = None
    return results


def _common_starts(rows: Sequence[TextRow]) -> frozenset[int]:
    """Where, in whole points, words begin behind a wide gap or first in many rows: the left edges of columns."""
    starts: Counter[int] = Counter()
    for row in rows:
        starts.update({round(part[0].rect.left) for part in segments(row.words, 0.6)})
    return frozenset(start for start, count in starts.items() if count >= max(4, 0.4 * len(rows)))


def _near(x: float, starts: frozenset[int]) -> bool:
    return bool(starts & {round(x - 0.7), round(x), round(x + 0.7)})


def cells_of(row: TextRow, columns: ColumnEdges) -> dict[int, tuple[Word, ...]]:
    """The words of a row by column; a column without words is left out."""
    return _by_column(row.words, columns)


def _by_column(words: Sequence[Word], columns: ColumnEdges) -> dict[int, tuple[Word, ...]]:
    results: dict[int, list[Word]] = {}
    for word in words:
        results.setdefault(columns.at(word.rect.middle[0]), []).append(word)
    return {column: tuple(words) for column, words in results.items()}


def spanning(row: TextRow, columns: ColumnEdges) -> list[tuple[int, int, str]]:
    """The cells of a row as (first column, last column, words): words over a gap make a cell that spans it."""
    results: list[tuple[int, int, str]] = []
    for part in segments(row.words, 0.9):
        left, right = part[0].rect.left, part[-1].rect.right
        touched = columns.under(left, right, 0.0)
        over = columns.crossed(left, right) and any(
            columns.crossed(word.rect.left, word.rect.right) or _closes(part, columns) for word in part
        )
        if over or len(touched) == 1:
            under = (over and columns.under(left, right, 0.5)) or touched or [columns.at(left), columns.at(right)]
            results.append((under[0], under[-1], " ".join(word.text for word in part)))
        else:
            inside = sorted(_by_column(part, columns).items())
            results.extend((column, column, " ".join(word.text for word in words)) for column, words in inside)
    return results


def _closes(part: Sequence[Word], columns: ColumnEdges) -> bool:
    """Whether the space between two of these words is narrower than the gap that it would have to fill, and the words
    at both sides are not two names that stand over most of a column each."""
    for number, (start, end) in enumerate(columns.gaps):
        for one, other in itertools.pairwise(part):
            if one.rect.right > start + 0.5 and other.rect.left < end - 0.5 and start <= one.rect.right < end:
                names = columns.under(part[0].rect.left, one.rect.right, 0.5)
                if number not in names or number + 1 not in columns.under(other.rect.left, part[-1].rect.right, 0.5):
                    return True
    return False
