"""What a graph states, under the ids of a book: inverse relations turned, repeated statements joined, what the book
rules out left out. Relation by relation and block by block, so that no more than a block is held of what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from benchwright.graphs.lookups import rows_with
from benchwright.graphs.mapped import Columns
from benchwright.graphs.relations import RelationBook, Side
from benchwright.makers.lists.queries import Codes, Flags
from benchwright.makers.lists.sorting import AT_ONCE, Longs, in_order, stride


@dataclass(frozen=True, eq=False)
class Statements:
    """What a knowledge base states: int32 columns of one length, sorted by relation, object, subject, each statement
    once. `relation` points into `relations`, which are canonical ids; `proven` says whether evidence was found."""

    subject: Codes
    relation: Codes
    object: Codes
    proven: Flags
    relations: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.subject)

    def of(self, relation: str) -> slice:
        """The rows of a relation, by its canonical id; an empty slice if there are none."""
        if relation not in self.relations:
            return slice(0, 0)
        return rows_with(self.relation, self.relations.index(relation))

    def count(self, relation: str) -> int:
        """How many statements a relation has."""
        rows = self.of(relation)
        return int(rows.stop - rows.start)


@dataclass(frozen=True, eq=False)
class Ends:
    """The two ends of some statements, by code."""

    answer: Codes
    given: Codes

    @classmethod
    def of(cls, statements: Statements, side: Side, rows: slice) -> Ends:
        subject, object = statements.subject[rows], statements.object[rows]
        return cls(subject, object) if side == "subjects" else cls(object, subject)


class Triples(Protocol):
    """What is needed of a graph: its triples, sorted by relation, object, subject."""

    @property
    def subjects(self) -> Codes: ...
    @property
    def relations(self) -> Codes: ...
    @property
    def objects(self) -> Codes: ...
    @property
    def relation_ids(self) -> Sequence[str]: ...
    @property
    def size(self) -> int: ...


Meant = Callable[[int, slice], Flags | None]
"""Of some triples of a relation, by its code: which of them the book means. None: all."""


@dataclass(frozen=True, eq=False)
class Merging:
    """Joins the triples of a graph to statements. `at_once` rows are held of what does not fit, the rest lies in a
    folder in `spill`."""

    triples: Triples
    book: RelationBook
    at_once: int = AT_ONCE
    spill: Path | None = None

    @property
    def relations(self) -> tuple[str, ...]:
        """The canonical ids of all relations, sorted."""
        return tuple(sorted({self.book.canonical(id)[0] for id in self.triples.relation_ids}))

    def into(self, columns: Columns, meant: Meant, proven: Flags) -> None:
        """Fill `subject`, `relation`, `object`, `proven` (of triples whose flags are given), and which triples are
        behind each statement: those of statement n are `rows[starts[n]:starts[n + 1]]`."""
        nothing = np.zeros(0, np.int32)
        columns.add(subject=nothing, relation=nothing, object=nothing, proven=np.zeros(0, np.bool_))
        columns.add(rows=np.zeros(0, np.int64), starts=np.zeros(0, np.int64))
        behind = 0
        for relation, key, row in self._joined(meant):
            first = _firsts(key)
            begin = np.flatnonzero(first)
            columns.add(
                subject=(key[begin] % self.triples.size).astype(np.int32),
                relation=np.full(len(begin), relation, np.int32),
                object=(key[begin] // self.triples.size).astype(np.int32),
                proven=np.logical_or.reduceat(proven[row], begin),
                rows=row,
                starts=begin + behind,
            )
            behind += len(row)
        columns.add(starts=np.array([behind], np.int64))

    def count(self, meant: Meant) -> int:
        """How many statements these triples are."""
        return sum(int(_firsts(key).sum()) for _, key, _ in self._joined(meant))

    def _joined(self, meant: Meant) -> Iterator[tuple[int, Longs, Longs]]:
        """Blocks of a relation, by its place in `relations`, in their order: object * size + subject, and the triple.
        None is empty; triples that are one statement are in one block."""
        behind: dict[str, list[tuple[int, bool]]] = {}
        for code, id in enumerate(self.triples.relation_ids):
            canonical, turned = self.book.canonical(id)
            behind.setdefault(canonical, []).append((code, turned))
        for place, id in enumerate(self.relations):
            if [turned for _, turned in behind[id]] == [False]:  # as the triples stand
                blocks: Iterator[tuple[Longs, Longs]] = self._blocks(behind[id], meant)
            else:
                rows = [(rows_with(self.triples.relations, code), turned) for code, turned in behind[id]]
                sample = [
                    self._keys(slice(each.start, each.stop, stride(self.at_once)), turned) for each, turned in rows
                ]
                total = sum(each.stop - each.start for each, _ in rows)
                triples = self._blocks(behind[id], meant)
                blocks = in_order(triples, np.concatenate(sample), total, self.at_once, self.spill)
            yield from ((place, key, row) for key, row in blocks if len(key))

    def _blocks(self, codes: Sequence[tuple[int, bool]], meant: Meant) -> Iterator[tuple[Longs, Longs]]:
        for code, turned in codes:
            for part in parts(rows_with(self.triples.relations, code), self.at_once):
                key, row = self._keys(part, turned), np.arange(part.start, part.stop, dtype=np.int64)
                kept = meant(code, part)
                yield (key, row) if kept is None else (key[kept], row[kept])

    def _keys(self, rows: slice, turned: bool) -> Longs:
        subject, object = self.triples.subjects[rows], self.triples.objects[rows]
        one, two = (object, subject) if turned else (subject, object)
        return two.astype(np.int64) * self.triples.size + one


def parts(rows: slice, at_once: int) -> Iterator[slice]:
    """The same rows, so many at once."""
    for start in range(rows.start, rows.stop, at_once):
        yield slice(start, min(start + at_once, rows.stop))


def _firsts(key: Longs) -> Flags:
    """Which keys are other than the one before."""
    first = np.ones(len(key), np.bool_)
    first[1:] = key[1:] != key[:-1]
    return first


def statements_in(columns: Mapping[str, npt.NDArray[np.generic]], relations: Sequence[str]) -> Statements:
    """The statements of columns that were filled."""
    return Statements(
        columns["subject"].astype(np.int32, copy=False),
        columns["relation"].astype(np.int32, copy=False),
        columns["object"].astype(np.int32, copy=False),
        columns["proven"].astype(np.bool_, copy=False),
        tuple(relations),
    )
