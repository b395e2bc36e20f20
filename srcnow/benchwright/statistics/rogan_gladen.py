"""Correct a rate that an imperfect judge saw for the judge's own errors.

Of answers that are right the judge gives `sensitivity` on average, of wrong ones 1 - `specificity`; a share p of right
answers is then seen as p * sensitivity + (1 - p) * (1 - specificity). Rogan and Gladen 1978 solve that for p. The same
holds for graded judges, whose scores lie between 0 and 1: only the three means matter.

The interval is that of Lang and Reiczigel 2014 ("Confidence limits for prevalence of disease adjusted for estimated
sensitivity and specificity"), which accounts for the judge's errors being estimated themselves. Three things are added
for questions that come in clusters, without which it is theirs to the last digit:

- each sample counts with as many independent items as would have its variance,
- samples that share clusters are correlated: a judge that is lenient on a document is so with answers and test items,
- the quantile is that of Student's t, unless no cluster has two items.

**What it rests on:** that the judge errs on a system's answers as often as on the items that it was tested with. No
number tells whether that holds; answers that people labelled (`prediction_powered`) need no such assumption.

**The limits** are reported, as those of `mean_intervals` are: "none" if the judge is not shown to tell right answers
from wrong ones; "rough" with less than `ENOUGH` documents of answers or test items, or less than `TESTED` test items of
a kind (the interval then holds the truth in up to 100 %, more often than it says), for shares below 0.1 or above 0.9,
and for a judge whose sensitivity + specificity - 1 is below `WEAK`. perf/coverage.py measures them all.
"""

from __future__ import annotations

import numpy as np

from benchwright.statistics.cluster_variance import normal, student
from benchwright.statistics.intervals import EFFECTIVE, ENOUGH, RARE, TAIL, Interval
from benchwright.statistics.joint_means import ClusteredSample, Doubles, JointMeans, joint_means

LEAST = 10
"""Test items of a kind, below which nothing is corrected."""
TESTED = 100
"""Test items of a kind, from which on coverage is within 93 and 97 %."""
WEAK = 0.3


def rogan_gladen(judged: ClusteredSample, right: ClusteredSample, wrong: ClusteredSample) -> Interval:
    """The share of right answers among those `judged`, with an interval of 95 %. `right` and `wrong` are the judge's
    scores of answers that are known to be right and wrong. All scores lie in 0..1; ValueError for others.

    `n` and `clusters` count what was judged."""
    samples = (judged, right, wrong)
    if any(len(one) and (one.values.min() < 0 or one.values.max() > 1) for one in samples):
        raise ValueError("a score lies out of bounds")
    documents = len(np.unique(judged.clusters))
    why = _no_correction(judged, right, wrong)
    if why:
        return Interval(None, None, None, len(judged), documents, "none", why)
    means = joint_means(samples)
    observed, sensitivity, mistaken = means.means
    if sensitivity <= mistaken:
        return Interval(None, None, None, len(judged), documents, "none", _BLIND)
    estimate = (observed - mistaken) / (sensitivity - mistaken)
    quantile = _quantile(means, float(estimate))
    sizes = _independent_items(means)
    added = np.array([quantile**2, 2.0, 2.0])
    shares = (sizes * means.means + added / 2) / (sizes + added)
    variances = shares * (1 - shares) / (sizes + added)
    gap = shares[1] - shares[2]
    if gap <= quantile * np.sqrt(variances[1] + variances[2]):
        return Interval(None, None, None, len(judged), documents, "none", _BLIND)
    center = (shares[0] - shares[2]) / gap
    weights = np.array([1.0, -center, center - 1.0])
    covariance = _correlations(means) * np.sqrt(np.outer(variances, variances))
    error = quantile * np.sqrt(max(float(weights @ covariance @ weights), 0.0)) / gap
    shifted = center + 2 * quantile**2 * (center * variances[1] - (1 - center) * variances[2])
    low, high, mean = (float(min(max(one, 0.0), 1.0)) for one in (shifted - error, shifted + error, estimate))
    doubts = _doubts(means, mean, float(sensitivity - mistaken))
    return Interval(
        mean, min(low, mean), max(high, mean), len(judged), documents, "rough" if doubts else "", "; ".join(doubts)
    )


_BLIND = "the judge is not shown to tell right answers from wrong ones"


def _no_correction(judged: ClusteredSample, right: ClusteredSample, wrong: ClusteredSample) -> str:
    """Why nothing can be corrected; "" if it can."""
    if not len(judged):
        return "nothing is judged"
    for name, one in (("right", right), ("wrong", wrong)):
        if len(one) < LEAST:
            return f"the judge was tested on {len(one)} {name} answers here, and {LEAST} are the least"
    if any(len(np.unique(one.clusters)) < 2 for one in (judged, right, wrong)):
        return "all from one document"
    return ""


def _quantile(means: JointMeans, estimate: float) -> float:
    if means.single:
        return normal(1 - TAIL)
    return student(1 - TAIL, means.freedom(np.array([1.0, estimate, 1.0 - estimate])))


def _independent_items(means: JointMeans) -> Doubles:
    """How many independent right-or-wrong items would have the variance of each mean. Where all items of a sample have
    one value, its clusters are counted."""
    spread, variances = means.means * (1 - means.means), np.diag(means.covariance)
    seen = (variances > 1e-14) & (spread > 1e-14)
    sizes = np.where(seen, spread / np.where(seen, variances, 1.0), means.effective)
    if means.single:  # n / (n - 1) of the variance is the sample's size alone
        sizes = np.where(seen, sizes * means.counts / np.maximum(means.counts - 1, 1), means.counts)
    return np.asarray(sizes)


def _correlations(means: JointMeans) -> Doubles:
    deviations = np.sqrt(np.diag(means.covariance))
    scale = np.where(deviations > 1e-12, deviations, 1.0)
    found = np.where(np.outer(deviations, deviations) > 1e-24, means.covariance / np.outer(scale, scale), 0.0)
    np.fill_diagonal(found, 1.0)
    return found


def _doubts(means: JointMeans, mean: float, gap: float) -> list[str]:
    doubts = []
    if means.clusters.min() < ENOUGH:
        doubts.append(f"fewer than {ENOUGH} documents")
    elif means.effective.min() < EFFECTIVE:
        doubts.append("a few documents hold most questions")
    if (tested := int(means.counts[1:].min())) < TESTED:
        doubts.append(f"the judge was tested on {tested} answers of a kind, fewer than {TESTED}")
    if not RARE <= mean <= 1 - RARE:
        doubts.append("mean below 0.1 or above 0.9")
    if gap < WEAK:
        doubts.append("the judge hardly tells right answers from wrong ones")
    return doubts
