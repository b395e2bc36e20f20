"""Compute the smallest detectable difference, and how many questions a smaller one needs.

By the standard error of the mean difference over clusters (`Spread.fair`, which has the design effect in it: ten
questions on one document tell less than ten on ten). A true difference d is shown at level alpha with the chance
`power` if d = (t(1 - alpha / 2) + t(power)) * standard error: Bloom 1995, "Minimum detectable effects"; for retrieval
Sakai 2016, "Topic set size design". Where many tests are corrected together, alpha is what a single one has to reach
(`Corrected.level`). One step is added: where differences are counts, the test's sums lie on a lattice, and it cannot
use up the whole of its level. The step is the smallest difference that a document has, as a share of all items; half
of it where all have one size, for the mid-p value wins the other half back. Of graded scores it is next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchwright.statistics.cluster_sums import ALIKE, Doubles, Sums
from benchwright.statistics.cluster_variance import degrees, spread, student

MOST = 1_000_000_000  # questions: more is not useful advice
ALPHA = 0.05  # the level of the test
POWER = 0.8


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """What paired differences of some items can show. `error` is the standard error of their mean, `step` the least
    amount that one document moves it by; `effective` the number of clusters of equal size that would tell as much."""

    error: float
    step: float
    items: int
    effective: float

    def scaled(self, width: float) -> Sensitivity:
        """The same in units that are `width` as large."""
        return Sensitivity(self.error * width, self.step * width, self.items, self.effective)

    def detectable(self, level: float = ALPHA) -> float:
        """About the smallest true difference that these items show in POWER of repetitions."""
        return self._least(self.items, level)

    def questions_for(self, difference: float, level: float = ALPHA) -> int | None:
        """About how many questions in all would show a true `difference`, from more documents of the same kind (as many
        questions a document as here); at least two documents' worth. None past a thousand million."""
        if not difference > 0 or not np.isfinite(difference):
            raise ValueError("a wished difference is a number above 0")
        low = int(np.ceil(2 * self.items / self.effective)) - 1
        high = low + 1
        while self._least(high, level) > difference:
            low, high = high, 2 * high
            if low > MOST:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._least(middle, level) <= difference else (middle, high)
        return high

    def _least(self, questions: int, level: float) -> float:
        freedom = degrees(self.effective * questions / self.items)
        quantiles = student(1 - level / 2, freedom) + student(POWER, freedom)
        return quantiles * self.error * float(np.sqrt(self.items / questions)) + self.step * self.items / questions


def sensitivities(sums: Sums) -> list[Sensitivity | None]:
    """Of each column of differences; None where they don't tell: less than two clusters, or the same difference
    everywhere."""
    used = len(sums.columns)
    if sums.clusters < 2:
        return [None] * used
    variances = spread(sums)
    return [
        None if level else Sensitivity(float(np.sqrt(variance)), float(step) / sums.items, sums.items, sums.effective)
        for level, variance, step in zip(
            variances.level[:used], variances.fair[:used], _steps(sums)[:used], strict=True
        )
    ]


def _steps(sums: Sums) -> Doubles:
    """The smallest difference of a cluster that has one, [K]; half of it if all have one size; 0 where none has."""
    size = np.abs(sums.sums)
    largest = size.max(axis=0)
    least = np.where(size > ALIKE * largest, size, largest).min(axis=0)
    steps: Doubles = np.where(least >= (1 - ALIKE) * largest, least / 2, least)
    return steps
