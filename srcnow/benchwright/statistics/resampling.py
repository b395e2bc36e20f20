"""Draw resamples and sign flips from a seed, in blocks of bounded memory.

A draw depends on the seed, the number of clusters and its place, never on how many columns use it: all systems and
measures see the same resamples, and one more system changes no other's figures.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]

CELLS = 4_000_000  # weights that are held at a time: 16 MB
LEAST = 64  # rows a block holds at least, however many clusters there are
COUNTED = 200_000  # draws that are counted at a time: these stay in the processor's cache


def _generator(seed: int, purpose: int) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, purpose])))


def block_rows(clusters: int, rows: int) -> int:
    """Rows of one block of `rows` x `clusters`."""
    return max(1, min(rows, max(LEAST, CELLS // max(clusters, 1))))


def _multinomial(clusters: int, rows: int, generator: np.random.Generator) -> Singles:
    """How often each cluster is drawn when as many as there are are drawn with replacement, [rows, clusters]."""
    weights = np.empty((rows, clusters), dtype=np.float32)
    step = max(1, COUNTED // clusters)
    for start in range(0, rows, step):
        some = min(step, rows - start)
        drawn = generator.integers(0, clusters, (some, clusters), dtype=np.uint32).astype(np.int64)
        drawn += (np.arange(some, dtype=np.int64) * clusters)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=some * clusters)
        weights[start : start + some] = counts.reshape(some, clusters)
    return weights


def resamples(clusters: int, rows: int, seed: int) -> Iterator[tuple[Singles, NDArray[np.int64] | None]]:
    """Bootstrap weights in blocks that come to `rows`: weights [r, clusters], and the order in which the clusters stand
    under them (None: as they are).

    Drawing is what costs where clusters are many, so only the first block is drawn; each further one lays the same
    weights over the clusters in another random order. Every row is by itself an exact bootstrap resample, and two rows
    share no more than how many clusters were drawn once, twice ...; that hardly differs between any two resamples of
    thousands of clusters. With less than `CELLS` weights in all, every row is drawn."""
    generator = _generator(seed, 1)
    block = block_rows(clusters, rows)
    weights = _multinomial(clusters, block, generator)
    order: NDArray[np.int64] | None = None
    for start in range(0, rows, block):
        yield weights[: min(block, rows - start)], order
        order = generator.permutation(clusters)


def swaps(clusters: int, rows: int, seed: int) -> Iterator[Singles]:
    """Fair coins in blocks that come to `rows`, [r, clusters]: 1 where a cluster's labels stay, 0 where they are
    swapped."""
    generator = _generator(seed, 2)
    block = block_rows(clusters, rows)
    width = -(-clusters // 8)
    for start in range(0, rows, block):
        some = min(block, rows - start)
        drawn = np.frombuffer(generator.bytes(some * width), dtype=np.uint8).reshape(some, width)
        yield np.unpackbits(drawn, axis=1, count=clusters).astype(np.float32)


def uniform_weights(clusters: int, rows: int, seed: int) -> Iterator[Singles]:
    """Weights that are uniform on the simplex but for their sum, in blocks that come to `rows`, [r, clusters]."""
    generator = _generator(seed, 3)
    block = block_rows(clusters, rows)
    for start in range(0, rows, block):
        yield generator.standard_exponential((min(block, rows - start), clusters), dtype=np.float32)


def every_swap(clusters: int) -> NDArray[np.float64]:
    """All ways to give `clusters` a sign, [2^(clusters-1), clusters] of -1 and 1. The first sign is always 1: turning
    all signs round turns the sum round, which a two-sided test does not see."""
    codes = np.arange(2 ** (clusters - 1), dtype=np.int64)
    bits = (codes[:, None] >> np.arange(clusters - 1, dtype=np.int64)) & 1
    return np.hstack([np.ones((len(codes), 1)), 1.0 - 2.0 * bits])
