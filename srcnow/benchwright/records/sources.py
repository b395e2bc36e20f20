"""Define sources and their parts: places, tables, images; and drops of input."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from benchwright.records.canonical import Json, JsonRecord, fields_json
from benchwright.records.modality import Modality


@dataclass(frozen=True, slots=True)
class Place(JsonRecord):
    """The position of a source in its document. Offsets count Unicode code points of the extracted text. A source
    without a document is its own document and starts at 0."""

    document: str
    start: int | None = None
    end: int | None = None
    page: int | None = None
    headings: tuple[str, ...] = ()
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Cut(JsonRecord):
    """A table that was bounded: how many rows and columns the original had."""

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Table(JsonRecord):
    """The cells of a table as strings. `header` has the header rows, the last one nearest to the data. `rows` has the
    data rows, all as wide as the header. `links[(row, column)]` are the sources that a cell links to; rows count from
    0."""

    header: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    links: tuple[tuple[int, int, str], ...] = ()
    cut: Cut | None = None

    @property
    def lacks_rows(self) -> bool:
        """Whether the original table had more rows."""
        return self.cut is not None and self.cut.rows > len(self.rows)


@dataclass(frozen=True, slots=True)
class Image(JsonRecord):
    """The image of a source. The file is stored once, as `images/<sha256>.<extension>` in the corpus. Sizes are in
    pixels."""

    sha256: str
    extension: str
    width: int
    height: int
    caption: str = ""
    alt: str = ""

    @property
    def file(self) -> str:
        """The path of the file, relative to the folder of the corpus or benchmark."""
        return f"images/{self.sha256}.{self.extension}"


EntryKind = Literal["definition", "run-in", "list", "code", "section"]


@dataclass(frozen=True, slots=True)
class Entry(JsonRecord):
    """A part of a passage that its document marks as an entry: a name and what is said about it. Its `kind` is one of:

    - `definition`: an entry of a list of definitions, options, fields or functions
    - `run-in`: a paragraph or list item that begins with its name in bold or as code ("**Port**: the number ...")
    - `list`: a lead-in sentence (`name`) and the items of the list (`items`, without those of nested lists)
    - `section`: a heading inside a passage, and the text under it
    - `code`: lines of code; `name` is empty, and `role` is the language if the document names it

    Ranges count Unicode code points of the source's `text`. `role` is the document's own word for what is described,
    from a class or directive ("option", "setting", "function", "glossary"), or "". `within` has the names of the
    entries around this one, the outermost first."""

    kind: EntryKind
    name: tuple[int, int]
    body: tuple[int, int]
    role: str = ""
    within: tuple[str, ...] = ()
    items: tuple[tuple[int, int], ...] = ()

    def moved(self, by: int) -> Entry:
        """The entry with all its ranges `by` characters further on."""
        name, body, *items = ((start + by, end + by) for start, end in (self.name, self.body, *self.items))
        return replace(self, name=name, body=body, items=tuple(items))


@dataclass(frozen=True, slots=True)
class Source(JsonRecord):
    """One text passage, table or image.

    - `text`: what a reader of text sees: the passage; the title and rows of a table; the caption and description of an
      image.
    - `title`: what the source is about, or "".
    - `referred_by`: the passages that refer to a table or an image.
    - `entries`: named parts of a passage, in order.
    - `about`: one line on what a table or an image is about. It is computed from the corpus, and equality ignores
    it."""

    id: str
    modality: Modality
    title: str
    text: str
    place: Place
    table: Table | None = None
    image: Image | None = None
    referred_by: tuple[str, ...] = ()
    licence: str = ""
    url: str = ""
    entries: tuple[Entry, ...] = ()
    about: str = field(default="", compare=False)

    def to_json(self) -> Json:
        return {name: value for name, value in fields_json(self).items() if value or name not in ("entries", "about")}

    @property
    def document(self) -> str:
        return self.place.document


@dataclass(frozen=True, slots=True)
class Drop(JsonRecord):
    """Something of the input that did not become a source: where it stood, why, and what it began with."""

    document: str
    reason: str
    detail: str = ""
    text: str = ""
