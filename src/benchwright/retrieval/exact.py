"""Exact nearest sources by integer dot product, in blocks. Knows vectors and modalities, nothing of their texts.

The products of int8 vectors are summed in float32 by the fast matrix product, over at most 1,023 dimensions at a time:
up to there every partial sum is an integer below 2^24, which float32 holds exactly in whatever order it is summed.
Ties are broken by id, so that the result is one definite list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchwright.records import Modality
from benchwright.retrieval.vectors import Bytes, VectorStore

Ints = NDArray[np.int32]

EXACT_DIMENSIONS = (2**24 - 1) // 128**2  # 1,023
_QUERIES = 1024
_BLOCK = 8192
_PIECE = 512
_GROUPS = 64
_NOTHING = np.iinfo(np.int32).min


def products(left: NDArray[np.generic], right: NDArray[np.generic]) -> NDArray[np.float32] | Ints:
    """Dot products of the rows of two matrices of int8 values: [n, d] x [m, d] -> [n, m], all integers.

    float32 where that holds them exactly (up to 1,023 dimensions), else int32."""
    width = left.shape[1]
    if width <= EXACT_DIMENSIONS and len(left) == 1:
        return _scores(left[0].astype(np.float32, copy=False), right)[None, :]
    if width <= EXACT_DIMENSIONS:
        exact: NDArray[np.float32] = left.astype(np.float32, copy=False) @ right.astype(np.float32, copy=False).T
        return exact
    total = np.zeros((left.shape[0], right.shape[0]), dtype=np.int32)
    for start in range(0, width, EXACT_DIMENSIONS):
        part = slice(start, start + EXACT_DIMENSIONS)
        total += products(left[:, part], right[:, part]).astype(np.int32)
    return total


def _scores(query: NDArray[np.float32], rows: NDArray[np.generic]) -> NDArray[np.float32]:
    """`rows @ query` in pieces that stay in the processor's cache and below the size at which BLAS wakes its threads:
    those wait for each other ten times as long as the product takes, the more so when attempts run side by side."""
    scores = np.empty(len(rows), dtype=np.float32)
    for start in range(0, len(rows), _PIECE):
        part = slice(start, start + _PIECE)
        np.dot(rows[part].astype(np.float32, copy=False), query, out=scores[part])
    return scores


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
    """The k best of each query so far. Only what reaches the score of a query's k-th best by now is sorted."""

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
        query, column = _reaching(scores, self.scores[:, -1], k)
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


def _reaching(scores: NDArray[np.float32] | Ints, reached: Ints, k: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(query, column) of all scores that may be among a query's k best: at least `reached`, its k-th best so far, and
    at least as good as k others of this block. Ties stay in, ids decide on them.

    Columns are looked at in groups, and singly only where a group's best is good enough."""
    queries, columns = scores.shape
    floor: NDArray[Any] = reached.astype(scores.dtype)
    depth = columns // _GROUPS
    if depth < 2 or k > _GROUPS:
        if columns >= k:
            floor = np.maximum(floor, np.partition(scores, -k, axis=1)[:, -k])
        query, column = np.nonzero(scores >= floor[:, None])
        return query, column
    grouped = scores[:, : depth * _GROUPS].reshape(queries, depth, _GROUPS)
    peaks = grouped.max(axis=1)
    # k groups have a score of at least their k-th best peak: a block has k scores that good.
    floor = np.maximum(floor, np.partition(peaks, -k, axis=1)[:, -k])
    query, group = np.nonzero(peaks >= floor[:, None])
    hit, step = np.nonzero(grouped[query, :, group] >= floor[query, None])
    rest, column = np.nonzero(scores[:, depth * _GROUPS :] >= floor[:, None])
    return (
        np.concatenate([query[hit], rest]),
        np.concatenate([step * _GROUPS + group[hit], column + depth * _GROUPS]),
    )
