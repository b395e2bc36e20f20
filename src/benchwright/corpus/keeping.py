"""Puts on the disk what readers give: rows, pictures, and the journal's lines about them. The one writer of parts.

Waiting for the disk is dear, so it is done for many at once: every few seconds, or every 20,000 sources, the pictures
are waited for, then the rows, and then the lines about them are written; so they are at the end of an input that took
longer. A kill in between costs what came since.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import IO

from benchwright.corpus.parts import Parts, frame_of
from benchwright.errors import StorageError
from benchwright.files.atomic import AppendLog, make_folder, write_atomic
from benchwright.readers.read_task import InputEnd, RowChunk
from benchwright.records import Json

_SOURCES = 20_000
_SECONDS = 2.0
_MOST_WAITING = 32
"""Pictures that are being written at a time; each may have up to `Limits.image_bytes`, and most have far fewer."""


class Keeper:
    """Writes one run's part. `bounded` maps an input's key to the key of what depends on the workers' bounds too."""

    def __init__(self, corpus: Path, parts: Parts, writers: Executor) -> None:
        self._corpus = corpus
        self._parts = parts
        self._run = parts.next_run
        self._journal = AppendLog(parts.journal(self._run))
        self._rows: IO[bytes] | None = None
        self._size = 0
        self._writers = writers
        self._pictures: deque[tuple[str, Future[None]]] = deque()
        self._writing: set[str] = set()
        self._chunks: dict[str, int] = {}
        self._began: dict[str, float] = {}
        self._entries: list[Json] = []
        self._sources = 0
        self._since = time.monotonic()

    def begin(self, name: str, chunks: int) -> None:
        """The chunks of an input come now; so many are there already."""
        self._chunks[name] = chunks
        self._began[name] = time.monotonic()

    def chunk(self, name: str, key: str, chunk: RowChunk) -> None:
        """Keep a chunk. StorageError."""
        for picture, data in chunk.images.items():
            self._picture(picture, data)
        number = self._chunks[name]
        self._chunks[name] = number + 1
        modalities = Counter(chunk.sources.column("modality").to_pylist())
        entry: Json = {
            "name": name,
            "chunk": number,
            "key": key,
            "frame": self._size,
            "digest": chunk.digest,
            "mark": chunk.mark,
            "sources": chunk.sources.num_rows,
            "documents": chunk.documents.num_rows,
            "pages": chunk.pages.num_rows,
            "modalities": dict(sorted(modalities.items())),
            "images": modalities["image"] + chunk.pages.num_rows,
            "drops": [list(drop.to_json().values()) for drop in chunk.drops],
            "touched": [file.to_json() for file in chunk.touched],
            "shown": list(chunk.shown),
        }
        self._append(frame_of(chunk.sources, chunk.documents, chunk.pages))
        self._note(entry, chunk.sources.num_rows)

    def end(self, name: str, key: str, finished: InputEnd) -> None:
        """An input is read to its end."""
        entry: Json = {
            "name": name,
            "chunks": self._chunks.pop(name),
            "key": key,
            "touched": [file.to_json() for file in finished.touched],
            "pictures": list(finished.pictures),
            "failed": finished.failed,
        }
        self._note(entry, 0)
        if time.monotonic() - self._began.pop(name) >= _SECONDS:
            self.flush()  # what took long is not left to wait for what comes next, which may take long too

    def _note(self, entry: Json, sources: int) -> None:
        self._entries.append(entry)
        self._sources += sources
        if self._sources >= _SOURCES or time.monotonic() - self._since >= _SECONDS:
            self.flush()

    def flush(self) -> None:
        """Wait until the disk has all that came. StorageError; nothing of it is told in the journal then."""
        while self._pictures:
            self._settle()
        if self._entries:
            if self._rows is not None:
                try:
                    self._rows.flush()
                    os.fsync(self._rows.fileno())
                except OSError as error:
                    raise _refused(self._parts.rows(self._run), error) from error
            places = self._journal.append_many(self._entries)
            for at, entry in zip(places, self._entries, strict=True):
                self._parts.note(self._run, at, entry)
        self._entries, self._sources, self._since = [], 0, time.monotonic()

    def close(self) -> None:
        """Let go of the files. StorageError: what the disk refused before, it refuses again here."""
        self._journal.close()
        if self._rows is not None:
            try:
                self._rows.close()
            except OSError as error:
                raise _refused(self._parts.rows(self._run), error) from error

    def _append(self, frame: bytes) -> None:
        path = self._parts.rows(self._run)
        try:
            if self._rows is None:
                make_folder(path.parent)
                self._rows = path.open("wb")
            self._rows.write(frame)
        except OSError as error:
            raise _refused(path, error) from error
        self._size += len(frame)

    def _picture(self, name: str, data: bytes) -> None:
        kept = self._corpus / name
        if name in self._writing or (kept.is_file() and kept.stat().st_size == len(data)):
            return
        self._writing.add(name)
        self._pictures.append((name, self._writers.submit(write_atomic, kept, data)))
        while len(self._pictures) > _MOST_WAITING:
            self._settle()

    def _settle(self) -> None:
        name, written = self._pictures.popleft()
        self._writing.discard(name)
        try:
            written.result()
        except StorageError:
            self._entries.clear()  # some of them may be about this picture
            raise


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write {path}: {error.strerror or error}", hint="make room and run the same command again"
    )
