"""Intervals, tests and power. Knows only numbers: no questions, no systems, no files.

    clusters.py     values of items -> sums of clusters, the unit that everything here resamples
    resampling.py   seeded draws: which clusters a resample holds, which signs a permutation flips
    intervals.py    the mean of a measure, with its interval
    pairs.py        the difference of two systems: interval and paired permutation test
    holm.py         p values of many tests, corrected
    power.py        the smallest difference that can be shown, and how many questions a smaller one needs

A cluster is a source document: questions on one document are not independent, and counting them as if they were makes
intervals too short. Nothing here gives NaN or infinity: what can't be told is None, with the reason in words.
"""

from benchwright.statistics.intervals import Bounds, Interval, mean_intervals
from benchwright.statistics.p_value_correction import holm
from benchwright.statistics.paired_differences import Paired, paired
from benchwright.statistics.power import detectable, questions_for

__all__ = ["Bounds", "Interval", "Paired", "detectable", "holm", "mean_intervals", "paired", "questions_for"]
