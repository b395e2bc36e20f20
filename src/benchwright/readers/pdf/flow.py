"""The rows, tables and figures of all pages become one document's text and blocks.

A paragraph goes on over columns and pages; what floats (tables, figures) waits until the paragraph that it interrupts
has ended, footnotes and margins until the section ends: no sentence has anything in its middle that is not its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from benchwright.readers.base import Area, TextBuilder
from benchwright.readers.pdf.hyphens import Hyphens, joined
from benchwright.readers.pdf.line_records import LineRecord, Measures, measure
from benchwright.readers.pdf.page import PageContent, PageFigure, PageTable, Rect
from benchwright.readers.pdf.paragraphs import ParagraphRows, gather, goes_on
from benchwright.readers.pdf.reading_order import Column, reading_order
from benchwright.readers.pdf.row_roles import (
    Role,
    RoleRun,
    begins_note,
    chunks,
    depth_of,
    is_first_section,
    split_notes,
    style_of,
)

_PARAGRAPH = 4  # rows of running text, which no list of names has in its size
_NOTES_WAIT = 2  # pages that a footnote is held back at most


@dataclass(frozen=True, slots=True)
class Float:
    """A table or a figure of a page. `rect` covers it with its caption."""

    page: int
    rect: Rect
    found: PageTable | PageFigure


@dataclass(frozen=True, slots=True)
class PageRecord:
    """What is kept of a page until all are known. `frame` is the empty page: its number and size; `ruled` the heights
    of short rules."""

    frame: PageContent
    rows: tuple[LineRecord, ...]
    floats: tuple[Float, ...] = ()
    ruled: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class _Note:
    """A footnote, or what stands in a margin."""

    rows: tuple[LineRecord, ...]
    page: int


_Step = RoleRun | Float | _Note


@dataclass(slots=True)
class Flow:
    """Writes pages into a TextBuilder. `place` adds a float to it. `title` is the title found on the pages."""

    out: TextBuilder
    place: Callable[[Float], None]
    title: str = ""
    starts: dict[int, int] = field(default_factory=dict)
    _frames: dict[int, PageContent] = field(default_factory=dict)
    _hyphens: Hyphens = field(default_factory=lambda: Hyphens(()))
    _open: ParagraphRows | None = None
    _right: float = 0.0
    _floats: list[Float] = field(default_factory=list)
    _notes: list[_Note] = field(default_factory=list)
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
        opening = _title(steps, pages, self._usual)
        steps = _front(steps, opening, self._usual)
        levels = _Levels([step for step in steps if _heads(step) and step is not opening], opening is not None)
        for step in steps:
            if isinstance(step, Float):
                self._floats.append(step)
                if self._open is None:
                    self._close()
            elif isinstance(step, _Note):
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

    def _steps(self, page: PageRecord, columns: Sequence[Column[LineRecord | Float]]) -> list[_Step]:
        """A page in reading order; margins first."""
        main: list[_Step] = []
        notes: list[_Step] = []
        number = page.frame.number
        for column in columns:
            rows = _rows_of(column)
            right, width = _extent(rows)
            if column.aside:
                notes += [_Note(chunk.rows, number) for chunk in chunks(rows, self._usual, width)]
                main += [piece for piece in column.pieces if isinstance(piece, Float)]
                continue
            _, feet = split_notes(rows, self._usual, page.ruled)
            for run in _runs(column, {id(row) for row in feet}):
                if isinstance(run, Float):
                    main.append(run)
                    continue
                main += [
                    replace(chunk, first=at == 0, right=right, width=width)
                    for at, chunk in enumerate(chunks(run, self._usual, width))
                ]
            main += [_Note(tuple(each), number) for each in _notes(feet)]
        return notes + main

    def _text(self, chunk: RoleRun) -> None:
        for number, gathered in enumerate(gather(chunk.rows, chunk.right, chunk.width)):
            last = self._open
            if last is not None:
                onward = number == 0 and chunk.first
                if onward and goes_on(last, gathered.rows[0], chunk.rows[1:2], self._right):
                    self._open, self._right = ParagraphRows(last.rows + gathered.rows, last.item), chunk.right
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
        left = min(row.rect.left for row in chunk.rows)
        lines = [" " * min(_columns(row, left), 80) + row.text for row in chunk.rows]
        skipped = len(lines[0]) - len(lines[0].lstrip())
        ranges: list[tuple[int, int]] = []
        at = -skipped
        for line in lines:
            ranges.append((max(at, 0), at + len(line)))
            at += len(line) + 1
        self._paragraph("\n".join(lines).lstrip(), ranges, chunk.rows)

    def _close(self) -> None:
        """End the paragraph that is open; what waited for its end follows."""
        if self._open is not None:
            gathered, self._open = self._open, None
            self._write(gathered)
            newest = gathered.rows[-1].page
            if self._notes and self._notes[0].page + _NOTES_WAIT < newest:
                self._flush()
        for floating in self._floats:
            self.place(floating)
            self._after_item = False
        self._floats.clear()

    def _flush(self) -> None:
        """Write the notes that wait."""
        for note in self._notes:
            for gathered in gather(note.rows, *_extent(note.rows)):
                self._write(gathered, counts=False)
        self._notes.clear()

    def _write(self, gathered: ParagraphRows, counts: bool = True) -> None:
        text, ranges = joined([row.text for row in gathered.rows], self._hyphens)
        self._paragraph(text, ranges, gathered.rows, gathered.item, counts)

    def _paragraph(
        self,
        text: str,
        ranges: Sequence[tuple[int, int]],
        rows: Sequence[LineRecord],
        item: bool = False,
        counts: bool = True,
    ) -> None:
        separator = "\n" if item and self._after_item else "\n\n"
        at = self.out.at + len(separator) if self.out.at else 0
        areas = [
            Area(start, end, row.page, self._frames[row.page].box(row.rect))
            for (start, end), row in zip(ranges, rows, strict=True)
            if end > start
        ]
        self.out.paragraph(text, separator, areas)
        for area in areas if counts else ():
            self.starts.setdefault(area.page, at + area.start)
        self._after_item = item


def _laid(page: PageRecord, body: float) -> list[Column[LineRecord | Float]]:
    pieces: list[LineRecord | Float] = [*page.rows, *page.floats]
    return reading_order(pieces, body)


def _rows_of(column: Column[LineRecord | Float]) -> list[LineRecord]:
    return [piece for piece in column.pieces if isinstance(piece, LineRecord)]


def _heads(step: _Step) -> bool:
    return isinstance(step, RoleRun) and step.role is Role.HEADING


def _extent(rows: Sequence[LineRecord]) -> tuple[float, float]:
    """Where the lines of a column end, and how wide it is. A single line that sticks out does not count."""
    if not rows:
        return 0.0, 0.0
    rights = sorted(row.rect.right for row in rows)
    right = rights[-1 - len(rights) // 20]
    return right, right - min(row.rect.left for row in rows)


def _runs(column: Column[LineRecord | Float], feet: set[int]) -> list[list[LineRecord] | Float]:
    results: list[list[LineRecord] | Float] = []
    for piece in column.pieces:
        if isinstance(piece, Float):
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


def _title(steps: Sequence[_Step], pages: Sequence[PageRecord], usual: Measures) -> RoleRun | None:
    """The title: the largest heading of the first page that has one, if it is larger than all others there, and stands
    in the upper part."""
    heads = [step for step in steps if isinstance(step, RoleRun) and step.role is Role.HEADING]
    if not heads:
        return None
    page = heads[0].rows[0].page
    frame = next(record.frame for record in pages if record.frame.number == page)
    here = [chunk for chunk in heads if chunk.rows[0].page == page]
    best = max(here, key=lambda chunk: chunk.rows[0].size)
    if page > 2 or best.rows[0].size < 1.15 * usual.body or best.rows[0].rect.top > 0.6 * frame.height:
        return None
    others = [chunk.rows[0].size for chunk in here if chunk is not best]
    return best if not others or best.rows[0].size > 1.05 * max(others) else None


def _front(steps: Sequence[_Step], title: RoleRun | None, usual: Measures) -> list[_Step]:
    """Names and addresses between the title and the first section, or the first paragraph, are text, however large they
    are set."""
    if title is None:
        return list(steps)
    at = next(index for index, step in enumerate(steps) if step is title)
    page = title.rows[0].page
    later = [
        step for step in steps[at + 1 :] if isinstance(step, RoleRun) and _heads(step) and step.rows[0].page == page
    ]
    largest = max((step.rows[0].size for step in later), default=0.0)
    result = list(steps[: at + 1])
    front = True
    for step in steps[at + 1 :]:
        if front and isinstance(step, RoleRun) and step.role is Role.HEADING:
            first = step.rows[0]
            text = " ".join(row.text for row in step.rows)
            front = first.page == page and not is_first_section(text) and first.size < 0.97 * largest
            if front:
                step = replace(step, role=Role.TEXT)
        elif isinstance(step, RoleRun) and len(step.rows) >= _PARAGRAPH and step.rows[0].size >= 0.97 * usual.body:
            front = False
        result.append(step)
    return result


class _Levels:
    """Levels of headings by their numbers, else by how much their style stands out; the title is above them."""

    def __init__(self, heads: Sequence[_Step], title: bool) -> None:
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
