"""Find approximate nearest neighbours of all sources with a measured recall, for large corpora.

An inverted file: sources are grouped around centres, and a source is compared with those of the groups whose centres
are nearest to it (its probes). How many groups are probed is settled on this very corpus: for a sample the true
neighbours are found by exact search; a neighbour is found by as many probes as there are centres nearer than that of
its own group; so that the share found is known for every number of probes at once, and the smallest that keeps the
promise is taken. Only which sources are found is approximate; their scores and ties are those of exact search.

Centres are whole numbers as the vectors are, and so are all sums and products over them: the same vectors and seed
give the same neighbours, on any machine (as long as NumPy draws the same sample from a seed).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.records import Json
from benchwright.retrieval.best_scores import NOTHING, BestScores
from benchwright.retrieval.encoding import Bytes
from benchwright.retrieval.exact_neighbours import Ints, Nearest, by_row, nearest, products
from benchwright.retrieval.vectors import VectorStore

SEED = 13
SAMPLE = 2000
_LISTS_PER_ROOT = 2.3
_TRAINED_ON = 32  # sources for each centre
_ROUNDS = 6
_ROWS = 4096
_CELLS = 2**22
# Products of a vector and a centre stay below 2^24, which float32 holds exactly.
_EXACT = 2.0**23
_WORTH = 0.25

Floats = NDArray[np.float32]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Approximate(Nearest):
    """Neighbours found by probing `probes` of `lists` groups. `recall` is the share of the true neighbours that was
    found, measured on the rows `sample` (int32, ascending), whose true neighbours are `exact`. `wanted_recall` was
    to be reached."""

    lists: int
    probes: int
    wanted_recall: float
    recall: float
    sample: Ints
    exact: Nearest

    @property
    def identity(self) -> str:
        """How they were found, and a digest of what was: what of one identity weighs every source alike."""
        rows = hashlib.sha256(self.rows.astype("<i4").tobytes()).hexdigest()[:16]
        return f"ivf-{self.lists}-{self.probes}-{rows}"

    def to_json(self) -> Json:
        """How they were found, for manifests and files."""
        return {
            "how": "ivf",
            "lists": self.lists,
            "probes": self.probes,
            "asked": self.wanted_recall,
            "recall": self.recall,
            "sample": len(self.sample),
        }


def approximate_neighbours(
    store: VectorStore,
    k: int,
    *,
    recall: float = 0.97,
    seed: int = SEED,
    sample: int = SAMPLE,
    progress: Callable[[int, int], None] | None = None,
) -> Approximate | None:
    """For every source its k nearest others, of which at least the share `recall` are the true ones, measured on
    `sample` sources drawn by the seed. None where that takes so many probes that exact search is no slower.

    `progress(done, total)` counts sources. Memory: the vectors, as they are, and some ten bytes for each source and
    probe."""
    count = len(store)
    if k < 1 or count <= k:
        return None
    vectors = np.asarray(store.vectors)
    draw = np.random.default_rng(seed)
    lists = min(count, round(_LISTS_PER_ROOT * count**0.5))
    centres = _centres(vectors, lists, draw)
    sampled = np.sort(draw.choice(count, min(sample, count), replace=False))
    exact = nearest(store, vectors[sampled], k, own=sampled)
    needed = _probes_needed(vectors, centres, sampled, exact)
    probes = int(np.sort(needed)[max(0, int(np.ceil(recall * len(needed))) - 1)])
    if probes > _WORTH * lists:
        return None
    home, pairs = _probing(vectors, centres, probes)
    near = _scan(store, vectors, home, pairs, lists, k, progress)
    return Approximate(
        near.rows,
        near.scores,
        lists=lists,
        probes=probes,
        wanted_recall=recall,
        recall=recall_of(Nearest(near.rows[sampled], near.scores[sampled]), exact),
        sample=sampled.astype(np.int32),
        exact=exact,
    )


def recall_of(result: Nearest, exact: Nearest) -> float:
    """The share of the exact neighbours that are among those found, over all queries; 1 where there are none."""
    real = exact.rows >= 0
    hit = (exact.rows[:, :, None] == result.rows[:, None, :]).any(axis=2) & real
    return float(np.count_nonzero(hit) / np.count_nonzero(real)) if real.any() else 1.0


def _centres(vectors: Bytes, lists: int, draw: np.random.Generator) -> Floats:
    """Centres of groups by k-means on the sphere, over a sample: whole numbers in float32 [lists, dimensions], all of
    one length."""
    rows = np.sort(draw.choice(len(vectors), min(len(vectors), lists * _TRAINED_ON), replace=False))
    sample = vectors[rows]
    whole = sample.astype(np.int32)
    length = _EXACT / _longest(vectors)
    centres = _scaled(whole[np.sort(draw.choice(len(whole), lists, replace=False))], length)
    for _ in range(_ROUNDS):
        group = np.concatenate([scores.argmax(axis=1) for _, scores in _against(sample, centres)])
        order = np.argsort(group, kind="stable")
        there, starts = np.unique(group[order], return_index=True)
        centres[there] = _scaled(np.add.reduceat(whole[order], starts, axis=0), length)  # an empty one stays
    return centres


def _longest(vectors: Bytes) -> float:
    """The length of the longest vector, at least 1."""
    longest = 1
    for start in range(0, len(vectors), _ROWS):
        block = vectors[start : start + _ROWS].astype(np.int32)
        longest = max(longest, int(np.einsum("ij,ij->i", block, block).max(initial=0)))
    return math.sqrt(longest)


def _scaled(sums: Ints, length: float) -> Floats:
    """Rows brought to that length and rounded; rows of zeros stay. By single steps that every machine rounds alike."""
    whole = sums.astype(np.int64)
    lengths = np.sqrt(np.einsum("ij,ij->i", whole, whole).astype(np.float64))
    factors = np.divide(length, lengths, out=np.zeros(len(sums)), where=lengths > 0)
    scaled: Floats = np.rint(whole * factors[:, None]).astype(np.float32)
    return scaled


def _against(vectors: Bytes, centres: Floats) -> Iterator[tuple[int, Floats]]:
    """The first row of each block, and its scores with the centres: whole numbers, exact."""
    for start in range(0, len(vectors), _ROWS):
        yield start, vectors[start : start + _ROWS].astype(np.float32) @ centres.T


def _probes_needed(vectors: Bytes, centres: Floats, sampled: Longs, exact: Nearest) -> Longs:
    """For each true neighbour of the sample, how many probes find it: the centres nearer to the source than that of
    the neighbour's own group, and that one."""
    needed = []
    for start in range(0, len(sampled), _ROWS):
        near = exact.rows[start : start + _ROWS]
        query, place = np.nonzero(near >= 0)
        _, scores = next(_against(vectors[sampled[start : start + _ROWS]], centres))
        group = np.concatenate([part.argmax(axis=1) for _, part in _against(vectors[near[query, place]], centres)])
        own = np.full(near.shape, 0, dtype=np.int64)
        own[query, place] = group
        for column in range(near.shape[1]):
            there = near[:, column] >= 0
            reached = np.take_along_axis(scores, own[:, column : column + 1], axis=1)
            needed.append(np.count_nonzero(scores > reached, axis=1)[there] + 1)
    return np.concatenate(needed)


def _probing(vectors: Bytes, centres: Floats, probes: int) -> tuple[Longs, tuple[Ints, NDArray[np.uint16 | np.uint32]]]:
    """The group of each source, and all (source, other group that it probes). Centres as near as the last one count
    too, so that no arithmetic decides between them."""
    lists = len(centres)
    numbers = np.uint16 if lists <= 2**16 else np.uint32
    home = np.empty(len(vectors), dtype=np.int64)
    sources, groups = [], []
    for start, scores in _against(vectors, centres):
        own = scores.argmax(axis=1)
        home[start : start + len(own)] = own
        last = np.partition(scores, lists - probes, axis=1)[:, lists - probes]
        reached = scores >= last[:, None]
        reached[np.arange(len(own)), own] = False
        source, group = np.divmod(np.flatnonzero(reached), lists)
        sources.append((source + start).astype(np.int32))
        groups.append(group.astype(numbers))
    return home, (np.concatenate(sources), np.concatenate(groups))


def _scan(
    store: VectorStore,
    vectors: Bytes,
    home: Longs,
    pairs: tuple[Ints, NDArray[np.uint16 | np.uint32]],
    lists: int,
    k: int,
    progress: Callable[[int, int], None] | None,
) -> Nearest:
    """Compare each source with its own group, then with the others that it probes, group by group."""
    count = len(store)
    ranks = store.rank.astype(np.int64)
    best = BestScores(count, k)
    members = np.split(np.argsort(home, kind="stable"), np.cumsum(np.bincount(home, minlength=lists))[:-1])
    sources, groups = pairs
    asking = np.split(sources[np.argsort(groups, kind="stable")], np.cumsum(np.bincount(groups, minlength=lists))[:-1])
    total = sum(len(queries) * len(group) for queries, group in zip(asking, members, strict=True)) or 1
    for group in members:
        step = max(1, _CELLS // max(1, len(group)))
        for start in range(0, len(group), step):
            part = group[start : start + step]
            scores = products(vectors[part], vectors[group])
            scores[np.arange(len(part)), start + np.arange(len(part))] = NOTHING
            best.add(scores, part, ranks[group])
    done, percent = 0, 0
    for queries, group in zip(asking, members, strict=True):
        if not len(group):
            continue
        block = vectors[group].astype(np.float32)
        step = max(1, _CELLS // len(group))
        for start in range(0, len(queries), step):
            part = queries[start : start + step].astype(np.int64)
            best.add(products(vectors[part], block), part, ranks[group])
        done += len(queries) * len(group)
        if progress is not None and done * 100 // total > percent:
            percent = done * 100 // total
            progress(count * percent // 100, count)
    if progress is not None and percent < 100:
        progress(count, count)
    return by_row(store, best)
