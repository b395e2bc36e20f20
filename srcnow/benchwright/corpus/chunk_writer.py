"""Write the chunks that readers give to the ingest journal, with their pictures.

Waiting for the disk is slow, so it is done for many chunks at once: every few seconds, every 20,000 sources, and at the
end of an input that took longer. Then the pictures are waited for, and the journal is committed. A kill in between
costs what came since.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import Executor, Future

from benchwright.corpus.ingest_journal import IngestJournal, chunk_blobs
from benchwright.errors import StorageError
from benchwright.files.atomic import write_atomic
from benchwright.readers.read_task import InputEnd, RowChunk
from benchwright.records import Json

_SOURCES = 20_000
_SECONDS = 2.0
_MOST_WAITING = 32
"""Pictures that are being written at a time; each may have up to `Limits.image_bytes`, and most have far fewer."""


class ChunkWriter:
    """Writes the chunks of one run to the journal, and their pictures to the corpus, in the threads of `executor`."""

    def __init__(self, journal: IngestJournal, executor: Executor) -> None:
        self._ingest = journal
        self._executor = executor
        self._pictures: deque[tuple[str, Future[None]]] = deque()
        self._writing: set[str] = set()
        self._chunks: dict[str, int] = {}
        self._began: dict[str, float] = {}
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
            "digest": chunk.digest,
            "mark": chunk.mark,
            "sources": chunk.sources.num_rows,
            "documents": chunk.documents.num_rows,
            "pages": chunk.pages.num_rows,
            "modalities": dict(sorted(modalities.items())),
            "images": modalities["image"] + chunk.pages.num_rows,
            "drops": [list(drop.to_json().values()) for drop in chunk.drops],
            "touched": [file.to_json() for file in chunk.touched],
            "shown": list(chunk.pictures),
        }
        self._add(entry, chunk.sources.num_rows, chunk_blobs(chunk.sources, chunk.documents, chunk.pages))

    def end(self, name: str, key: str, finished: InputEnd) -> None:
        """An input is read to its end. StorageError."""
        entry: Json = {
            "name": name,
            "chunks": self._chunks.pop(name),
            "key": key,
            "touched": [file.to_json() for file in finished.touched],
            "pictures": list(finished.pictures),
            "failed": finished.failed,
        }
        self._add(entry, 0)
        if time.monotonic() - self._began.pop(name) >= _SECONDS:
            self.flush()  # what took long is not left to wait for what comes next, which may take long too

    def _add(self, entry: Json, sources: int, blobs: Sequence[bytes] = ()) -> None:
        self._ingest.journal.add(entry, blobs)
        self._sources += sources
        if self._sources >= _SOURCES or time.monotonic() - self._since >= _SECONDS:
            self.flush()

    def flush(self) -> None:
        """Wait until the disk has all that came. StorageError: nothing of it is in the journal then."""
        while self._pictures:
            self._wait_for_picture()
        for place, entry in self._ingest.journal.commit():
            self._ingest.note(place, entry)
        self._sources, self._since = 0, time.monotonic()

    def _picture(self, name: str, data: bytes) -> None:
        path = self._ingest.corpus / name
        if name in self._writing or (path.is_file() and path.stat().st_size == len(data)):
            return
        self._writing.add(name)
        self._pictures.append((name, self._executor.submit(write_atomic, path, data)))
        while len(self._pictures) > _MOST_WAITING:
            self._wait_for_picture()

    def _wait_for_picture(self) -> None:
        name, future = self._pictures.popleft()
        self._writing.discard(name)
        try:
            future.result()
        except StorageError:
            self._ingest.journal.discard()  # some of what was added may be about this picture
            raise
