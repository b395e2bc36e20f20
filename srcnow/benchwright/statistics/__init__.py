"""Compute intervals, tests and power, from numbers alone.

    cluster_sums.py          values of items -> sums of clusters, the unit that everything here resamples
    resampling.py            seeded draws: which clusters a resample holds, which signs a permutation flips
    cluster_variance.py      the variance of a mean over clusters, and the quantiles of its resamples
    intra_cluster.py         how alike items of one cluster are, and what that costs
    intervals.py             the mean of a measure, with its interval
    partial_pooling.py       the means of small groups, estimated together
    permutation.py           the paired permutation test
    paired_differences.py    the difference of two systems: interval, test, detectable difference
    step_down.py             p-values of many tests on the same documents, corrected together
    bounded_mean.py          whether a mean is above a bound, where rare values may be missing from the sample
    power.py                 the smallest difference that can be shown, and how many questions a smaller one needs
    joint_means.py           the means of several samples in shared clusters, with their covariance
    rogan_gladen.py          a judge's rate, corrected for the judge's measured errors
    prediction_powered.py    a mean from few labels and many judged items
    agreement.py             kappa and alpha: how far raters agree beyond chance
    alternative_annotator.py whether a judge may take an annotator's place
    rank_correlation.py      whether two rankings of systems agree: Kendall's tau
    mcnemar.py               whether two verdicts on the same items differ
    fisher.py                whether two shares of different items differ
    mann_whitney.py          whether the values of one sample tend to be larger than another's
    two_sample_power.py      what these two tests can find
    lopsided_differences.py  where few documents lean to one side, and no verdict is given

A cluster is a source document: questions on one document are not independent, and counting them as if they were makes
intervals too short. Nothing here gives NaN or infinity: what cannot be computed is None, with the reason in words.
"""

from benchwright.statistics.bounded_mean import above_p, least_shown
from benchwright.statistics.intervals import Bounds, Interval, mean_intervals
from benchwright.statistics.intra_cluster import intra_cluster_correlation
from benchwright.statistics.paired_differences import Paired, below_p, paired
from benchwright.statistics.partial_pooling import pooled_means
from benchwright.statistics.power import Sensitivity
from benchwright.statistics.step_down import Corrected, step_down_p

__all__ = [
    "Bounds",
    "Corrected",
    "Interval",
    "Paired",
    "Sensitivity",
    "above_p",
    "below_p",
    "intra_cluster_correlation",
    "least_shown",
    "mean_intervals",
    "paired",
    "pooled_means",
    "step_down_p",
]
