"""Compute WebQA's thresholded retrieval F1 (its appendix D): all hits above a score are the answer.

Of retrievers only as many hits count as each was asked for: a run file may have more than the others returned.

For thresholds 0.05, 0.10 ... 0.95 a question's F1 is that of the set of its hits with a higher score: precision over
the hits, recall over the best gold set. It needs scores in 0..1. Where any score of a run is outside, or no number, the
scores of every question are moved and stretched to 0..1 over its own hits ((s - lowest) / (highest - lowest)); hits
that all have one score get 0, so that a constant scorer is above no threshold.

The best threshold of the same questions would flatter the system. So the questions are halved by document, and each
half is scored at the threshold that is best for the other one. A question without gold is not scored, and chooses no
threshold.
"""

from __future__ import annotations

import hashlib
from math import isinf

import numpy as np

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.matched_run import MatchedRun, evidence_shares
from benchwright.evaluate.measure_values import MeasureValues, scored_where
from benchwright.evaluate.runs import Doubles, Longs

MEASURE = "F1@threshold"
THRESHOLDS: tuple[float, ...] = tuple(round(0.05 * step, 2) for step in range(1, 20))


def threshold_f1(matches: MatchedRun, depth: int | None = None) -> MeasureValues:
    """Each question's F1 at a threshold that was chosen on other documents, of its first `depth` hits (None: all)."""
    scored = np.fromiter((bool(question.gold_sets) for question in matches.gold), np.bool_, len(matches.gold))
    values = np.zeros(len(matches.gold))
    values[scored] = _cross_fitted(f1_by_threshold(matches, depth)[scored], _halves(matches.gold)[scored])
    return scored_where(MEASURE, values, scored, "no gold")


def f1_by_threshold(matches: MatchedRun, depth: int | None = None) -> Doubles:
    """The F1 of each question's first `depth` hits (None: all) above each threshold [questions, thresholds]."""
    within = [matches.ranks(place, depth) for place in range(len(matches.gold))]
    rescaled = any(_outside(matches.scores[ranks]) for ranks in within)
    table = np.zeros((len(matches.gold), len(THRESHOLDS)))
    limits = np.array(THRESHOLDS)
    for place, question in enumerate(matches.gold):
        ranks = within[place]
        if ranks.start == ranks.stop:
            continue
        scores = _stretched(matches.scores[ranks]) if rescaled else matches.scores[ranks]
        recall = evidence_shares(question.sets_for(matches.gains[ranks]), matches.gains[ranks])
        precision = np.cumsum(matches.relevant[ranks]) / np.arange(1, len(scores) + 1)
        total = precision + recall
        f1 = np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)
        above = (scores[None, :] > limits[:, None]).sum(axis=1)
        table[place] = np.concatenate(([0.0], f1))[above]
    return table


def _outside(scores: Doubles) -> bool:
    return bool(len(scores)) and not bool(((scores >= 0) & (scores <= 1)).all())


def _stretched(scores: Doubles) -> Doubles:
    """To 0..1; an infinity counts as the farthest number, NaN as 0."""
    finite = scores[np.isfinite(scores)]
    if not len(finite) or finite.min() == finite.max():
        return np.zeros_like(scores)
    low, high = float(finite.min()), float(finite.max())
    if isinf(high - low):  # the difference of two huge numbers is infinite; halves of two tiny ones are the same
        scores, low, high = scores / 2, low / 2, high / 2
    moved = (np.clip(scores, low, high) - low) / (high - low)
    return np.where(np.isnan(scores), 0.0, moved)


def _halves(gold: Gold) -> Longs:
    """Half 0 or 1 of each question, by its document: in an order that no system and no name decides."""
    clusters = sorted({question.cluster for question in gold}, key=_shuffled)
    half = {cluster: place % 2 for place, cluster in enumerate(clusters)}
    return np.array([half[question.cluster] for question in gold], dtype=np.int64)


def _shuffled(cluster: str) -> str:
    return hashlib.sha256(cluster.encode("utf-8", "surrogatepass")).hexdigest()


def _cross_fitted(table: Doubles, halves: Longs) -> Doubles:
    """Each half at the other's best threshold; at its own where there is one document only."""
    values = np.zeros(len(table))
    for half in (0, 1):
        mine = halves == half
        if not mine.any():
            continue
        others = table[~mine] if (~mine).any() else table
        best = int(others.mean(axis=0).argmax())
        values[mine] = table[mine, best]
    return values
