"""One input -> its rows: runs the reader, makes sources of documents, keeps images. Knows no other input."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchwright.corpus.assemble import Cutting, assemble
from benchwright.corpus.cache import Record, Result, look_at
from benchwright.corpus.columns import SOURCES, DocumentText, digest_line, document_table, source_table
from benchwright.corpus.discover import Input
from benchwright.corpus.images import check_image
from benchwright.corpus.read.base import Document, InputFile, Item, Limits, Picture
from benchwright.errors import ReadError
from benchwright.files import write_atomic
from benchwright.records import Drop, Image, Json, Source, dump_line

VERSION = 1
"""Goes up when the same file would give other sources: cached results are then read anew."""

_BATCH = 5_000
_WRITERS = 8
_MOST_WAITING = 32


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How to read. `licence` is the licence of every document that does not tell its own."""

    words: int = 100
    shortest: int = 200
    licence: str = ""
    limits: Limits = field(default_factory=Limits)

    def to_json(self) -> Json:
        return asdict(self)


def key_of(item: Input, options: IngestOptions, licence: str) -> str:
    """Hash of all that an input's result depends on besides its files."""
    settings = options.to_json() | {"licence": licence}
    parts = [VERSION, item.name, item.reader.name, item.reader.version, list(item.files), settings]
    return hashlib.sha256(dump_line(parts).encode("utf-8", "replace")).hexdigest()


def read_input(
    item: Input, options: IngestOptions, licence: str, corpus: Path, tick: Callable[[int], None] = lambda _: None
) -> Result:
    """Read one input. What cannot be read is among the record's drops; StorageError if an image cannot be kept.

    `tick` is told how many sources there are so far, every few thousand."""
    file = InputFile(item.path, item.name, item.root, options.limits)
    rows = _Rows(item.name, licence, tick)
    failed = False
    with ThreadPoolExecutor(_WRITERS) as writers:
        shelf = _Shelf(corpus, item.root, options.limits, writers)
        try:
            for found in item.reader.read(file, options.limits):
                _take(found, file, options, rows, shelf)
        except ReadError as error:
            failed = True
            rows.drop(Drop(item.name, error.reason, str(error)))
        shelf.settle()
    if not rows.count and not rows.drops:
        rows.drop(Drop(item.name, "no-content", "nothing in it became a source"))
    touched = sorted({path.resolve() for path in file.touched} | {item.path / part for part in item.files})
    record = Record(
        item.name,
        key_of(item, options, licence),
        tuple(look_at(path, item.root) for path in touched if path.is_relative_to(item.root)),
        rows.digest.hexdigest(),
        rows.count,
        len(rows.documents),
        dict(sorted(rows.modalities.items())),
        tuple(rows.drops),
        tuple(sorted(shelf.used)),
        failed,
    )
    return Result(record, rows.table(), document_table(rows.documents, item.name))


def _take(found: Item, file: InputFile, options: IngestOptions, rows: _Rows, shelf: _Shelf) -> None:
    if isinstance(found, Document):
        document = replace(found, licence=found.licence or rows.licence)
        rows.document(DocumentText(document.name, document.title, document.text, document.licence, document.url))
        cutting = Cutting(options.words, options.shortest)
        for made in assemble(document, file, cutting, options.limits, shelf.put):
            if isinstance(made, Drop):
                rows.drop(made)
            else:
                rows.source(made)
    elif isinstance(found, Picture):
        words = found.source.image
        try:
            image = shelf.put(found.file, words.caption if words else "", words.alt if words else "")
        except ReadError as error:
            slug = error.reason if error.reason.startswith("image-") else f"image-{error.reason}"
            rows.drop(Drop(found.source.document, slug, f"{found.source.id}: {error}", found.source.text[:200]))
        else:
            rows.source(replace(found.source, image=image))
    elif isinstance(found, Source):
        rows.source(found)
    else:
        rows.drop(found)


class _Rows:
    """Gathers sources as columns, a few thousand at a time, so that a large input never stands in memory as records."""

    def __init__(self, name: str, licence: str, tick: Callable[[int], None]) -> None:
        self.name = name
        self.licence = licence
        self.digest = hashlib.sha256()
        self.count = 0
        self.modalities: Counter[str] = Counter()
        self.documents: list[DocumentText] = []
        self.drops: list[Drop] = []
        self._tick = tick
        self._held: list[Source] = []
        self._tables: list[pa.Table] = []

    def source(self, source: Source) -> None:
        if not source.licence and self.licence:
            source = replace(source, licence=self.licence)
        try:
            line = digest_line(source)
        except UnicodeEncodeError:
            source = Source.from_json(_encodable(source.to_json()))
            line = digest_line(source)
        self.digest.update(line)
        self._held.append(source)
        self.count += 1
        self.modalities[source.modality.value] += 1
        if len(self._held) == _BATCH:
            self._turn()
            self._tick(self.count)

    def document(self, document: DocumentText) -> None:
        document = DocumentText(**_encodable(document.to_json()))
        self.digest.update(digest_line(document))
        self.documents.append(document)

    def drop(self, drop: Drop) -> None:
        self.drops.append(Drop(**_encodable(drop.to_json())))

    def table(self) -> pa.Table:
        """All rows so far."""
        self._turn()
        return pa.concat_tables(self._tables) if self._tables else SOURCES.empty_table()

    def _turn(self) -> None:
        if self._held:
            self._tables.append(source_table(self._held, self.name))
            self._held = []


class _Shelf:
    """The corpus' images: bytes proven, then kept once under their hash. `used` are the files that were asked for.

    Writing waits for the disk, so several are written at a time; `settle` returns when all of them are there."""

    def __init__(self, corpus: Path, root: Path, limits: Limits, writers: Executor) -> None:
        self.used: set[str] = set()
        self._corpus = corpus
        self._root = root
        self._limits = limits
        self._writers = writers
        self._begun: set[str] = set()
        self._waiting: deque[Future[None]] = deque()

    def put(self, file: InputFile, caption: str, alt: str) -> Image:
        """Keep the bytes of an image file. ReadError if they are none within the limits; StorageError."""
        self.used.add(file.name)
        data = file.read_bytes(self._limits.image_bytes)
        image = check_image(data, max_pixels=self._limits.image_pixels).record(caption, alt)
        if image.file not in self._begun:
            self._begun.add(image.file)
            kept = self._corpus / image.file
            if not kept.is_file() or kept.stat().st_size != len(data):
                self._waiting.append(self._writers.submit(write_atomic, kept, data))
        while len(self._waiting) > _MOST_WAITING:
            self._waiting.popleft().result()
        return image

    def settle(self) -> None:
        """Wait until every image is on the disk. StorageError if one could not be kept."""
        while self._waiting:
            self._waiting.popleft().result()


def _encodable(data: Json) -> Any:
    """The same JSON with half surrogate pairs, which no file can keep, replaced by question marks."""
    line = dump_line(data)
    try:
        line.encode("utf-8")
    except UnicodeEncodeError:
        return json.loads(line.encode("utf-8", "replace"))
    return data
