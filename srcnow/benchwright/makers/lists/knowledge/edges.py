"""Turns statements into edges, one for each way that the book of relations has to ask for them.

Each way is a view: a relation, the side that is asked for, and perhaps a type of answers. What cannot be in a question
is left out and counted: relations that are not in the book, ends without a label, answers of another type, and, where
only what the corpus covers counts, answers without a page or evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchwright.graphs.relations import SIDES, USES, GraphRelation, Phrasing, RelationBook, Side, TypeName
from benchwright.makers.lists.knowledge.statements import Statements
from benchwright.makers.lists.queries.query_types import Codes, Edges, Flags, Longs

Members = Callable[[Sequence[TypeName]], Flags]
"""bool [entities]: which are of one of these types, directly or through what the types are above of."""

Losses = Mapping[str, int]
"""How much was left out, by reason. A statement is counted once for each way to ask for it."""

KindTest = Callable[[Codes], Flags]
"""Tests which of these entities, each once, have a page that states a kind."""


@dataclass(frozen=True, slots=True)
class View:
    """One way to ask a relation. `side` is what is asked for: the subjects of an object, or the objects of a subject.
    `uses` says what it may be: simple, first, second."""

    relation: GraphRelation
    side: Side
    phrasing: Phrasing
    uses: frozenset[str]


def views_of(book: RelationBook, relations: Sequence[str], *, both_ways: bool) -> tuple[View, ...]:
    """Every way to ask one of these relations: in the order of their ids, subjects before objects, then as the book
    lists them."""
    views: list[View] = []
    for id in sorted(set(relations)):
        relation = book.get(id)
        if relation is None:
            continue
        for side in SIDES:
            uses = frozenset(use for use in USES if relation.may(side, use, both_ways=both_ways))
            listed = relation.subjects if side == "subjects" else relation.objects
            views += [View(relation, side, phrasing, uses) for phrasing in listed if uses]
    return tuple(views)


def is_split(view: View) -> bool:
    """Whether the view asks only for those answers of its relation that are of some type."""
    whole = view.relation.subject if view.side == "subjects" else view.relation.object
    return bool(view.phrasing.things.types) and view.phrasing.things != whole


def typed_relation(view: View) -> str:
    """The relation as the paper counts it (section 2.1): by its id, and where it is split by type with what is asked
    for, each type being a relation of its own: `P131 cities`."""
    return f"{view.relation.id} {view.phrasing.things.many}" if is_split(view) else view.relation.id


def edges_of(
    statements: Statements,
    views: Sequence[View],
    labelled: Flags,
    members: Members,
    covered: Flags | None = None,
    kind_test_of: Callable[[View], KindTest | None] = lambda view: None,
) -> tuple[Edges, Losses]:
    """The edges of all views, and how many were left out. `labelled` says which entities have a label.

    `covered` says which entities may be answers without evidence (None: all): of the others only proven edges stay.
    `kind_test_of` gives the test whether an entity's page states its kind, for views that require it (else None): an
    edge to an entity that fails is not proven, and with `covered` it does not stay."""
    losses: Counter[str] = Counter()
    columns: list[tuple[Codes, Codes, Codes, Longs, Flags]] = [
        (*(np.zeros(0, np.int32),) * 3, np.zeros(0, np.int64), np.zeros(0, np.bool_))
    ]
    for code, view in enumerate(views):
        rows = statements.of(view.relation.id)
        answer, given, proven = statements.subject[rows], statements.object[rows], statements.proven[rows]
        if view.side == "objects":
            answer, given = given, answer
        wanted = np.ones(len(proven), np.bool_)

        def lose(reason: str, condition: Flags, wanted: Flags = wanted) -> None:
            losses[reason] += int(np.sum(wanted & ~condition))
            wanted &= condition

        lose("without-label", labelled[answer] & labelled[given])
        lose("about-itself", answer != given)
        if is_split(view):
            lose("of-another-type", members(view.phrasing.things.types)[answer])
        if covered is not None:
            lose("without-page", covered[answer] | proven)
        has_kind = kind_test_of(view)
        if has_kind is not None:
            # Without `covered`, an answer that no page tells to be of the kind counts as one without evidence.
            to_check = np.flatnonzero(wanted if covered is not None else wanted & proven)
            codes, place = np.unique(answer[to_check], return_inverse=True)
            of_kind = np.zeros(len(wanted), np.bool_)
            of_kind[to_check] = has_kind(codes)[place]
            proven = proven & of_kind
            if covered is not None:
                lose("kind-not-told", of_kind)
        places = np.flatnonzero(wanted)
        if view.side == "objects":  # statements stand by object, and hence by what is given only if that is the object
            places = places[np.lexsort((answer[places], given[places]))]
        columns.append(
            (
                np.full(len(places), code, np.int32),
                given[places],
                answer[places],
                places.astype(np.int64) + rows.start,
                proven[places],
            )
        )
    losses["relation-not-in-book"] = len(statements) - sum(map(statements.count, {view.relation.id for view in views}))
    view_codes, givens, answers, triples, proofs = (np.concatenate(column) for column in zip(*columns, strict=True))
    edges = Edges(view_codes, givens, answers, triples, proofs, views=len(views), entities=len(labelled))
    return edges, {reason: count for reason, count in sorted(losses.items()) if count}
