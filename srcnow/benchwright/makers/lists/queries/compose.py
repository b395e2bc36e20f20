"""Finds compositions r2(r1(e)): the answers of a second view for any answer of a first query (section 2.2).

Sizes come first: the number of pairs of steps is summed from the sizes of runs before any pair is made. What cannot
meet the conditions by these sums is not joined. The rest is joined block by block and grouped by sorting packed
numbers. Where even that is too much, starting points are drawn (`draw_starts.py`).
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from benchwright.makers.lists.queries.draw_starts import draw_starts
from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_types import (
    SLACK,
    Codes,
    Compositions,
    Conditions,
    Edges,
    Flags,
    ViewRelations,
)
from benchwright.makers.lists.queries.runs import Places, Runs, blocks, stretch
from benchwright.makers.lists.queries.simple import meets

PAIRS = 2_000_000
"""How many pairs of steps a block may have, where there is memory for them."""

A_PAIR = 128
"""Bytes that a pair of steps takes while its block is joined."""

SINGLE = "one-intermediate"
"""Why a composition was dropped: one thing in between alone gives all its answers, or proves all that are proven. It
asks no more than a simple query about that thing, as an intersection does where one part contains the other."""


def compositions(
    edges: Edges,
    conditions: Conditions,
    first: Flags | None = None,
    second: Flags | None = None,
    *,
    seed: int = 13,
    ways: ViewRelations | None = None,
    limits: QueryLimits | None = None,
) -> Compositions:
    """All compositions whose first view is marked in `first` and second in `second` (both [edges.views]; None: all):

    - r1(e) has between `min_answers` and `first_hop` answers in the graph, proven or not;
    - the answers are those of r2 for all of them, without e; one is proven if for some thing in between both steps are;
    - between `min_answers` and `max_answers` are proven, and at least the share `validated`;
    - r2 is not r1 the other way round (`ways`), which would only lead back;
    - no single thing in between gives or proves all of them (counted in `dropped`).

    Above `most_pairs` pairs, starting points are drawn by `seed`."""
    every = np.ones(edges.views, bool)
    views = _Views(
        every if first is None else first, every if second is None else second, ways or ViewRelations.apart(edges.views)
    )
    limits = limits or QueryLimits()
    runs = Runs.of(edges)
    hops = _Hops.of(runs, views.second, conditions.most_answers, edges.entities)
    able = (runs.size >= conditions.min_answers) & (runs.size <= conditions.first_hop)
    starts = np.flatnonzero(views.first[runs.view] & able)
    threads = limits.threads or os.cpu_count() or 1
    most = max(1, min(PAIRS, limits.bytes // A_PAIR // threads))
    pairs = np.zeros(len(starts), np.int64)
    for part in blocks(runs.size[starts], most):
        size = runs.size[starts[part]]
        onward = hops.pairs[edges.answer[stretch(runs.start[starts[part]], size)]]
        pairs[part] = np.add.reduceat(onward, np.cumsum(size) - size)
    in_draw = draw_starts(runs.view[starts], pairs, conditions.most_pairs, seed)
    join = _Join(edges, runs, hops, views, conditions)
    chosen = starts[in_draw]
    with ThreadPoolExecutor(threads) as pool:
        joined = list(pool.map(join, [chosen[part] for part in blocks(pairs[in_draw], most)]))
    columns: list[Codes] = [np.concatenate(column) for column in zip(*(rows for rows, _ in joined), strict=True)]
    single = sum(lost for _, lost in joined)
    share = float(in_draw.mean()) if len(in_draw) else 1.0
    dropped = {SINGLE: single} if single else {}
    first_view, given, view, size, proven = columns or [np.zeros(0, np.int32)] * 5
    return Compositions(first_view, given, view, size, proven, int(pairs.sum()), share, dropped)


@dataclass(frozen=True, eq=False)
class _Views:
    """What each view may be, and what it is a view of."""

    first: Flags
    second: Flags
    ways: ViewRelations

    def leads_back(self, one: Codes, two: Codes) -> Flags:
        relation, side = self.ways.relation, self.ways.side
        back: Flags = (relation[one] == relation[two]) & (side[one] != side[two])
        return back


@dataclass(frozen=True, eq=False)
class _Hops:
    """The second steps from each thing: `run` of thing m are `bound[m]:bound[m + 1]`, sorted by view. `pairs` is how
    many answers they have together, those aside with more than a question may have: no question with them is kept."""

    run: Places
    bound: Places
    pairs: Places

    @classmethod
    def of(cls, runs: Runs, second: Flags, most: int, entities: int) -> _Hops:
        run = np.flatnonzero(second[runs.view])
        run = run[np.argsort(runs.given[run], kind="stable")]
        given, size = runs.given[run], runs.size[run]
        bound = np.append(0, np.cumsum(np.bincount(given, minlength=entities)))
        pairs = np.bincount(given, weights=np.where(size <= most + 1, size, 0), minlength=entities)
        return cls(run, bound, pairs.astype(np.int64))


@dataclass(frozen=True, eq=False)
class _Join:
    """The compositions of some starting points; called from several threads."""

    edges: Edges
    runs: Runs
    hops: _Hops
    views: _Views
    conditions: Conditions

    def __call__(self, starts: Places) -> tuple[list[Codes], int]:
        """Columns as in `Compositions`, and how many were dropped for a single thing in between."""
        edges, runs, conditions = self.edges, self.runs, self.conditions
        size = runs.size[starts]
        place = stretch(runs.start[starts], size)
        middle = edges.answer[place]
        count = self.hops.bound[middle + 1] - self.hops.bound[middle]
        run = self.hops.run[stretch(self.hops.bound[middle], count)]
        start = np.repeat(np.repeat(np.arange(len(starts), dtype=np.int64), size), count)
        proven = np.repeat(edges.proven[place], count)
        view = runs.view[run]
        useful = ~self.views.leads_back(runs.view[starts][start], view)
        group = start[useful] * edges.views + view[useful]
        run, proven = run[useful], proven[useful]
        order = np.argsort(group, kind="stable")
        group, run, proven = group[order], run[order], proven[order]
        useful = self._possible(group, run, proven)
        return self._counted(starts, group[useful], run[useful], proven[useful], conditions)

    def _possible(self, group: Places, run: Places, proven: Flags) -> Flags:
        """Which rows are of groups that could meet the conditions, by the sizes of their runs."""
        if not len(group):
            return np.zeros(0, bool)
        begin = np.flatnonzero(np.diff(group, prepend=-1))
        most_proven = np.add.reduceat(np.where(proven, self.runs.proven[run], 0), begin, dtype=np.int64)
        largest = np.maximum.reduceat(self.runs.size[run], begin) - 1
        possible = (most_proven >= self.conditions.min_answers) & (largest <= self.conditions.most_answers)
        possible &= most_proven >= self.conditions.validated * largest - SLACK
        return np.repeat(possible, np.diff(begin, append=len(group)))

    def _counted(
        self, starts: Places, group: Places, run: Places, proven: Flags, conditions: Conditions
    ) -> tuple[list[Codes], int]:
        if not len(group):
            return [np.zeros(0, np.int32)] * 5, 0
        edges, runs = self.edges, self.runs
        new = np.diff(group, prepend=-1) != 0
        begin, number = np.flatnonzero(new), np.cumsum(new) - 1
        size = runs.size[run]
        place = stretch(runs.start[run], size)
        answer = edges.answer[place]
        both = np.repeat(proven, size) & edges.proven[place]
        given = runs.given[starts][group // edges.views]
        other = answer != np.repeat(given, size)
        row = np.cumsum(size, dtype=np.int64) - size
        alone = np.maximum.reduceat(np.add.reduceat(other, row, dtype=np.int64), begin)
        alone_proven = np.maximum.reduceat(np.add.reduceat(both & other, row, dtype=np.int64), begin)
        key = ((np.repeat(number, size) * edges.entities + answer) * 2 + both)[other]
        key.sort()
        last = np.ones(len(key), bool)
        last[:-1] = key[1:] >> 1 != key[:-1] >> 1
        key = key[last]
        of = (key >> 1) // edges.entities
        whole = np.bincount(of, minlength=len(begin))
        counted = np.bincount(of[(key & 1).astype(bool)], minlength=len(begin))
        allowed = meets(whole, counted, conditions)
        single = allowed & ((alone == whole) | (alone_proven == counted))
        allowed &= ~single
        ids = group[begin[allowed]]
        start = starts[ids // edges.views]
        columns = [runs.view[start], runs.given[start], ids % edges.views, whole[allowed], counted[allowed]]
        return [np.asarray(column, np.int32) for column in columns], int(single.sum())
