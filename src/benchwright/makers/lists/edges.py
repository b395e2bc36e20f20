"""Statements become edges: each way that the book of relations knows to ask for a side becomes a view, and each
statement an edge of every view that it answers.

What cannot stand in a question is left out and counted: statements of relations unknown to the book, answers and
given things without a label, answers that are not of the type that a split relation asks for, and, where only what the
corpus covers is to count, answers that it has neither a page of nor evidence for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np

from benchwright.graphs.relations import Relation, RelationBook, Side, TypeName, Use
from benchwright.makers.lists.knowledge import View
from benchwright.makers.lists.left_out import LeftOut
from benchwright.makers.lists.queries import Codes, Edges, Flags
from benchwright.makers.lists.sorting import Longs, in_order, parts
from benchwright.makers.lists.statements import Ends, Statements

Members = Callable[[Sequence[TypeName]], Flags]
"""bool [entities]: which are of one of these types, directly or through what the types are above of."""

Told = Callable[[Codes], Flags]
"""Of which of these entities, each once, a page tells that they are of a kind."""

_SIDES: tuple[Side, ...] = ("subjects", "objects")
_USES: tuple[Use, ...] = get_args(Use)


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
    told_of: Callable[[View], Told | None] = lambda view: None,
) -> tuple[Edges, LeftOut]:
    """The edges of all views, and how many were left out, by reason. `labelled` says which entities have a label.

    `covered` says which entities may be answers without evidence (None: all): of the others only proven edges stay.
    `told_of` gives who says of which entities a page tells that they are of the kind that a view asks for (None: none
    has to): an edge to another is not proven, and with `covered` it does not stay. Asked is only of what could be an
    answer."""
    return _Making(statements, views, labelled, members, covered, told_of).edges()


@dataclass(frozen=True, eq=False)
class _Making:
    """What `edges_of` is given."""

    statements: Statements
    views: Sequence[View]
    labelled: Flags
    members: Members
    covered: Flags | None = None
    told_of: Callable[[View], Told | None] = lambda view: None

    def edges(self) -> tuple[Edges, LeftOut]:
        """What `edges_of` gives."""
        nothing = np.zeros(0, np.int32)
        columns = [(nothing, nothing, nothing, np.zeros(0, np.int64), np.zeros(0, np.bool_))]
        fell: list[Counter[str]] = []
        for code, view in enumerate(self.views):
            left_out: Counter[str] = Counter()
            fell.append(left_out)
            rows = self.statements.of(view.relation.id)
            blocks = self._kept(view, rows, left_out)
            if view.side == "objects":  # statements stand by object, and hence by what is given, if that is the object
                blocks = iter([in_order(blocks)])
            for key, row in blocks:
                given = key // len(self.labelled)
                answer = (key - given * len(self.labelled)).astype(np.int32)
                view_code = np.full(len(key), code, np.int32)
                columns.append((view_code, given.astype(np.int32), answer, row >> 1, (row & 1).astype(np.bool_)))
        asked_for = {view.relation.id for view in self.views}
        unasked = len(self.statements) - sum(self.statements.count(id) for id in asked_for)
        whole = [np.concatenate(column) for column in zip(*columns, strict=True)]
        edges = Edges(*whole, views=len(self.views), entities=len(self.labelled))  # type: ignore[arg-type, misc]
        return edges, LeftOut(
            {"relation-not-in-book": unasked} if unasked else {},
            tuple({reason: count for reason, count in sorted(one.items()) if count} for one in fell),
            sum(self.statements.count(view.relation.id) for view in self.views),
        )

    def _kept(self, view: View, rows: slice, left_out: Counter[str]) -> Iterator[tuple[Longs, Longs]]:
        """Given and answer of the edges of a view as one number, and their statements, twice the row and one more where
        it is proven."""
        told_of = self.told_of(view)
        of_type = self.members(view.asked.things.types) if is_split(view) else None
        for part in parts(rows):
            ends = Ends.of(self.statements, view.side, part)
            proven = self.statements.proven[part]
            kept = self.labelled[ends.answer] & self.labelled[ends.given]
            left_out["without-label"] += int(np.sum(~kept))
            selves = ends.answer == ends.given
            left_out["about-itself"] += int(np.sum(kept & selves))
            kept &= ~selves
            if of_type is not None:
                fitting = of_type[ends.answer]
                left_out["of-another-type"] += int(np.sum(kept & ~fitting))
                kept &= fitting
            if self.covered is not None:
                known = self.covered[ends.answer] | proven
                left_out["without-page"] += int(np.sum(kept & ~known))
                kept &= known
            if told_of is not None:
                # Without `covered`, who is not told counts for what is not proven alone.
                asked = np.flatnonzero(kept if self.covered is not None else kept & proven)
                codes, place = np.unique(ends.answer[asked], return_inverse=True)
                told = np.zeros(len(kept), np.bool_)
                told[asked] = told_of(codes)[place]
                proven = proven & told
                if self.covered is not None:
                    left_out["kind-not-told"] += int(np.sum(kept & ~told))
                    kept &= told
            places = np.flatnonzero(kept)
            key = ends.given[places].astype(np.int64) * len(self.labelled) + ends.answer[places]
            yield key, (places + part.start) * 2 + proven[places]


__all__ = [
    "Ends",
    "Members",
    "Statements",
    "Told",
    "edges_of",
    "entries_of",
    "is_split",
    "typed_relation",
    "views_of",
]
