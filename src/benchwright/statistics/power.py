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

MOST = 1_000_000_000  # questions: more is no advice


def detectable(differences: ArrayLike, clusters: ArrayLike, *, alpha: float = 0.05, power: float = 0.8) -> float | None:
    """The smallest true difference that these questions show in `power` of repetitions, from the differences of two
    systems on each [n]; None if they don't tell: less than two clusters, or the same difference everywhere."""
    demand(alpha, power)
    sums = _sums(differences, clusters)
    return None if sums is None else detectable_columns(sums, alpha, power)[0]


def questions_for(
    difference: float, differences: ArrayLike, clusters: ArrayLike, *, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """How many questions in all would show a true `difference`, from more documents of the same kind (as many questions
    a document as here); at least two documents' worth. None where `detectable` is, or past a thousand million."""
    demand(alpha, power)
    if not difference > 0 or not np.isfinite(difference):
        raise ValueError("a wished difference is a number above 0")
    sums = _sums(differences, clusters)
    if sums is None:
        return None
    variance = spread(sums)
    if variance.level[0]:
        return None
    items, error, step = sums.items, float(np.sqrt(variance.fair[0])), float(_steps(sums)[0])

    def shows(questions: int) -> bool:
        freedom = degrees(sums.effective * questions / items)
        least = _quantiles(freedom, alpha, power) * error * float(np.sqrt(items / questions)) + step / questions
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


def detectable_columns(sums: Sums, alpha: float, power: float) -> list[float | None]:
    """`detectable`, a column of sums."""
    used = len(sums.columns)
    if sums.clusters < 2:
        return [None] * used
    found = spread(sums)
    quantiles = _quantiles(degrees(sums.effective), alpha, power)
    return [
        None if level else float(quantiles * np.sqrt(variance) + step / sums.items)
        for level, variance, step in zip(found.level[:used], found.fair[:used], _steps(sums)[:used], strict=True)
    ]


def demand(alpha: float, power: float) -> None:
    """ValueError for chances that are none."""
    if not 0.0 < alpha < 0.5 or not 0.5 <= power < 1.0:
        raise ValueError("alpha lies between 0 and 0.5, power between 0.5 and 1")


def _steps(sums: Sums) -> Doubles:
    """The smallest difference of a cluster that has one, [K]; 0 where none has."""
    size = np.abs(sums.sums)
    largest = size.max(axis=0)
    steps: Doubles = np.where(size > ALIKE * largest, size, largest).min(axis=0)
    return steps


def _quantiles(freedom: float, alpha: float, power: float) -> float:
    return student(1 - alpha / 2, freedom) + student(power, freedom)


def _sums(differences: ArrayLike, clusters: ArrayLike) -> Sums | None:
    """Of one column; None if there are less than two clusters."""
    table, codes, flags = checked(np.asarray(differences, dtype=np.float64)[:, None], clusters, None)
    sums = next(summed(table, codes, flags), None)
    return None if sums is None or sums.clusters < 2 else sums
