"""What a reader is, and what it hands over. Knows no format and no corpus folder.

    InputFile ── reader ──▶ Document (blocks)  ── ingest ──▶ passages, tables, images
                       └──▶ Source | Picture   ── ingest ──▶ kept as they are, ids too
                       └──▶ Drop               ── ingest ──▶ listed and counted

A reader is one frozen `Reader` row, kept in its own module as `READER` and listed in `read/__init__.py`:

- A **file reader** names its `suffixes` (compression taken off: `.csv` also stands for `.csv.gz`). It may claim
  `companions`: files beside it that belong to it and are not inputs of their own (the captions of an image).
- A **layout reader** has a `layout` test: given a folder, it names the files that make up the published layout
  (relative to the folder), or nothing. It is given the folder as its InputFile and opens its parts by
  `file.beside("passages.jsonl")`. What else lies in the folder is not read.

`read(file, limits)` is a generator, and a pure function of the files that it opens through `file`:

- A **document** format yields one `Document`: its running text, and blocks in reading order. Ingest cuts paragraphs
  into passages, gives ids (`name#p0`, `name#t0`, `name#i0`), names and bounds tables, verifies and stores images. A CSV
  file is a Document without text and with one TableBlock; an image file one with one ImageBlock that targets itself.
- A **published layout** yields `Source` with its own id, text and title, nothing cut; for an image a `Picture`.
- What cannot be read is a `Drop` with a slug as reason (or a ReadError, which ends this input and becomes a Drop).
  A notice (the encoding was guessed) is a Drop too; its reason is listed in `NOTICES`.

What ingest expects of its neighbours: `corpus.tables.bound_table(table, limits) -> Table` (cuts, and sets `cut`),
`corpus.tables.table_text(title, table) -> str` (title and pipe-separated rows), and
`corpus.images.inspect_image(data, limits) -> (extension, width, height)` (ReadError if it is no image within limits).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.corpus.read.inputs import COMPRESSED, Decoded, InputFile, Limits, plain_suffix
from benchwright.errors import ReadError
from benchwright.records import Drop, Source, Table

__all__ = [
    "COMPRESSED",
    "NOTICES",
    "Block",
    "Decoded",
    "Document",
    "Heading",
    "ImageBlock",
    "InputFile",
    "Item",
    "Limits",
    "Paragraph",
    "Picture",
    "ReadError",
    "Reader",
    "TableBlock",
    "TextBuilder",
    "plain_suffix",
]

NOTICES = frozenset(
    {
        "csv-quotes",
        "dangling-reference",
        "encoding-guessed",
        "id-repeated",
        "image-frames",
        "outside-layout",
        "table-empty-column",
        "table-empty-row",
        "table-row-padded",
    }
)
"""Reasons of drops that tell something without anything being lost."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's range in the document's text. It separates passages and is no passage itself."""

    start: int
    end: int
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph's (or list item's) range in the document's text, and the headings above it, outermost first."""

    start: int
    end: int
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table in full (ingest bounds it). `at` is where it stands in the document's text. `title` is set only by a
    format that names its tables; else ingest takes the caption, the heading above, or the file's name."""

    table: Table
    at: int
    headings: tuple[str, ...] = ()
    caption: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class ImageBlock:
    """A reference to an image: `target` is a path as the document writes it, opened by `InputFile.beside`."""

    target: str
    at: int
    headings: tuple[str, ...] = ()
    caption: str = ""
    alt: str = ""


Block = Heading | Paragraph | TableBlock | ImageBlock


@dataclass(frozen=True, slots=True)
class Document:
    """A document's running text (headings and paragraphs, a blank line between them) and its blocks in order."""

    name: str
    title: str
    text: str = ""
    blocks: tuple[Block, ...] = ()
    licence: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image source that still lacks its bytes' hash, kind and size: `source.image` holds only caption and alt text
    (sha256 and extension "", sizes 0). Ingest verifies the bytes of `file` and fills in the rest."""

    source: Source
    file: InputFile


Item = Document | Source | Picture | Drop


def _no_companions(path: Path) -> tuple[Path, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Reader:
    """One format. `version` goes up when the same file would be read differently: cached results are then read anew.
    Exactly one of `suffixes` and `layout` is given."""

    name: str
    read: Callable[[InputFile, Limits], Iterator[Item]]
    suffixes: tuple[str, ...] = ()
    layout: Callable[[Path], tuple[str, ...]] | None = None
    companions: Callable[[Path], tuple[Path, ...]] = _no_companions
    version: int = 1


@dataclass(slots=True)
class TextBuilder:
    """Grows a document's text block by block, and keeps the heading path. The one mutable thing a reader needs."""

    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _path: list[tuple[int, str]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def at(self) -> int:
        """Where the next block would start, without the blank line before it."""
        return self._length

    @property
    def headings(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._path)

    def heading(self, text: str, level: int) -> None:
        """Add a heading; it closes those of its own level and below. Blank text is ignored."""
        if text.strip():
            start, end = self._add(text, "\n\n")
            while self._path and self._path[-1][0] >= level:
                self._path.pop()
            self._path.append((level, text.strip()))
            self.blocks.append(Heading(start, end, level))

    def paragraph(self, text: str, separator: str = "\n\n") -> None:
        """Add a paragraph. `separator` stands between it and what is before (one \\n between list items)."""
        if text.strip():
            start, end = self._add(text, separator)
            self.blocks.append(Paragraph(start, end, self.headings))

    def table(self, table: Table, caption: str = "", title: str = "") -> None:
        self.blocks.append(TableBlock(table, self._length, self.headings, caption, title))

    def image(self, target: str, caption: str = "", alt: str = "") -> None:
        self.blocks.append(ImageBlock(target, self._length, self.headings, caption, alt))

    def _add(self, text: str, separator: str) -> tuple[int, int]:
        text = text.strip()
        if self._parts:
            self._parts.append(separator)
            self._length += len(separator)
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        return start, self._length
