"""Say what tests of two independent samples can find: Fisher's exact test of shares, the Mann-Whitney test of values.

The power of Fisher's test is exact: all tables of two binomial samples are counted that it rejects; of samples with
more than LARGEST tables it is Cohen's approximation (1988, chapter 6). That of the Mann-Whitney test is by the normal
approximation with its efficiency beside the t test, 3 / pi for normal values (Lehmann 1975, "Nonparametrics", section
2.4).
"""

from __future__ import annotations

from functools import cached_property
from math import asin, erf, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from benchwright.statistics.cluster_variance import normal
from benchwright.statistics.power import ALPHA, POWER

LARGEST = 2_000_000
"""Tables of two samples that are counted: 1,400 items each, in a second."""

_ALIKE = 1 + 1e-7
"""Tables as likely as the one that was found count, also where rounding makes them a little likelier (as in scipy)."""
_STEPS = 40  # of a bisection of 0 to 1, which then is exact to 12 digits


class FisherPower:
    """What Fisher's exact test (two-sided, level `level`) finds in samples of `first` and `second` items."""

    def __init__(self, first: int, second: int, level: float = ALPHA) -> None:
        """ValueError for an empty sample."""
        if first < 1 or second < 1:
            raise ValueError("a sample holds an item at least")
        self.first, self.second, self.level = first, second, level

    @cached_property
    def _rejected(self) -> NDArray[np.bool_]:
        """Which tables [hits of the first, hits of the second] the test rejects."""
        from scipy.stats import hypergeom

        rejected = np.zeros((self.first + 1, self.second + 1), dtype=np.bool_)
        for hits in range(self.first + self.second + 1):
            low, high = max(0, hits - self.second), min(hits, self.first)
            places = np.arange(low, high + 1)
            chances = hypergeom.pmf(places, self.first + self.second, hits, self.first)
            order = np.argsort(chances, kind="stable")
            upto = np.searchsorted(chances[order], chances * _ALIKE, side="right")
            p = np.cumsum(chances[order])[upto - 1]
            rejected[places, hits - places] = p <= self.level
        return rejected

    def power(self, share: float, other: float) -> float:
        """The chance that the test finds two true shares to differ."""
        if (self.first + 1) * (self.second + 1) > LARGEST:
            apart = abs(2 * asin(sqrt(share)) - 2 * asin(sqrt(other)))
            width = sqrt(self.first * self.second / (self.first + self.second))
            return _below(apart * width - normal(1 - self.level / 2))
        from scipy.stats import binom

        one = binom.pmf(np.arange(self.first + 1), self.first, share)
        two = binom.pmf(np.arange(self.second + 1), self.second, other)
        return float(one @ self._rejected @ two)

    def detectable(self, share: float) -> float | None:
        """The largest share below `share` (of the second sample) that is found in POWER of repetitions; None if none
        is."""
        if self.power(share, 0.0) < POWER:
            return None
        low, high = 0.0, share
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.power(share, middle) >= POWER else (low, middle)
        return low


def detectable_shift(first: int, second: int, spread: float, level: float = ALPHA) -> float:
    """The smallest shift of values with the standard deviation `spread` that the Mann-Whitney test finds in POWER of
    repetitions. ValueError for an empty sample."""
    if first < 1 or second < 1:
        raise ValueError("a sample holds an item at least")
    return (normal(1 - level / 2) + normal(POWER)) * spread * sqrt((1 / first + 1 / second) * pi / 3)


def _below(quantile: float) -> float:
    """The chance of a normal value below a quantile."""
    return (1 + erf(quantile / sqrt(2))) / 2
