"""Find the exact nearest sources by integer dot products, block by block.

The products of int8 vectors are summed in float32 by the fast matrix product, over at most 1,023 dimensions at a time,
or more where the vectors are short enough: up to there every partial sum is an integer below 2^24, which float32 holds
exactly in whatever order it is summed. Ties are broken by id, so that the result is one definite list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.records import Modality
from benchwright.retrieval.best_scores import NOTHING, BestScores
from benchwright.retrieval.encoding import Bytes
from benchwright.retrieval.vectors import VectorStore

Ints = NDArray[np.int32]

EXACT_DIMENSIONS = (2**24 - 1) // 128**2  # 1,023
_EXACT_SQUARE = 0.99 * 2**24  # a little less: lengths are summed in float32
_QUERIES = 4096
_BLOCK = 1024
_CELLS = 2**22
_WIDEST = 2**15
_SQUARE = 2048
_FIRST = 1024
_PIECE = 512


def products(left: NDArray[np.generic], right: NDArray[np.generic]) -> NDArray[np.float32] | Ints:
    """Dot products of the rows of two matrices of int8 values: [n, d] x [m, d] -> [n, m], all integers.

    float32 where that holds them exactly (up to 1,023 dimensions, or short vectors), else int32."""
    width = left.shape[1]
    if width <= EXACT_DIMENSIONS and len(left) == 1:
        return _scores(left[0].astype(np.float32, copy=False), right)[None, :]
    ours, theirs = left.astype(np.float32, copy=False), right.astype(np.float32, copy=False)
    # No sum of some of a product's terms is larger than the lengths of its vectors multiplied (Cauchy and Schwarz).
    if width <= EXACT_DIMENSIONS or _longest(ours) * _longest(theirs) < _EXACT_SQUARE**2:
        exact: NDArray[np.float32] = ours @ theirs.T
        return exact
    total = np.zeros((left.shape[0], right.shape[0]), dtype=np.int32)
    for start in range(0, width, EXACT_DIMENSIONS):
        part = slice(start, start + EXACT_DIMENSIONS)
        total += products(left[:, part], right[:, part]).astype(np.int32)
    return total


def _longest(rows: NDArray[np.float32]) -> float:
    """The largest squared length."""
    return float(np.einsum("ij,ij->i", rows, rows).max(initial=0.0))


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
    near = nearest(store, query[None, :], k + len(barred), modality)
    pairs = zip(near.rows[0].tolist(), near.scores[0].tolist(), strict=True)
    pairs_left = [(store.ids[row], score) for row, score in pairs if row >= 0 and row not in barred]
    return pairs_left[:k]


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
    if k == 0 or not len(among):
        return nothing(len(queries), k)
    parts = []
    for start in range(0, len(queries), _QUERIES):
        part = slice(start, start + _QUERIES)
        block_queries = queries[part].astype(np.float32)
        best = BestScores(len(block_queries), k)
        everyone = np.arange(len(block_queries))
        for first, last in _blocks(len(among), len(block_queries)):
            block = among[first:last]
            contiguous = int(block[-1]) - int(block[0]) + 1 == len(block)
            vectors = store.vectors[int(block[0]) : int(block[-1]) + 1] if contiguous else store.vectors[block]
            scores = products(block_queries, np.asarray(vectors))
            if own is not None:
                inside = np.searchsorted(block, own[part])
                hit = np.flatnonzero(block[np.minimum(inside, len(block) - 1)] == own[part])
                scores[hit, inside[hit]] = NOTHING
            best.add(scores, everyone, store.rank[block].astype(np.int64))
        parts.append(by_row(store, best))
        if progress is not None:
            progress(min(start + _QUERIES, len(queries)), len(queries))
    if not parts:
        return nothing(0, k)
    return Nearest(np.concatenate([part.rows for part in parts]), np.concatenate([part.scores for part in parts]))


def _blocks(count: int, queries: int) -> Iterator[tuple[int, int]]:
    """From and to: a small block first, which shows what a score has to reach to be looked at in the others; these are
    wider the fewer the queries, for each costs some steps of its own."""
    width = min(max(_BLOCK, _CELLS // queries), _WIDEST)
    first = 0
    while first < count:
        last = min(count, first + (width if first else min(_FIRST, width)))
        yield first, last
        first = last


def neighbours(
    store: VectorStore,
    k: int,
    modality: Modality | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Nearest:
    """For every source its k nearest others of one modality (or of all); row i is for `store.ids[i]`.

    Among all, each pair is multiplied once and serves both. `progress(done, total)` counts sources."""
    count = len(store)
    if modality is not None or k <= 0 or not count:
        return nearest(store, store.vectors, k, modality, own=np.arange(count, dtype=np.int64), progress=progress)
    ranks = store.rank.astype(np.int64)
    best = BestScores(count, k)
    starts = range(0, count, _SQUARE)
    squares = len(starts) * (len(starts) + 1) // 2
    for start in starts:  # each block with itself first: from then on every query has a score to reach
        here = np.arange(start, min(start + _SQUARE, count))
        vectors = np.asarray(store.vectors[start : start + _SQUARE])
        scores = products(vectors, vectors)
        np.fill_diagonal(scores, NOTHING)
        best.add(scores, here, ranks[here])
    done = len(starts)
    for start in starts:
        here = np.arange(start, min(start + _SQUARE, count))
        ours = np.asarray(store.vectors[start : start + _SQUARE]).astype(np.float32)
        for other in range(start + _SQUARE, count, _SQUARE):
            there = np.arange(other, min(other + _SQUARE, count))
            scores = products(ours, np.asarray(store.vectors[other : other + _SQUARE]))
            best.add(scores, here, ranks[there])
            best.add_turned(scores, there, ranks[here])
            done += 1
        if progress is not None and (done < squares or start == starts[-1]):
            progress(count * done // squares, count)
    return by_row(store, best)


def by_row(store: VectorStore, best: BestScores) -> Nearest:
    """What was found by rank, as rows of the store."""
    ranks, scores = best.ranked()
    rows = np.full(ranks.shape, -1, dtype=np.int32)
    if len(store):
        row_of = np.empty(len(store), dtype=np.int32)
        row_of[store.rank] = np.arange(len(store), dtype=np.int32)
        rows = np.where(ranks < 0, np.int32(-1), row_of[ranks])
    return Nearest(rows, scores)


def nothing(queries: int, k: int) -> Nearest:
    """Nothing found."""
    return Nearest(np.full((queries, k), -1, dtype=np.int32), np.zeros((queries, k), dtype=np.int32))
