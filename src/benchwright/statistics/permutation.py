"""Test whether a mean difference is more than chance: a paired permutation test by clusters.

Sources: Fisher 1935; Smucker, Allan and Carterette 2007 for retrieval measures.

If two systems do not differ, their labels could as well be swapped, and if questions on one document are alike, they
must be swapped together: for each cluster the sum of its differences changes sign or does not. The statistic is the
sum of all differences; over unequal clusters too, because the number of items stays the same under every swap.
"""

from __future__ import annotations

import numpy as np

from benchwright.statistics.cluster_sums import ALIKE, WIDTH, Doubles, Sums
from benchwright.statistics.resampling import every_swap, swaps

PERMUTATIONS = 10_000
EXACT = 13  # clusters with a difference, up to which all swaps are tried: 4,096 that differ
ALIKE_SINGLE = 1e-4  # the same for sums of 32 bits, in units of their standard deviation


def sign_flip_p(sums: Sums, permutations: int, seed: int) -> list[float | None]:
    """Two-sided p value a column of differences; None of less than two clusters, 1 where nothing differs.

    With up to `EXACT` clusters that differ every swap is tried, and p is the share of those whose sum is as far from 0
    as the one seen. Else `permutations` random ones are, the seen one counted among them: (1 + count) / (1 +
    permutations), never 0 (Phipson and Smyth 2010). All columns see the same swaps."""
    used = len(sums.columns)
    if sums.clusters < 2:
        return [None] * used
    p: list[float | None] = [1.0] * used
    largest = np.abs(sums.sums).max(axis=0)
    differing = np.abs(sums.sums) > ALIKE * largest
    differing_clusters = differing.sum(axis=0)
    drawn = []
    for column in range(used):
        if largest[column] == 0:
            continue
        if differing_clusters[column] <= EXACT:
            p[column] = _exact(sums.sums[differing[:, column], column] / largest[column])
        else:
            drawn.append(column)
    if drawn:
        counts = _as_far(sums.sums, permutations, seed)
        for column in drawn:
            p[column] = float((1 + counts[column]) / (1 + permutations))
    return p


def _exact(differences: Doubles) -> float:
    difference = abs(float(differences.sum()))
    swapped = np.abs(every_swap(len(differences)) @ differences)
    return float((swapped >= difference - ALIKE * np.abs(differences).sum()).mean())


def _as_far(differences: Doubles, permutations: int, seed: int) -> Doubles:
    """How many random swaps give a sum as far from 0 as the one seen, a column of `differences` [C, K]."""
    spread = np.sqrt((differences**2).sum(axis=0))
    table = (differences / np.where(spread > 0, spread, 1.0)).astype(np.float32)
    totals = table.sum(axis=0, dtype=np.float64)
    counts = np.zeros(table.shape[1])
    for coins in swaps(len(table), permutations, seed):
        for first in range(0, table.shape[1], WIDTH):
            some = slice(first, first + WIDTH)
            drawn = coins @ np.ascontiguousarray(table[:, some])
            counts[some] += (np.abs(2.0 * drawn - totals[some]) >= np.abs(totals[some]) - ALIKE_SINGLE).sum(axis=0)
    return counts
