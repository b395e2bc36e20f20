"""Estimate the means of several samples whose items lie in shared clusters, with the covariance of these means.

Corrections combine several means (of judged answers, of labelled ones), and questions on one document share their luck
across all of them. So the covariance is that of the clusters' joint errors, each over the root of 1 - its share of the
items (CR2: Bell and McCaffrey 2002). With one item a cluster and no cluster in two samples it is the textbook variance
of each mean, and no covariance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.statistics.cluster_variance import student
from benchwright.statistics.intervals import ENOUGH, TAIL, Interval

Doubles = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class ClusteredSample:
    """`values` [n] of items in `clusters` [n]. Equal codes in several samples are the same cluster."""

    values: Doubles
    clusters: Whole

    def __post_init__(self) -> None:
        if self.values.ndim != 1 or self.values.shape != self.clusters.shape:
            raise ValueError(f"values {self.values.shape} and clusters {self.clusters.shape} do not fit")
        if not np.isfinite(self.values).all():
            raise ValueError("a value is not a number")

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class JointMeans:
    """`means` [k] of k samples, their `covariance` [k, k], and by sample the `counts` of items, the number of
    `clusters`, and how many clusters of equal size would tell as much (`effective`). `single`: no cluster has two items
    of one sample."""

    means: Doubles
    covariance: Doubles
    counts: Doubles
    clusters: Doubles
    effective: Doubles
    single: bool

    def freedom(self, weights: Doubles) -> float:
        """Degrees of freedom of the variance of the sum of means with these `weights` (Satterthwaite 1946): large where
        many clusters share in it, at least 1."""
        parts = weights**2 * np.diag(self.covariance)
        total = float(parts.sum())
        if total <= 0:
            return max(float(self.effective.min()) - 1, 1.0)
        return max(total**2 / float((parts**2 / np.maximum(self.effective - 1, 1)).sum()), 1.0)


def joint_means(samples: Sequence[ClusteredSample]) -> JointMeans:
    """The means of some samples together. ValueError for a sample without items, and for one of a single cluster."""
    if any(len(one) == 0 for one in samples):
        raise ValueError("a sample without items has no mean")
    codes = np.unique(np.concatenate([one.clusters for one in samples]), return_inverse=True)[1].ravel()
    total = int(codes.max()) + 1
    errors, sizes = np.zeros((len(samples), total)), np.zeros((len(samples), total))
    means = np.array([one.values.mean() for one in samples])
    start = 0
    for place, one in enumerate(samples):
        own = codes[start : start + len(one)]
        start += len(one)
        errors[place] = np.bincount(own, one.values - means[place], minlength=total) / len(one)
        sizes[place] = np.bincount(own, minlength=total)
    clusters = (sizes > 0).sum(axis=1)
    if clusters.min() < 2:
        raise ValueError("a sample of one cluster has no spread")
    counts = sizes.sum(axis=1)
    scaled = errors / np.sqrt(1 - sizes / counts[:, None])
    return JointMeans(
        means=means,
        covariance=scaled @ scaled.T,
        counts=counts,
        clusters=clusters.astype(np.float64),
        effective=counts**2 / (sizes**2).sum(axis=1),
        single=bool(sizes.max() <= 1),
    )


def difference_of_means(first: ClusteredSample, second: ClusteredSample) -> Interval:
    """The mean of `first` less that of `second`, with an interval of 95 %: two samples of other items, perhaps in the
    same clusters. No interval for a sample of one cluster, or without a spread."""
    items, clusters = len(first) + len(second), len(np.unique(np.concatenate([first.clusters, second.clusters])))
    if not (len(first) and len(second)):
        return Interval(None, None, None, items, clusters, "none", "nothing to compare with")
    mean = float(first.values.mean() - second.values.mean())
    if min(len(np.unique(one.clusters)) for one in (first, second)) < 2:
        return Interval(mean, None, None, items, clusters, "none", "all from one document")
    found, weights = joint_means([first, second]), np.array([1.0, -1.0])
    variance = float(weights @ found.covariance @ weights)
    if variance <= 0:
        return Interval(mean, None, None, items, clusters, "none", "all documents have the same mean")
    error = student(1 - TAIL, found.freedom(weights)) * float(np.sqrt(variance))
    why = f"fewer than {ENOUGH} documents" if found.clusters.min() < ENOUGH else ""
    return Interval(mean, mean - error, mean + error, items, clusters, "rough" if why else "", why)
