"""Tables without drawn cells are found: those with rules across only, or with a caption alone.

A table that goes on over the page has no bottom rule: then it ends where words stop to keep to its columns.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from statistics import median

from benchwright.readers.pdf.boxed_tables import RuleSpan
from benchwright.readers.pdf.captions import join_lines
from benchwright.readers.pdf.cell_lines import CellLines, group_rows, is_one_row
from benchwright.readers.pdf.column_gaps import (
    ColumnEdges,
    TextRow,
    cells_of,
    find_columns,
    has_leaders,
    segments,
    spanning,
    text_rows,
)
from benchwright.readers.pdf.page import PageTable, Rect, around
from benchwright.readers.pdf.rule_chains import chains_of, count_meeting, have_sides, is_boxed
from benchwright.readers.pdf.table_region import SHORTEST, TableRegion
from benchwright.readers.pdf.unruled_rows import RuledRows

MOST_RULES = 1_500
"""Joined rules of one direction; a page of more is a drawing."""

_FEWEST_IN_BOX = 4
"""Rules of a table that stands in a frame: with fewer it is a box, with a title perhaps."""

_MOST_HEADER_LINES = 3
"""Of a header over rows in a frame; what is higher is text over a box."""

_GAP = 0.9
"""Of the size: a wider space between words parts cells."""

_LONGEST_CELL = 600
"""Letters: two cells of one row that are both longer are columns of text."""

_MOST_SIGNS = 0.5
"""Of the rows: with more that begin with a bullet it is a list."""

_NOTE = re.compile(r"(?:notes?|sources?|anmerkung|quelle)\b\s?[:.]|[*†‡§]", re.IGNORECASE)

Grid = tuple[tuple[str, ...], ...]


def lined_tables(region: TableRegion, rules: Sequence[RuleSpan], down: Sequence[RuleSpan]) -> Iterator[PageTable]:
    """Tables between rules across of the same ends. Rules are joined, those across from the top, those down from the
    left: what several of these meet is an axis or a box. Where there are too many, the page is a drawing. A table whose
    rows or header cannot be told has an empty grid."""
    long = [rule for rule in rules if rule.end - rule.start >= SHORTEST]
    if len(long) > MOST_RULES or len(down) > MOST_RULES:
        return
    places = [rule.at for rule in down]
    long = [rule for rule in long if count_meeting(rule, down, places) < 2]
    boxed = [rule for rule in long if is_boxed(rule, down, places)]
    rules = [rule for rule in rules if rule.at >= long[0].at] if long else []
    heights = [rule.at for rule in long]
    for chain in chains_of(long):
        shorter = [rule for rule in rules if rule.end - rule.start < 0.95 * (chain[0].end - chain[0].start)]
        at = 0
        while at < len(chain):
            end, framed, follows = at, False, False
            while end + 1 < len(chain) and _tabular(region, chain[end], chain[end + 1]):
                sides = have_sides(chain[end], chain[end + 1], down, places)
                if framed and not sides:
                    break  # a frame ends here, and what follows stands outside
                follows = sides and not framed and _under_text(region, chain[at : end + 1])
                if follows:
                    break  # a frame under text, which the last rule belongs to
                end, framed = end + 1, sides
            run = chain[at : end + 1 - follows]
            box = len(run) < _FEWEST_IN_BOX and all(rule in boxed for rule in run)
            table = _between(region, run, shorter, heights) if len(run) > 1 and not box else None
            if table is not None:
                yield table
            at = max(end + framed, at + 1)  # the last rule of a frame begins nothing else


def bare_table(region: TableRegion, space: Rect, upward: bool = False) -> PageTable | None:
    """A table without rules in a space: rows with gaps at the same places, from the first row on, or from the last."""
    rows: Sequence[TextRow] = region.rows(space.left, space.right, space.top, space.bottom)
    if upward:
        rows = _without_text_over(_keeping(_run(rows[::-1]), space.left, space.right)[::-1])
    else:
        rows = _until_heading(_without_text_under(_keeping(_run(rows), space.left, space.right)))
    if len(rows) < 2 or are_centred(rows) or any(map(has_leaders, rows)):
        return None
    columns = find_columns(rows, min(row.rect.left for row in rows), max(row.rect.right for row in rows))
    if columns.count < 2 or not _mostly_parted(rows, columns, 0.5):
        return None
    bodies = group_rows(rows, columns)
    if len(bodies) < 2:
        return None
    grid = tuple(grid_rows(group, columns) for group in bodies)
    rect = around(row.rect for row in rows)
    under = min((at for at in region.rules if rect.top < at < rect.bottom), default=rect.top)
    above = sum(group[-1].rect.middle[1] < under for group in bodies)  # rows over the first long rule
    return PageTable(rect, grid, above if 0 < above <= len(bodies) // 2 else header_by_style(bodies))


def grid_rows(group: Sequence[TextRow], columns: ColumnEdges) -> tuple[str, ...]:
    """The cells of lines that make up one row."""
    texts: list[list[str]] = [[] for _ in range(columns.count)]
    for row in group:
        for first, last, text in spanning(row, columns):
            for column in range(first, last + 1):
                texts[column].append(text)
    return tuple(join_lines(parts) for parts in texts)


def _under_text(region: TableRegion, rules: Sequence[RuleSpan]) -> bool:
    """Whether the last band between rules is no header over a frame: it has many lines, or none of several pieces."""
    if len(rules) < 2:
        return False
    upper, lower = rules[-2:]
    rows = region.rows(upper.start, upper.end, upper.at, lower.at)
    return len(rows) > _MOST_HEADER_LINES or all(len(segments(row.words, _GAP)) == 1 for row in rows)


def _tabular(region: TableRegion, upper: RuleSpan, lower: RuleSpan) -> bool:
    """Whether what stands between two rules may be part of a table: no caption, no running text, not nothing."""
    space = Rect(upper.start, upper.at, upper.end, lower.at)
    rows = region.rows(upper.start, upper.end, upper.at, lower.at)
    return bool(rows) and not region.stopped(space) and not _prose(rows, upper.end - upper.start)


def _prose(rows: Sequence[TextRow], width: float) -> bool:
    whole = sum(1 for row in rows if row.rect.width > 0.6 * width and len(segments(row.words, _GAP)) == 1)
    return len(rows) > 1 and whole > 0.5 * len(rows)


def _between(
    region: TableRegion, rules: Sequence[RuleSpan], shorter: Sequence[RuleSpan], heights: Sequence[float]
) -> PageTable | None:
    left, right = rules[0].start, rules[0].end
    bands = [region.rows(left, right, upper.at, lower.at) for upper, lower in itertools.pairwise(rules)]
    top, bottom = rules[0].at, rules[-1].at
    rows = RuledRows(bands, rules)
    before: Sequence[Sequence[TextRow]] = ()
    if len(rules) > 3 and (over := _row_over(region, rules[0], bands[0])):
        before = [over]
    elif rows.parted:
        before = rows.over(region.rows_over(rules[0], heights))
        if len(before) > 2:
            return _refused(rules)  # a rule parts all rows but these: which one is the header cannot be told
    if before:
        bands = [*map(tuple, before), *bands]
        top = min(row.rect.top for row in bands[0])
    if rows.parted and (last := rows.under(region.rows_under(rules[-1], heights))):
        bands.append(tuple(last))
        bottom = max(row.rect.bottom for row in last)
    open_rows: tuple[TextRow, ...] = ()
    if len(rules) == 2 and len(bands[0]) <= 4:
        ends = [
            region.bottom,
            *(height for height in heights if height > bottom + 4),
            *(s.top for s in region.stops if s.top > bottom),
        ]
        open_rows = _open_end(bands[0], _run(region.rows(left, right, bottom, min(ends))), left, right)
        if open_rows:
            bands.append(open_rows)
            bottom = max(row.rect.bottom for row in open_rows)
    headed = len(bands) > 1
    body = [row for band in (bands[1:] if headed else bands) for row in band]
    columns = find_columns(body, left, right)
    if columns.count < 2:
        columns = find_columns([row for band in bands for row in band], left, right)
    if columns.count < 2 or not _mostly_parted(body, columns) or _columns_of_text(body, columns):
        return None
    if any(map(has_leaders, body)) or (not headed and len(group_rows(body, columns)) < 2):
        return None
    grid: list[tuple[str, ...]] = []
    header_rows: int | None = None
    if headed:
        grid.extend(
            _header(bands[0], columns, [r for r in shorter if top < r.at < max(row.rect.bottom for row in bands[0])])
        )
        header_rows = len(grid)
    bodies = bands[1:] if headed else bands
    if not open_rows:
        bodies, bottom = _without_notes(bodies, bottom)
    one_each = len(bodies) >= 3 and sum(len(band) == 1 for band in bodies) >= 0.5 * len(bodies)
    if not one_each and any(are_centred(band) and not is_one_row(band, columns) for band in bodies):
        return _refused(rules)  # several rows of cells in their middle: which lines are of one row cannot be told
    lines = CellLines([row for band in bodies for row in band], columns)
    for band in bodies:
        groups = [list(band)] if band and (one_each or are_centred(band)) else lines.groups(band)
        grid.extend(grid_rows(group, columns) for group in groups)
    if any(sum(len(cell) > _LONGEST_CELL for cell in row) > 1 for row in grid) or _are_items(grid):
        return None  # text in columns, or a list
    reach = max((row.rect.right for band in bands for row in band), default=right)
    rect = Rect(left, top, max(right, min(reach, right + 60)), bottom)
    return PageTable(rect, tuple(grid), header_rows)


def _refused(rules: Sequence[RuleSpan]) -> PageTable:
    """A table without rows: one that cannot be read, and must not be read in another way."""
    return PageTable(Rect(rules[0].start, rules[0].at, rules[0].end, rules[-1].at), (), None)


def _row_over(region: TableRegion, rule: RuleSpan, first: Sequence[TextRow]) -> tuple[TextRow, ...]:
    """The header of a table that has a rule under every row and none over the first: bold words over several columns
    right above, where the row under the rule is not bold."""
    rows = region.rows(rule.start, rule.end, rule.at - 40, rule.at)[-1:]
    if not rows or rule.at - rows[0].rect.bottom > 1.2 * rows[0].size or len(segments(rows[0].words, _GAP)) < 2:
        return ()
    bold = all(word.bold for word in rows[0].words) and not all(word.bold for row in first for word in row.words)
    return rows if bold and not region.stopped(rows[0].rect) else ()


def _header(band: Sequence[TextRow], columns: ColumnEdges, parting: Sequence[RuleSpan]) -> list[tuple[str, ...]]:
    """The header's rows: parted by shorter rules, or where a cell spans; other lines are broken cells of one row."""
    groups: list[list[TextRow]] = []
    cuts = sorted({round(rule.at, 1) for rule in parting})
    for row in band:
        level = sum(1 for cut in cuts if cut < row.rect.middle[1])
        before = groups[-1][-1] if groups else None
        new = before is None or level != sum(1 for cut in cuts if cut < before.rect.middle[1])
        if new or (
            not cuts and before is not None and any(last > first for first, last, _ in spanning(before, columns))
        ):
            groups.append([row])
        else:
            groups[-1].append(row)
    return [_spread(group, columns, [r for r in parting if r.at > group[-1].rect.middle[1]]) for group in groups]


def _spread(group: Sequence[TextRow], columns: ColumnEdges, under: Sequence[RuleSpan]) -> tuple[str, ...]:
    """A header row's cells; what stands over a shorter rule is repeated over all columns of that rule."""
    cells = list(grid_rows(group, columns))
    nearest = min((rule.at for rule in under), default=0.0)
    for rule in under:
        if rule.at > nearest + 4:
            continue
        over = [word for row in group for word in row.words if rule.start - 2 <= word.rect.middle[0] <= rule.end + 2]
        if over:
            text = join_lines([row.text for row in text_rows(over)])
            for column in columns.under(rule.start, rule.end, 0.5):
                cells[column] = text
    return tuple(cells)


def _open_end(header: Sequence[TextRow], rows: Sequence[TextRow], left: float, right: float) -> tuple[TextRow, ...]:
    """The rows under the last rule that keep to the header's columns: a table that goes on over the page."""
    remaining = _keeping(rows, left, right)
    if not remaining or not header:
        return ()
    columns = find_columns(remaining, left, right)
    whole = find_columns([*header, *remaining], left, right)
    if columns.count < 2 or whole.count < 2 or not _mostly_parted(remaining, columns):
        return ()
    return tuple(remaining)


def _run(rows: Sequence[TextRow]) -> list[TextRow]:
    """Rows from the first on, until one is far below the one before it."""
    remaining = list(rows[:1])
    for row in rows[1:]:
        last = remaining[-1].rect
        if max(row.rect.top - last.bottom, last.top - row.rect.bottom) > 2.2 * row.size:
            break
        remaining.append(row)
    return remaining


def _keeping(rows: Sequence[TextRow], left: float, right: float) -> list[TextRow]:
    """Rows from the first on, without those at the end that are running text across the columns."""
    remaining = list(rows)
    parted = [row for row in remaining if len(segments(row.words, _GAP)) > 1]
    if not parted:
        return []
    columns = find_columns(parted, left, right)
    if columns.count < 2:
        return []
    for at, row in enumerate(remaining):
        whole = len(segments(row.words, _GAP)) == 1 and columns.crossed(row.rect.left, row.rect.right)
        if whole and row.rect.width > 0.6 * (right - left):
            remaining = remaining[:at]
            break
    return remaining


def _until_heading(rows: Sequence[TextRow]) -> list[TextRow]:
    """Rows up to one that is a heading of what follows the table: a single piece of text that is larger than the rows
    are, or bold and set apart."""
    sizes = sorted(row.size for row in rows)
    steps = sorted(lower.rect.bottom - upper.rect.bottom for upper, lower in itertools.pairwise(rows))
    for at in range(2, len(rows)):
        row, above = rows[at], rows[at - 1]
        if len(segments(row.words, _GAP)) > 1:
            continue
        larger = row.size > 1.12 * sizes[len(sizes) // 2]
        apart = row.rect.bottom - above.rect.bottom > 1.3 * steps[len(steps) // 2]
        if larger or (apart and all(word.bold for word in row.words) and not all(w.bold for w in above.words)):
            return list(rows[:at])
    return list(rows)


def _without_text_under(rows: Sequence[TextRow]) -> list[TextRow]:
    """Rows without the text under the last that has several pieces: from a single piece on that crosses the columns,
    and begins farther left than all rows or is set apart."""
    parted = [at for at, row in enumerate(rows) if len(segments(row.words, _GAP)) > 1]
    if len(parted) < 2:
        return list(rows)
    above = [rows[at] for at in parted]
    left, right = min(row.rect.left for row in above), max(row.rect.right for row in above)
    columns = find_columns(above, left, right)
    steps = [lower.rect.bottom - upper.rect.bottom for upper, lower in itertools.pairwise(rows[: parted[-1] + 1])]
    for at in range(parted[-1] + 1, len(rows)):
        row = rows[at].rect
        apart = row.bottom - rows[at - 1].rect.bottom > 1.2 * median(steps)
        if columns.crossed(row.left, row.right) and (apart or row.left < left - 2):
            return list(rows[:at])
    return list(rows)


def _without_text_over(rows: Sequence[TextRow]) -> list[TextRow]:
    """Rows without the single pieces of text over the first that has several, where they begin farther left than all
    others, or are set apart."""
    remaining = list(rows)
    steps = sorted(lower.rect.bottom - upper.rect.bottom for upper, lower in itertools.pairwise(rows))
    while len(remaining) > 2 and len(segments(remaining[0].words, _GAP)) == 1:
        first, second = remaining[0].rect, remaining[1].rect
        apart = second.bottom - first.bottom > 1.3 * steps[len(steps) // 2]
        if not apart and first.left >= min(row.rect.left for row in remaining[1:]) - 2:
            break
        del remaining[0]
    return remaining


def are_centred(band: Sequence[TextRow]) -> bool:
    """Whether cells stand in the middle of their row: then their lines are nearer to each other than lines can be."""
    return any(lower.rect.bottom - upper.rect.bottom < 0.75 * lower.size for upper, lower in itertools.pairwise(band))


def _mostly_parted(rows: Sequence[TextRow], columns: ColumnEdges, share: float = 0.12) -> bool:
    """Whether a share of the lines has words in two columns at least, and columns have them in several lines."""
    filled = [cells_of(row, columns) for row in rows]
    several = sum(1 for cells in filled if len(cells) > 1)
    each = [sum(1 for cells in filled if column in cells) for column in range(columns.count)]
    return bool(filled) and several >= share * len(filled) and min(each) >= 1 and median(each) >= 0.15 * len(filled)


def _columns_of_text(rows: Sequence[TextRow], columns: ColumnEdges) -> bool:
    """Whether it is a page set in columns, between the rules of its head and foot: long lines beside each other."""
    filled = [cells_of(row, columns) for row in rows]
    beside = sum(1 for cells in filled if len(cells) == columns.count)
    return (
        len(rows) >= 15
        and beside > 0.75 * len(rows)
        and sum(len(row.words) for row in rows) > 5 * beside * columns.count
    )


def _are_items(grid: Sequence[Sequence[str]]) -> bool:
    """Whether most rows begin with the same sign, and nothing else is in their first cell: a list."""
    signs = [row[0] for row in grid if len(row[0]) == 1 and not row[0].isalnum()]
    return len(signs) > _MOST_SIGNS * len(grid) and len(set(signs)) == 1


def _without_notes(bands: Sequence[Sequence[TextRow]], bottom: float) -> tuple[list[tuple[TextRow, ...]], float]:
    """The bands without notes at the end of the last: they are text."""
    remaining = [tuple(band) for band in bands]
    for at, row in enumerate(remaining[-1]):
        if at and _NOTE.match(row.text) and len(segments(row.words, 1.5)) == 1:
            bottom = row.rect.top
            remaining[-1] = remaining[-1][:at]
            break
    return remaining, bottom


def header_by_style(groups: Sequence[Sequence[TextRow]]) -> int | None:
    """1 if the first row alone is bold."""
    bold = [all(word.bold for row in group for word in row.words) for group in groups[:3]]
    return 1 if bold[0] and not any(bold[1:]) else None
