"""The rows, tables and figures of all pages become one document's text and blocks.

A paragraph goes on over columns and pages; what floats (tables, figures) waits until the paragraph that it interrupts
has ended, footnotes and margins until the section ends: no sentence has anything in its middle that is not its own.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeGuard

from benchwright.readers.base import Area, Paragraph, TextBuilder
from benchwright.readers.pdf.hyphens import Hyphens, joined
from benchwright.readers.pdf.line_records import LineRecord, Measures, measure
from benchwright.readers.pdf.page import Float, PageContent, PageTable, Rect, around
from benchwright.readers.pdf.paragraphs import ParagraphRows, breaks_off, gather, goes_on
from benchwright.readers.pdf.reading_order import Column, reading_order
from benchwright.readers.pdf.row_roles import (
    NoteRows,
    Role,
    RoleRun,
    Step,
    begins_note,
    chunks,
    depth_of,
    split_notes,
    style_of,
)
from benchwright.readers.pdf.title_block import find_title, with_names_as_text, without_title_block
from benchwright.records import Entry

_EQUATION = re.compile(r"\(\d{1,3}(?:\.\d{1,3})?[a-z]?\)")
_PAGE = re.compile(r"\d{1,4}|[ivxlc]{1,6}")
_FEWEST_NUMBERS = 3
_MOST_SMALL = 6  # rows
_NOTES_WAIT = 2  # pages that a footnote is held back at most


@dataclass(frozen=True, slots=True)
class PageRecord:
    """What is kept of a page until all are known. `frame` is the empty page: its number and size; `ruled` the heights
    of short rules, `boxes` those that text runs beside."""

    frame: PageContent
    rows: tuple[LineRecord, ...]
    floats: tuple[Float, ...] = ()
    ruled: tuple[float, ...] = ()
    boxes: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxedRows:
    """The lines of a box that text runs beside."""

    rect: Rect
    rows: tuple[LineRecord, ...]


Piece = LineRecord | Float | BoxedRows
"""What the columns of a page hold."""


@dataclass(slots=True)
class Flow:
    """Writes pages into a TextBuilder. `place` adds a float to it, and `author` is whom the file names. `title` is the
    title found on the pages, `title_block` the lines between it and the text, which are left out, `code` the code."""

    out: TextBuilder
    place: Callable[[Float], None]
    author: str = ""
    title: str = ""
    title_block: tuple[LineRecord, ...] = ()
    code: list[Entry] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    _frames: dict[int, PageContent] = field(default_factory=dict)
    _hyphens: Hyphens = field(default_factory=lambda: Hyphens(()))
    _open: ParagraphRows | None = None
    _right: float = 0.0
    _floats: list[Float] = field(default_factory=list)
    _notes: list[NoteRows] = field(default_factory=list)
    _after_item: bool = False
    _usual: Measures = field(default_factory=lambda: Measures(10.0, {}))

    def write(self, pages: Sequence[PageRecord]) -> None:
        """Write all pages."""
        self._frames = {page.frame.number: page.frame for page in pages}
        self._hyphens = Hyphens(row.text for page in pages for row in page.rows)
        body = measure([page.rows for page in pages]).body
        laid = [(page, _laid(page, body)) for page in pages]
        # Baselines are compared within columns: those of the next one lie anywhere between.
        self._usual = measure([_rows_of(column) for _, columns in laid for column in columns])
        steps = [step for page, columns in laid for step in self._steps(page, columns)]
        opening = find_title([step for step in steps if _heads(step)], self._frames, self._usual)
        steps = with_names_as_text(steps, opening, self._usual)
        steps, self.title_block = without_title_block(steps, opening, self.author)
        levels = _Levels([step for step in steps if _heads(step) and step is not opening], opening is not None)
        for step in _with_code_whole(_without_interruptions(steps)):
            if isinstance(step, Float):
                self._floats.append(step)
                if self._open is None:
                    self._close()
            elif isinstance(step, NoteRows):
                self._notes.append(step)
            elif step.role is Role.HEADING:
                self._heading(step, 1 if step is opening else levels.of(step), first=step is opening)
            elif step.role is Role.CODE:
                self._close()
                self._code(step)
            else:
                self._text(step)
        self._close()
        self._flush()

    def page_starts(self, count: int) -> tuple[int, ...]:
        """Where in the text each of `count` pages begins; one without text of its own where the next one does."""
        results: list[int] = []
        ahead = len(self.out.text)
        for number in range(count, 0, -1):
            ahead = min(self.starts.get(number, ahead), ahead)
            results.append(ahead)
        return (0, *results[::-1][1:])

    def _steps(self, page: PageRecord, columns: Sequence[Column[Piece]]) -> list[Step]:
        """A page in reading order; margins first."""
        main: list[Step] = []
        notes: list[Step] = []
        number = page.frame.number
        for column in columns:
            rows = _rows_of(column)
            right, width = _extent(rows)
            if column.aside:
                notes += [NoteRows(chunk.rows, number, aside=True) for chunk in chunks(rows, self._usual, width)]
                main += [piece for piece in column.pieces if isinstance(piece, Float)]
                continue
            _, feet = split_notes(rows, self._usual, page.ruled)
            for run in _runs(column, {id(row) for row in feet}):
                if isinstance(run, Float):
                    main.append(run)
                    continue
                if isinstance(run, BoxedRows):
                    main.append(NoteRows(run.rows, number))
                    continue
                main += [
                    replace(chunk, first=at == 0, right=right, width=width)
                    for at, chunk in enumerate(chunks(run, self._usual, width))
                ]
            main += [NoteRows(tuple(each), number) for each in _notes(feet)]
        return notes + main

    def _text(self, chunk: RoleRun) -> None:
        for number, gathered in enumerate(gather(chunk.rows, chunk.right, chunk.width)):
            last = self._open
            if last is not None:
                onward = number == 0 and chunk.first
                if onward and goes_on(last, gathered.rows[0], chunk.rows[1:2], self._right):
                    self._open, self._right = replace(last, rows=last.rows + gathered.rows), chunk.right
                    continue
                self._close()
            self._open, self._right = gathered, chunk.right

    def _heading(self, chunk: RoleRun, level: int, first: bool) -> None:
        self._close()
        if not first:
            self._flush()
        text, _ = joined([row.text for row in chunk.rows], self._hyphens)
        at = self.out.at
        self.out.heading(text, level, chunk.rows[0].page)
        self.starts.setdefault(chunk.rows[0].page, at + 2 if at else 0)
        self._after_item = False
        if first:
            self.title = text

    def _code(self, chunk: RoleRun) -> None:
        lefts = {row.page: min(each.rect.left for each in chunk.rows if each.page == row.page) for row in chunk.rows}
        lines = [" " * min(_columns(row, lefts[row.page]), 80) + row.text for row in chunk.rows]
        skipped = len(lines[0]) - len(lines[0].lstrip())
        ranges: list[tuple[int, int]] = []
        at = -skipped
        for line in lines:
            ranges.append((max(at, 0), at + len(line)))
            at += len(line) + 1
        self._paragraph("\n".join(lines).lstrip(), ranges, ParagraphRows(chunk.rows))
        if isinstance(block := self.out.blocks[-1], Paragraph):
            self.code.append(Entry("code", (block.start, block.start), (block.start, block.end)))

    def _close(self) -> None:
        """End the paragraph that is open; what waited for its end follows."""
        if self._open is not None:
            gathered, self._open = self._open, None
            self._write(gathered)
            newest = gathered.rows[-1].page
            if self._notes and self._notes[0].page + _NOTES_WAIT < newest:
                self._flush()
        for floating in self._floats:
            self.place(self._mended(floating))
            self._after_item = False
        self._floats.clear()

    def _mended(self, floating: Float) -> Float:
        """A float, words that lines part in its caption and cells whole."""
        found = replace(floating.found, caption=self._hyphens.mended(floating.found.caption))
        if isinstance(found, PageTable):
            grid = tuple(tuple(self._hyphens.mended(cell) for cell in row) for row in found.grid)
            found = replace(found, grid=grid)
        return replace(floating, found=found)

    def _flush(self) -> None:
        """Write the notes that wait."""
        for note in self._notes:
            for gathered in gather(note.rows, *_extent(note.rows)):
                self._write(gathered, counts=False)
        self._notes.clear()

    def _write(self, gathered: ParagraphRows, counts: bool = True) -> None:
        text, ranges = joined([row.text for row in gathered.rows], self._hyphens)
        self._paragraph(text, ranges, gathered, counts)

    def _paragraph(
        self,
        text: str,
        ranges: Sequence[tuple[int, int]],
        gathered: ParagraphRows,
        counts: bool = True,
    ) -> None:
        separator = "\n" if gathered.item and self._after_item else "\n\n"
        at = self.out.at + len(separator) if self.out.at else 0
        areas = [
            Area(start, end, row.page, self._frames[row.page].box(row.rect))
            for (start, end), row in zip(ranges, gathered.rows, strict=True)
            if end > start
        ]
        self.out.paragraph(text, separator, areas, gathered.whole)
        for area in areas if counts else ():
            self.starts.setdefault(area.page, at + area.start)
        self._after_item = gathered.item


def _without_interruptions(steps: Sequence[Step]) -> list[Step]:
    """The steps, small lines at the edge of a page as a note where a sentence goes on behind them: a foot that only one
    page has, an address, a licence."""
    result = list(steps)
    runs = [(at, step) for at, step in enumerate(steps) if isinstance(step, RoleRun)]
    for number, (_, above) in enumerate(runs):
        last, after = above.rows[-1], runs[number + 1 :]
        if above.role is not Role.TEXT or not breaks_off(last):
            continue
        small = list(itertools.takewhile(partial(_is_smaller, last.size), after))
        behind = [run for _, run in after[len(small) :][:1] if run.role is Role.TEXT]
        onward = any(run.rows[0].page > last.page and run.rows[0].text[:1].islower() for run in behind)
        if onward and sum(len(run.rows) for _, run in small) <= _MOST_SMALL:
            for at, run in small:
                result[at] = NoteRows(run.rows, run.rows[0].page)
    return result


def _with_code_whole(steps: Sequence[Step]) -> list[Step]:
    """The steps, code that goes on on the next page in one."""
    result: list[Step] = []
    for step in steps:
        if result and _is_code(last := result[-1]) and _is_code(step) and step.rows[0].page == last.rows[-1].page + 1:
            result[-1] = replace(last, rows=last.rows + step.rows)
        else:
            result.append(step)
    return result


def _is_code(step: Step) -> TypeGuard[RoleRun]:
    return isinstance(step, RoleRun) and step.role is Role.CODE


def _is_smaller(size: float, run: tuple[int, RoleRun]) -> bool:
    return run[1].rows[0].size < 0.97 * size


def _laid(page: PageRecord, body: float) -> list[Column[Piece]]:
    inside = {id(row): box for box in page.boxes for row in page.rows if box.holds(row.rect)}
    boxes = [BoxedRows(box, tuple(row for row in page.rows if inside.get(id(row)) is box)) for box in page.boxes]
    pieces: list[Piece] = [*_with_numbers([row for row in page.rows if id(row) not in inside]), *page.floats]
    pieces += [box for box in boxes if box.rows]
    return reading_order(pieces, body)


def _with_numbers(rows: Sequence[LineRecord]) -> list[LineRecord]:
    """The rows, a number of an equation "(3)" as the end of the row that it stands beside, and so are numbers of pages
    under each other in a table of contents."""
    plain = [row for row in rows if _PAGE.fullmatch(row.text) and not _beside(row, rows, after=True)]
    ends = Counter(round(row.rect.right) for row in plain if _beside(row, rows))
    numbers = [row for row in rows if _EQUATION.fullmatch(row.text)]
    numbers += [row for row in plain if ends[round(row.rect.right)] >= _FEWEST_NUMBERS]
    result = [row for row in rows if row not in numbers]
    for number in numbers:
        if beside := _beside(number, result):
            row = max(beside, key=lambda row: row.rect.right)
            whole = replace(row, rect=around((row.rect, number.rect)), text=f"{row.text} {number.text}")
            result[result.index(row)] = whole
        else:
            result.append(number)
    return result


def _beside(number: LineRecord, rows: Sequence[LineRecord], after: bool = False) -> list[LineRecord]:
    """The rows at the height of a number, before it or after it."""
    middle = number.rect.middle[1]
    level = [row for row in rows if row.rect.top < middle < row.rect.bottom]
    if after:
        return [row for row in level if row.rect.left >= number.rect.right]
    return [row for row in level if row.rect.right <= number.rect.left]


def _rows_of(column: Column[Piece]) -> list[LineRecord]:
    return [piece for piece in column.pieces if isinstance(piece, LineRecord)]


def _heads(step: Step) -> TypeGuard[RoleRun]:
    return isinstance(step, RoleRun) and step.role is Role.HEADING


def _extent(rows: Sequence[LineRecord]) -> tuple[float, float]:
    """Where the lines of a column end, and how wide it is. A single line that sticks out does not count."""
    if not rows:
        return 0.0, 0.0
    rights = sorted(row.rect.right for row in rows)
    right = rights[-1 - len(rights) // 20]
    return right, right - min(row.rect.left for row in rows)


def _runs(column: Column[Piece], feet: set[int]) -> list[list[LineRecord] | Float | BoxedRows]:
    results: list[list[LineRecord] | Float | BoxedRows] = []
    for piece in column.pieces:
        if not isinstance(piece, LineRecord):
            results.append(piece)
        elif id(piece) not in feet:
            if results and isinstance(results[-1], list):
                results[-1].append(piece)
            else:
                results.append([piece])
    return results


def _notes(rows: Sequence[LineRecord]) -> list[list[LineRecord]]:
    results: list[list[LineRecord]] = []
    for row in rows:
        if results and not begins_note(row):
            results[-1].append(row)
        else:
            results.append([row])
    return results


def _columns(row: LineRecord, left: float) -> int:
    """How many letters of code a row is indented."""
    wide = row.rect.width / max(len(row.text), 1)
    return round((row.rect.left - left) / wide) if wide > 0 else 0


class _Levels:
    """Levels of headings by their numbers, else by how much their style stands out; the title is above them."""

    def __init__(self, heads: Sequence[Step], title: bool) -> None:
        self._below = 1 if title else 0
        chunks_ = [step for step in heads if isinstance(step, RoleRun)]
        depths: dict[tuple[float, int], Counter[int]] = {}
        for chunk in chunks_:
            if (depth := depth_of(chunk.rows[0].text)) is not None:
                depths.setdefault(style_of(chunk.rows[0]), Counter())[depth] += 1
        ranks = sorted({style_of(chunk.rows[0]) for chunk in chunks_}, reverse=True)
        numbered = {
            style: min(result.items(), key=lambda pair: (-pair[1], pair[0]))[0] for style, result in depths.items()
        }
        self._of_style = {style: numbered.get(style, rank + 1) for rank, style in enumerate(ranks)}

    def of(self, chunk: RoleRun) -> int:
        depth = depth_of(chunk.rows[0].text)
        return min((depth or self._of_style[style_of(chunk.rows[0])]) + self._below, 6)
