"""Prepare a source for the report page: its words with the evidence marked, its table, its picture.

Everything is bounded: of a long text the beginning and what stands around the evidence, of a long table the rows that
matter and the first ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.render import chosen_rows, excerpt, stretches
from benchwright.publish.disagreements import EvidenceSource
from benchwright.publish.page.inline_images import Inline
from benchwright.publish.safe_text import line, visible
from benchwright.records import Span, Table

ROWS = 8
COLUMNS = 12
CELL = 160
_TITLE = 160
_WORDS = 2000

Pictures = Callable[[Path], Inline | None]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A piece of text, and whether it is evidence."""

    text: str
    evidence: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table; `header` rows come first. `gap` says that rows before it are left out."""

    cells: tuple[MarkedText, ...]
    header: bool
    gap: bool = False


@dataclass(frozen=True, slots=True)
class ImageBox:
    """A stretch of an image, in per cent from its top left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source as the template draws it."""

    modality: str
    title: str
    where: str
    words: tuple[MarkedText, ...] = ()
    rows: tuple[TableRow, ...] = ()
    cut: str = ""
    picture: Inline | None = None
    missing: str = ""
    alt: str = ""
    boxes: tuple[ImageBox, ...] = ()

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        words = sum(len(piece.text) for piece in self.words)
        cells = sum(len(cell.text) + 16 for row in self.rows for cell in row.cells)
        return 400 + 4 * (words + cells) + (len(self.picture.uri) if self.picture else 0)


def source_view(needed: EvidenceSource, pictures: Pictures) -> SourceView:
    """What is to be drawn of one source."""
    source = needed.source
    parts = [source.document if source.document != source.id else ""]
    parts += [f"page {source.place.page}"] if source.place.page is not None else []
    parts += [source.url]
    where = line(" · ".join(part for part in parts if part), 2 * _TITLE)
    modality, title = str(source.modality), line(source.title or source.id, _TITLE)
    if source.table is not None:
        rows, cut = _table(source.table, {cell for span in needed.evidence for cell in span.cells})
        return SourceView(modality, title, where, rows=rows, cut=cut)
    words = _words(source.text, needed.evidence)
    if source.image is None:
        return SourceView(modality, title, where, words)
    picture = pictures(needed.picture) if needed.picture is not None else None
    return SourceView(
        modality,
        title,
        where,
        words,
        picture=picture,
        missing="" if picture else "The picture cannot be shown: its file is missing or damaged.",
        alt=line(source.image.alt or source.image.caption or f"Picture: {title}", 2 * _TITLE),
        boxes=tuple(_boxes(needed.evidence)),
    )


def _words(text: str, evidence: Sequence[Span]) -> tuple[MarkedText, ...]:
    pieces = excerpt(text, stretches(evidence))
    marked_texts: list[MarkedText] = []
    room = _WORDS
    for piece, marked in pieces:  # evidence itself may be endless
        marked_texts.append(MarkedText(visible(piece[:room]), marked))
        room -= len(piece)
        if room <= 0:
            marked_texts.append(MarkedText(" …", False))
            break
    return tuple(marked_texts)


def _boxes(evidence: Sequence[Span]) -> list[ImageBox]:
    """The boxes that are less than the whole image."""
    boxes = []
    for span in evidence:
        if span.box is None:
            continue
        left, top, right, bottom = (min(1.0, max(0.0, part)) for part in span.box)
        if right > left and bottom > top and (right - left) * (bottom - top) < 0.98:
            boxes.append(ImageBox(*(round(100 * part, 1) for part in (left, top, right - left, bottom - top))))
    return boxes


def _table(table: Table, marked: set[tuple[int, int]]) -> tuple[tuple[TableRow, ...], str]:
    """Header rows and chosen data rows, and what is left out in words."""
    chosen = chosen_rows(table, marked, ROWS)
    across = max((len(row) for row in (*table.header, *table.rows[:1])), default=0)
    wanted = sorted({column for _, column in marked if column < across})
    columns = list(range(across))
    if across > COLUMNS:
        others = [column for column in columns if column not in wanted]
        columns = sorted(wanted[:COLUMNS] + others[: max(0, COLUMNS - len(wanted))])
    rows = [
        TableRow(_row(row, index - len(table.header), columns, marked), header=True)
        for index, row in enumerate(table.header)
    ]
    last = -1
    for index in chosen:
        rows.append(TableRow(_row(table.rows[index], index, columns, marked), header=False, gap=index != last + 1))
        last = index
    counts = []
    if len(table.rows) > len(chosen):
        counts.append(f"{len(chosen)} of {len(table.rows):,} rows")
    if across > len(columns):
        counts.append(f"{len(columns)} of {across:,} columns")
    return tuple(rows), f"Shown: {', '.join(counts)}." if counts else ""


def _row(
    row: Sequence[str], index: int, columns: Sequence[int], marked: set[tuple[int, int]]
) -> tuple[MarkedText, ...]:
    return tuple(
        MarkedText(line(row[column], CELL) if column < len(row) else "", (index, column) in marked)
        for column in columns
    )
