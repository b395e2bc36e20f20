"""The tables of a page are found with their captions: drawn cells first, then rules across, then columns.

    rules that meet      -> boxed_tables.py   words fall into cells
    shades under shades  -> shaded_tables.py  each shade is a row
    rules of equal ends  -> open_tables.py    header, body, columns by gaps
    "Table 3" and gaps   -> open_tables.py    without any rule
    names over numbers   -> aligned_tables.py without rule and caption
    rows set apart       -> word_tables.py    without rule, caption and numbers

What a caption calls a figure is no table, whatever its lines; nor are a page's frame, a box around text, or axes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchwright.readers.pdf.aligned_tables import aligned_tables, is_parted
from benchwright.readers.pdf.boxed_tables import DrawnGrid, RuleSpan, drawn_grids, joined_rules
from benchwright.readers.pdf.captions import CODE, FIGURE, TABLE, Caption, find_captions, join_lines
from benchwright.readers.pdf.cell_lines import CellLines
from benchwright.readers.pdf.column_gaps import ColumnEdges, TextRow, cells_of, text_rows
from benchwright.readers.pdf.inner_columns import refined_table
from benchwright.readers.pdf.open_tables import bare_table, grid_rows, lined_tables
from benchwright.readers.pdf.page import PageContent, PageTable, Rect, TextLine, Word, around
from benchwright.readers.pdf.shaded_tables import shaded_tables
from benchwright.readers.pdf.shades import shade_bands
from benchwright.readers.pdf.table_columns import with_columns
from benchwright.readers.pdf.table_region import region_of

REACH = 60.0
"""Points between a table and its caption, at most."""

_FEWEST_BESIDE = 5
"""Long lines in the other half of a page set in two columns."""

MOST_TABLES = 100
_MOST_SHAPES = 200


def find_tables(content: PageContent, lines: Sequence[TextLine], over: bool | None = None) -> tuple[PageTable, ...]:
    """The tables of a page from the top, each with the caption that belongs to it. `over` tells on which side of its
    tables the document has its captions."""
    captions = find_captions(content, lines)
    across, down = joined_rules(content)
    figures = [caption.rect for caption in captions if caption.kind == FIGURE]
    results: list[PageTable] = []
    met: list[Rect] = []
    for grid in drawn_grids(across, down):
        if len(met) >= MOST_TABLES or any(_inside(grid.rect, rect) for rect in met):
            continue
        table = _drawn_table(content, grid)
        if table is not None:
            met.append(grid.rect)
            results.append(table)
    results.extend(table for table in shaded_tables(content) if not any(rect.overlap(table.rect) > 0 for rect in met))
    met = [table.rect for table in results]
    stops = [caption.rect for caption in captions]
    free = [rule for rule in across if not any(_touches(rule, rect) for rect in met)]
    code = [caption.rect for caption in captions if caption.kind == CODE]
    results.extend(lined_tables(region_of(content, met, stops, code), free, down))
    results = _without_figures(results, figures, content)
    own = [caption for caption in captions if caption.kind == TABLE]
    beside = _beside(content, results[:MOST_TABLES], own, lines)
    results, left = _captioned(results[:MOST_TABLES], own, over, beside)
    results, left = _with_bare(content, results, left, stops, lines, over=over is False)
    results.extend(_aligned(content, [table.rect for table in results], stops, figures, lines))
    results, left = _captioned(results, left, over)
    results, _ = _with_bare(content, results, left, stops, lines, over=over is not False)
    readable = [table for table in results if table.grid]
    placed = [with_columns(content, table) for table in readable]
    return tuple(sorted(placed, key=lambda table: (table.rect.top, table.rect.left)))


def _drawn_table(content: PageContent, grid: DrawnGrid) -> PageTable | None:
    """The table of a drawn grid; None for what is none: too little in it, or a single row or column."""
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    inside: dict[int, list[Word]] = {}
    bands: dict[int, list[Word]] = {}
    for word in content.words:
        place = grid.place(word)
        if place is not None:
            inside.setdefault(grid.cells[place[0]][place[1]], []).append(word)
            bands.setdefault(place[0], []).append(word)
    texts = {
        cell: join_lines([row.text for row in text_rows(words)]) or " ".join(word.text for word in words)
        for cell, words in inside.items()
    }
    numbers = {cell for row in grid.cells for cell in row}
    if len(texts) < 3 or len(texts) < 0.3 * len(numbers):
        return None
    if all(_alone(grid, row) for row in range(rows)):
        refined = refined_table(grid, [text_rows(bands.get(row, ())) for row in range(rows)])
        if refined is not None:
            return refined
    lines: list[tuple[str, ...]] = []
    edges = grid.xs[0], grid.xs[-1]
    parted = ColumnEdges(*edges, tuple((x - 0.01, x + 0.01) for x in grid.xs[1:-1]), edges)
    spread = [0] * rows
    parts = _rows_in_bands({row: text_rows(words) for row, words in bands.items() if _alone(grid, row)}, parted)
    for row in range(rows):
        cells = grid.cells[row]
        if row in parts:
            lines.extend(parts[row])
            spread[row] = len(parts[row])
        elif any(texts.get(cell) for cell in cells):
            lines.append(tuple(texts.get(cell, "") for cell in cells))
            spread[row] = 1
    if len(lines) < 2 or (len({cell for row in grid.cells for cell in set(row)}) < 4 and len(lines) * columns < 4):
        return None
    if sum(1 for column in range(columns) if any(line[column] for line in lines)) < 2:
        return None
    return PageTable(grid.rect, tuple(lines), _drawn_header(content, grid, spread))


def _alone(grid: DrawnGrid, row: int) -> bool:
    """Whether no cell of a row of a grid spans another row or column."""
    others = {cell for at in (row - 1, row + 1) if 0 <= at < len(grid.cells) for cell in grid.cells[at]}
    return len(set(grid.cells[row])) == len(grid.cells[row]) and not others & set(grid.cells[row])


def _rows_in_bands(bands: dict[int, tuple[TextRow, ...]], columns: ColumnEdges) -> dict[int, list[tuple[str, ...]]]:
    """The rows of cells inside bands that only groups of rows are parted by: several lines each, and most fill several
    columns. What stands in the first column beside the first lines is the name of the whole group."""
    lines = CellLines([row for rows in bands.values() for row in rows], columns)
    groups = {band: lines.groups(rows) for band, rows in bands.items()}
    every = [cells_of(group[0], columns) for parts in groups.values() for group in parts if len(parts) > 1]
    many = sum(len(parts) > 1 for parts in groups.values())
    if len(every) < 3 * many or any(len(cells) < 2 for cells in every):
        return {}
    results = {}
    for band, parts in groups.items():
        grid = [list(grid_rows(group, columns)) for group in parts]
        names = [row[0] for row in grid if row[0]]
        if len(parts) > 1 and len(names) < len(grid) and [row[0] for row in grid[: len(names)]] == names:
            for row in grid:
                row[0] = join_lines(names)
        results[band] = [tuple(row) for row in grid]
    return results if many else {}


def _drawn_header(content: PageContent, grid: DrawnGrid, spread: Sequence[int]) -> int | None:
    """How many rows at the top are a header, told by a double rule under them or by style: bold or shaded where the row
    below is not. 0 where all rows have the same columns in bold or italics: the names of rows."""
    if 0 < grid.head <= max(1, len(spread) // 2):
        return sum(spread[: grid.head]) or None
    marks: list[tuple[bool, bool]] = []
    shades = [drawing.rect for drawing in content.drawings if drawing.filled and drawing.rect.height > 4]
    words: dict[int, list[Word]] = {}
    for word in content.words:
        place = grid.place(word)
        if place is not None:
            words.setdefault(place[0], []).append(word)
    for row in range(min(len(spread), 8)):
        middle = (grid.ys[row] + grid.ys[row + 1]) / 2
        shaded = any(
            rect.top <= middle <= rect.bottom and rect.height < 1.5 * (grid.ys[row + 1] - grid.ys[row])
            for rect in shades
        )
        marks.append((bool(words.get(row)) and all(word.bold for word in words[row]), shaded))
    for style in (0, 1):
        count = 0
        while count < len(marks) and marks[count][style]:
            count += 1
        if 0 < count < len(marks) and not (style == 1 and any(mark[1] for mark in marks[count:])):
            return sum(spread[:count]) or None
    cells: dict[int, dict[int, tuple[bool, bool]]] = {row: {} for row in words}
    for row, inside in words.items():
        for word in inside:
            column = bisect_right(grid.xs, word.rect.middle[0]) - 1
            bold, italic = cells[row].get(column, (True, True))
            cells[row][column] = word.bold and bold, word.italic and italic
    styles = [style for row, style in cells.items() if len(set(grid.cells[row])) > 1]  # without title lines
    alike = len(styles) > 2 and all(style == styles[0] for style in styles)
    return 0 if alike and len(set(styles[0].values())) > 1 else None


def _inside(inner: Rect, outer: Rect) -> bool:
    return inner.overlap(outer) > 0.8 * inner.area


def _touches(rule: RuleSpan, rect: Rect) -> bool:
    return rect.top - 3 <= rule.at <= rect.bottom + 3 and rule.start < rect.right and rule.end > rect.left


def _without_figures(found: Sequence[PageTable], figures: Sequence[Rect], content: PageContent) -> list[PageTable]:
    """Without what stands right over a figure's caption, what pictures cover, and words between the drawings of a
    plot."""
    remaining = []
    for table in found:
        rect = table.rect
        over = any(
            -4 <= figure.top - rect.bottom < 30 and min(figure.right, rect.right) > max(figure.left, rect.left)
            for figure in figures
        )
        covered = any(raster.rect.overlap(rect) > 0.5 * rect.area for raster in content.rasters)
        if not over and not covered and not _plotted(content, rect):
            remaining.append(table)
    return remaining


def _plotted(content: PageContent, rect: Rect) -> bool:
    """Whether things are drawn in a region that shade no cells: they hold no word, or reach out of the region without
    crossing all of it. The shades of cells beside each other are one band."""
    shapes = [each for each in content.drawings if rect.overlap(each.rect) > 0]
    words = [word.rect for word in content.words if rect.holds(word.rect)]
    empty = cut = 0
    for drawing in shade_bands(shapes[:_MOST_SHAPES]):
        shape = drawing.rect
        wide = drawing.filled and shape.left <= rect.left + 8 and shape.right >= rect.right - 8
        beyond = min(shape.left - rect.left, rect.right - shape.right, shape.top - rect.top, rect.bottom - shape.bottom)
        cut += not wide and beyond < -8
        empty += not wide and not any(shape.holds(word) for word in words)
    return cut > 0 or empty > 1 + len(shapes) // 4


def _captioned(
    found: Sequence[PageTable],
    own: Sequence[Caption],
    side: bool | None,
    beside: frozenset[tuple[int, int]] = frozenset(),
) -> tuple[list[PageTable], list[Caption]]:
    """Tables with a caption each, and the table captions that are left over. A document has its captions over its
    tables or under them: its side goes first, else the side that gives more tables of the page a caption. `beside` are
    pairs, by number, that belong together though neither stands over the other."""
    over, under = _pairs(found, own, True, beside), _pairs(found, own, False, beside)
    nearer = sum(over.values()) <= 1.5 * sum(under.values()) + 4  # most tables have their captions over them
    first = len(over) > len(under) or (len(over) == len(under) and nearer) if side is None else side
    taken: dict[int, int] = {}
    for pairs in (over, under) if first else (under, over):
        for number, at in pairs:
            if number not in taken and at not in taken.values():
                taken[number] = at
    tables = list(found)
    for number, at in taken.items():
        tables[number] = replace(found[number], caption=own[at].text, caption_rect=own[at].rect)
    return tables, [caption for at, caption in enumerate(own) if at not in taken.values()]


def _beside(
    content: PageContent, found: Sequence[PageTable], own: Sequence[Caption], lines: Sequence[TextLine]
) -> frozenset[tuple[int, int]]:
    """Tables and captions by number, alone in one column of text from the top of the one to the end of the other,
    neither of which stands over the other: a short caption at the margin, and a narrow table in the middle."""
    pairs = set()
    for at, caption in enumerate(own):
        left, right = _column_of(content, caption, lines)
        for number, table in enumerate(found):
            both = around((caption.rect, table.rect))
            space = Rect(left, both.top, right, both.bottom)
            inside = [line for line in lines if space.holds(line.rect)]
            alone = all(caption.rect.holds(line.rect) or table.rect.holds(line.rect) for line in inside)
            if alone and left <= table.rect.left < table.rect.right <= right:
                pairs.add((number, at))
    return frozenset(pairs)


def _pairs(
    found: Sequence[PageTable], own: Sequence[Caption], over: bool, beside: frozenset[tuple[int, int]]
) -> dict[tuple[int, int], float]:
    """Table and caption by number, nearest first, each once, with their distance: captions over tables, or under."""
    near = []
    for number, table in enumerate(found):
        for at, caption in enumerate(own if table.caption_rect is None else ()):
            gap = table.rect.top - caption.rect.bottom if over else caption.rect.top - table.rect.bottom
            across = min(table.rect.right, caption.rect.right) - max(table.rect.left, caption.rect.left)
            if (across > 0 or (number, at) in beside) and -6 < gap < REACH:
                near.append((across <= 0, gap, number, at))
    pairs: dict[tuple[int, int], float] = {}
    tables, captions = set(), set()
    for _, gap, number, at in sorted(near):
        if number not in tables and at not in captions:
            pairs[number, at] = gap
            tables.add(number)
            captions.add(at)
    return pairs


def _with_bare(
    content: PageContent,
    tables: Sequence[PageTable],
    captions: Sequence[Caption],
    stops: Sequence[Rect],
    lines: Sequence[TextLine],
    over: bool = False,
) -> tuple[list[PageTable], list[Caption]]:
    """The tables with those without rules that stand under captions, or over them; and the captions left over."""
    results, left_over = list(tables), []
    for caption in captions:
        left, right = _column_of(content, caption, lines)
        others = [rect for rect in stops if rect != caption.rect]
        taken = [*(table.rect for table in results), *(raster.rect for raster in content.rasters)]
        near = [rect for rect in (*others, *taken) if rect.left < right and rect.right > left]
        if over:
            top = max([0.0, *(rect.bottom for rect in near if rect.bottom <= caption.rect.top)])
            space = Rect(left, top, right, caption.rect.top - 1)
        else:
            bottom = min([content.height, *(rect.top for rect in near if rect.top >= caption.rect.bottom)])
            space = Rect(left, caption.rect.bottom + 1, right, bottom)
        table = bare_table(region_of(content, taken, others), space, upward=over)
        if table is None or table.rect.distance(caption.rect) > REACH or _plotted(content, table.rect):
            left_over.append(caption)
        else:
            results.append(replace(table, caption=caption.text, caption_rect=caption.rect))
    return results, left_over


def _aligned(
    content: PageContent,
    taken: Sequence[Rect],
    stops: Sequence[Rect],
    figures: Sequence[Rect],
    lines: Sequence[TextLine],
) -> Iterator[PageTable]:
    """The tables without rules and captions, in each half of a page set in two columns."""
    middle, width = content.width / 2, content.width
    region = region_of(content, [*taken, *stops, *(raster.rect for raster in content.rasters)], stops)
    halves = ((0.0, middle), (middle, width)) if _two_columns(content, lines) else ((0.0, width),)
    for left, right in halves:
        rows = region.rows(left, right, 0.0, content.height)
        tables = [table for table in aligned_tables(rows, content) if not region.stopped(table.rect)]
        for table in _without_figures(tables, figures, content):
            beside = [region.rows(*half, table.rect.top, table.rect.bottom) for half in halves if half != (left, right)]
            if not any(is_parted(row) for rows in beside for row in rows):  # else it may reach over both halves
                yield table


def _two_columns(content: PageContent, lines: Sequence[TextLine]) -> bool:
    """Whether both halves of a page hold long lines, and few cross its middle."""
    middle, long = content.width / 2, 0.25 * content.width
    left = sum(1 for line in lines if line.rect.right < middle + 10 and line.rect.width > long)
    right = sum(1 for line in lines if line.rect.left > middle - 10 and line.rect.width > long)
    return min(left, right) >= _FEWEST_BESIDE and len(lines) - _crossing(content, lines) > 0.8 * len(lines)


def _column_of(content: PageContent, caption: Caption, lines: Sequence[TextLine]) -> tuple[float, float]:
    """From where to where a page's column reaches that holds a caption: half a page if no line crosses the middle."""
    middle = content.width / 2
    if _crossing(content, lines) > 0.2 * len(lines) or (
        caption.rect.left < middle - 10 and caption.rect.right > middle + 10
    ):
        return 0.0, content.width
    left_side = caption.rect.middle[0] < middle
    beside = [line for line in lines if (line.rect.left > middle - 10 if left_side else line.rect.right < middle + 10)]
    if sum(line.rect.width > 0.25 * content.width for line in beside) < _FEWEST_BESIDE:
        return 0.0, content.width  # nothing there is a column of text
    return (0.0, middle) if caption.rect.middle[0] < middle else (middle, content.width)


def _crossing(content: PageContent, lines: Sequence[TextLine]) -> int:
    """How many lines cross the middle of a page."""
    middle = content.width / 2
    return sum(1 for line in lines if line.rect.left < middle - 10 and line.rect.right > middle + 10)
