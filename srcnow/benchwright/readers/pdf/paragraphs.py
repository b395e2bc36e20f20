"""Rows of running text are joined to paragraphs by their places, beginnings and ends."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchwright.readers.pdf.line_records import LineRecord

_ENDED = re.compile(r"[.!?:;…。！？]['\"”’»)\]⁰¹²³⁴-⁹]*$")
_CLOSED = re.compile(r"[.!?…。！？]['\"”’»)\]⁰¹²³⁴-⁹]*$")
_INDENT = 0.7  # of the size
_LEVEL = 0.05  # of the size: how far the ends of justified lines differ
_SLACK = 0.04  # of the column's width, beside the space for the word


@dataclass(frozen=True, slots=True)
class ParagraphRows:
    """The rows of one paragraph; `item` tells that it is one of a list, `hangs` that it goes on indented."""

    rows: tuple[LineRecord, ...]
    item: bool = False
    hangs: bool = False

    @property
    def whole(self) -> bool:
        """Whether it is an entry: an item of a list, or a reference."""
        return self.item or self.hangs


def gather(rows: Sequence[LineRecord], right: float, width: float) -> list[ParagraphRows]:
    """Cut a block of rows into paragraphs, every row into exactly one, in order. `right` is where the lines of its
    column end, `width` how wide that is.

    A list item begins with its mark and reaches as far as rows are indented under it. Elsewhere a row that is indented
    begins a paragraph, or, where most are indented (references), one that is not. A row before whose end the next word
    would have found room is a paragraph's last, unless its neighbours end where it does: beside a figure lines are
    shorter."""
    base, hanging = _indents(rows)
    full = _level_ends(rows)
    results: list[ParagraphRows] = []
    for row in rows:
        last = results[-1] if results else None
        if last is None:
            results.append(ParagraphRows((row,), row.bullet or row.numbered, hanging))
        elif abs(row.spot - last.rows[-1].spot) <= 0.3 * row.size:  # a further piece of the same line
            results[-1] = replace(last, rows=(*last.rows, row))
        elif _item(row, last):
            results.append(ParagraphRows((row,), True, hanging))
        elif _starts(row, last, base, hanging, last.rows[-1].rect.right if last.rows[-1] in full else right, width):
            results.append(ParagraphRows((row,), hangs=hanging))
        else:
            results[-1] = replace(last, rows=(*last.rows, row))
    return results


def _item(row: LineRecord, last: ParagraphRows) -> bool:
    if row.bullet:
        return True
    if not row.numbered:
        return False
    first, above = last.rows[0], last.rows[-1]
    if last.item and first.numbered and abs(first.rect.left - row.rect.left) < 0.8 * row.size:
        return True
    return abs(above.rect.left - row.rect.left) > 0.5 * row.size and bool(_ENDED.search(above.text))


def _starts(row: LineRecord, last: ParagraphRows, base: float, hanging: bool, right: float, width: float) -> bool:
    above, first = last.rows[-1], last.rows[0]
    step = _INDENT * row.size
    if last.item and first.rect.left < row.rect.left - 0.3 * row.size:
        return False
    room = right - above.rect.right
    had_room = room > row.first + 0.6 * row.size + _SLACK * width
    if last.item:
        return first.rect.left > row.rect.left + step or (had_room and bool(_ENDED.search(above.text)))
    if hanging:
        if row.rect.left < base + step:
            return above.rect.left > base + step or had_room
    elif row.rect.left > base + step and above.rect.left < base + step:
        return row.rect.left < base + 6 * row.size or had_room
    return had_room and (bool(_ENDED.search(above.text)) or room > 0.35 * width)


def _level_ends(rows: Sequence[LineRecord]) -> frozenset[LineRecord]:
    """The rows of which two of the three rows before or behind end at the same place."""
    ends = [row.rect.right for row in rows]
    return frozenset(
        row
        for at, row in enumerate(rows)
        for beside in (ends[max(at - 3, 0) : at], ends[at + 1 : at + 4])
        if sum(abs(end - row.rect.right) < _LEVEL * row.size for end in beside) >= 2
    )


def _indents(rows: Sequence[LineRecord]) -> tuple[float, bool]:
    """The left edge of a block, and whether its paragraphs hang: begin there and go on indented."""
    lefts = [row.rect.left for row in rows]
    base = min(lefts)
    out = [left < base + _INDENT * row.size for left, row in zip(lefts, rows, strict=True)]
    pairs = Counter(itertools.pairwise(out))
    if out[0] and pairs[(False, False)] == pairs[(True, True)]:
        # Two rows each: references hang, and so does what begins further left than it goes on.
        return base, True
    return base, pairs[(False, False)] > pairs[(True, True)]


def goes_on(last: ParagraphRows, row: LineRecord, after: Sequence[LineRecord], right: float) -> bool:
    """Whether a paragraph at the end of a column or page goes on with the first row of the next one. `after` are the
    rows behind that one, `right` is where the lines of the first column end."""
    above = last.rows[-1]
    if not 0.9 < row.size / max(above.size, 0.1) < 1.11 or row.mono != above.mono or row.bullet:
        return False
    if row.numbered and (last.item or _ENDED.search(above.text)):
        return False
    lower = row.text[:1].islower()
    if _hangs(last.rows[:2]) and _hangs((row, *after[:1])):
        return False
    if _CLOSED.search(above.text) or right - above.rect.right > row.first + 0.1 * above.rect.width:
        return lower
    return not above.text.endswith(":") or lower


def breaks_off(row: LineRecord) -> bool:
    """Whether a row ends within a sentence."""
    return not _CLOSED.search(row.text)


def _hangs(rows: Sequence[LineRecord]) -> bool:
    """Whether the first of two rows begins further left than the second, which stands under it."""
    if len(rows) < 2:
        return False
    first, second = rows[-2:]
    inside = _INDENT * first.size < second.rect.left - first.rect.left < 5 * first.size
    return inside and 0 < second.spot - first.spot < 1.6 * first.size
