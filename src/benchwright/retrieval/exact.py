"""Exact nearest sources by integer dot product, in blocks. Knows vectors and modalities, nothing of their texts.

The products of int8 vectors are summed in float32 by the fast matrix product, over at most 1,023 dimensions at a time:
up to there every partial sum is an integer below 2^24, which float32 holds exactly in whatever order it is summed.
Ties are broken by id, so that the result is one definite list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.records import Modality
from benchwright.retrieval.vectors import Bytes, VectorStore

Ints = NDArray[np.int32]

EXACT_DIMENSIONS = (2**24 - 1) // 128**2  # 1,023
_QUERIES = 1024
_BLOCK = 8192
_NOTHING = np.iinfo(np.int32).min


def products(left: NDArray[np.generic], right: NDArray[np.generic]) -> NDArray[np.float32] | Ints:
    """Dot products of the rows of two matrices of int8 values: [n, d] x [m, d] -> [n, m], all integers.

    float32 where that holds them exactly (up to 1,023 dimensions), else int32."""
    width = left.shape[1]
    if width <= EXACT_DIMENSIONS:
        exact: NDArray[np.float32] = left.astype(np.float32, copy=False) @ right.astype(np.float32, copy=False).T
        return exact
    total = np.zeros((left.shape[0], right.shape[0]), dtype=np.int32)
    for start in range(0, width, EXACT_DIMENSIONS):
        part = slice(start, start + EXACT_DIMENSIONS)
        total += products(left[:, part], right[:, part]).astype(np.int32)
    return total


@dataclass(frozen=True, eq=False)
class Nearest:
    """For each query its nearest rows of the store, best first: `rows` and `scores` are int32 [queries, k]. Where there
    are fewer than k, rows are -1."""

    rows: Ints
    scores: Ints


def top_k(
    store: VectorStore, query: Bytes, k: int, modality: Modality | None = None, *, exclude: frozenset[str] = frozenset()
) -> list[tuple[str, int]]:
    """The k sources nearest to one query (int8 [dimensions]) as (id, score), best first, ties by id."""
    barred = np.array(sorted(store.position[source] for source in exclude if source in store.position), dtype=np.int64)
    found = nearest(store, query[None, :], k + len(barred), modality)
    pairs = zip(found.rows[0].tolist(), found.scores[0].tolist(), strict=True)
    kept = [(store.ids[row], score) for row, score in pairs if row >= 0 and row not in barred]
    return kept[:k]


def nearest(
    store: VectorStore,
    queries: Bytes,
    k: int,
    modality: Modality | None = None,
    *,
    own: NDArray[np.int64] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Nearest:
    """The k nearest rows of one modality (or of all) for each query, int8 [n, dimensions].

    `own[i]` is a row that query i must not find: itself. Memory: about 100 MB whatever the sizes."""
    if queries.ndim != 2 or queries.shape[1] != store.dimensions:
        raise ValueError(f"queries are {queries.shape}, not [n, {store.dimensions}]")
    if k < 0:
        raise ValueError(f"k is {k}")
    among = store.rows(modality)
    rows = np.full((len(queries), k), -1, dtype=np.int32)
    scores = np.zeros((len(queries), k), dtype=np.int32)
    if k == 0 or not len(among):
        return Nearest(rows, scores)
    for start in range(0, len(queries), _QUERIES):
        part = slice(start, start + _QUERIES)
        best = _Best(store.rank, len(queries[part]), k)
        asked = queries[part].astype(np.float32)
        barred = None if own is None else own[part]
        for first in range(0, len(among), _BLOCK):
            block = among[first : first + _BLOCK]
            contiguous = int(block[-1]) - int(block[0]) + 1 == len(block)
            vectors = store.vectors[int(block[0]) : int(block[-1]) + 1] if contiguous else store.vectors[block]
            best.add(products(asked, np.asarray(vectors)), block, barred)
        rows[part], scores[part] = best.rows, np.where(best.rows < 0, 0, best.scores)
        if progress is not None:
            progress(min(start + _QUERIES, len(queries)), len(queries))
    return Nearest(rows, scores)


def neighbours(
    store: VectorStore,
    k: int,
    modality: Modality | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Nearest:
    """For every source its k nearest others of one modality (or of all); row i is for `store.ids[i]`."""
    return nearest(store, store.vectors, k, modality, own=np.arange(len(store), dtype=np.int64), progress=progress)


class _Best:
    """The k best of each query so far. A block first goes past the score that a query's k-th best has by now: hardly
    any of its scores do, and only those are sorted."""

    def __init__(self, rank: Ints, queries: int, k: int) -> None:
        self.rank = rank
        self.rows = np.full((queries, k), -1, dtype=np.int32)
        self.scores = np.full((queries, k), _NOTHING, dtype=np.int32)

    def add(
        self, scores: NDArray[np.float32] | Ints, block: NDArray[np.int64], barred: NDArray[np.int64] | None
    ) -> None:
        k = self.rows.shape[1]
        if barred is not None:
            inside = np.searchsorted(block, barred)
            hit = np.flatnonzero(block[np.minimum(inside, len(block) - 1)] == barred)
            scores[hit, inside[hit]] = _NOTHING
        floor = self.scores[:, -1].astype(scores.dtype)
        if len(block) > k:  # no score below the block's own k-th can count; a tie with it can, by id
            fresh = np.flatnonzero(self.rows[:, -1] < 0)
            if len(fresh):
                floor[fresh] = np.maximum(floor[fresh], np.partition(scores[fresh], -k, axis=1)[:, -k])
        query, column = np.nonzero(scores >= floor[:, None])
        value = scores[query, column].astype(np.int32)
        real = value > _NOTHING
        query, column, value = query[real], column[real], value[real]
        if not len(query):
            return
        held, place = np.nonzero(self.rows >= 0)
        who = np.concatenate([held, query])
        row = np.concatenate([self.rows[held, place], block[column].astype(np.int32)])
        score = np.concatenate([self.scores[held, place], value])
        order = np.lexsort((self.rank[row], -score, who))
        who, row, score = who[order], row[order], score[order]
        nth = np.arange(len(who)) - np.searchsorted(who, who)
        kept = nth < k
        self.rows[who[kept], nth[kept]] = row[kept]
        self.scores[who[kept], nth[kept]] = score[kept]
