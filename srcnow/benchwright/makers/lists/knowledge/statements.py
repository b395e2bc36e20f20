"""Merges the triples of a graph into statements under the ids of a book.

Inverse relations are turned, repeated statements joined, and what the book rules out is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchwright.graphs.graph import Graph
from benchwright.graphs.lookups import rows_with
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.queries.query_types import Codes, Flags, Longs


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


Fits = Callable[[str, Codes, Codes], Flags | None]
"""Which of some statements of a relation, by subject and object, the book allows. None: all."""


@dataclass(frozen=True, eq=False)
class MergedTriples:
    """The statements of a graph, and which of its triples are behind each: those of statement n are
    `rows[starts[n]:starts[n + 1]]`. `ruled_out` counts the statements that the book does not allow."""

    statements: Statements
    rows: Longs
    starts: Longs
    ruled_out: int


def merge(triples: Graph, book: RelationBook, proven: Flags, fits: Fits) -> MergedTriples:
    """Join the triples of a graph to statements under the ids of a book, relation by relation. `proven` says of each
    triple whether evidence was found."""
    codes_of: dict[str, list[tuple[int, bool]]] = {}
    for code, id in enumerate(triples.relation_ids):
        canonical, inverse = book.canonical(id)
        codes_of.setdefault(canonical, []).append((code, inverse))
    relations = tuple(sorted(codes_of))
    keys, triple_rows, firsts, of = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.bool_)], []
    ruled_out = 0
    for id in relations:
        key, row = _keyed(triples, codes_of[id])
        allowed = fits(id, (key % triples.size).astype(np.int32), (key // triples.size).astype(np.int32))
        if allowed is not None:
            ruled_out += int(_firsts(key[~allowed]).sum())
            key, row = key[allowed], row[allowed]
        first = _firsts(key)
        keys.append(key[first])
        triple_rows.append(row)
        firsts.append(first)
        of.append(int(first.sum()))
    key, rows, starts = np.concatenate(keys), np.concatenate(triple_rows), np.flatnonzero(np.concatenate(firsts))
    statements = Statements(
        (key % triples.size).astype(np.int32),
        np.repeat(np.arange(len(relations), dtype=np.int32), of),
        (key // triples.size).astype(np.int32),
        np.logical_or.reduceat(proven[rows], starts) if len(starts) else np.zeros(0, np.bool_),
        relations,
    )
    return MergedTriples(statements, rows, np.append(starts, len(rows)), ruled_out)


def _keyed(triples: Graph, codes: Sequence[tuple[int, bool]]) -> tuple[Longs, Longs]:
    """Object * size + subject of all triples of some relations, inverse ones turned, ascending; and their rows."""
    keys, rows = [], []
    for code, inverse in codes:
        part = rows_with(triples.relations, code)
        subject, object = triples.subjects[part], triples.objects[part]
        one, two = (object, subject) if inverse else (subject, object)
        keys.append(two.astype(np.int64) * triples.size + one)
        rows.append(np.arange(part.start, part.stop, dtype=np.int64))
    key, row = np.concatenate(keys), np.concatenate(rows)
    order = np.argsort(key, kind="stable")
    return key[order], row[order]


def _firsts(key: Longs) -> Flags:
    """Which keys differ from the one before."""
    first = np.ones(len(key), np.bool_)
    first[1:] = key[1:] != key[:-1]
    return first
