"""One input is read to chunks of rows: its reader runs, documents become sources, images are checked.

It runs in a worker process and writes nothing: its rows go to the process that writes.

    ReadTask ── read_task ──▶ RowChunk, RowChunk, ... , InputEnd
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchwright.errors import ReadError
from benchwright.readers.base import (
    Document,
    InputFile,
    Item,
    Limits,
    Mark,
    PageImage,
    Picture,
    ReaderOptions,
    Resume,
)
from benchwright.readers.checked_images import check_image
from benchwright.readers.discover import Input
from benchwright.readers.document_sources import ChunkSize, assemble
from benchwright.readers.input_records import FileState, glance_at, look_at
from benchwright.readers.inputs import ReadContext, actual_name
from benchwright.readers.source_columns import (
    DocumentText,
    digest_line,
    document_table,
    page_table,
    source_table,
)
from benchwright.records import Drop, Image, Json, Source, dump_line

VERSION = 5
"""Goes up when the same file would give other sources: cached results are then read anew."""

CHUNK_SOURCES = 5_000
"""A chunk is given up at the next mark, or at this many sources and drops, or at `CHUNK_BYTES` of text or of pictures,
so that a large input never stands in memory. Where chunks end is a part of an input's digest, and depends on its bytes
alone."""

CHUNK_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How documents are read. `licence` is the licence of documents that don't state one. Images are fetched only from
    the hosts in `allow_fetch`; by default from none."""

    words: int = 100
    shortest: int = 200
    licence: str = ""
    limits: Limits = field(default_factory=Limits)
    read: ReaderOptions = field(default_factory=ReaderOptions)
    allow_fetch: tuple[str, ...] = ()

    def to_json(self) -> Json:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ReadTask:
    """One input to read, from its beginning or from where an earlier run was stopped."""

    item: Input
    options: IngestOptions
    licence: str
    resume: Resume | None = None


@dataclass(frozen=True, slots=True)
class RowChunk:
    """Some rows of an input, in order. `images` holds the bytes of pictures by `images/<sha256>.<extension>`, each once
    between two marks. `digest` is the hash of the rows. `mark` is where a later run may go on behind it: what stands
    behind the last chunk with a mark has to be read again after a kill. With a mark come the files that were opened or
    looked for since the mark before, by size and time alone (hashing them is left for the end), and the pictures among
    them: a `Resume` there needs all of them, from the beginning of the input on."""

    sources: pa.Table
    documents: pa.Table
    pages: pa.Table
    drops: tuple[Drop, ...]
    images: Mapping[str, bytes] = field(repr=False)
    digest: str
    mark: Json | None = None
    touched: tuple[FileState, ...] = ()
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InputEnd:
    """The end of an input: the files that its result depends on, those of them that are pictures it shows, and whether
    it could not be read as a whole."""

    touched: tuple[FileState, ...]
    pictures: tuple[str, ...]
    failed: bool = False


def key_of(item: Input, options: IngestOptions, licence: str) -> str:
    """Hash of all that an input's result depends on besides its files."""
    settings = options.to_json() | {"licence": licence}
    reader = [item.reader.name, item.reader.version, *(["aided"] if item.reader.aided() else [])]
    parts = [VERSION, item.name, *reader, list(item.files), settings]
    return hashlib.sha256(dump_line(parts).encode("utf-8", "replace")).hexdigest()


def only_read_errors(error: Exception) -> ReadError | None:
    """What becomes of an error where bugs are to be seen: a bug is raised."""
    if isinstance(error, RecursionError):
        return ReadError("nested-too-deep", "parts inside parts")
    return error if isinstance(error, ReadError) else None


def read_task(
    task: ReadTask,
    around: ReadContext | None = None,
    judge: Callable[[Exception], ReadError | None] = only_read_errors,
) -> Iterator[RowChunk | InputEnd]:
    """Read one input. What cannot be read is among the chunks' drops. `judge` says of an error what the input is
    dropped for, or None to have it raised."""
    item, options = task.item, task.options
    file = InputFile(
        item.path,
        item.name,
        item.root,
        options.limits,
        [item.root / actual_name(name) for name in task.resume.touched] if task.resume else [],
        list(task.resume.pictures) if task.resume else [],
        options=options.read,
        resume=task.resume,
        around=around or ReadContext(),
    )
    rows = _Rows(item.name, task.licence)
    shelf = _Shelf(options.limits)
    failed = False
    stages = (
        _read(item, file, options, rows, shelf),
        rows.rest(shelf, resumed=bool(task.resume and task.resume.has_rows)),
    )
    for stage, fail in zip(stages, (rows.fail, rows.give_up), strict=True):
        try:
            yield from stage
        # The one place where any exception is right: readers are plug-ins that call dozens of parsers, and what these
        # raise at bytes that their authors never saw, or put into rows that no column can hold, is on no list. It ends
        # this input alone. `judge` has it raised where bugs are to be seen.
        except Exception as error:
            description = judge(error)
            if description is None:
                raise
            failed = True
            fail(description)
    if rows.held:
        yield rows.chunk(shelf)
    touched = _inside([*file.touched, *(item.path / part for part in item.files)], item.root)
    yield InputEnd(
        tuple(look_at(path, item.root) for path in touched),
        tuple(sorted(set(file.pictures))),
        failed,
    )


def _read(item: Input, file: InputFile, options: IngestOptions, rows: _Rows, shelf: _Shelf) -> Iterator[RowChunk]:
    """The full chunks of an input, and those that end at a mark."""
    opened, noted = len(file.touched), len(file.pictures)
    for result in item.reader.read(file, options.limits):
        if isinstance(result, Mark):
            yield replace(
                rows.chunk(shelf, result.state),
                touched=tuple(glance_at(path, item.root) for path in _inside(file.touched[opened:], item.root)),
                pictures=tuple(sorted(set(file.pictures[noted:]))),
            )
            shelf.forget()
            opened, noted = len(file.touched), len(file.pictures)
        else:
            yield from _take(result, file, options, rows, shelf)


def _inside(paths: Iterable[Path], root: Path) -> list[Path]:
    """Each path once, in order; none that a link leads out of the folder with."""
    return sorted(path for path in {path.resolve() for path in paths} if path.is_relative_to(root))


def _take(found: Item, file: InputFile, options: IngestOptions, rows: _Rows, shelf: _Shelf) -> Iterator[RowChunk]:
    # Asked before more comes: a mark just behind a full chunk is a part of it. And of two documents of one name, the
    # second begins a chunk, so that it is known which sources are its own.
    if rows.full or shelf.full or (isinstance(found, Document) and found.name in rows.names):
        yield rows.chunk(shelf)
    if isinstance(found, Document):
        document = replace(found, licence=found.licence or rows.licence)
        rows.document(
            DocumentText(document.name, document.title, document.text, document.licence, document.url, document.pages)
        )
        cutting = ChunkSize(options.words, options.shortest)
        for result in assemble(document, file, cutting, options.limits, shelf.put):
            if rows.full or shelf.full:
                yield rows.chunk(shelf)
            if isinstance(result, Drop):
                rows.drop(result)
            else:
                rows.source(result)
    elif isinstance(found, Picture):
        words = found.source.image
        try:
            data = found.data
            if data:
                file.begin(f"image {found.source.id}")
            else:
                data = found.file.pixels()
            image = shelf.put(data, words.caption if words else "", words.alt if words else "")
        except ReadError as error:
            slug = error.reason if error.reason.startswith("image-") else f"image-{error.reason}"
            rows.drop(Drop(found.source.document, slug, f"{found.source.id}: {error}", found.source.text[:200]))
        else:
            rows.source(replace(found.source, image=image))
    elif isinstance(found, PageImage):
        rows.page(found.document, found.page, shelf.put(found.data, "", ""))
    elif isinstance(found, Source):
        rows.source(found)
    elif isinstance(found, Drop):
        rows.drop(found)


class _Rows:
    """The rows of a chunk that is being gathered, and what is known of the whole input."""

    def __init__(self, name: str, licence: str) -> None:
        self.name = name
        self.licence = licence
        self.count = 0
        self.dropped = 0
        self.names: set[str] = set()
        self._last = ""
        self._empty()

    def _empty(self) -> None:
        self._digest = hashlib.sha256()
        self._bytes = 0
        self._sources: list[Source] = []
        self._documents: list[DocumentText] = []
        self._pages: list[tuple[str, int, Image]] = []
        self._drops: list[Drop] = []

    @property
    def held(self) -> bool:
        return bool(self._sources or self._documents or self._pages or self._drops)

    @property
    def full(self) -> bool:
        return len(self._sources) + len(self._drops) >= CHUNK_SOURCES or self._bytes >= CHUNK_BYTES

    def source(self, source: Source) -> None:
        if not source.licence and self.licence:
            source = replace(source, licence=self.licence)
        try:
            line = digest_line(source)
        except UnicodeEncodeError:
            source = Source.from_json(_encodable(source.to_json()))
            line = digest_line(source)
        self._digest.update(line)
        self._bytes += len(line)
        self._sources.append(source)
        self.count += 1

    def document(self, document: DocumentText) -> None:
        pages = document.pages
        self._last = document.name
        self.names.add(self._last)
        document = replace(DocumentText(**_encodable(replace(document, pages=()).to_json())), pages=pages)
        line = digest_line(document)
        self._digest.update(line)
        self._bytes += len(line)
        self._documents.append(document)

    def page(self, document: str, number: int, image: Image) -> None:
        """Pictures of pages stand beside the sources and are no part of the digest."""
        self._pages.append((document, number, image))

    def drop(self, drop: Drop) -> None:
        self._drops.append(Drop(**_encodable(drop.to_json())))
        self.dropped += 1

    def rest(self, shelf: _Shelf, *, resumed: bool) -> Iterator[RowChunk]:
        """What is held when all is read; `resumed` says whether an earlier run found something."""
        if not self.count and not self.dropped and not resumed:
            self.drop(Drop(self.name, "no-content", "nothing in it became a source"))
        if self.held:
            yield self.chunk(shelf)

    def fail(self, error: ReadError) -> None:
        """The input can be read no further."""
        self.drop(Drop(self.name, error.reason, str(error)))

    def give_up(self, error: ReadError) -> None:
        """Keep only the drops of what is held."""
        drops, lost = self._drops, len(self._sources)
        self._empty()
        self._drops = drops
        self.drop(Drop(self.name, error.reason, f"{error}; {lost:,} sources are lost with it"))

    def chunk(self, shelf: _Shelf, mark: Json | None = None) -> RowChunk:
        """All that is held, which is then held no more."""
        result = RowChunk(
            source_table(self._sources, self.name),
            document_table(self._documents, self.name),
            page_table(self._pages, self.name),
            tuple(self._drops),
            shelf.take(),
            self._digest.hexdigest(),
            mark,
        )
        # The last document may go on in the next chunk, but not behind a mark.
        self.names = {self._last} if self._last and mark is None else set()
        self._empty()
        return result


class _Shelf:
    """Pictures that were proven and not yet handed on."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._given: set[str] = set()
        self._held: dict[str, bytes] = {}
        self._bytes = 0

    @property
    def full(self) -> bool:
        return self._bytes >= CHUNK_BYTES

    def put(self, data: bytes, caption: str, alt: str) -> Image:
        """Prove the bytes of a picture. ReadError if they are none within the limits."""
        image = check_image(data, max_pixels=self._limits.image_pixels).record(caption, alt)
        if image.file not in self._given:
            self._given.add(image.file)
            self._held[image.file] = data
            self._bytes += len(data)
        return image

    def forget(self) -> None:
        """Hand on again what comes again: behind a mark a later run begins with an empty shelf, and must give the same
        chunks."""
        self._given.clear()

    def take(self) -> Mapping[str, bytes]:
        """The pictures that are held, which are then held no more."""
        held, self._held, self._bytes = self._held, {}, 0
        return held


def _encodable(data: Json) -> Any:
    """The same JSON with half surrogate pairs, which no file can keep, replaced by question marks."""
    line = dump_line(data)
    try:
        line.encode("utf-8")
    except UnicodeEncodeError:
        return json.loads(line.encode("utf-8", "replace"))
    return data
