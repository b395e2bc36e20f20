"""Test whether the mean of bounded values lies above a bound, however rare the values are that would pull it down.

A sample of 30 documents without a failure does not show that failures are rarer than 2 %: more than half of such
samples have none. Tests that estimate a spread from the sample take it for proof, since what it lacks has no spread. So
one more document is added, which has the least value that there can be. The p-value is the chance that a mean with
random weights (uniform on the simplex) over the documents and that one lies at the bound or below.

Where each document fails or does not, that is the exact binomial p-value of Clopper and Pearson; two sorts of
differences of one size, above and below 0, give the exact sign test at a bound of 0. For other values within bounds it
is the interval of Gaffke 2005 and of Learned-Miller and Thomas 2019 ("A new confidence interval for the mean of a
bounded random variable"), who conjecture that it holds its level for every distribution and sample size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from benchwright.statistics.cluster_sums import checked, summed
from benchwright.statistics.resampling import uniform_weights

DRAWS = 10_000  # a p-value of 5 % is then known to 0.2 points


def above_p(
    values: ArrayLike, clusters: ArrayLike, bound: float, *, least: float, draws: int = DRAWS, seed: int = 13
) -> float | None:
    """One-sided p-value: that the mean of `values` [n] is above `bound`; None for items of one document. `least` is the
    least value that an item may have. The added document is as large as that of an average item: with that, documents
    of unequal sizes hold the level too (perf/coverage.py)."""
    table, codes, flags = checked(np.asarray(values, dtype=np.float64)[:, None], clusters, None)
    if table.min(initial=least) < least - 1e-9 * max(1.0, abs(least)):
        raise ValueError("a value lies below the least")
    sums = next(summed(table, codes, flags), None)
    if sums is None or sums.clusters < 2:
        return None
    size = float((sums.counts**2).sum() / sums.items)
    gains = np.append(sums.sums[:, 0] - bound * sums.counts, (least - bound) * size).astype(np.float32)
    at_most = sum(int((weights @ gains <= 0).sum()) for weights in uniform_weights(len(gains), draws, seed))
    return (1 + at_most) / (1 + draws)


def least_shown(documents: int, level: float) -> float:
    """How far below equal values, in units of their range, a mean can be ruled out by so many documents: a share of
    more at the least value would have shown up in all but `level` of such samples."""
    return 1.0 - float(level ** (1 / max(documents, 1)))
