"""What ingest has read already, so that only what changed is read again and a killed run goes on.

    CORPUS/.ingest/<fingerprint>.jsonl   one record an input of the corpus as it stands: what it read, what came of it
    CORPUS/.ingest/journal.jsonl         the same for inputs read since, by a run that is not finished
    CORPUS/.ingest/part-<n>.*.parquet    the sources and documents that came of those

The finished records belong to the parquet files that carry the same fingerprint, and to no other. A part is on the
disk before the journal names it. An input is unchanged if each file that it opened (or looked for in vain) has the
same size and time, or else the same hash. Knows no format.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.corpus.columns import DOCUMENTS, SOURCES
from benchwright.corpus.read.inputs import readable_name
from benchwright.corpus.store import DAMAGED, DOCUMENTS_FILE, FINGERPRINT_KEY, SOURCES_FILE, write_parquet
from benchwright.errors import ReadError
from benchwright.files import AppendLog, sha256_file, write_atomic
from benchwright.records import Drop, Json, dump_line

FOLDER = ".ingest"
_JOURNAL = "journal.jsonl"


@dataclass(frozen=True, slots=True)
class Touched:
    """A file that an input's result depends on, relative to its root. `sha256` is None if it was not there."""

    name: str
    size: int = 0
    mtime_ns: int = 0
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What one input gave. `key` holds everything else that the result depends on (reader, options, licence);
    `digest` is the hash of its content; `failed` that it could not be read as a whole."""

    name: str
    key: str
    touched: tuple[Touched, ...]
    digest: str
    sources: int
    documents: int
    modalities: Mapping[str, int]
    drops: tuple[Drop, ...]
    pictures: tuple[str, ...]
    failed: bool = False

    def to_json(self) -> Json:
        return {
            "name": self.name,
            "key": self.key,
            "touched": [[file.name, file.size, file.mtime_ns, file.sha256] for file in self.touched],
            "digest": self.digest,
            "sources": self.sources,
            "documents": self.documents,
            "modalities": dict(self.modalities),
            "drops": [drop.to_json() for drop in self.drops],
            "pictures": list(self.pictures),
            "failed": self.failed,
        }

    @classmethod
    def from_json(cls, data: Json) -> Record:
        return cls(
            data["name"],
            data["key"],
            tuple(Touched(*file) for file in data["touched"]),
            data["digest"],
            data["sources"],
            data["documents"],
            data["modalities"],
            tuple(Drop(**drop) for drop in data["drops"]),
            tuple(data["pictures"]),
            data["failed"],
        )


@dataclass(frozen=True, slots=True)
class Result:
    """An input's record with its rows."""

    record: Record
    sources: pa.Table
    documents: pa.Table


def look_at(path: Path, root: Path) -> Touched:
    """What a file is now; its name is relative to `root`."""
    name = readable_name(path.relative_to(root).as_posix())  # escapes are not found again: such a file is read anew
    try:
        facts = path.stat()
        return Touched(name, facts.st_size, facts.st_mtime_ns, sha256_file(path))
    except (OSError, ReadError):
        return Touched(name)


def glance_at(path: Path, root: Path) -> Touched:
    """What a file is now by size and time alone: its `sha256` is "", or None if it is not there."""
    name = readable_name(path.relative_to(root).as_posix())
    try:
        facts = path.stat()
    except OSError:
        return Touched(name)
    return Touched(name, facts.st_size, facts.st_mtime_ns, "")


def is_unchanged(touched: Iterable[Touched], root: Path) -> bool:
    """Whether every file is as it was. A file is hashed only if its time has changed and its size has not; one of
    which no hash was taken counts as changed then."""
    for file in touched:
        path = root / file.name
        try:
            now = path.stat()
        except OSError:
            if file.sha256 is not None:
                return False
            continue
        if file.sha256 is None or now.st_size != file.size:
            return False
        try:
            if now.st_mtime_ns != file.mtime_ns and (not file.sha256 or sha256_file(path) != file.sha256):
                return False
        except ReadError:
            return False
    return True


class Cache:
    """The results of earlier runs by input name. One writer: hold the folder's lock."""

    def __init__(self, corpus: Path) -> None:
        self._corpus = corpus
        self._folder = corpus / FOLDER
        self._known: dict[str, Result] = {}
        self._parts = 0
        self._journal = AppendLog(self._folder / _JOURNAL)

    @classmethod
    def open(cls, corpus: Path) -> Cache:
        """Load what is there and whole. What is damaged is left out, and read again."""
        cache = cls(corpus)
        for result in cache._finished():
            cache._known[result.record.name] = result
        for result in cache._unfinished():
            cache._known[result.record.name] = result
        return cache

    def get(self, name: str, key: str, root: Path) -> Result | None:
        """The result of that input, if nothing that it depends on has changed."""
        result = self._known.get(name)
        if result is None or result.record.key != key or not is_unchanged(result.record.touched, root):
            return None
        return result

    def names(self) -> frozenset[str]:
        """All inputs that results are known of."""
        return frozenset(self._known)

    def keep(self, results: Sequence[Result]) -> None:
        """Put new results on the disk, so that a killed run need not read them again. StorageError."""
        if not results:
            return
        stem = f"part-{self._parts}"
        write_parquet(self._folder / f"{stem}.sources.parquet", SOURCES, (r.sources for r in results), "")
        write_parquet(self._folder / f"{stem}.documents.parquet", DOCUMENTS, (r.documents for r in results), "")
        self._journal.append_many([{"part": self._parts, **result.record.to_json()} for result in results])
        self._parts += 1

    def save(self, fingerprint: str, records: Iterable[Record]) -> None:
        """Write the records of the corpus that is about to be written."""
        lines = "".join(dump_line(record.to_json()) + "\n" for record in records)
        write_atomic(self._folder / f"{fingerprint}.jsonl", lines)

    def tidy(self, fingerprint: str) -> None:
        """Take away what belongs to no corpus any more, once the new one stands."""
        self._journal.close()
        for path in sorted(self._folder.iterdir()):
            if path.name != f"{fingerprint}.jsonl":
                path.unlink()

    def close(self) -> None:
        self._journal.close()

    def _finished(self) -> Iterator[Result]:
        sources = _table(self._corpus / SOURCES_FILE, SOURCES)
        documents = _table(self._corpus / DOCUMENTS_FILE, DOCUMENTS)
        if sources is None or documents is None:
            return
        prints = {(table.schema.metadata or {}).get(FINGERPRINT_KEY, b"") for table in (sources, documents)}
        try:
            text = (self._folder / f"{prints.pop().decode()}.jsonl").read_text("utf-8")
            records = [Record.from_json(json.loads(line)) for line in text.splitlines()]
        except (OSError, ValueError, KeyError, TypeError):
            return
        if not prints:
            yield from _sliced(records, sources, documents)

    def _unfinished(self) -> Iterator[Result]:
        parts: dict[int, list[Record]] = {}
        for entry in AppendLog.read(self._folder / _JOURNAL):
            parts.setdefault(int(entry["part"]), []).append(Record.from_json(entry))
        self._parts = max(parts, default=-1) + 1
        for part, records in parts.items():
            sources = _table(self._folder / f"part-{part}.sources.parquet", SOURCES)
            documents = _table(self._folder / f"part-{part}.documents.parquet", DOCUMENTS)
            if sources is not None and documents is not None:
                yield from _sliced(records, sources, documents)


def _table(path: Path, schema: pa.Schema) -> pa.Table | None:
    try:
        table = pq.read_table(path, memory_map=True)
    except (FileNotFoundError, *DAMAGED):
        return None
    return table if table.schema.equals(schema) else None


def _sliced(records: Sequence[Record], sources: pa.Table, documents: pa.Table) -> Iterator[Result]:
    """Each record with its rows: they follow each other in the order of the records."""
    if sum(record.sources for record in records) != sources.num_rows:
        return
    row = page = 0
    for record in records:
        yield Result(record, sources.slice(row, record.sources), documents.slice(page, record.documents))
        row += record.sources
        page += record.documents
