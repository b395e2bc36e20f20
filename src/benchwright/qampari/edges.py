"""Statements become edges: each way that a book of relations knows to ask for a side becomes a view, and each statement
an edge of every view that it answers.

What cannot stand in a question is left out and counted: statements of relations unknown to the book, answers and
given things without a label, answers that are not of the type that a split relation asks for, and, where only what the
corpus covers is to count, answers that it has neither a page of nor evidence for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
import numpy.typing as npt

from benchwright.graphs.relations import Relation, RelationBook, Side, TypeName, Use
from benchwright.qampari.knowledge import View
from benchwright.qampari.left_out import LeftOut
from benchwright.qampari.queries import Codes, Edges, Flags

Members = Callable[[Sequence[TypeName]], Flags]
"""bool [entities]: which are of one of these types, directly or through what the types are above of."""

_SIDES: tuple[Side, ...] = ("subjects", "objects")
_USES: tuple[Use, ...] = get_args(Use)


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
        code = self.relations.index(relation)
        start, end = np.searchsorted(self.relation, [code, code + 1])
        return slice(int(start), int(end))

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


def merged(
    subject: Codes, relation: Codes, object: Codes, relation_ids: Sequence[str], book: RelationBook
) -> tuple[Statements, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """A graph's triples under the ids of the book, those that fall together joined to one statement.

    Gives the statements (none of them proven yet), and which triples are behind each: those of statement n are
    `rows[starts[n]:starts[n + 1]]`.
    """
    known = [book.canonical(id) for id in relation_ids]
    names = tuple(sorted({id for id, _ in known}))
    place = {id: code for code, id in enumerate(names)}
    to = np.array([place[id] for id, _ in known], dtype=np.int32)
    turned = np.array([swapped for _, swapped in known], dtype=np.bool_)
    swap = turned[relation] if len(relation) else np.zeros(0, np.bool_)
    one, two = np.where(swap, object, subject), np.where(swap, subject, object)
    kind = to[relation] if len(relation) else np.zeros(0, np.int32)
    order = np.lexsort((one, two, kind)).astype(np.int64)
    one, two, kind = one[order], two[order], kind[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (one[1:] != one[:-1]) | (two[1:] != two[:-1]) | (kind[1:] != kind[:-1])
    starts = np.append(np.flatnonzero(first), len(order)).astype(np.int64)
    statements = Statements(
        one[first].astype(np.int32),
        kind[first].astype(np.int32),
        two[first].astype(np.int32),
        np.zeros(int(first.sum()), np.bool_),
        names,
    )
    return statements, order, starts


def views_of(book: RelationBook, relations: Sequence[str], *, both_ways: bool) -> tuple[View, ...]:
    """Every way to ask one of these relations: in the order of their ids, subjects before objects, then as the book
    lists them."""
    found: list[View] = []
    for id in sorted(set(relations)):
        relation = book.get(id)
        if relation is None:
            continue
        for side in _SIDES:
            uses = frozenset(use for use in _USES if relation.may(side, use, both_ways=both_ways))
            listed = relation.subjects if side == "subjects" else relation.objects
            found += [View(relation, side, asked, uses) for asked in listed if uses]
    return tuple(found)


def entries_of(book: RelationBook, relations: Sequence[str]) -> tuple[Relation, ...]:
    """What a book has of these relations, in the order of their ids."""
    return tuple(entry for entry in map(book.get, sorted(set(relations))) if entry is not None)


def is_split(view: View) -> bool:
    """Whether the view asks only for those answers of its relation that are of some type."""
    return bool(view.asked.things.types) and view.asked.things != _whole(view.relation, view.side)


def typed_relation(view: View) -> str:
    """The relation as the paper counts it (section 2.1): by its id, and where it is split by type with what is asked
    for, each type being a relation of its own: `P131 cities`."""
    return f"{view.relation.id} {view.asked.things.many}" if is_split(view) else view.relation.id


def _whole(relation: Relation, side: Side) -> object:
    return relation.subject if side == "subjects" else relation.object


def edges_of(
    statements: Statements,
    views: Sequence[View],
    labelled: Flags,
    members: Members,
    covered: Flags | None = None,
    told_of: Callable[[View], Flags | None] = lambda view: None,
) -> tuple[Edges, LeftOut]:
    """The edges of all views, and how many were left out, by reason. `labelled` says which entities have a label.

    `covered` says which entities may be answers without evidence (None: all): of the others only proven edges stay.
    `told_of` says of which entities a page tells that they are of the kind that a view asks for (None: none has to): an
    edge to another is not proven, and with `covered` it does not stay.
    """
    asked_for = {view.relation.id for view in views}
    unasked = len(statements) - sum(statements.count(id) for id in asked_for)
    fell: list[Counter[str]] = []
    columns: list[tuple[Codes, Codes, Codes, npt.NDArray[np.int64], Flags]] = []
    for code, view in enumerate(views):
        left_out: Counter[str] = Counter()
        fell.append(left_out)
        rows = statements.of(view.relation.id)
        ends = Ends.of(statements, view.side, rows)
        kept = labelled[ends.answer] & labelled[ends.given]
        left_out["without-label"] += int(np.sum(~kept))
        selves = ends.answer == ends.given
        left_out["about-itself"] += int(np.sum(kept & selves))
        kept &= ~selves
        if is_split(view):
            of_type = members(view.asked.things.types)[ends.answer]
            left_out["of-another-type"] += int(np.sum(kept & ~of_type))
            kept &= of_type
        if covered is not None:
            known = covered[ends.answer] | statements.proven[rows]
            left_out["without-page"] += int(np.sum(kept & ~known))
            kept &= known
        proven = statements.proven[rows]
        told = told_of(view)
        if told is not None:
            proven = proven & told[ends.answer]
            if covered is not None:
                left_out["kind-not-told"] += int(np.sum(kept & ~told[ends.answer]))
                kept &= told[ends.answer]
        triples = np.arange(rows.start, rows.stop, dtype=np.int64)[kept]
        columns.append(
            (
                np.full(len(triples), code, np.int32),
                ends.given[kept],
                ends.answer[kept],
                triples,
                proven[kept],
            )
        )
    edges = Edges.of(*_joined(columns), views=len(views), entities=len(labelled))
    return edges, LeftOut(
        {"relation-not-in-book": unasked} if unasked else {},
        tuple({reason: count for reason, count in sorted(one.items()) if count} for one in fell),
        sum(statements.count(view.relation.id) for view in views),
    )


def _joined(
    columns: Sequence[tuple[Codes, Codes, Codes, npt.NDArray[np.int64], Flags]],
) -> tuple[Codes, Codes, Codes, npt.NDArray[np.int64], Flags]:
    empty = np.zeros(0, np.int32)
    if not columns:
        return empty, empty, empty, np.zeros(0, np.int64), np.zeros(0, np.bool_)
    view, given, answer, triple, proven = zip(*columns, strict=True)
    return (
        np.concatenate(view),
        np.concatenate(given),
        np.concatenate(answer),
        np.concatenate(triple),
        np.concatenate(proven),
    )


__all__ = [
    "Ends",
    "Members",
    "Statements",
    "edges_of",
    "entries_of",
    "is_split",
    "merged",
    "typed_relation",
    "views_of",
]
