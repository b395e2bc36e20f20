"""Finds intersections r1(e1) AND r2(e2) of simple queries (QAMPARI, section 2.2).

With a row for each query and a column for each answer, A A^T counts the answers that two queries share. The product is
made block by block, so that it needs at most a few hundred megabytes, and without the hubs that two queries need not
share (`_Table`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_types import (
    SLACK,
    Codes,
    Conditions,
    Edges,
    Flags,
    Intersections,
    Simples,
    ViewRelations,
)
from benchwright.makers.lists.queries.runs import Places, begins, blocks, contains, stretch

if TYPE_CHECKING:  # scipy.sparse takes longer to import than most runs take to start
    from scipy.sparse import csr_array

PAIRS = 8_000_000
"""How many pairs a block of the product may count at once, where there is memory for them."""

LISTED = 2_000_000
"""How many answers of queries are sorted at once, where there is memory for them."""

A_LISTED = 256
"""Bytes that memory has for each of them; a third is what they take."""

A_PAIR = 32
"""Bytes that a pair takes in a block of the product."""

ROWS = 16_384
"""How many queries a block of the product may have at once: few enough for a processor's cache."""

HUBS = 512
"""How many of the answers that are in most queries are looked up instead of being counted by the product."""


def intersections(
    edges: Edges,
    simples: Simples,
    conditions: Conditions,
    ways: ViewRelations | None = None,
    limits: QueryLimits | None = None,
) -> Intersections:
    """All pairs of simple queries that share between `min_answers` and `max_answers` answers proven in both, unless one
    contains the other, by what is proven or by all answers in the graph. Two typed variants of one view with the same
    given (`ways`) are one question, and no pair. Without `whole_parts`, at least the share `validated` of all answers
    that both have in the graph is proven in both."""
    ways = ways or ViewRelations.apart(edges.views)
    start = begins(edges, simples.view, simples.given)
    # What is shared is less than either query has: one with just enough answers is contained in whatever shares them.
    able = np.flatnonzero(simples.proven > conditions.min_answers)
    if not len(able):
        return Intersections(*(np.zeros(0, np.int32) for _ in range(3)))
    memory = (limits or QueryLimits()).bytes
    at_once = min(LISTED, max(1, memory // A_LISTED))
    table = _Table.of(edges, start[able], simples.size[able], simples.proven[able], conditions, at_once)
    first, second, size = zip(*table.pairs(min(PAIRS, memory // (4 * A_PAIR)), at_once), strict=True)
    one, two = able[np.concatenate(first)], able[np.concatenate(second)]
    shared = np.concatenate(size)
    wanted = (shared <= conditions.max_answers) & (shared < np.minimum(simples.proven[one], simples.proven[two]))
    wanted &= ~_variants(simples, ways, one, two)
    one, two, shared = one[wanted], two[wanted], shared[wanted]
    wanted = ~_contained(edges, simples, start, one, two, shared)
    one, two, shared = one[wanted], two[wanted], shared[wanted]
    if not conditions.whole_parts:
        wanted = shared >= conditions.validated * _common(edges, simples, start, one, two) - SLACK
        one, two, shared = one[wanted], two[wanted], shared[wanted]
    order = np.lexsort((two, one))
    return Intersections(one[order].astype(np.int32), two[order].astype(np.int32), shared[order])


@dataclass(frozen=True, eq=False)
class _Table:
    """Queries by answers, without the `spared` most asked answers of each query, as far as they are among the hubs.

    Few answers are in very many queries, and nearly all that a product counts are pairs that share one of those and
    nothing else. Two queries that share `least` answers share at least `least - spared` of the others, so those are
    counted by the product; what the spared ones add is looked up for the few pairs that are left."""

    matrix: csr_array
    spared: npt.NDArray[np.int16]
    """[queries, spared]: numbers of hubs, the most asked first; HUBS where there is none."""
    hubs: npt.NDArray[np.uint8]
    """[queries, HUBS // 8 + 1]: which hubs are among the answers, a bit each."""
    least: int

    @classmethod
    def of(cls, edges: Edges, start: Places, size: Codes, proven: Codes, conditions: Conditions, listed: int) -> _Table:
        """Of queries whose runs begin there and are of that size, and how many of each are proven; so many answers at
        once."""
        entities, queries = edges.entities, len(size)
        parts = blocks(size, listed)
        demand = np.zeros(entities, np.int64)
        for part in parts:
            demand += np.bincount(_listed(edges, start[part], size[part]), minlength=entities)
        order = np.argsort(demand, kind="stable")
        rank = np.empty(entities, np.int32)
        rank[order] = np.arange(entities, dtype=np.int32)
        lonely = int(np.searchsorted(demand[order], 2))  # what one query alone asks for is shared by none
        del order, demand
        width = max(conditions.min_answers - 2, 0)
        spared = np.full((queries, width), HUBS, np.int16)
        hubs = np.zeros((queries, HUBS // 8 + 1), np.uint8)
        columns = np.empty(int(proven.sum(dtype=np.int64)), np.int32)
        bounds = np.zeros(queries + 1, np.int64)
        filled = 0
        for part in parts:
            many = proven[part]
            key = np.repeat(np.arange(len(many)), many) * entities + rank[_listed(edges, start[part], size[part])]
            key.sort()
            row = key // entities
            ranked = key - row * entities
            after = np.repeat(np.cumsum(many, dtype=np.int64), many) - np.arange(len(key)) - 1
            hub = ranked - max(entities - HUBS, 0)
            out = (after < width) & (hub >= 0)
            spared[part.start + row[out], after[out]] = hub[out]
            in_hubs = hub >= 0
            into = (part.start + row[in_hubs], hub[in_hubs] >> 3)
            np.bitwise_or.at(hubs, into, np.uint8(1) << (hub[in_hubs] & 7).astype(np.uint8))
            counted = ~out & (ranked >= lonely)
            bounds[part.start + 1 : part.stop + 1] = filled + np.cumsum(np.bincount(row[counted], minlength=len(many)))
            end = int(bounds[part.stop])
            columns[filled:end] = ranked[counted] - lonely
            filled = end
        kind = np.uint8 if int(proven.max()) < 256 else np.int32  # no pair shares more than the larger of them has
        from scipy.sparse import csr_array

        matrix = csr_array((np.ones(filled, kind), columns[:filled], bounds), shape=(queries, entities - lonely))
        return cls(matrix, spared, hubs, conditions.min_answers)

    def pairs(self, most: int, listed: int) -> Iterator[tuple[Codes, Codes, Codes]]:
        """Pairs of rows that share at least `least` answers, and how many, by blocks of so many pairs. Their cost
        is summed for so many answers at once."""
        demand = np.bincount(self.matrix.indices, minlength=self.matrix.shape[1])
        cost = np.zeros(self.matrix.shape[0], np.int64)
        for part in blocks(np.diff(self.matrix.indptr), listed):
            first, last = self.matrix.indptr[part.start], self.matrix.indptr[part.stop]
            row = np.repeat(np.arange(part.stop - part.start), np.diff(self.matrix.indptr[part.start : part.stop + 1]))
            weight = demand[self.matrix.indices[first:last]]
            cost[part] = np.bincount(row, weights=weight, minlength=part.stop - part.start)
        for part in blocks(np.maximum(cost, most // ROWS), most):
            product = self._rows(part.start, self.matrix.shape[0]) @ self._rows(part.start, part.stop).T.tocsr()
            hits = np.flatnonzero(product.data >= self.least - self.spared.shape[1])
            later = np.searchsorted(product.indptr, hits, side="right") - 1
            earlier = product.indices[hits]
            wanted = later > earlier
            one, two = earlier[wanted] + part.start, later[wanted] + part.start
            size = product.data[hits[wanted]].astype(np.int32) + self._shared(one, two)
            wanted = size >= self.least
            yield one[wanted].astype(np.int32), two[wanted].astype(np.int32), size[wanted]

    def _rows(self, start: int, stop: int) -> csr_array:
        """Rows of the matrix, without a copy of their columns."""
        from scipy.sparse import csr_array

        bounds = self.matrix.indptr[start : stop + 1]
        columns = slice(int(bounds[0]), int(bounds[-1]))
        parts = (self.matrix.data[columns], self.matrix.indices[columns], bounds - bounds[0])
        return csr_array(parts, shape=(stop - start, self.matrix.shape[1]))

    def _shared(self, one: Places, two: Places) -> Codes:
        """How many answers that one of both was spared of are in both. It is enough to look for those of the query
        whose spared answers reach down further: what it kept is asked less than all that the other was spared of."""
        width = self.spared.shape[1]
        shared = np.zeros(len(one), np.int32)
        if not width:
            return shared
        lowest = self.spared[:, -1]
        lowest = np.where(lowest == HUBS, np.int16(-1), lowest)  # all hubs that it has are spared
        swapped = lowest[two] < lowest[one]
        of, other = np.where(swapped, two, one), np.where(swapped, one, two)
        for at in range(width):
            hub = self.spared[of, at]
            shared += (self.hubs[other, hub >> 3] >> (hub & 7).astype(np.uint8)) & 1
        return shared


def _listed(edges: Edges, start: Places, size: Codes) -> Codes:
    """The proven answers of queries, one after the other."""
    places = stretch(start, size)
    return edges.answer[places[edges.proven[places]]]


def _variants(simples: Simples, ways: ViewRelations, one: Places, two: Places) -> Flags:
    """Which pairs ask one relation for one side of one thing, for different types of answers."""
    first, second = simples.view[one], simples.view[two]
    same: Flags = (
        (simples.given[one] == simples.given[two])
        & (ways.relation[first] == ways.relation[second])
        & (ways.side[first] == ways.side[second])
    )
    return same


def _contained(edges: Edges, simples: Simples, start: Places, one: Places, two: Places, shared: Codes) -> Flags:
    """Which pairs have a query that contains the other by all answers in the graph. Only those are looked up that
    could, were all that is not proven shared."""
    unproven = simples.size - simples.proven
    least = np.minimum(simples.size[one], simples.size[two])
    result = np.zeros(len(one), bool)
    doubtful = np.flatnonzero(shared + unproven[one] + unproven[two] >= least)
    result[doubtful] = _common(edges, simples, start, one[doubtful], two[doubtful]) == least[doubtful]
    return result


def _common(edges: Edges, simples: Simples, start: Places, one: Places | Codes, two: Places | Codes) -> Places:
    """How many answers both queries of each pair have in the graph: those of the smaller one, found in the other."""
    result = np.zeros(len(one), np.int64)
    swapped = simples.size[one] > simples.size[two]
    small, large = np.where(swapped, two, one), np.where(swapped, one, two)
    for part in blocks(simples.size[small], PAIRS // 4):
        size = simples.size[small[part]]
        wanted = edges.answer[stretch(start[small[part]], size)]
        other = np.repeat(large[part], size)
        inside = contains(edges.answer, start[other], simples.size[other], wanted)
        result[part] = np.add.reduceat(inside, np.cumsum(size) - size, dtype=np.int64)
    return result
