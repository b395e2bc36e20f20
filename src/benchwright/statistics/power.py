"""Compute the smallest detectable difference, and how many questions a smaller one needs.

By the standard error of the mean difference over clusters (`Spread.fair`, which has the design effect in it: ten
questions on one document tell less than ten on ten). A true difference d is shown at level alpha with the chance
`power` if d = (t(1 - alpha / 2) + t(power)) * standard error: Bloom 1995, "Minimum detectable effects"; for retrieval
Sakai 2016, "Topic set size design". One step is added: where differences are counts, the permutation test's sums lie
on a lattice, and it cannot use up the whole of its level (30 questions that are right or wrong would show 71 % of what
is promised as 80 %). The step is the smallest difference that a document has, as a share of all items; of graded
scores it is next to nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from benchwright.statistics.cluster_sums import ALIKE, Doubles, Sums, checked, summed
from benchwright.statistics.cluster_variance import degrees, spread, student

MOST = 1_000_000_000  # questions: more is not useful advice
ALPHA = 0.05  # the level of the test
POWER = 0.8


def questions_for(difference: float, differences: ArrayLike, clusters: ArrayLike) -> int | None:
    """How many questions in all would show a true `difference`, from more documents of the same kind (as many questions
    a document as here); at least two documents' worth. None where `detectable` is, or past a thousand million."""
    if not difference > 0 or not np.isfinite(difference):
        raise ValueError("a wished difference is a number above 0")
    table, codes, flags = checked(np.asarray(differences, dtype=np.float64)[:, None], clusters, None)
    sums = next(summed(table, codes, flags), None)
    if sums is None or sums.clusters < 2:
        return None
    variance = spread(sums)
    if variance.level[0]:
        return None
    items, error, step = sums.items, float(np.sqrt(variance.fair[0])), float(_steps(sums)[0])

    def shows(questions: int) -> bool:
        freedom = degrees(sums.effective * questions / items)
        least = _quantiles(freedom) * error * float(np.sqrt(items / questions)) + step / questions
        return least <= difference

    low = int(np.ceil(2 * items / sums.effective)) - 1
    high = low + 1
    while not shows(high):
        low, high = high, 2 * high
        if low > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if shows(middle) else (middle, high)
    return high


def detectable(sums: Sums) -> list[float | None]:
    """The smallest true difference that these questions show in POWER of repetitions, a column of sums; None if they
    don't tell: less than two clusters, or the same difference everywhere."""
    used = len(sums.columns)
    if sums.clusters < 2:
        return [None] * used
    variances = spread(sums)
    quantiles = _quantiles(degrees(sums.effective))
    return [
        None if level else float(quantiles * np.sqrt(variance) + step / sums.items)
        for level, variance, step in zip(
            variances.level[:used], variances.fair[:used], _steps(sums)[:used], strict=True
        )
    ]


def _steps(sums: Sums) -> Doubles:
    """The smallest difference of a cluster that has one, [K]; 0 where none has."""
    size = np.abs(sums.sums)
    largest = size.max(axis=0)
    steps: Doubles = np.where(size > ALIKE * largest, size, largest).min(axis=0)
    return steps


def _quantiles(freedom: float) -> float:
    return student(1 - ALPHA / 2, freedom) + student(POWER, freedom)
