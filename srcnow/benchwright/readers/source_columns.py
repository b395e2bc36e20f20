"""Sources and documents are converted to columns and back: the schemas of the corpus's parquet files.

Structured parts (a table's cells, an image's record) are kept as canonical JSON in one column each: they are read one
at a time, never scanned by value.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from benchwright.records import Entry, Image, Json, Modality, Place, Source, Table, dump_line


@dataclass(frozen=True, slots=True)
class DocumentText:
    """The text of a document, which the positions of its sources refer to, and where each page begins in it (() for
    formats without pages)."""

    name: str
    title: str
    text: str
    licence: str = ""
    url: str = ""
    pages: tuple[int, ...] = ()

    def page_range(self, page: int) -> tuple[int, int] | None:
        """Start and end of a page in the text; pages count from 1. None if there is no such page."""
        if not 1 <= page <= len(self.pages):
            return None
        return self.pages[page - 1], self.pages[page] if page < len(self.pages) else len(self.text)

    def to_json(self) -> Json:
        lookup = {"name": self.name, "title": self.title, "text": self.text, "licence": self.licence, "url": self.url}
        return lookup | {"pages": list(self.pages)} if self.pages else lookup


SOURCES = pa.schema(
    [
        ("id", pa.large_string()),
        ("modality", pa.string()),
        ("title", pa.large_string()),
        ("text", pa.large_string()),
        ("document", pa.large_string()),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("page", pa.int32()),
        ("headings", pa.list_(pa.large_string())),
        ("box", pa.list_(pa.float64())),
        ("table", pa.large_string()),
        ("image", pa.large_string()),
        ("referred_by", pa.list_(pa.large_string())),
        ("licence", pa.large_string()),
        ("url", pa.large_string()),
        ("entries", pa.large_string()),
        ("input", pa.large_string()),
    ]
)
"""One row a source. `input` names the file or published folder that it came from."""
INTRODUCED_SOURCES = SOURCES.append(pa.field("about", pa.large_string()))
"""The same with the line that says what a table or an image is about: as a benchmark keeps them."""

_OWN = ("id", "title", "text", "referred_by", "licence", "url")

DOCUMENTS = pa.schema(
    [
        *((name, pa.large_string()) for name in ("name", "title", "text", "licence", "url")),
        ("pages", pa.list_(pa.int64())),
        ("input", pa.large_string()),
    ]
)
"""One row a document."""

PAGES = pa.schema(
    [("document", pa.large_string()), ("page", pa.int32()), ("image", pa.large_string()), ("input", pa.large_string())]
)
"""One row a page picture: pages count from 1, `image` is an `Image` as JSON."""


def source_table(sources: Sequence[Source], origin: str, schema: pa.Schema = SOURCES) -> pa.Table:
    """Rows for some sources; `origin` is the input that they came from."""
    places = [source.place for source in sources]
    columns: dict[str, list[Any]] = {
        "modality": [str(source.modality) for source in sources],
        "table": [None if source.table is None else dump_line(source.table.to_json()) for source in sources],
        "image": [None if source.image is None else dump_line(source.image.to_json()) for source in sources],
        "entries": [
            dump_line([entry.to_json() for entry in source.entries]) if source.entries else None for source in sources
        ],
    }
    for names, records in ((("document", "start", "end", "page", "headings", "box"), places), (_OWN, sources)):
        columns |= {name: [getattr(record, name) for record in records] for name in names}
    if "about" in schema.names:
        columns["about"] = [source.about for source in sources]
    return _table(schema, columns, origin, len(sources))


def document_table(documents: Sequence[DocumentText], origin: str) -> pa.Table:
    """Rows for some documents."""
    columns = {name: [getattr(document, name) for document in documents] for name in DOCUMENTS.names[:-1]}
    return _table(DOCUMENTS, columns, origin, len(documents))


def page_table(pages: Sequence[tuple[str, int, Image]], origin: str) -> pa.Table:
    """Rows for some pictures of pages: (document, page, picture)."""
    rows = [(document, page, dump_line(image.to_json())) for document, page, image in pages]
    columns = {name: [row[at] for row in rows] for at, name in enumerate(PAGES.names[:-1])}
    return _table(PAGES, columns, origin, len(pages))


def _table(schema: pa.Schema, columns: dict[str, list[Any]], origin: str, rows: int) -> pa.Table:
    return pa.Table.from_pydict(columns | {"input": [origin] * rows}, schema=schema)


def source_of_row(row: Mapping[str, Any]) -> Source:
    """The source that a row of `SOURCES` holds."""
    box = row["box"]
    place = Place(
        row["document"],
        row["start"],
        row["end"],
        row["page"],
        tuple(row["headings"]),
        None if box is None else (box[0], box[1], box[2], box[3]),
    )
    table, image, entries = row["table"], row["image"], row.get("entries")
    return Source(
        row["id"],
        Modality(row["modality"]),
        row["title"],
        row["text"],
        place,
        None if table is None else Table.from_json(json.loads(table)),
        None if image is None else Image.from_json(json.loads(image)),
        tuple(row["referred_by"]),
        row["licence"],
        row["url"],
        tuple(map(Entry.from_json, json.loads(entries))) if entries else (),
        row.get("about") or "",
    )


def with_entries(table: pa.Table) -> pa.Table:
    """Rows of sources with a column for entries, which corpora and benchmarks of older versions lack."""
    at = SOURCES.names.index("entries")
    if "entries" in table.schema.names or len(table.schema) < at:
        return table
    return table.add_column(at, SOURCES.field("entries"), pa.nulls(len(table), SOURCES.field("entries").type))


def document_of_row(row: Mapping[str, Any]) -> DocumentText:
    """The document that a row of `DOCUMENTS` holds."""
    pages = tuple(row.get("pages") or ())  # corpora of older versions have no such column
    return DocumentText(row["name"], row["title"], row["text"], row["licence"], row["url"], pages)


def image_files(rows: pa.Table) -> list[str]:
    """The `images/...` names of the pictures among some rows of sources or pages."""
    return [Image.from_json(json.loads(record)).file for record in rows.column("image").drop_null().to_pylist()]


def id_hashes(rows: pa.Table, column: str = "id") -> bytes:
    """16 bytes for each source's id (or whatever names a row), in order: enough to tell which come twice."""
    ids = rows.column(column).to_pylist()
    return b"".join([hashlib.blake2b(id.encode(), digest_size=16).digest() for id in ids])


def digest_line(record: Source | DocumentText) -> bytes:
    """What a record adds to a content digest: every field of it; an image counts by its hash.

    UnicodeEncodeError if a text holds half a surrogate pair, which no file can keep."""
    return dump_line(record.to_json()).encode("utf-8") + b"\n"


def content_digest(sources: Iterable[Source], documents: Iterable[DocumentText]) -> str:
    """SHA-256 over these sources and documents, in order."""
    digest = hashlib.sha256()
    for records in (sources, documents):
        for record in records:
            digest.update(digest_line(record))
    return digest.hexdigest()


def joined_digest(parts: Iterable[tuple[str, str]]) -> str:
    """The fingerprint of a corpus: SHA-256 over (input, content digest) in order."""
    digest = hashlib.sha256()
    for name, content in parts:
        digest.update(f"{name}\0{content}\n".encode())
    return digest.hexdigest()
