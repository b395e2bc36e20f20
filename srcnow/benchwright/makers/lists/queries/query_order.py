"""Lists and orders every query of a cell that meets the conditions, evenly over relations.

The paper draws its test questions uniformly over relations (section 2.4), so that films and their casts do not
dominate. Here queries of the same relations form a group, shuffled by the plan's seed. The next query is always of the
group whose relations were drawn least so far. A relation that is split by type counts as one relation for each type.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np

from benchwright.makers.lists.knowledge.edges import View, typed_relation
from benchwright.makers.lists.queries.balanced_draw import balanced_round_robin
from benchwright.makers.lists.queries.compose import compositions
from benchwright.makers.lists.queries.intersect import intersections
from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_types import (
    Codes,
    Composition,
    Compositions,
    Conditions,
    Edges,
    Flags,
    Intersection,
    Intersections,
    Longs,
    Query,
    Simple,
    Simples,
    ViewRelations,
)
from benchwright.makers.lists.queries.simple import part_queries, simple_queries

MOST_ATTEMPTS = 200_000
"""How many queries of a kind are numbered: far more than any quota asks for."""

Keep = Callable[[tuple[str, ...]], bool]
"""Whether queries of these relations, by their ids, are wanted (the plan's part of the split)."""


@dataclass(frozen=True, eq=False)
class OrderedQueries:
    """The queries of a cell: `order` are rows of those of its kind, `typed` how many relations they have, each type of
    a split one by itself, and `counts` says what they were drawn from."""

    kind: str
    order: Longs
    typed: int
    counts: Mapping[str, int | float]

    def __len__(self) -> int:
        return len(self.order)


@dataclass(frozen=True, eq=False)
class _RelationGroup:
    """Queries of the same relations: these with their types, and by their ids."""

    typed: tuple[str, ...]
    relations: tuple[str, ...]
    rows: Longs


class QueryCatalogue:
    """Queries of a knowledge base's edges by kind, each kind found once. Safe to call from several threads."""

    def __init__(
        self, edges: Edges, views: Sequence[View], conditions: Conditions, seed: int, limits: QueryLimits
    ) -> None:
        self._edges = edges
        self._views = views
        self._conditions = conditions
        self._seed = seed
        self._limits = limits

    @cached_property
    def _simples(self) -> Simples:
        return simple_queries(self._edges, self._conditions, self._marked("simple"))

    @cached_property
    def _parts(self) -> Simples:
        """What intersections are made of."""
        if self._conditions.whole_parts:
            return self._simples
        return part_queries(self._edges, self._conditions, self._marked("simple"))

    @cached_property
    def _intersections(self) -> Intersections:
        return intersections(self._edges, self._parts, self._conditions, self._ways, self._limits)

    @cached_property
    def _compositions(self) -> Compositions:
        return compositions(
            self._edges,
            self._conditions,
            self._marked("first"),
            self._marked("second"),
            seed=self._seed,
            ways=self._ways,
            limits=self._limits,
        )

    def of(self, kind: str, key: str, keep: Keep) -> OrderedQueries:
        """All queries of a kind, in the order of cell `key`, of those relations that are to be kept. ValueError for a
        kind that there is not."""
        counts: dict[str, int | float]
        columns: tuple[Codes, ...]
        match kind:
            case "simple":
                columns = (self._simples.view,)
                counts = {"queries": len(self._simples)}
            case "intersection":
                pairs = self._intersections
                columns = (self._parts.view[pairs.first], self._parts.view[pairs.second])
                counts = {"simple": len(self._parts), "queries": len(pairs)}
            case "composition":
                steps = self._compositions
                columns = (steps.first_view, steps.view)
                counts = {"pairs": steps.pairs, "share": steps.share, "queries": len(steps)}
                counts |= dict(steps.dropped)
            case _:
                raise ValueError(f"{kind!r} is not a kind of query")
        order, groups = self._ordered(columns, f"{key}\0{kind}", keep)
        typed = len({one for group in groups for one in group.typed})
        relations = len({one for group in groups for one in group.relations})
        counts |= {"groups": len(groups), "relations": relations, "typed": typed, "kept": len(order)}
        return OrderedQueries(kind, order, typed, counts)

    def query(self, listing: OrderedQueries, number: int) -> Query:
        """The query of attempt `number`."""
        row = int(listing.order[number])
        if listing.kind == "simple":
            return _simple(self._simples, row)
        if listing.kind == "intersection":
            pairs = self._intersections
            return Intersection(*(_simple(self._parts, int(one[row])) for one in (pairs.first, pairs.second)))
        steps = self._compositions
        return Composition(Simple(int(steps.first_view[row]), int(steps.given[row])), int(steps.view[row]))

    # ------------------------------------------------------------------ order
    def _ordered(self, columns: Sequence[Codes], name: str, keep: Keep) -> tuple[Longs, list[_RelationGroup]]:
        """The rows in their order, and the groups that they come from."""
        if not len(columns[0]):
            return np.zeros(0, np.int64), []
        id_of = {typed_relation(view): view.relation.id for view in self._views}
        names = sorted(id_of)
        place_of = {one: code for code, one in enumerate(names)}
        typed_of = np.array([place_of[typed_relation(view)] for view in self._views], np.int32)
        coded = np.stack([typed_of[column] for column in columns], axis=1)
        pairs, group = np.unique(coded, axis=0, return_inverse=True)
        by_group = np.argsort(group.ravel(), kind="stable")
        starts = np.append(0, np.cumsum(np.bincount(group.ravel(), minlength=len(pairs))))
        groups: list[_RelationGroup] = []
        for place, codes in enumerate(pairs.tolist()):
            typed = tuple(dict.fromkeys(names[code] for code in codes))
            relations = tuple(dict.fromkeys(id_of[one] for one in typed))
            if keep(relations):
                rows = by_group[starts[place] : starts[place + 1]]
                shuffled = rows[permutation(len(rows), self._seed, f"{name}\0{typed}")]
                groups.append(_RelationGroup(typed, relations, shuffled))
        groups = [groups[place] for place in permutation(len(groups), self._seed, name).tolist()]
        queues = [(group.typed, cast(Sequence[int], group.rows)) for group in groups]
        order = np.array(balanced_round_robin(queues, MOST_ATTEMPTS), np.int64)
        return order, groups

    @cached_property
    def _relation_codes(self) -> Codes:
        """int32 [views]: the relation of each view, numbered in the order of ids."""
        ids = sorted({view.relation.id for view in self._views})
        place = {id: code for code, id in enumerate(ids)}
        return np.array([place[view.relation.id] for view in self._views], np.int32)

    @cached_property
    def _ways(self) -> ViewRelations:
        return ViewRelations(self._relation_codes, np.array([view.side == "objects" for view in self._views], np.int32))

    def _marked(self, use: str) -> Flags:
        return np.array([use in view.uses for view in self._views], np.bool_)


def permutation(size: int, seed: int, name: str) -> Longs:
    """A random order of `size` things that depends on the seed and on `name` only."""
    digest = hashlib.sha256(name.encode()).digest()
    order: Longs = np.random.Generator(np.random.PCG64([seed, int.from_bytes(digest, "big")])).permutation(size)
    return order


def _simple(simples: Simples, row: int) -> Simple:
    return Simple(int(simples.view[row]), int(simples.given[row]))
