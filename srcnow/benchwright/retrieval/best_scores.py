"""Keep the k best scores of many queries while blocks of scores go by.

A score and the rank of its source are one whole number, the key: the larger key is the better score, and of equal
scores the smaller rank. Keys are never equal, so that the k largest are one definite list in
whatever order blocks come.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]
Scores = NDArray[np.float32] | NDArray[np.int32]

NOTHING = -(2**30)
"""A score below every score: of what may not be found. Those of int8 vectors of 30,000 dimensions stay above half."""
_FLOOR = NOTHING // 2
_BITS = 32
_RANKS = 2**_BITS - 1
_MANY = 24
_PIECE = 2**20


class BestScores:
    """For each of `queries` queries its k best so far. Only what reaches the k-th of them is looked at."""

    def __init__(self, queries: int, k: int) -> None:
        self._k = k
        self._keys = np.full((queries, k), np.int64(_FLOOR) << _BITS, dtype=np.int64)
        self._floor = np.full(queries, _FLOOR, dtype=np.int32)

    def add(self, scores: Scores, queries: Longs, ranks: Longs) -> None:
        """Scores [n, m] of queries (their numbers [n], none twice) with sources (their ranks [m], none given before to
        the same query)."""
        count, width = scores.shape
        if not count or not width:
            return
        floor: NDArray[Any] = self._floor[queries].astype(scores.dtype)
        unset = np.flatnonzero(floor == _FLOOR)
        if len(unset) and width > self._k:
            floor[unset] = _kth(scores if len(unset) == count else scores[unset], self._k)
            np.maximum(floor, _FLOOR, out=floor)
        self._take(scores, scores >= floor[:, None], queries, ranks)

    def add_turned(self, scores: Scores, queries: Longs, ranks: Longs) -> None:
        """The same for scores [m, n]: a column for each query."""
        reached = scores >= self._floor[queries].astype(scores.dtype)[None, :]
        if np.count_nonzero(reached) > _MANY * len(queries):
            turned: Any = np.ascontiguousarray(scores.T)
            self.add(turned, queries, ranks)
            return
        hit = np.flatnonzero(reached)
        row, column = np.divmod(hit, scores.shape[1])
        self._merge(queries[column], _keys(scores.ravel()[hit], ranks[row]))

    def ranked(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Ranks and scores [queries, k], best first; rank -1 and score 0 where there are fewer than k."""
        there = self._keys >> _BITS > _FLOOR
        ranks = np.where(there, _RANKS - (self._keys & _RANKS), -1)
        return ranks, np.where(there, self._keys >> _BITS, 0).astype(np.int32)

    def _take(self, scores: Scores, reached: NDArray[np.bool_], queries: Longs, ranks: Longs) -> None:
        width = scores.shape[1]
        if np.count_nonzero(reached) > _MANY * len(queries):
            # Many that tie (copies of one text): those rows are cut to their k best at once, or memory would run out.
            crowded = np.flatnonzero(np.count_nonzero(reached, axis=1) > max(_MANY, self._k))
            reached[crowded] = False
            step = max(1, _PIECE // width)
            for start in range(0, len(crowded), step):
                rows = crowded[start : start + step]
                keys = _keys(scores[rows], ranks[None, :])
                if width > self._k:
                    keys = np.partition(keys, width - self._k, axis=1)[:, width - self._k :]
                self._merge(np.repeat(queries[rows], keys.shape[1]), keys.ravel())
        hit = np.flatnonzero(reached)
        row, column = np.divmod(hit, width)
        self._merge(queries[row], _keys(scores.ravel()[hit], ranks[column]))

    def _merge(self, who: Longs, keys: Longs) -> None:
        """Settle new keys, each with its query, against those held."""
        if not len(who):
            return
        order = np.argsort(who, kind="stable")  # mostly sorted already, which costs next to nothing
        distinct, starts, counts = np.unique(who[order], return_index=True, return_counts=True)
        width = int(counts.max())
        if (
            len(distinct) > 1 and width > 4 * _MANY and width * len(distinct) > _PIECE
        ):  # a few queries with many: not a row that long for all
            half = counts > 4 * _MANY
            few = ~np.repeat(half, counts)
            self._merge(who[order][few], keys[order][few])
            for query, start, count in zip(distinct[half], starts[half], counts[half], strict=True):
                self._merge(np.full(count, query), keys[order[start : start + count]])
            return
        row = np.repeat(np.arange(len(distinct)), counts)
        table = np.full((len(distinct), self._k + width), np.int64(_FLOOR) << _BITS, dtype=np.int64)
        table[:, : self._k] = self._keys[distinct]
        table[row, self._k + np.arange(len(who)) - np.repeat(starts, counts)] = keys[order]
        table.sort(axis=1)
        best = table[:, : -self._k - 1 : -1]
        self._keys[distinct] = best
        self._floor[distinct] = best[:, -1] >> _BITS


def _keys(scores: NDArray[Any], ranks: Longs) -> Longs:
    keys: Longs = (scores.astype(np.int64) << _BITS) + (_RANKS - ranks)
    return keys


def _kth(scores: Scores, k: int) -> NDArray[Any]:
    """The k-th best of each row."""
    width = scores.shape[1]
    kth: NDArray[Any] = np.partition(scores, width - k, axis=1)[:, width - k]
    return kth
