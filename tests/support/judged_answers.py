"""Made-up judged answers whose true share of right ones is known: what corrections are tried on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from clustered import Sizes, sizes
from numpy.typing import NDArray

from benchwright.statistics.joint_means import ClusteredSample

Doubles = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class MadeUpJudge:
    """A judge's chances to take right answers for right and wrong ones for wrong."""

    sensitivity: float
    specificity: float


@dataclass(frozen=True, slots=True)
class MadeUpAnswers:
    """`clusters` documents with answers of which `right` is the true share. `icc` is how alike answers on one document
    are, and the judge's errors on them."""

    clusters: int
    size: Sizes
    right: float
    icc: float


@dataclass(frozen=True, eq=False)
class JudgedAnswers:
    """Answers that a judge scored: `truth` [n] and `judged` [n] of items in `codes` [n], and by document the chances of
    the judge."""

    truth: Flags
    judged: Doubles
    codes: NDArray[np.int64]
    sensitivity: Doubles
    specificity: Doubles


def judged_answers(answers: MadeUpAnswers, judge: MadeUpJudge, draw: np.random.Generator) -> JudgedAnswers:
    counts = sizes(answers.size, answers.clusters, draw)
    codes = np.repeat(np.arange(answers.clusters, dtype=np.int64), counts)
    right, sensitivity, specificity = (
        _by_document(rate, answers, draw) for rate in (answers.right, judge.sensitivity, judge.specificity)
    )
    truth = draw.random(len(codes)) < right[codes]
    judged = _scores(truth, sensitivity[codes], specificity[codes], draw)
    return JudgedAnswers(truth, judged, codes, sensitivity, specificity)


def with_test_items(
    made: JudgedAnswers, count: int, draw: np.random.Generator
) -> tuple[ClusteredSample, ClusteredSample, ClusteredSample]:
    """The judged answers, and the judge's scores of `count` right and `count` wrong test items, same documents."""
    documents = len(made.sensitivity)
    samples = []
    for truth in (True, False):
        codes = draw.integers(0, documents, count)
        known = np.full(count, truth)
        scores = _scores(known, made.sensitivity[codes], made.specificity[codes], draw)
        samples.append(ClusteredSample(scores, codes))
    return ClusteredSample(made.judged, made.codes), samples[0], samples[1]


def with_labels(
    made: JudgedAnswers, count: int, draw: np.random.Generator
) -> tuple[ClusteredSample, ClusteredSample, ClusteredSample]:
    """People's labels of `count` random answers, the judge's scores of these, and the judge's scores of the others."""
    chosen = np.zeros(len(made.codes), dtype=np.bool_)
    chosen[draw.choice(len(made.codes), min(count, len(made.codes) - 2), replace=False)] = True
    return (
        ClusteredSample(made.truth[chosen].astype(np.float64), made.codes[chosen]),
        ClusteredSample(made.judged[chosen], made.codes[chosen]),
        ClusteredSample(made.judged[~chosen], made.codes[~chosen]),
    )


def _by_document(rate: float, answers: MadeUpAnswers, draw: np.random.Generator) -> Doubles:
    """The rate of each document, beta-distributed about `rate`."""
    if answers.icc == 0:
        return np.full(answers.clusters, rate)
    weight = (1 - answers.icc) / answers.icc
    return draw.beta(max(rate, 1e-3) * weight, max(1 - rate, 1e-3) * weight, answers.clusters)


def _scores(truth: Flags, sensitivity: Doubles, specificity: Doubles, draw: np.random.Generator) -> Doubles:
    luck = draw.random(len(truth))
    return np.where(truth, luck < sensitivity, luck >= specificity).astype(np.float64)
