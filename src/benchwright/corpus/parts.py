"""What was read and is not in the corpus yet: chunks on the disk, and journals of them. Knows no reader.

    CORPUS/.ingest/run-<n>.rows    the rows of chunks, one frame a chunk
    CORPUS/.ingest/run-<n>.jsonl   one line a chunk, and one for the end of an input

Each run has its own two files, and adds to no other's. A frame is on the disk before the journal names it, and so are
its pictures. Of an input that was not finished, what stands up to the last chunk with a mark is kept, and the rest
given up; a frame that no line names is never read.
"""

from __future__ import annotations

import re
import struct
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from benchwright.errors import CorpusError
from benchwright.files.atomic import AppendLog
from benchwright.files.zstd import compress, decompress
from benchwright.readers.input_records import FOLDER, FileState, InputRecord, StoredInput, is_unchanged
from benchwright.readers.inputs import Resume
from benchwright.readers.source_columns import DOCUMENTS, PAGES, SOURCES, id_hashes, image_files, joined_digest
from benchwright.records import Drop, Json

_HEAD = struct.Struct("<5Q5I")
_BLOBS = ("ids", "names", "sources", "documents", "pages")
"""What is in a frame: behind the lengths and checksums of these, the hashes of the ids and of the documents' names,
and three record batches, each packed. One of no rows has no bytes."""

_SCHEMAS = {"sources": SOURCES, "documents": DOCUMENTS, "pages": PAGES}
_RUN = re.compile(r"run-(\d+)\.jsonl")
_MOST_OPEN = 16


def frame_of(sources: pa.Table, documents: pa.Table, pages: pa.Table) -> bytes:
    """The rows of a chunk as bytes."""
    blobs = [id_hashes(sources), id_hashes(documents, "name")]
    for table in (sources, documents, pages):
        # One batch a table: a chunk is small enough.
        batches = table.combine_chunks().to_batches() if table.num_rows else []
        blobs.append(compress(memoryview(batches[0].serialize()), 1) if batches else b"")
    return b"".join([_HEAD.pack(*map(len, blobs), *map(zlib.crc32, blobs)), *blobs])


@dataclass(slots=True)
class _Places:
    """Where an input's chunks are: run, offset in its journal and in its rows, by threes; and run and offset of the
    journal's line for its end, or -1."""

    chunks: array[int] = field(default_factory=lambda: array("q"))
    end_run: int = -1
    end_at: int = -1


@dataclass(frozen=True, slots=True)
class Begun:
    """An input of which the first `chunks` chunks need not be read again, and from where to go on."""

    chunks: int
    sources: int
    resume: Resume


class Parts:
    """All that earlier runs and this one have put on the disk, by input. Some 400 bytes of memory an input."""

    def __init__(self, corpus: Path) -> None:
        self._corpus = corpus
        self._folder = corpus / FOLDER
        self._places: dict[str, _Places] = {}
        self._files: dict[Path, IO[bytes]] = {}
        self.next_run = 0

    @classmethod
    def open(cls, corpus: Path) -> Parts:
        """Load the journals that are there, each up to its first damage."""
        parts = cls(corpus)
        runs = sorted(int(match[1]) for path in parts._listed() if (match := _RUN.fullmatch(path.name)))
        for run in runs:
            for at, entry in AppendLog.stream(parts.journal(run)):
                parts.note(run, at, entry)
        parts.next_run = max(runs, default=-1) + 1
        return parts

    def _listed(self) -> list[Path]:
        return sorted(self._folder.iterdir()) if self._folder.is_dir() else []

    def journal(self, run: int) -> Path:
        return self._folder / f"run-{run}.jsonl"

    def rows(self, run: int) -> Path:
        return self._folder / f"run-{run}.rows"

    def __iter__(self) -> Iterator[str]:
        return (name for name, places in self._places.items() if places.end_run >= 0)

    def note(self, run: int, at: int, entry: Json) -> None:
        """Take in a journal's line: a chunk comes in the place of an earlier one of its number, and of those behind. An
        end comes in the place of those behind it, which an earlier run gave within other bounds."""
        name = entry["name"]
        if "chunk" not in entry:
            places = self._places.setdefault(name, _Places())
            places.end_run, places.end_at = run, at
            del places.chunks[3 * entry["chunks"] :]
            if len(places.chunks) < 3 * entry["chunks"]:  # some were lost with a damaged journal
                del self._places[name]
            return
        number = entry["chunk"]
        places = self._places.setdefault(name, _Places())
        places.end_run = places.end_at = -1
        if len(places.chunks) < 3 * number:  # those before were lost with a damaged journal
            del self._places[name]
            return
        del places.chunks[3 * number :]
        places.chunks.extend((run, at, entry["frame"]))

    def forget(self, name: str) -> None:
        """Leave out an input: it is read anew, or the corpus that stands has it."""
        self._places.pop(name, None)

    def known(self, name: str) -> StoredInput | None:
        """A finished input, looked at no further: `get` has been asked, or this run has read it."""
        places = self._places.get(name)
        return PartInput(self, name, places) if places is not None and places.end_run >= 0 else None

    def get(self, name: str, keys: Sequence[str], root: Path) -> StoredInput | None:
        """What a finished input gave, if nothing that it depends on has changed and all of it is there."""
        found = self.known(name)
        if not isinstance(found, PartInput):
            return None
        try:
            whole = all(entry["key"] in keys and found.stands(chunk) for chunk, entry in enumerate(found.entries()))
            return found if whole and is_unchanged(found.record().touched, root) else None
        except CorpusError:
            return None

    def begun(self, name: str, keys: Sequence[str], root: Path, with_ids: bool) -> Begun | None:
        """From where an input can be gone on with, if it can be."""
        places = self._places.get(name)
        if places is None or places.end_run >= 0:
            return None
        found = PartInput(self, name, places)
        best: Begun | None = None
        touched: list[str] = []
        shown: list[str] = []
        sources = 0
        given = False
        try:
            for chunk, entry in enumerate(found.entries()):
                if entry["key"] not in keys or not found.stands(chunk):
                    break
                sources += entry["sources"]
                given = given or bool(entry["sources"] or entry["drops"])
                if entry["mark"] is None:
                    continue
                files = [FileState(*file) for file in entry["touched"]]
                if not is_unchanged(files, root):
                    break
                touched += [file.name for file in files]
                shown += entry["shown"]
                resume = Resume(entry["mark"], (), tuple(touched), tuple(shown), given)
                best = Begun(chunk + 1, sources, resume)
        except CorpusError:
            pass  # what stood before the damage is as good as ever
        if best is None or not with_ids:
            return best
        ids = [id for chunk in range(best.chunks) for id in found.chunk(chunk, "sources").column("id").to_pylist()]
        return replace(best, resume=replace(best.resume, ids=tuple(ids)))

    def handle(self, path: Path) -> IO[bytes]:
        """The file, open. Few are at a time: there may have been many runs. CorpusError."""
        if path not in self._files:
            if len(self._files) >= _MOST_OPEN:
                self.close()
            try:
                self._files[path] = path.open("rb")
            except OSError as error:
                raise damaged(path, error.strerror or str(error)) from error
        return self._files[path]

    def close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()


@dataclass(frozen=True, slots=True)
class PartInput:
    """One input, as its chunks lie in the parts."""

    parts: Parts
    name: str
    places: _Places

    def __len__(self) -> int:
        return len(self.places.chunks) // 3

    def entries(self) -> Iterator[dict[str, Any]]:
        """The journal's lines for its chunks. CorpusError."""
        for chunk in range(len(self)):
            run, at = self.places.chunks[3 * chunk : 3 * chunk + 2]
            yield self._entry(run, at)

    def _entry(self, run: int, at: int) -> dict[str, Any]:
        path = self.parts.journal(run)
        entry = AppendLog.entry_at(self.parts.handle(path), at)
        if entry is None or entry["name"] != self.name:
            raise damaged(path, "a line of it is not as it was written")
        return entry

    def record(self) -> InputRecord:
        modalities: Counter[str] = Counter()
        reasons: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        keys: dict[str, None] = {}
        digests: list[str] = []
        touched: dict[str, FileState] = {}
        shown: set[str] = set()
        for entry in self.entries():
            modalities.update(entry["modalities"])
            reasons.update(drop[1] for drop in entry["drops"])
            counts.update({kind: entry[kind] for kind in _SCHEMAS})
            keys[entry["key"]] = None
            digests.append(entry["digest"])
            touched.update((file[0], FileState(*file)) for file in entry["touched"])
            shown.update(entry["shown"])
        end = self._entry(self.places.end_run, self.places.end_at)
        touched.update((file[0], FileState(*file)) for file in end["touched"])
        # Of two keys one holds bounds too, which some drop depends on; "" is none that a later run asks for.
        key = "" if "" in keys else next((key for key in keys if key != end["key"]), end["key"])
        return InputRecord(
            self.name,
            key,
            tuple(touched[name] for name in sorted(touched)),
            digests[0] if len(digests) == 1 else joined_digest(("", digest) for digest in digests),
            counts["sources"],
            counts["documents"],
            counts["pages"],
            dict(sorted(modalities.items())),
            dict(sorted(reasons.items())),
            tuple(sorted(shown.union(end["pictures"]))),
            end["failed"],
        )

    def drops(self) -> Iterator[Drop]:
        return (Drop(*drop) for entry in self.entries() for drop in entry["drops"])

    def rows(self, kind: str) -> Iterator[pa.Table]:
        return (table for chunk in range(len(self)) if (table := self.chunk(chunk, kind)).num_rows)

    def id_hashes(self) -> Iterator[bytes]:
        return (self._blob(chunk, "ids") for chunk in range(len(self)))

    def name_hashes(self) -> Iterator[bytes]:
        return (self._blob(chunk, "names") for chunk in range(len(self)))

    def pieces(self) -> Iterator[tuple[list[str], list[str]]]:
        for chunk in range(len(self)):
            names = self.chunk(chunk, "documents").column("name").to_pylist()
            yield names, self.chunk(chunk, "sources").column("document").to_pylist()

    def chunk(self, chunk: int, kind: str) -> pa.Table:
        """The rows of one chunk. CorpusError."""
        data = self._blob(chunk, kind)
        if not data:
            return _SCHEMAS[kind].empty_table()
        plain = decompress(data)
        return pa.Table.from_batches([pa.ipc.read_record_batch(pa.py_buffer(plain), _SCHEMAS[kind])])

    def stands(self, chunk: int) -> bool:
        """Whether a chunk and its pictures are there and whole. CorpusError if not so."""
        for kind in _BLOBS:
            self._blob(chunk, kind)
        run, at = self.places.chunks[3 * chunk : 3 * chunk + 2]
        entry = self._entry(run, at)
        kinds = [kind for kind in ("sources", "pages") if entry["images"]]
        names = (name for kind in kinds for name in image_files(self.chunk(chunk, kind)))
        return all((self.parts._corpus / name).is_file() for name in names)

    def _blob(self, chunk: int, kind: str) -> bytes:
        run, _, at = self.places.chunks[3 * chunk : 3 * chunk + 3]
        path = self.parts.rows(run)
        file = self.parts.handle(path)
        file.seek(at)
        head = file.read(_HEAD.size)
        if len(head) != _HEAD.size:
            raise damaged(path, "it ends too early")
        lengths = _HEAD.unpack(head)
        number = _BLOBS.index(kind)
        file.seek(sum(lengths[:number]), 1)
        data = file.read(lengths[number]) if lengths[number] <= path.stat().st_size else b""
        if len(data) != lengths[number] or zlib.crc32(data) != lengths[number + len(_BLOBS)]:
            raise damaged(path, "a part of it is not as it was written")
        return data


def damaged(path: Path, why: str) -> CorpusError:
    """The error for a file of parts that has changed under a run."""
    return CorpusError(f"{path} is damaged: {why}", hint="run the same `benchwright ingest` again")
