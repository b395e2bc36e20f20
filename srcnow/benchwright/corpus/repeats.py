"""Find what comes twice among the inputs of a corpus: documents of one name and sources of one id.

The first one counts, by the names of the inputs and then by their own order.

A document that loses its name loses all its sources with it: their places count in its text, and not in that of the
first. Names and ids are compared by 16 bytes each, so that the memory needed is 16 bytes a row, and as much again while
sorting; what is lost takes some 100 bytes more a document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from benchwright.readers.input_records import InputRecord, StoredInput
from benchwright.readers.source_columns import joined_digest
from benchwright.records import Drop

Inputs = Callable[[], Iterator[StoredInput]]
"""All inputs in the order of their names, as often as it is called."""


LOST = ("repeated-document", "repeated-id")
"""The reasons of drops that are made here."""


@dataclass(frozen=True, slots=True)
class RepeatedRows:
    """Rows that are lost, by their numbers: documents, sources of these documents, and sources of a repeated id."""

    documents: np.ndarray
    of_documents: np.ndarray
    ids: np.ndarray

    def __bool__(self) -> bool:
        return bool(len(self.documents) or len(self.ids))

    def within(self, sources: tuple[int, int], documents: tuple[int, int]) -> RepeatedRows:
        """Those between two numbers each, counted from there."""
        return RepeatedRows(
            _between(self.documents, *documents), _between(self.of_documents, *sources), _between(self.ids, *sources)
        )

    def rows(self, stored: StoredInput, kind: str) -> Iterator[pa.Table]:
        """What is left of an input that loses these."""
        if kind == "sources":
            yield from _filtered(stored.rows(kind), np.union1d(self.of_documents, self.ids), keep=True)
        elif kind == "documents":
            yield from _filtered(stored.rows(kind), self.documents, keep=True)
        else:
            gone = self._names_gone(stored)
            for table in stored.rows(kind):
                yield table.filter(pa.array([name not in gone for name in table.column("document").to_pylist()]))

    def _names_gone(self, stored: StoredInput) -> set[str]:
        """The names that no document of this input bears any more."""
        lost = set(_names(_filtered(stored.rows("documents"), self.documents, keep=False)))
        return lost.difference(_names(_filtered(stored.rows("documents"), self.documents, keep=True))) if lost else lost

    def told(self, record: InputRecord, stored: StoredInput) -> tuple[InputRecord, list[Drop]]:
        """An input's record without what it loses, and the drops for that. It is not reused by the next run, because
        the name or the id may be free by then."""
        names = _names(_filtered(stored.rows("documents"), self.documents, keep=False))
        sources: Counter[str] = Counter()
        kinds: Counter[str] = Counter()
        for table in _filtered(stored.rows("sources"), self.of_documents, keep=False):
            sources.update(table.column("document").to_pylist())
            kinds.update(table.column("modality").to_pylist())
        ids: list[str] = []
        for table in _filtered(stored.rows("sources"), self.ids, keep=False):
            ids += table.column("id").to_pylist()
            kinds.update(table.column("modality").to_pylist())
        drops = [
            Drop(name, "repeated-document", f"in {record.name}: a document before it has its name; {count:,} sources")
            for name, count in ((name, sources.pop(name, 0)) for name in names)
        ]
        drops += [Drop(record.name, "repeated-id", f"{source_id!r} is another source's already") for source_id in ids]
        reasons = Counter(record.reasons) + Counter(drop.reason for drop in drops)
        remaining = replace(
            record,
            key="",
            digest=joined_digest([(record.digest, "\n".join([*names, *ids]))]),
            sources=record.sources - len(self.of_documents) - len(ids),
            documents=record.documents - len(names),
            pages=sum(table.num_rows for table in self.rows(stored, "pages")) if record.pages else 0,
            modalities={kind: count - kinds[kind] for kind, count in record.modalities.items() if count > kinds[kind]},
            reasons=dict(sorted(reasons.items())),
        )
        return remaining, drops


def find_lost(inputs: Inputs) -> RepeatedRows:
    """What is lost of all inputs, numbered over all of them."""
    documents = _repeated(piece for stored in inputs() for piece in stored.name_hashes())
    of_documents = _sources_of(inputs, documents)
    ids = _repeated((piece for stored in inputs() for piece in stored.id_hashes()), besides=of_documents)
    return RepeatedRows(documents, of_documents, ids)


def each_with(inputs: Inputs, lost: RepeatedRows) -> Iterator[tuple[StoredInput, RepeatedRows]]:
    """Each input with what it loses, counted within it."""
    sources = documents = 0
    for stored in inputs():
        if not lost:
            yield stored, lost
            continue
        record = stored.record()
        more, further = sources + record.sources, documents + record.documents
        yield stored, lost.within((sources, more), (documents, further))
        sources, documents = more, further


def _repeated(hashes: Iterable[bytes], besides: np.ndarray | None = None) -> np.ndarray:
    """The numbers of the hashes that stand before; those `besides` count for nothing."""
    known = np.concatenate([np.empty((0, 2), "<u8"), *(np.frombuffer(one, "<u8").reshape(-1, 2) for one in hashes)])
    numbers = np.arange(len(known))
    if besides is not None and len(besides):
        numbers = np.setdiff1d(numbers, besides, assume_unique=True)
        known = known[numbers]
    halves = np.sort(known[:, 0])
    twice = halves[1:][halves[1:] == halves[:-1]]
    seen: set[tuple[int, int]] = set()
    repeats = []
    for row in np.flatnonzero(np.isin(known[:, 0], twice)) if len(twice) else ():
        pair = (int(known[row, 0]), int(known[row, 1]))
        if pair in seen:
            repeats.append(int(numbers[row]))
        seen.add(pair)
    return np.array(repeats, "int64")


def _sources_of(inputs: Inputs, documents: np.ndarray) -> np.ndarray:
    """The numbers of the sources of some documents."""
    numbers = [np.empty(0, "int64")]
    first = before = 0
    for stored in inputs() if len(documents) else ():
        record = stored.record()
        wanted = _between(documents, before, before + record.documents)
        if len(wanted):
            numbers.append(first + _sources_within(stored, frozenset(wanted.tolist())))
        first, before = first + record.sources, before + record.documents
    return np.concatenate(numbers)


def _sources_within(stored: StoredInput, documents: frozenset[int]) -> np.ndarray:
    """In a piece in which a document begins, all sources of that name are its own: `reading` sees to it."""
    gone: set[str] = set()
    rows: list[int] = []
    row = number = 0
    for names, of in stored.pieces():
        gone.update(name for at, name in enumerate(names, number) if at in documents)
        rows += [at for at, name in enumerate(of, row) if name in gone]
        number, row = number + len(names), row + len(of)
    return np.array(rows, "int64")


def _between(numbers: np.ndarray, low: int, high: int) -> np.ndarray:
    start, end = np.searchsorted(numbers, (low, high))
    return numbers[start:end] - low


def _filtered(tables: Iterable[pa.Table], lost: np.ndarray, *, keep: bool) -> Iterator[pa.Table]:
    """All rows but the lost ones, or those alone."""
    if not len(lost):
        if keep:
            yield from tables
        return
    start = 0
    for table in tables:
        mask = np.isin(np.arange(start, start + table.num_rows), lost)
        start += table.num_rows
        yield table.filter(pa.array(~mask if keep else mask))


def _names(documents: Iterable[pa.Table]) -> list[str]:
    return [name for table in documents for name in table.column("name").to_pylist()]
