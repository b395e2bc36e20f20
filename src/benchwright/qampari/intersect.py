"""Intersections r1(e1) AND r2(e2) of simple queries (QAMPARI, section 2.2).

With a row for each query and a column for each answer, A A^T counts what any two queries share. The product is made
block by block, so that it never needs more than a few hundred megabytes whatever hubs the graph has. What does not fit
into memory at all is left to the database, which spills (`sql/intersections.sql`).
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from benchwright.qampari.database import Room, opened
from benchwright.qampari.queries import Codes, Conditions, Edges, Flags, Intersections, Simples, Ways
from benchwright.qampari.runs import Places, Runs, blocks, contains, stretch

PAIRS = 8_000_000
"""How many pairs a block of the product may count at once."""


def intersections(
    edges: Edges, simples: Simples, conditions: Conditions, ways: Ways | None = None, room: Room | None = None
) -> Intersections:
    """All pairs of simple queries that share between `min_answers` and `max_answers` answers proven in both, unless one
    contains the other, by what is proven or by all answers in the graph. Two typed variants of one view with the same
    given (`ways`) are one question, and no pair. StorageError if `room` does not suffice."""
    ways = ways or Ways.apart(edges.views)
    room = room or Room()
    if 24 * len(edges) > room.bytes:
        found = by_database(edges, simples, conditions, ways, room)
    else:
        found = by_matrix(edges, simples, conditions, ways)
    return found


def by_matrix(edges: Edges, simples: Simples, conditions: Conditions, ways: Ways) -> Intersections:
    """By sparse products of blocks of rows."""
    runs = Runs.of(edges)
    start = runs.start[runs.find(simples.view, simples.given, edges.entities)]
    # What is shared is less than either query has: one with just enough answers is contained in whatever shares them.
    able = np.flatnonzero(simples.proven > conditions.min_answers)
    if not len(able):
        return _none()
    places = stretch(start[able], simples.size[able])
    places = places[edges.proven[places]]
    columns = edges.answer[places]
    asked = np.bincount(columns, minlength=edges.entities)
    bounds = np.concatenate(([0], np.cumsum(simples.proven[able], dtype=np.int64)))
    kind = np.uint8 if conditions.max_answers < 256 else np.int32
    matrix = csr_array((np.ones(len(columns), kind), columns, bounds), shape=(len(able), edges.entities))
    cost = np.add.reduceat(asked[columns], bounds[:-1])
    across = matrix.T.tocsr()
    first, second, size = [], [], []
    for rows in blocks(cost, PAIRS):
        product = (matrix[rows] @ across).tocoo()
        one, two = product.coords
        kept = (product.data >= conditions.min_answers) & (two > one + rows.start)
        first.append((one[kept] + rows.start).astype(np.int32))
        second.append(two[kept].astype(np.int32))
        size.append(product.data[kept].astype(np.int32))
    one, two = able[np.concatenate(first)], able[np.concatenate(second)]
    shared = np.concatenate(size)
    kept = (shared <= conditions.max_answers) & (shared < np.minimum(simples.proven[one], simples.proven[two]))
    kept &= ~_variants(simples, ways, one, two)
    one, two, shared = one[kept], two[kept], shared[kept]
    kept = ~_contained(edges, simples, start, one, two, shared)
    one, two, shared = one[kept], two[kept], shared[kept]
    order = np.lexsort((two, one))
    return Intersections(one[order].astype(np.int32), two[order].astype(np.int32), shared[order])


def _none() -> Intersections:
    return Intersections(*(np.zeros(0, np.int32) for _ in range(3)))


def _variants(simples: Simples, ways: Ways, one: Places, two: Places) -> Flags:
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
    swapped = simples.size[one[doubtful]] > simples.size[two[doubtful]]
    small = np.where(swapped, two[doubtful], one[doubtful])
    large = np.where(swapped, one[doubtful], two[doubtful])
    for part in blocks(simples.size[small], PAIRS // 4):
        size = simples.size[small[part]]
        wanted = edges.answer[stretch(start[small[part]], size)]
        other = np.repeat(large[part], size)
        inside = contains(edges.answer, start[other], simples.size[other], wanted)
        begin = np.cumsum(size) - size
        result[doubtful[part]] = np.add.reduceat(inside, begin, dtype=np.int64) == size
    return result


def by_database(edges: Edges, simples: Simples, conditions: Conditions, ways: Ways, room: Room) -> Intersections:
    """By plain SQL: slower, but what does not fit into memory goes to disk."""
    with opened(room) as database:
        database.register_edges(edges)
        database.register(
            "simples",
            {
                "row": np.arange(len(simples), dtype=np.int32),
                "view": simples.view,
                "given": simples.given,
                "size": simples.size,
                "proven": simples.proven,
            },
        )
        numbers = np.arange(edges.views, dtype=np.int32)
        database.register("ways", {"view": numbers, "relation": ways.relation, "side": ways.side})
        found = database.run("intersections", min_answers=conditions.min_answers, max_answers=conditions.max_answers)
    return Intersections(found["first"], found["second"], found["size"])
