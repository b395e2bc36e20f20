"""A table that goes on over pages becomes one table, and where this cannot be told both parts say that they lack rows.

    Table 1. Trees
    Tree   Height
    Oak        30
    ------ page ------
    Elm        25

The next part has the same columns, and the header or the caption's number again, or no header. Often it is not found as
a table, having neither header nor rules: then it is the rows on the top of the page that stand in the columns of the
table before. Between both parts is nothing, or a line such as "continued on next page".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchwright.english.vocabulary import Vocabulary
from benchwright.readers.pdf.captions import label_of
from benchwright.readers.pdf.flow import PageRecord
from benchwright.readers.pdf.line_records import LineRecord
from benchwright.readers.pdf.page import Float, PageTable
from benchwright.readers.pdf.table_columns import are_alike, has_numbers, rows_of_cells, rows_that_keep
from benchwright.records import Drop

_SAME = 4.0  # points
_STEP = 30.0
"""Points between the rows on the top of a page and the rest of the table, at most."""

_LONGEST_LINE = 80  # letters
_MOST_LINES = 3
"""Lines under a table at the end of a page that may be its notes."""

_WORDS = Vocabulary.of("benchwright.readers.pdf", "continued_tables")
_ONWARD = re.compile(rf"(?<!\w)(?:{_WORDS.pattern('onward')})(?!\w)", re.IGNORECASE)

_JOIN, _APART, _DOUBT = "join", "apart", "doubt"


@dataclass(frozen=True, slots=True)
class _Begun:
    """A table with nothing but a few lines under it on the last of its pages: `lines` say that it goes on, `notes` do
    not. `said` is what rows say of it that were taken out, `page` where it began."""

    page: int
    whole: Float
    table: PageTable
    said: str = ""
    lines: tuple[LineRecord, ...] = ()
    notes: tuple[LineRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class _TablePart:
    """What a page has of a table from the page before: the rest of the page, the whole table (or None), what of it is
    said again, whether it is in doubt, and where rows without a header end."""

    page: PageRecord
    table: PageTable | None
    again: str = ""
    doubt: bool = False
    end: float = 0.0


def join_continued(name: str, pages: Sequence[PageRecord]) -> tuple[list[PageRecord], list[Drop]]:
    """The pages, with each part of a table that goes on at the top of the next page moved to where it began, and a
    drop for each header, caption or line that is there again. Tables of which it is in doubt are `partial`."""
    results = list(pages)
    drops: list[Drop] = []
    open_: _Begun | None = None
    for at in range(len(results)):
        before, open_, joined = open_, None, False
        if before is not None and results[at].frame.number == results[at - 1].frame.number + 1:
            part = _part_of(before, results[at])
            results[at] = part.page
            number = part.page.frame.number
            if part.table is not None:
                joined = True
                whole = replace(before.whole, found=part.table)
                results[before.page] = _with(results[before.page], before.whole, whole)
                said = [before.said, *(row.text for row in before.lines)]
                rows = tuple(row for row in results[at - 1].rows if row not in before.lines)
                results[at - 1] = replace(results[at - 1], rows=rows)
                if again := " ".join(filter(None, [*said, part.again])):
                    drops.append(Drop(name, "table-words", f"page {number}: header of a table that goes on", again))
                if part.doubt:
                    where = f"pages {results[before.page].frame.number} and {number}: it may go on there"
                    drops.append(Drop(name, "table-in-parts", where, part.table.caption))
                elif not part.page.floats and len(part.page.rows) <= _MOST_LINES:
                    open_ = _Begun(before.page, whole, part.table, "", *_told_apart(part.page.rows))
        if before is not None and not joined:
            _mark(name, results, before, drops)
        open_ = open_ or _lowest(results[at], at)
    if open_ is not None:
        _mark(name, results, open_, drops)
    return results, drops


def _mark(name: str, pages: list[PageRecord], begun: _Begun, drops: list[Drop]) -> None:
    """Where a line says that a table goes on and its next part was not found, mark it as `partial`."""
    found = begun.whole.found
    if isinstance(found, PageTable) and (begun.said or begun.lines):
        partial = replace(begun.whole, found=replace(found, partial=True))
        pages[begun.page] = _with(pages[begun.page], begun.whole, partial)
        where = f"page {begun.whole.page}: it says that it goes on"
        drops.append(Drop(name, "table-in-parts", where, begun.table.caption))


def _with(page: PageRecord, old: Float, new: Float | None) -> PageRecord:
    """A page with another float, or none, in the place of one."""
    floats = (new if each is old else each for each in page.floats)
    return replace(page, floats=tuple(each for each in floats if each is not None))


def _is_onward(text: str) -> bool:
    """Whether a line says that a table goes on."""
    return len(text) <= _LONGEST_LINE and bool(_ONWARD.search(text))


def _told_apart(rows: Sequence[LineRecord]) -> tuple[tuple[LineRecord, ...], tuple[LineRecord, ...]]:
    """The lines that say that a table goes on, and the others."""
    return tuple(row for row in rows if _is_onward(row.text)), tuple(row for row in rows if not _is_onward(row.text))


def _lowest(page: PageRecord, at: int) -> _Begun | None:
    """The table of a page that nothing stands under but a few lines."""
    tables = [each for each in page.floats if isinstance(each.found, PageTable)]
    if not tables:
        return None
    best = max(tables, key=lambda each: each.rect.top)
    end = best.rect.bottom - 2
    under = [row for row in page.rows if row.rect.top >= end]
    if len(under) > _MOST_LINES or any(each.rect.top >= end for each in page.floats if each is not best):
        return None
    assert isinstance(best.found, PageTable)
    return _Begun(at, best, *_without_onward_rows(best.found), *_told_apart(under))


def _without_onward_rows(table: PageTable) -> tuple[PageTable, str]:
    """A table without a first or last row that only says that it goes on, and what such rows say."""
    first = int(len(table.grid) > 2 and _says_onward(table.grid[0]))
    end = len(table.grid) - int(len(table.grid) > 2 and _says_onward(table.grid[-1]))
    if end - first == len(table.grid):
        return table, ""
    said = [next(filter(None, row)) for row in (*table.grid[:first], *table.grid[end:])]
    heads = table.header_rows and table.header_rows - first
    return replace(table, grid=table.grid[first:end], header_rows=heads or None), " ".join(said)


def _says_onward(row: Sequence[str]) -> bool:
    cells = {cell for cell in row if cell}
    return len(cells) == 1 and _is_onward(cells.pop())


def _part_of(begun: _Begun, page: PageRecord) -> _TablePart:
    """What the top of a page has of a table that stands at the end of the page before."""
    upper = begun.table
    top = min((row.rect.top for row in page.rows), default=0.0)
    lines = tuple(row for row in page.rows if row.rect.top <= top + 1 and _is_onward(row.text))
    lines = () if any(each.rect.top < top for each in page.floats) else lines
    rest = replace(page, rows=tuple(row for row in page.rows if row not in lines))
    said = " ".join(row.text for row in lines)
    lower = _highest(rest)
    if lower is None and not begun.notes:
        kept = _rows_on_top(upper, rest)
        if kept.table is None or kept.doubt:
            return replace(kept, page=page)
        upper, rest, said = kept.table, kept.page, " ".join(filter(None, [said, kept.again]))
        lower = _highest(rest)
        if lower is None or not isinstance(lower.found, PageTable):
            return replace(kept, again=said)
        if lower.found.caption or lower.found.rect.top - kept.end > _STEP:
            return replace(kept, again=said)
        if _verdict(upper, lower.found, True) != _JOIN:
            return replace(kept, again=said)
    if lower is None or not isinstance(lower.found, PageTable):
        return _TablePart(page, None)
    found, line = _without_onward_rows(lower.found)
    verdict = _verdict(upper, found, bool(begun.lines or lines))
    if begun.notes and verdict == _JOIN and not _has_same_label(upper, found):
        verdict = _DOUBT if _is_again(upper, found) else _APART
    if verdict == _APART:
        return _TablePart(page, None)
    if verdict == _DOUBT:
        partial = _with(page, lower, replace(lower, found=replace(lower.found, partial=True)))
        return _TablePart(partial, replace(upper, partial=True), doubt=True)
    count = _header_rows(upper, found) if _is_again(upper, found) else 0
    header = [cell for row in found.grid[:count] for cell in row]
    caption = upper.caption or found.caption
    again = [said, line, found.caption if upper.caption else "", *header]
    whole = replace(upper, grid=upper.grid + found.grid[count:], caption=caption)
    return _TablePart(_with(rest, lower, None), whole, " ".join(filter(None, again)))


def _rows_on_top(upper: PageTable, page: PageRecord) -> _TablePart:
    """The rows on the top of a page that stand in the columns of a table. Without a header and a caption it may be an
    index, or text in columns: then it is in doubt."""
    nothing = _TablePart(page, None)
    if upper.columns is None:
        return nothing
    end = min((each.rect.top for each in page.floats), default=float("inf"))
    lines = [row for row in page.rows if row.rect.bottom <= end + 2]
    words = [word for line in lines for word in line.words]
    rows, doubt = rows_that_keep(upper.columns, words)
    if doubt or (lines and not words) or (rows and not upper.caption and not upper.header_rows):
        return _TablePart(page, replace(upper, partial=True), doubt=True)
    if not rows:
        return nothing
    taken = {id(word) for row in rows for word in row.words}
    grid = rows_of_cells(upper.columns, rows)
    again = grid[0] == upper.grid[0]
    left = tuple(line for line in page.rows if not any(id(word) in taken for word in line.words))
    whole = replace(upper, grid=upper.grid + tuple(grid[again:]))
    said = " ".join(grid[0]) if again else ""
    return _TablePart(replace(page, rows=left), whole, said, end=rows[-1].rect.bottom)


def _highest(page: PageRecord) -> Float | None:
    """The table that nothing stands over on a page."""
    tables = [each for each in page.floats if isinstance(each.found, PageTable)]
    if not tables:
        return None
    best = min(tables, key=lambda each: each.rect.top)
    others = [*(row.rect for row in page.rows), *(each.rect for each in page.floats if each is not best)]
    return None if any(rect.bottom <= best.rect.top + 2 for rect in others) else best


def _header_rows(upper: PageTable, lower: PageTable) -> int:
    """The rows of a header in the next part: a first row that no style tells is one if both parts begin with it."""
    if lower.header_rows is None and upper.header_rows in (None, 1) and upper.grid[0] == lower.grid[0]:
        return 1
    return lower.header_rows or 0


def _is_again(upper: PageTable, lower: PageTable) -> bool:
    """Whether the next part begins with the header of the first."""
    count = _header_rows(upper, lower)
    return count > 0 and upper.grid[:count] == lower.grid[:count]


def _has_same_label(upper: PageTable, lower: PageTable) -> bool:
    """Whether the caption of the next part has the number of the first ("Table 3"), or says that it goes on."""
    if not upper.caption or not lower.caption:
        return False
    one, other = label_of(upper.caption), label_of(lower.caption)
    return one == other or (not other and _is_onward(lower.caption))


def _verdict(upper: PageTable, lower: PageTable, onward: bool) -> str:
    """Whether the other is the next part of the first, a table of its own, or in doubt. `onward` tells that a line says
    that the first goes on."""
    titled = len(set(lower.grid[0])) == 1  # one name over all columns
    if titled or len(upper.grid[0]) != len(lower.grid[0]):
        return _APART
    named = _has_same_label(upper, lower)
    if upper.caption and lower.caption and not named:
        return _APART
    if _is_again(upper, lower):
        return _JOIN
    below = upper.caption_rect is not None and upper.caption_rect.top > upper.rect.top
    edges = abs(upper.rect.left - lower.rect.left) < _SAME and abs(upper.rect.right - lower.rect.right) < _SAME
    if not (edges or are_alike(upper.columns, lower.columns)) or (below and not named and not onward):
        return _APART
    if not edges and not upper.caption and not upper.header_rows:
        return _DOUBT  # an index, perhaps
    if not _header_rows(upper, lower):
        return _APART if _has_words_over_numbers(upper, lower) else _JOIN
    if lower.caption or _has_words_over_numbers(upper, lower):
        return _APART
    return _JOIN if _begins_with_data(upper, lower) else _DOUBT


def _number_columns(upper: PageTable) -> list[int]:
    """The columns of numbers under a name."""
    body = upper.grid[upper.header_rows or 1 :]
    return [
        at
        for at, cells in enumerate(zip(*body, strict=True))
        if has_numbers(cells) and not has_numbers([upper.grid[0][at]])
    ]


def _has_words_over_numbers(upper: PageTable, lower: PageTable) -> bool:
    """Whether the next part begins with a name over a column that holds numbers in both: a header of its own."""
    return any(
        lower.grid[0][at] and not has_numbers([lower.grid[0][at]]) and has_numbers([row[at] for row in lower.grid[1:]])
        for at in _number_columns(upper)
    )


def _begins_with_data(upper: PageTable, lower: PageTable) -> bool:
    """Whether what is taken for a header is a row like the others: it has numbers wherever the first part has, or is
    not bold as that one's header is."""
    numbers = _number_columns(upper)
    if numbers and all(has_numbers([lower.grid[0][at]]) for at in numbers):
        return True
    return (
        upper.columns is not None
        and lower.columns is not None
        and upper.columns.bold_header
        and not lower.columns.bold_header
    )
