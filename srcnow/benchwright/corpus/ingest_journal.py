"""Read back what ingest has read and not yet published: chunks of rows in a journal, by input.

    CORPUS/.ingest/journal.jsonl   one entry a chunk, and one for the end of an input
    CORPUS/.ingest/journal.data    the rows of the chunks

Of an input that was not finished, what stands up to the last chunk with a mark is used, and the rest is read again.
`chunk_writer` fills the journal.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchwright.errors import StorageError
from benchwright.files.journal import Journal
from benchwright.files.zstd import compress, decompress
from benchwright.readers.input_records import FOLDER, FileState, InputRecord, StoredInput, is_unchanged
from benchwright.readers.inputs import Resume
from benchwright.readers.source_columns import DOCUMENTS, PAGES, SOURCES, id_hashes, image_files, joined_digest
from benchwright.records import Drop, Json

_BLOBS = ("ids", "names", "sources", "documents", "pages")
"""The blobs of a chunk's entry: the hashes of its ids and of its documents' names, and three record batches, each
compressed. A batch without rows has no bytes."""

_SCHEMAS = {"sources": SOURCES, "documents": DOCUMENTS, "pages": PAGES}


def chunk_blobs(sources: pa.Table, documents: pa.Table, pages: pa.Table) -> list[bytes]:
    """The rows of a chunk as `_BLOBS`."""
    blobs = [id_hashes(sources), id_hashes(documents, "name")]
    for table in (sources, documents, pages):
        # One batch a table: a chunk is small enough.
        batches = table.combine_chunks().to_batches() if table.num_rows else []
        blobs.append(compress(memoryview(batches[0].serialize()), 1) if batches else b"")
    return blobs


@dataclass(slots=True)
class _InputPlaces:
    """The places of an input's entries in the journal: its chunks, and its end, or -1."""

    chunks: array[int] = field(default_factory=lambda: array("q"))
    end: int = -1


@dataclass(frozen=True, slots=True)
class BegunInput:
    """An input of which the first `chunks` chunks need not be read again, and from where to go on."""

    chunks: int
    sources: int
    resume: Resume


class IngestJournal:
    """All inputs of which earlier runs and this one have written chunks. Some 400 bytes of memory an input. One process
    only: hold the corpus folder's lock."""

    def __init__(self, corpus: Path) -> None:
        self.corpus = corpus
        self.journal = Journal(corpus / FOLDER, {"ingest": 1})
        self._inputs: dict[str, _InputPlaces] = {}
        for place, entry in self.journal.entries():
            self.note(place, entry)

    def __iter__(self) -> Iterator[str]:
        return (name for name, places in self._inputs.items() if places.end >= 0)

    def note(self, place: int, entry: Json) -> None:
        """Take in an entry of the journal: a chunk replaces an earlier one of its number, and those behind. An end
        removes the chunks behind it, which an earlier run made within other bounds."""
        name = entry["name"]
        places = self._inputs.setdefault(name, _InputPlaces())
        number = entry["chunk"] if "chunk" in entry else entry["chunks"]
        if len(places.chunks) < number:  # some were lost with a damaged journal
            del self._inputs[name]
            return
        del places.chunks[number:]
        if "chunk" in entry:
            places.chunks.append(place)
            places.end = -1
        else:
            places.end = place

    def forget(self, name: str) -> None:
        """Leave out an input: the published corpus has it."""
        self._inputs.pop(name, None)

    def known(self, name: str) -> StoredInput | None:
        """A finished input, not checked again: `get` has been asked, or this run has read it."""
        places = self._inputs.get(name)
        return JournalInput(self, name, places) if places is not None and places.end >= 0 else None

    def get(self, name: str, keys: Sequence[str], root: Path) -> StoredInput | None:
        """What a finished input gave, if nothing that it depends on has changed and all of it is there."""
        kept = self.known(name)
        if not isinstance(kept, JournalInput):
            return None
        try:
            whole = all(entry["key"] in keys and kept.is_whole(entry) for entry in kept.entries())
            return kept if whole and is_unchanged(kept.record().touched, root) else None
        except StorageError:
            return None

    def begun(self, name: str, keys: Sequence[str], root: Path) -> BegunInput | None:
        """From where an input can be gone on with, if it can be."""
        places = self._inputs.get(name)
        if places is None or places.end >= 0:
            return None
        kept = JournalInput(self, name, places)
        best: BegunInput | None = None
        touched: list[str] = []
        shown: list[str] = []
        sources = 0
        given = False
        try:
            for entry in kept.entries():
                if entry["key"] not in keys or not kept.is_whole(entry):
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
                resume = Resume(entry["mark"], tuple(touched), tuple(shown), given)
                best = BegunInput(entry["chunk"] + 1, sources, resume)
        except StorageError:
            pass  # what stands before the damage is whole
        return best

    def close(self) -> None:
        self.journal.close()


@dataclass(frozen=True, slots=True)
class JournalInput:
    """One input, as its chunks stand in the journal. StorageError where they are damaged."""

    of: IngestJournal
    name: str
    places: _InputPlaces

    def entries(self) -> Iterator[dict[str, Any]]:
        """The entries of its chunks."""
        return map(self.of.journal.entry_at, self.places.chunks)

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
        end = self.of.journal.entry_at(self.places.end)
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
        return (table for entry in self.entries() if (table := self.table(entry, kind)).num_rows)

    def id_hashes(self) -> Iterator[bytes]:
        return (self._blob(entry, "ids") for entry in self.entries())

    def name_hashes(self) -> Iterator[bytes]:
        return (self._blob(entry, "names") for entry in self.entries())

    def pieces(self) -> Iterator[tuple[list[str], list[str]]]:
        for entry in self.entries():
            names = self.table(entry, "documents").column("name").to_pylist()
            yield names, self.table(entry, "sources").column("document").to_pylist()

    def table(self, entry: Json, kind: str) -> pa.Table:
        """The rows of one chunk."""
        data = self._blob(entry, kind)
        if not data:
            return _SCHEMAS[kind].empty_table()
        plain = decompress(data)
        return pa.Table.from_batches([pa.ipc.read_record_batch(pa.py_buffer(plain), _SCHEMAS[kind])])

    def is_whole(self, entry: Json) -> bool:
        """Whether a chunk and its pictures are there. StorageError if its rows are damaged."""
        for kind in _BLOBS:
            self._blob(entry, kind)
        kinds = [kind for kind in ("sources", "pages") if entry["images"]]
        names = (name for kind in kinds for name in image_files(self.table(entry, kind)))
        return all((self.of.corpus / name).is_file() for name in names)

    def _blob(self, entry: Json, kind: str) -> bytes:
        return self.of.journal.blob(entry, _BLOBS.index(kind))
