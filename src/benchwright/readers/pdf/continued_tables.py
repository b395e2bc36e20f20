"""A table that goes on over pages becomes one table: the same columns, and the header or the caption's number again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchwright.readers.pdf.captions import label_of
from benchwright.readers.pdf.flow import PageRecord
from benchwright.readers.pdf.page import Float, PageFigure, PageTable
from benchwright.records import Drop

_SAME = 4.0  # points


def join_continued(name: str, pages: Sequence[PageRecord]) -> tuple[list[PageRecord], list[Drop]]:
    """The pages, with each part of a table that goes on at the top of the next page moved to where it began, and a
    drop for each header or caption that is there again."""
    results = list(pages)
    drops: list[Drop] = []
    first: tuple[int, Float] | None = None  # where the table began that reaches the end of the page before
    for at, page in enumerate(results):
        top = _at_edge(page, at_top=True)
        follows = at > 0 and page.frame.number == results[at - 1].frame.number + 1
        if first is not None and top is not None and follows and (whole := _joined(first[1], top)) is not None:
            began, old = first
            floats = results[began].floats
            results[began] = replace(results[began], floats=tuple(whole if each is old else each for each in floats))
            results[at] = replace(page, floats=tuple(each for each in page.floats if each is not top))
            if again := _repeated(old.found, top.found):
                drops.append(Drop(name, "table-words", f"page {top.page}: header of a table that goes on", again))
            first = (began, whole) if _at_edge(page, at_top=False) is top else None
        if (last := _at_edge(results[at], at_top=False)) is not None:
            first = at, last
        elif results[at] is page:
            first = None
    return results, drops


def _repeated(upper: PageTable | PageFigure, lower: PageTable | PageFigure) -> str:
    """What the next part of a table says again."""
    if not isinstance(upper, PageTable) or not isinstance(lower, PageTable):
        return ""
    header = [cell for row in lower.grid[: _header_rows(upper, lower)] for cell in row]
    return " ".join([lower.caption, *header] if upper.caption else header)


def _header_rows(upper: PageTable, lower: PageTable) -> int:
    """The rows of a header in the next part: a first row that no style tells is one if both parts begin with it."""
    if lower.header_rows is None and upper.header_rows in (None, 1) and upper.grid[0] == lower.grid[0]:
        return 1
    return lower.header_rows or 0


def _at_edge(page: PageRecord, at_top: bool) -> Float | None:
    """The table that nothing stands over, or under, on a page."""
    tables = [each for each in page.floats if isinstance(each.found, PageTable)]
    if not tables:
        return None
    best = (min if at_top else max)(tables, key=lambda each: each.rect.top)
    others = [*(row.rect for row in page.rows), *(each.rect for each in page.floats if each is not best)]
    if any(rect.bottom <= best.rect.top + 2 if at_top else rect.top >= best.rect.bottom - 2 for rect in others):
        return None
    return best


def _joined(one: Float, other: Float) -> Float | None:
    """Both parts as one table; None if the other is a table of its own."""
    upper, lower = one.found, other.found
    if not isinstance(upper, PageTable) or not isinstance(lower, PageTable):
        return None
    titled = len(set(lower.grid[0])) == 1  # one name over all columns
    if titled or len(upper.grid[0]) != len(lower.grid[0]):
        return None
    count = _header_rows(upper, lower)
    again = count > 0 and upper.grid[:count] == lower.grid[:count]
    below = upper.caption_rect is not None and upper.caption_rect.top > upper.rect.top
    named = bool(upper.caption and lower.caption)
    if named and label_of(upper.caption) != label_of(lower.caption):
        return None
    aligned = abs(upper.rect.left - lower.rect.left) < _SAME and abs(upper.rect.right - lower.rect.right) < _SAME
    if not again and (count or not aligned or (below and not named)):
        return None
    caption = upper.caption or lower.caption
    grid = upper.grid + (lower.grid[count:] if again else lower.grid)
    return replace(one, found=replace(upper, grid=grid, caption=caption))
