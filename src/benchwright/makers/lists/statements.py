"""Statements of a graph under the ids of a book: inverse relations turned, repeats joined, excluded triples left out.

Work goes relation by relation and block by block, so that only a block of temporary copies is held."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from benchwright.graphs.lookups import rows_with
from benchwright.graphs.relations import RelationBook, Side
from benchwright.makers.lists.queries import Codes, Flags
from benchwright.makers.lists.sorting import Longs, in_order, parts


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
    """Joins the triples of a graph to statements."""

    triples: Triples
    book: RelationBook

    @property
    def relations(self) -> tuple[str, ...]:
        """The canonical ids of all relations, sorted."""
        return tuple(sorted({self.book.canonical(id)[0] for id in self.triples.relation_ids}))

    def statements(self, meant: Meant, proven: Flags) -> tuple[Statements, Longs, Longs]:
        """The statements (`proven`: of each triple), and which triples are behind each of them: those of statement n
        are `rows[starts[n]:starts[n + 1]]`."""
        nothing = np.zeros(0, np.int32)
        columns: list[tuple[Codes, Codes, Codes, Flags]] = [(nothing, nothing, nothing, np.zeros(0, np.bool_))]
        rows, starts, behind = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], 0
        for relation, key, row in self._joined(meant):
            begin = np.flatnonzero(_firsts(key))
            subject, object = key[begin] % self.triples.size, key[begin] // self.triples.size
            code = np.full(len(begin), relation, np.int32)
            stated = np.logical_or.reduceat(proven[row], begin)
            columns.append((subject.astype(np.int32), code, object.astype(np.int32), stated))
            rows.append(row)
            starts.append(begin + behind)
            behind += len(row)
        starts.append(np.array([behind], np.int64))
        subjects, relations, objects, flags = (np.concatenate(column) for column in zip(*columns, strict=True))
        statements = Statements(subjects, relations, objects, flags, self.relations)
        return statements, np.concatenate(rows), np.concatenate(starts)

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
                blocks = iter([in_order(self._blocks(behind[id], meant))])
            yield from ((place, key, row) for key, row in blocks if len(key))

    def _blocks(self, codes: Sequence[tuple[int, bool]], meant: Meant) -> Iterator[tuple[Longs, Longs]]:
        for code, turned in codes:
            for part in parts(rows_with(self.triples.relations, code)):
                key, row = self._keys(part, turned), np.arange(part.start, part.stop, dtype=np.int64)
                kept = meant(code, part)
                yield (key, row) if kept is None else (key[kept], row[kept])

    def _keys(self, rows: slice, turned: bool) -> Longs:
        subject, object = self.triples.subjects[rows], self.triples.objects[rows]
        one, two = (object, subject) if turned else (subject, object)
        return two.astype(np.int64) * self.triples.size + one


def _firsts(key: Longs) -> Flags:
    """Which keys are other than the one before."""
    first = np.ones(len(key), np.bool_)
    first[1:] = key[1:] != key[:-1]
    return first
