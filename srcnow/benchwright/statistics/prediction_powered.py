"""Estimate a mean from few labels and many judged items, without trusting the judge.

Prediction-powered inference (Angelopoulos et al. 2023) takes the judge's mean over all items and corrects it by what
the labels say of the judge's errors; the tuned form (PPI++: Angelopoulos, Duchi and Zrnic 2023) gives the judge the
weight that makes the variance least, so that a useless judge costs nothing: weight 0 is the mean of the labels, weight
1 the untuned form. Labelled items must be drawn at random from the same items as the others; nothing is assumed of
the judge.

Questions come in clusters, so weight and variance are those of the clusters' joint errors (`joint_means`); with one
item a cluster they are those of the paper. Three things differ from the paper's interval, because simulation showed
that it holds the truth in as few as 80 % of cases where errors or right answers are rare:

- the variance goes as p (1 - p) within the interval, as in Wilson's,
- it counts two more labelled items of half a weight, one that the judge scores too low and one too high, because a
  judge that agrees with every label shows no error though it makes some (Agresti and Min 2005, for paired shares),
- the quantile is that of Student's t where clusters are few or have several items.

`perf/coverage.py --only corrected` measures what the interval holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchwright.statistics.cluster_variance import normal, student
from benchwright.statistics.intervals import EFFECTIVE, ENOUGH, RARE, TAIL, Interval
from benchwright.statistics.joint_means import ClusteredSample, Doubles, Whole, joint_means

LEAST = 20
"""Labelled items, below which there is no interval."""
LABELLED = 100
"""Labelled items, from which on coverage is within 93 and 97 %."""


@dataclass(frozen=True, slots=True)
class PredictionPowered:
    """A mean from labels and a judge. `weight` is the share of the judge's word that is used, 0..1; `labelled` the
    number of labels. `estimate.n` counts all items."""

    estimate: Interval
    weight: float
    labelled: int


def prediction_powered(
    labels: ClusteredSample, judged: ClusteredSample, unlabelled: ClusteredSample, *, weight: float | None = None
) -> PredictionPowered:
    """The mean of what people would say, with an interval of 95 %. `labels` and `judged` are people's and the judge's
    scores of the same items in the same order, `unlabelled` the judge's scores of the others; all in 0..1. `weight`
    fixes what is tuned otherwise. ValueError for samples that do not fit, and scores out of bounds."""
    if len(labels) != len(judged) or (labels.clusters != judged.clusters).any():
        raise ValueError("labels and judged scores are of the same items, in one order")
    if any(len(one) and (one.values.min() < 0 or one.values.max() > 1) for one in (labels, judged, unlabelled)):
        raise ValueError("a score lies out of bounds")
    total = len(labels) + len(unlabelled)
    documents = len(np.unique(np.concatenate([labels.clusters, unlabelled.clusters])))
    if len(labels) < LEAST:
        why = f"{len(labels)} answers are labelled here, and {LEAST} are the least"
        return PredictionPowered(Interval(None, None, None, total, documents, "none", why), 0.0, len(labels))
    if len(np.unique(labels.clusters)) < 2:
        why = "all labels are from one document"
        return PredictionPowered(Interval(None, None, None, total, documents, "none", why), 0.0, len(labels))
    if len(unlabelled) < LEAST or len(np.unique(unlabelled.clusters)) < 2:  # too few to add anything to the labels
        unlabelled, weight = judged, 0.0
    means = joint_means([labels, judged, unlabelled])
    used = _tuned(means.covariance) if weight is None else min(max(weight, 0.0), 1.0)
    parts = np.array([1.0, -used, used])
    mean = float(parts @ means.means)
    variance = float(parts @ means.covariance @ parts) + _unseen(labels, judged, used)
    freedom = means.freedom(parts)
    quantile = normal(1 - TAIL) if means.single and freedom > ENOUGH else student(1 - TAIL, freedom)
    mean = min(max(mean, 0.0), 1.0)
    low, high = _shaped(mean, variance, quantile, float(means.counts[0]))
    doubts = _doubts(means.clusters, means.effective, len(labels), mean)
    estimate = Interval(mean, low, high, total, documents, "rough" if doubts else "", "; ".join(doubts))
    return PredictionPowered(estimate, used, len(labels))


def post_stratified(labels: ClusteredSample, strata: Whole, items: Whole, item_strata: Whole) -> Interval:
    """The mean of what people would say of all items, from labels that were drawn at random within strata, in whatever
    numbers: the mean of each stratum's labels, weighted by its share of the items, with an interval of 95 %. `strata`
    [n] are those of the labels, `items` [N] the clusters of all items, the labelled ones among them, and `item_strata`
    [N] theirs. Strata of a judge's verdicts do what prediction-powered inference does, and let labels be spent where
    they tell most (Cochran 1977, chapter 5A). No interval where a stratum of several items has fewer than two labels.
    ValueError for labels out of bounds."""
    if len(labels) and (labels.values.min() < 0 or labels.values.max() > 1):
        raise ValueError("a label lies out of bounds")
    total, documents, count = len(items), len(np.unique(items)), len(labels)
    sizes = np.bincount(item_strata)
    drawn = np.bincount(strata, minlength=len(sizes))[: len(sizes)]
    why = ""
    if count < LEAST:
        why = f"{count} answers are labelled here, and {LEAST} are the least"
    elif (drawn < np.minimum(sizes, 2)).any():
        why = "a kind of verdict has fewer than two labels here"
    elif len(np.unique(labels.clusters)) < 2:
        why = "all labels are from one document"
    if why:
        return Interval(None, None, None, total, documents, "none", why)
    means = np.bincount(strata, labels.values, minlength=len(sizes)) / np.maximum(drawn, 1)
    shares = sizes / total
    # Two samples whose means add up to the estimate: what each item's stratum says, and the labels' errors, of mean 0.
    said = ClusteredSample(means[item_strata], items)
    errors = (labels.values - means[strata]) * shares[strata] * count / drawn[strata]
    joint = joint_means([said, ClusteredSample(errors, labels.clusters)])
    both = np.ones(2)
    # As if one label more in each stratum, of half a weight, did not fit.
    unseen = 0.5 * float((shares**2 / (drawn + 1)).sum()) / (count + 1) if count < total else 0.0
    mean, variance = float(joint.means[0]), float(both @ joint.covariance @ both) + float(unseen)
    freedom = joint.freedom(both)
    quantile = normal(1 - TAIL) if joint.single and freedom > ENOUGH else student(1 - TAIL, freedom)
    low, high = _shaped(min(max(mean, 0.0), 1.0), variance, quantile, float(count))
    doubts = _doubts(joint.clusters[1:], joint.effective[1:], count, mean)
    return Interval(mean, low, high, total, documents, "rough" if doubts else "", "; ".join(doubts))


def _tuned(covariance: Doubles) -> float:
    """The weight that makes the variance least, within 0 and 1: the covariance of the labels' mean with that of the
    judge's difference, over the variance of this difference."""
    difference = np.array([0.0, 1.0, -1.0])
    spread = float(difference @ covariance @ difference)
    return min(max(float(covariance[0] @ difference) / spread, 0.0), 1.0) if spread > 1e-15 else 0.0


def _shaped(mean: float, variance: float, quantile: float, labelled: float) -> tuple[float, float]:
    """Wilson's interval of a share whose variance goes as p (1 - p)."""
    room = max(mean * (1 - mean), 0.5 / labelled * (1 - 0.5 / labelled))
    pull = quantile**2 * variance / room
    half = np.sqrt(pull * (mean * (1 - mean) + pull / 4))
    low, high = (mean + pull / 2 - half) / (1 + pull), (mean + pull / 2 + half) / (1 + pull)
    return float(max(low, 0.0)), float(min(high, 1.0))


def _unseen(labels: ClusteredSample, judged: ClusteredSample, weight: float) -> float:
    """What two more labelled items of half a weight, one that the judge scores 1 too low and one 1 too high, add to
    the variance of the mean."""
    count = len(labels)
    return max(weight**2, 0.5) / (count + 1) ** 2


def _doubts(clusters: Doubles, effective: Doubles, labelled: int, mean: float) -> list[str]:
    doubts = []
    if clusters[0] < ENOUGH:
        doubts.append(f"labels of fewer than {ENOUGH} documents")
    elif effective[0] < EFFECTIVE:
        doubts.append("a few documents hold most labels")
    if labelled < LABELLED:
        doubts.append(f"fewer than {LABELLED} labels")
    if not RARE <= mean <= 1 - RARE:
        doubts.append("mean below 0.1 or above 0.9")
    return doubts
