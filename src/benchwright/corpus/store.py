"""Open and write the corpus folder: sources and documents as Parquet, images by hash, and a manifest.

    CORPUS/manifest.json      schema version, fingerprint, counts, options, size and hash of each file
    CORPUS/sources.parquet    one row a source, in ingest order
    CORPUS/documents.parquet  one row a document, with the text that places count in
    CORPUS/pages.parquet      one row a picture of a whole page, where they were asked for
    CORPUS/drops.jsonl        what did not become a source, and why
    CORPUS/images/<sha256>.<extension>
    CORPUS/graphs/<name>/     knowledge graphs that were loaded beside the documents
    CORPUS/vectors/, words/, facts/, descriptions/   what was computed over it, each with the fingerprint it is of

`Corpus` keeps the columns as they are and makes a `Source` when it is asked for: 187,000 sources open in under two
seconds. Knows nothing of formats and readers. Both parquet files carry the fingerprint: if they differ from the
manifest, an ingest was killed between two renames, and opening says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.corpus.about import about_line
from benchwright.corpus.row_tables import RowsByKey, RowTable
from benchwright.errors import CorpusError, ReadError
from benchwright.files.atomic import MANIFEST, sha256_file, write_atomic, write_json
from benchwright.files.bounded import read_json
from benchwright.files.command_lines import command_line
from benchwright.files.folder_kinds import what_it_is
from benchwright.files.parquet import read_parquet, write_parquet
from benchwright.models.base import PromptImage
from benchwright.readers.source_columns import (
    DOCUMENTS,
    SOURCES,
    DocumentText,
    content_digest,
    document_of_row,
    document_table,
    joined_digest,
    source_of_row,
    source_table,
    with_entries,
)
from benchwright.records import SCHEMA_VERSION, Image, Json, Modality, Source

SOURCES_FILE = "sources.parquet"
DOCUMENTS_FILE = "documents.parquet"
PAGES_FILE = "pages.parquet"
DROPS_FILE = "drops.jsonl"
IMAGES_FOLDER = "images"
GRAPHS_FOLDER = "graphs"
"""Knowledge graphs may be loaded before the documents."""

FINGERPRINT_KEY = b"benchwright.fingerprint"

_GROUP = 16_384
_GROUP_BYTES = 64 << 20
_CACHED = 8192
DAMAGED = (OSError, pa.ArrowInvalid, pa.ArrowException)
"""What reading a parquet file raises if its bytes are not as they were written."""


@dataclass(frozen=True, slots=True)
class LayerMark:
    """The layer of descriptions that a corpus is read with: the name of its files, and the hash of its content."""

    name: str
    fingerprint: str


@dataclass(frozen=True, eq=False)
class Corpus:
    """A corpus folder, opened for reading. Sources are in the order of their documents, and ids are unique. `layer` is
    set if descriptions by a model replace some texts; `introductions` then says for each table what it is about."""

    path: Path
    manifest: Json
    columns: RowTable
    layer: LayerMark | None = None
    introductions: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def open(cls, path: PathLike[str] | str) -> Corpus:
        """Open a folder that `ingest` wrote. Raises CorpusError if it is missing, unfinished, damaged or not a
        corpus."""
        folder = Path(path)
        manifest = read_manifest(folder)
        columns = RowTable(with_entries(_read_columns(folder, SOURCES_FILE, manifest).table))
        if columns.table.schema.names != SOURCES.names:
            raise CorpusError(f"{folder / SOURCES_FILE} has other columns than expected", hint=_AGAIN)
        if len(columns) != sum(manifest["sources"].values()):
            raise CorpusError(f"{folder / SOURCES_FILE} has {len(columns)} rows, not as many as told", hint=_AGAIN)
        return cls(folder, manifest, columns)

    def __fspath__(self) -> str:
        """The folder, so that a corpus may be given wherever a folder is."""
        return str(self.path)

    @property
    def fingerprint(self) -> str:
        """SHA-256 over all sources, documents, images and the layer. Two corpora with the same fingerprint are
        equal."""
        plain = str(self.manifest["fingerprint"])
        return joined_digest([("", plain), (self.layer.name, self.layer.fingerprint)]) if self.layer else plain

    def computed(self, kind: str) -> Path:
        """The folder for data computed from the texts, such as `vectors`. A corpus with a layer has a folder of its
        own."""
        return self.path / "descriptions" / self.layer.name / kind if self.layer else self.path / kind

    @cached_property
    def ids(self) -> list[str]:
        """All ids in ingest order."""
        return self.columns.strings("id")

    @cached_property
    def titles(self) -> list[str]:
        """All titles, aligned with `ids`."""
        return self.columns.strings("title")

    @cached_property
    def modalities(self) -> list[Modality]:
        """All modalities, aligned with `ids`."""
        return [Modality(value) for value in self.columns.table.column("modality").to_pylist()]

    @cached_property
    def _documents_of(self) -> list[str]:
        return self.columns.strings("document")

    def document(self, source_id: str) -> str:
        """The document of a source, by the id of the source. Raises KeyError for an unknown id."""
        return self._documents_of[self._index[source_id]]

    @cached_property
    def documents(self) -> RowsByKey[str, DocumentText]:
        """The documents whose text places count in. Published sources that came without one are not listed."""
        columns = _read_columns(self.path, DOCUMENTS_FILE, self.manifest)
        return RowsByKey(columns, columns.strings("name"), document_of_row)

    def __len__(self) -> int:
        return len(self.columns)

    def __contains__(self, source_id: object) -> bool:
        return source_id in self._index

    def position(self, source_id: str) -> int:
        """The position of a source in `ids`. Raises KeyError for an unknown id."""
        return self._index[source_id]

    def source(self, source_id: str) -> Source:
        """The source with this id. Raises KeyError for an unknown id. The last few thousand sources are cached."""
        return self._source_at(self._index[source_id])

    def sources(self) -> Iterator[Source]:
        """Iterate over all sources in order. They aren't cached."""
        return (source_of_row(row) for row in self.columns.rows())

    def passages(self) -> Iterator[tuple[str, str]]:
        """Iterate over the titles and texts of all sources in order, about ten times as fast as `sources`."""
        return self.columns.pairs("title", "text")

    def modality(self, source_id: str) -> Modality:
        return self.modalities[self._index[source_id]]

    def image_path(self, source: Source) -> Path:
        """The image file of an image source. Raises ValueError for other sources."""
        if source.image is None:
            raise ValueError(f"{source.id} is not an image")
        return self.path / source.image.file

    def picture(self, source: Source) -> PromptImage | None:
        """The image of an image source as models are shown it; None for other sources."""
        image = source.image
        return None if image is None else PromptImage(image.sha256, self.image_path(source), image.width, image.height)

    @cached_property
    def pages(self) -> RowsByKey[tuple[str, int], Image]:
        """The pictures of whole pages by document and page (from 1); empty where none were asked for. CorpusError."""
        named = PAGES_FILE in self.manifest["files"]
        columns = _read_columns(self.path, PAGES_FILE, self.manifest) if named else None
        keys = [(str(document), int(page)) for document, page in columns.pairs("document", "page")] if columns else []
        return RowsByKey(columns, keys, lambda row: Image.from_json(json.loads(row["image"])))

    def page_path(self, document: str, page: int) -> Path:
        """The image file of a page, counted from 1. Raises KeyError if there is none."""
        return self.path / self.pages[document, page].file

    @cached_property
    def _index(self) -> dict[str, int]:
        return {source_id: index for index, source_id in enumerate(self.ids)}

    @cached_property
    def _source_at(self) -> Callable[[int], Source]:
        return lru_cache(maxsize=_CACHED)(lambda index: self._introduced(source_of_row(self.columns.row(index))))

    def _introduced(self, source: Source) -> Source:
        """The source with a line on what it is about, if it is a table or an image."""
        if source.modality is Modality.TEXT:
            return source
        if source.id in self.introductions:
            return replace(source, about=self.introductions[source.id])
        referring = (self._index[name] for name in source.referred_by if name in self._index)
        texts = [self.columns.row(index)["text"] for index in referring]
        return replace(source, about=about_line(source, texts))


_AGAIN = "run the same `benchwright ingest` again"


def read_manifest(folder: Path) -> Json:
    """The corpus' manifest. CorpusError if there is none, or it is another kind's or version's."""
    try:
        manifest = read_json(folder / MANIFEST)
    except FileNotFoundError:
        raise CorpusError(
            f"{folder} is not a corpus", hint=f"make one with: {command_line('ingest', 'PATH...', '--to', folder)}"
        ) from None
    except NotADirectoryError:
        raise CorpusError(f"{folder} is a file, not a corpus", hint="name what `ingest --to` wrote") from None
    except (OSError, ValueError) as error:
        raise CorpusError(f"{folder / MANIFEST} cannot be read: {error}", hint=_AGAIN) from error
    if not isinstance(manifest, dict) or manifest.get("kind") != "corpus":
        raise CorpusError(f"{folder} is not a corpus", hint=f"{what_it_is(manifest)}; name what `ingest --to` wrote")
    if manifest.get("schema_version") != SCHEMA_VERSION:
        raise CorpusError(f"{folder} was made by another version of Benchwright", hint=_AGAIN)
    return manifest


def _read_columns(folder: Path, name: str, manifest: Json) -> RowTable:
    path = folder / name
    if not path.exists():
        raise CorpusError(f"{path} is missing", hint=_AGAIN)
    try:
        table = read_parquet(path)
    except ReadError as error:
        raise CorpusError(str(error), hint=_AGAIN) from error
    if (table.schema.metadata or {}).get(FINGERPRINT_KEY, b"").decode() != manifest["fingerprint"]:
        raise CorpusError(f"an ingest into {folder} was not finished", hint=_AGAIN)
    return RowTable(table)


def write_rows(path: Path, schema: pa.Schema, tables: Iterable[pa.Table], fingerprint: str) -> None:
    """Write tables one after the other, atomically, marked with the fingerprint. StorageError when the disk refuses.

    Row groups have 16,384 rows, or fewer with 64 MB of text."""
    stamped = schema.with_metadata({**(schema.metadata or {}), FINGERPRINT_KEY: fingerprint.encode()})
    write_parquet(path, stamped, tables, group_rows=_GROUP, group_bytes=_GROUP_BYTES, measured=("text", "table"))


def is_whole(folder: Path, fingerprint: str) -> bool:
    """Whether the folder's parquet files are those of this fingerprint, by its manifest and their sizes."""
    try:
        manifest = read_manifest(folder)
        return manifest["fingerprint"] == fingerprint and all(
            (folder / name).stat().st_size == manifest["files"][name]["bytes"]
            and pq.read_schema(folder / name).metadata[FINGERPRINT_KEY].decode() == fingerprint
            for name in (SOURCES_FILE, DOCUMENTS_FILE)
        )
    except (CorpusError, KeyError, TypeError, *DAMAGED):
        return False


def make_manifest(
    folder: Path, fingerprint: str, modalities: Mapping[str, int], documents: int, drops: Mapping[str, int], **more: Any
) -> Json:
    """The manifest of the files that stand in `folder` now. `more` are further entries (options, the number of
    `pages` with pictures, the `documents_folder`)."""
    files = (SOURCES_FILE, DOCUMENTS_FILE, *([PAGES_FILE] if more.get("pages") else []), DROPS_FILE)
    present = [name for name in files if (folder / name).is_file()]
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "corpus",
        "fingerprint": fingerprint,
        "sources": {kind.value: modalities.get(kind.value, 0) for kind in Modality},
        "documents": documents,
        "drops": dict(sorted(drops.items())),
        **more,
        "files": {
            name: {"sha256": sha256_file(folder / name), "bytes": (folder / name).stat().st_size} for name in present
        },
    }


def write_corpus(
    path: PathLike[str] | str,
    sources: Iterable[Source],
    documents: Iterable[DocumentText] = (),
    images: Mapping[str, bytes] | None = None,
) -> Corpus:
    """Make a corpus folder from sources in hand, as one input. `images` maps `images/...` names to bytes.

    ValueError for a repeated id. For files of the user's, use ingest: it is incremental and keeps drops."""
    folder = Path(path)
    listed, texts = list(sources), list(documents)
    if len({source.id for source in listed}) != len(listed):
        raise ValueError("two sources have the same id")
    fingerprint = joined_digest([("", content_digest(listed, texts))])
    for name, data in sorted((images or {}).items()):
        write_atomic(folder / name, data)
    write_rows(folder / SOURCES_FILE, SOURCES, [source_table(listed, "")], fingerprint)
    write_rows(folder / DOCUMENTS_FILE, DOCUMENTS, [document_table(texts, "")], fingerprint)
    counts = {kind.value: sum(source.modality is kind for source in listed) for kind in Modality}
    write_json(folder / MANIFEST, make_manifest(folder, fingerprint, counts, len(texts), {}))
    return Corpus.open(folder)
