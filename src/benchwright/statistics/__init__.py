"""Compute intervals, tests and power, from numbers alone.

    cluster_sums.py          values of items -> sums of clusters, the unit that everything here resamples
    resampling.py            seeded draws: which clusters a resample holds, which signs a permutation flips
    cluster_variance.py      the variance of a mean over clusters, and the quantiles of its resamples
    intervals.py             the mean of a measure, with its interval
    permutation.py           the paired permutation test
    paired_differences.py    the difference of two systems: interval, test, detectable difference
    p_value_correction.py    p-values of many tests, corrected
    power.py                 the smallest difference that can be shown, and how many questions a smaller one needs

A cluster is a source document: questions on one document are not independent, and counting them as if they were makes
intervals too short. Nothing here gives NaN or infinity: what cannot be computed is None, with the reason in words.
"""

from benchwright.statistics.intervals import Bounds, Interval, mean_intervals
from benchwright.statistics.p_value_correction import holm
from benchwright.statistics.paired_differences import Paired, paired
from benchwright.statistics.power import questions_for

__all__ = ["Bounds", "Interval", "Paired", "holm", "mean_intervals", "paired", "questions_for"]
