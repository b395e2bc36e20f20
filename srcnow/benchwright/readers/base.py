"""Define what a reader is and what it yields: documents, sources, pictures, drops and marks.

    InputFile ── reader ──▶ Document (blocks)  ── ingest ──▶ passages, tables, images
                       └──▶ Source | Picture   ── ingest ──▶ kept as they are, ids too
                       ├──▶ PageImage          ── ingest ──▶ kept beside the sources
                       ├──▶ Drop               ── ingest ──▶ listed and counted
                       └──▶ Mark               ── ingest ──▶ where to go on after a kill

A reader is one frozen `Reader` row, kept in its own module as `READER` and listed in `readers/registered.py` (another
package adds its own by an entry point):

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
- It runs in a worker process with limits of time and memory. Before each piece of work that could run away (a page, a
  picture) it calls `file.begin("page 12")`, which proves that it is alive, and raises ReadError if an earlier worker
  died there, so that one bad page costs one page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchwright.errors import ReadError as ReadError
from benchwright.readers.inputs import COMPRESSED as COMPRESSED
from benchwright.readers.inputs import DecodedText as DecodedText
from benchwright.readers.inputs import InputFile as InputFile
from benchwright.readers.inputs import Limits as Limits
from benchwright.readers.inputs import ReaderOptions as ReaderOptions
from benchwright.readers.inputs import Resume as Resume
from benchwright.readers.inputs import plain_suffix as plain_suffix
from benchwright.records import Drop, Entry, Json, Source, Table

NOTICES = frozenset(
    {
        "csv-quotes",
        "dangling-reference",
        "encoding-damaged",
        "encoding-guessed",
        "entity-passages",
        "figure-words",
        "id-repeated",
        "html-base",
        "image-frames",
        "name-twin",
        "outside-layout",
        "table-empty-column",
        "table-empty-row",
        "table-in-parts",
        "table-preamble",
        "table-row-padded",
        "webqa-index",
        "wiki-elements",
        "wiki-models",
        "wiki-namespaces",
        "wiki-redirects",
        "wiki-templates",
    }
)
"""Reasons of drops that tell something without anything being lost."""


Box = tuple[float, float, float, float]
"""Left, top, right, bottom as fractions of the page, from its top left."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's range in the document's text. It separates passages and is no passage itself."""

    start: int
    end: int
    level: int
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """Characters of a paragraph that stand on one page, and where on it. Pages count from 1."""

    start: int
    end: int
    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph's (or list item's) range in the document's text, and the headings above it, outermost first. A
    format with pages gives `areas`, one or more lines each, in order: a paragraph may go on in the next column, or on
    the next page. An entry that is `whole` (an item, a reference) is not cut between its sentences if it is short."""

    start: int
    end: int
    headings: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table in full (ingest bounds it). `at` is where it stands in the document's text. `title` is set only by a
    format that names its tables; else ingest takes the caption, the heading above, or the file's name."""

    table: Table
    at: int
    headings: tuple[str, ...] = ()
    caption: str = ""
    title: str = ""
    page: int | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class ImageBlock:
    """An image. `target` is a path as the document writes it, opened by `InputFile.picture`; where the bytes stand in
    the document itself, the reader gives them in `data`, and `target` only names them in messages. A picture that
    has to be made (a part of a page) comes as `draw`, called once when its turn comes, so that no document holds all
    of its pictures; it may raise ReadError."""

    target: str
    at: int
    headings: tuple[str, ...] = ()
    caption: str = ""
    alt: str = ""
    page: int | None = None
    box: Box | None = None
    data: bytes = field(default=b"", repr=False)
    draw: Callable[[], bytes] | None = field(default=None, repr=False, compare=False)


Block = Heading | Paragraph | TableBlock | ImageBlock


@dataclass(frozen=True, slots=True)
class Document:
    """A document's running text (headings and paragraphs, a blank line between them) and its blocks in order. `pages`
    tells where in the text each page begins, the first at 0; () for a format without pages. `entries` are what markup
    sets apart, in ranges of the document's text, in the order of their names."""

    name: str
    title: str
    text: str = ""
    blocks: tuple[Block, ...] = ()
    licence: str = ""
    url: str = ""
    pages: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """An image source that still lacks its bytes' hash, kind and size: `source.image` holds only caption and alt text
    (sha256 and extension "", sizes 0). Ingest verifies the bytes of `file`, or `data` where the bytes stand inside that
    file, and fills in the rest."""

    source: Source
    file: InputFile
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class PageImage:
    """The picture of a whole page, for those who retrieve pages: only where `file.options.pages` asks for it. Comes
    before its document. It is listed beside the sources, and is none itself."""

    document: str
    page: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Mark:
    """All items before this one are complete: a reader that is given `state` in `file.resume` goes on behind it and
    yields what it would have yielded. Readers of inputs that may be huge give one every few thousand sources, always at
    the same places for the same bytes. `state` is plain JSON."""

    state: Json


Item = Document | Source | Picture | PageImage | Drop | Mark


@dataclass(frozen=True, slots=True)
class Reader:
    """One format. `version` goes up when the same file would be read differently: cached results are then read anew.
    Exactly one of `suffixes` and `layout` is given. `aided` tells whether an extra is there that reads some things
    better: when that changes, files are read anew. Sources of a `verbatim` reader are taken as they are: nothing is cut
    into passages. Where a suffix does not tell the format, `accepts` looks into the file."""

    name: str
    read: Callable[[InputFile, Limits], Iterator[Item]]
    suffixes: tuple[str, ...] = ()
    layout: Callable[[Path], tuple[str, ...]] | None = None
    companions: Callable[[Path], tuple[Path, ...]] = lambda path: ()
    version: int = 1
    aided: Callable[[], bool] = lambda: False
    verbatim: bool = False
    accepts: Callable[[Path], bool] = lambda path: True


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

    def heading(self, text: str, level: int, page: int | None = None) -> None:
        """Add a heading; it closes those of its own level and below. Blank text is ignored."""
        if text.strip():
            start, end = self._add(text, "\n\n")
            self.leave(level)
            self._path.append((level, text.strip()))
            self.blocks.append(Heading(start, end, level, page))

    def leave(self, level: int) -> None:
        """Close the headings of this level and below without a new one: on a slide that has no title."""
        while self._path and self._path[-1][0] >= level:
            self._path.pop()

    def paragraph(self, text: str, separator: str = "\n\n", areas: Sequence[Area] = (), whole: bool = False) -> None:
        """Add a paragraph. `separator` stands between it and what is before (one \\n between list items). `areas` count
        from the paragraph's first character that is not white space."""
        if text.strip():
            start, end = self._add(text, separator)
            moved = tuple(replace(area, start=start + area.start, end=start + area.end) for area in areas)
            self.blocks.append(Paragraph(start, end, self.headings, moved, whole))

    def table(
        self, table: Table, caption: str = "", title: str = "", page: int | None = None, box: Box | None = None
    ) -> None:
        self.blocks.append(TableBlock(table, self._length, self.headings, caption, title, page, box))

    def image(self, target: str, caption: str = "", alt: str = "") -> None:
        self.blocks.append(ImageBlock(target, self._length, self.headings, caption, alt))

    def drawn_image(
        self, name: str, draw: Callable[[], bytes], caption: str, page: int | None, box: Box | None
    ) -> None:
        """Add an image whose bytes are made when they are needed."""
        self.blocks.append(ImageBlock(name, self._length, self.headings, caption, "", page, box, draw=draw))

    def _add(self, text: str, separator: str) -> tuple[int, int]:
        text = text.strip()
        if self._parts:
            self._parts.append(separator)
            self._length += len(separator)
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        return start, self._length
