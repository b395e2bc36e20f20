"""Estimate how alike items of one cluster are: the intra-cluster correlation, and the design effect that it has.

Source: Donner 1986, "A review of inference procedures for the intraclass correlation coefficient in the one-way random
effects model" (the estimator by analysis of variance); Kish 1965 (the design effect).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from benchwright.statistics.cluster_sums import Doubles, checked, summed
from benchwright.statistics.cluster_variance import NOTHING

LEAST_CLUSTERS = 6
"""With fewer the spread between clusters is too uncertain to be used, here and in an interval of its own."""


def intra_cluster_correlation(
    values: ArrayLike, clusters: ArrayLike, *, scored: ArrayLike | None = None
) -> float | None:
    """The correlation of two items of one cluster, from 0 to 1, over all columns of `values` [n, m] together (several
    systems on one measure). 0 where each cluster has one item. None if no column has enough clusters, or none varies.

    ValueError as `mean_intervals`."""
    table, codes, flags = checked(values, clusters, scored)
    between = both = 0.0
    single = False
    for sums in summed(table, codes, flags):
        number, items, counts = sums.clusters, sums.items, sums.counts[:, None]
        if number < LEAST_CLUSTERS:
            continue
        if items == number:
            single = True
            continue
        squares = (sums.sums**2 / counts).sum(axis=0)
        inside = (sums.squares.sum(axis=0) - squares) / (items - number)
        outside = (squares - sums.sums.sum(axis=0) ** 2 / items) / (number - 1)
        usual = (items - float((sums.counts**2).sum()) / items) / (number - 1)
        between += float((outside - inside).sum())
        both += float((outside + (usual - 1) * inside).sum())
    if both <= NOTHING:
        return 0.0 if single else None
    return min(max(between / both, 0.0), 1.0)


def design_effect(counts: Doubles, correlation: float) -> float:
    """How many times as many items of clusters of sizes `counts` tell as much as independent ones."""
    usual = float((counts**2).sum() / counts.sum())
    return 1 + (usual - 1) * correlation


def effective_items(counts: Doubles, correlation: float) -> float:
    """How many independent items tell as much."""
    return float(counts.sum()) / design_effect(counts, correlation)


def wilson(mean: float, items: float, quantile: float) -> tuple[float, float]:
    """Wilson's interval of a share of that many independent items."""
    pull = quantile**2 / items
    half = float(np.sqrt(pull * (mean * (1 - mean) + pull / 4)))
    middle = mean + pull / 2
    return max((middle - half) / (1 + pull), 0.0), min((middle + half) / (1 + pull), 1.0)
