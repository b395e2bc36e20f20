"""Define sources and their parts: places, tables, images; and drops of input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchwright.records.canonical import JsonRecord
from benchwright.records.modality import Modality


@dataclass(frozen=True, slots=True)
class Place(JsonRecord):
    """Where a source stands in its document. Offsets count code points of the document's extracted text; a source
    that came without a document is its own document and starts at 0."""

    document: str
    start: int | None = None
    end: int | None = None
    page: int | None = None
    headings: tuple[str, ...] = ()
    box: tuple[float, float, float, float] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Place:
        box = data.get("box")
        return cls(
            data["document"],
            data.get("start"),
            data.get("end"),
            data.get("page"),
            tuple(data.get("headings", ())),
            None if box is None else (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
        )


@dataclass(frozen=True, slots=True)
class Cut(JsonRecord):
    """A table that was bounded: how many rows and columns the original had."""

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Table(JsonRecord):
    """Cells as strings. `header` holds header rows (last one nearest to the data); `rows` data rows, all of the same
    width as the header. `links[(row, column)]` names the sources that a cell links to (row counts from 0 in `rows`)."""

    header: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    links: tuple[tuple[int, int, str], ...] = ()
    cut: Cut | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Table:
        cut = data.get("cut")
        return cls(
            tuple(tuple(row) for row in data["header"]),
            tuple(tuple(row) for row in data["rows"]),
            tuple((int(row), int(column), str(target)) for row, column, target in data.get("links", ())),
            None if cut is None else Cut(cut["rows"], cut["columns"]),
        )


@dataclass(frozen=True, slots=True)
class Image(JsonRecord):
    """An image's bytes are kept once, in `images/<sha256>.<extension>` of the corpus; sizes are in pixels."""

    sha256: str
    extension: str
    width: int
    height: int
    caption: str = ""
    alt: str = ""

    @property
    def file(self) -> str:
        """Path of the bytes, relative to the corpus or benchmark folder."""
        return f"images/{self.sha256}.{self.extension}"

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Image:
        return cls(
            data["sha256"],
            data["extension"],
            data["width"],
            data["height"],
            data.get("caption", ""),
            data.get("alt", ""),
        )


@dataclass(frozen=True, slots=True)
class Source(JsonRecord):
    """One text passage, table or image.

    `text` is what a text-only reader sees: the passage; the title and pipe-separated rows of a table; the caption and
    verbalisation of an image. `title` names what the source is about ("" if nothing does). `referred_by` lists the
    passages that refer to a table or an image.
    """

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

    @property
    def document(self) -> str:
        return self.place.document

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Source:
        table, image = data.get("table"), data.get("image")
        return cls(
            id=data["id"],
            modality=Modality(data["modality"]),
            title=data["title"],
            text=data["text"],
            place=Place.from_json(data["place"]),
            table=None if table is None else Table.from_json(table),
            image=None if image is None else Image.from_json(image),
            referred_by=tuple(data.get("referred_by", ())),
            licence=data.get("licence", ""),
            url=data.get("url", ""),
        )


@dataclass(frozen=True, slots=True)
class Drop(JsonRecord):
    """Something of the input that did not become a source: where it stood, why, and what it began with."""

    document: str
    reason: str
    detail: str = ""
    text: str = ""
