"""Read a published corpus by input: which rows of its Parquet files came from which input.

    CORPUS/.ingest/<fingerprint>.jsonl   for every input in order: its drops, a line each, and then its record

The records belong to the parquet files that carry the same fingerprint, and to no other.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.corpus.store import DAMAGED, DOCUMENTS_FILE, FINGERPRINT_KEY, PAGES_FILE, SOURCES_FILE
from benchwright.readers.input_records import FOLDER, InputRecord, StoredInput, is_unchanged
from benchwright.readers.source_columns import DOCUMENTS, PAGES, SOURCES, id_hashes, image_files
from benchwright.records import Drop, dump_line

KINDS = {
    "sources": (SOURCES_FILE, SOURCES),
    "documents": (DOCUMENTS_FILE, DOCUMENTS),
    "pages": (PAGES_FILE, PAGES),
}
"""The parquet files of a corpus by what their rows are."""

_RECORD = b'{"name":'
"""How a record's line begins; a drop's does not."""


class RowGroupReader:
    """The rows of a Parquet file by number. Holds one row group."""

    def __init__(self, path: Path) -> None:
        self.file = pq.ParquetFile(path)
        self._starts = [0]
        for group in range(self.file.num_row_groups):
            self._starts.append(self._starts[-1] + self.file.metadata.row_group(group).num_rows)
        self._held: tuple[int, tuple[str, ...] | None, pa.Table] | None = None

    @property
    def rows(self) -> int:
        return self._starts[-1]

    def slice(self, start: int, count: int, columns: tuple[str, ...] | None = None) -> Iterator[pa.Table]:
        """Some rows, in pieces."""
        while count > 0:
            group = bisect_right(self._starts, start) - 1
            table = self._group(group, columns)
            piece = table.slice(start - self._starts[group], count)
            yield piece
            start, count = start + piece.num_rows, count - piece.num_rows

    def _group(self, group: int, columns: tuple[str, ...] | None) -> pa.Table:
        if self._held is None or self._held[:2] != (group, columns):
            self._held = None  # before the next is made: two need not stand in memory
            self._held = (group, columns, self.file.read_row_group(group, columns=columns))
        return self._held[2]

    def close(self) -> None:
        self._held = None
        self.file.close()


class PublishedCorpus:
    """The inputs of the published corpus, by name. Some 200 bytes of memory an input."""

    def __init__(self, corpus: Path) -> None:
        self._corpus = corpus
        self._open = ExitStack()
        self._files: dict[str, RowGroupReader] = {}
        self._records: IO[bytes] | None = None
        self._index: dict[str, int] = {}
        # By input: where its drops begin, where its record begins, and its first row of each kind.
        self._places = {name: array("q") for name in ("drops", "record", *KINDS)}

    @classmethod
    def open(cls, corpus: Path) -> Self:
        """What is there and whole; nothing at all where a part of it is missing or damaged."""
        published = cls(corpus)
        try:
            published._load()
        except (*DAMAGED, ValueError, KeyError, TypeError):
            published.close()
            return cls(corpus)
        return published

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def get(self, name: str, keys: Sequence[str], root: Path) -> PublishedInput | None:
        """What that input gave, if nothing that it depends on has changed."""
        if name not in self._index:
            return None
        kept = PublishedInput(self, self._index[name])
        try:
            record = kept.record()
            fresh = record.key in keys and is_unchanged(record.touched, root)
            return kept if fresh and all((self._corpus / file).is_file() for file in kept.images(record)) else None
        except (*DAMAGED, ValueError, KeyError, TypeError):
            return None

    def known(self, name: str) -> StoredInput | None:
        """What that input gave, not checked again: `get` has been asked."""
        return PublishedInput(self, self._index[name]) if name in self._index else None

    def close(self) -> None:
        self._open.close()

    def _load(self) -> None:
        prints: set[bytes] = set()
        for kind, (name, schema) in KINDS.items():
            if kind == "pages" and not (self._corpus / name).is_file():
                continue
            file = RowGroupReader(self._corpus / name)
            self._open.callback(file.close)
            self._files[kind] = file
            if not file.file.schema_arrow.equals(schema):
                raise ValueError(f"{name} has other columns")
            if kind != "pages":
                prints.add((file.file.schema_arrow.metadata or {}).get(FINGERPRINT_KEY, b""))
        if len(prints) != 1:
            raise ValueError("a corpus that is not whole")
        path = self._corpus / FOLDER / f"{prints.pop().decode()}.jsonl"
        self._records = self._open.enter_context(path.open("rb"))
        rows = dict.fromkeys(KINDS, 0)
        at = drops = 0
        for line in self._records:
            if line.startswith(_RECORD):
                record = InputRecord.from_json(json.loads(line))
                self._index[record.name] = len(self._index)
                for name, value in (("drops", drops), ("record", at), *rows.items()):
                    self._places[name].append(value)
                counts = (record.sources, record.documents, record.pages)
                rows = {kind: rows[kind] + count for kind, count in zip(KINDS, counts, strict=True)}
                drops = at + len(line)
            at += len(line)
        if any(rows[kind] != (self._files[kind].rows if kind in self._files else 0) for kind in KINDS):
            raise ValueError("a corpus whose records are another's")


@dataclass(frozen=True, slots=True)
class PublishedInput:
    """One input of the published corpus."""

    published: PublishedCorpus
    number: int

    def _place(self, name: str) -> int:
        return self.published._places[name][self.number]

    def _records(self) -> IO[bytes]:
        assert self.published._records is not None
        return self.published._records

    def record(self) -> InputRecord:
        file = self._records()
        file.seek(self._place("record"))
        return InputRecord.from_json(json.loads(file.readline()))

    def drops(self) -> Iterator[Drop]:
        at, end = self._place("drops"), self._place("record")
        while at < end:
            self._records().seek(at)
            line = self._records().readline()
            at += len(line)
            yield Drop(**json.loads(line))

    def rows(self, kind: str, columns: tuple[str, ...] | None = None) -> Iterator[pa.Table]:
        rows = getattr(self.record(), kind)
        if rows:
            yield from self.published._files[kind].slice(self._place(kind), rows, columns)

    def id_hashes(self) -> Iterator[bytes]:
        return (id_hashes(table) for table in self.rows("sources", ("id",)))

    def name_hashes(self) -> Iterator[bytes]:
        return (id_hashes(table, "name") for table in self.rows("documents", ("name",)))

    def pieces(self) -> Iterator[tuple[list[str], list[str]]]:
        """The documents come first: of an input that is used again none has the name of another in it."""
        for table in self.rows("documents", ("name",)):
            yield table.column("name").to_pylist(), []
        for table in self.rows("sources", ("document",)):
            yield [], table.column("document").to_pylist()

    def images(self, record: InputRecord) -> Iterator[str]:
        """The `images/...` names of its pictures."""
        for kind in ("sources", "pages") if record.modalities.get("image") or record.pages else ():
            for table in self.rows(kind, ("image",)):
                yield from image_files(table)


def record_lines(record: InputRecord, drops: Iterator[Drop]) -> Iterator[bytes]:
    """An input's lines in the file of records."""
    for drop in drops:
        yield dump_line(drop.to_json()).encode() + b"\n"
    yield dump_line(record.to_json()).encode() + b"\n"


def is_drop(line: bytes) -> bool:
    """Whether a line of the file of records is a drop's."""
    return not line.startswith(_RECORD)
