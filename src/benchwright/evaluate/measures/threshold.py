"""WebQA's thresholded retrieval F1 (its appendix D): all hits above a score are the answer, however many they are.

For thresholds 0.05, 0.10 ... 0.95 a question's F1 is that of the set of its hits with a higher score: precision over
the hits, recall over the best gold set. It needs scores in 0..1. Where any score of a run is outside, or no number, the
scores of every question are moved and stretched to 0..1 over its own hits ((s - lowest) / (highest - lowest)); hits
that all have one score get 0, so that a constant scorer is above no threshold.

The best threshold of the same questions would flatter the system. So the questions are halved by document, and each
half is scored at the threshold that is best for the other one. The curve over all questions is given too. A question
without gold is not scored, and chooses no threshold.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import isinf

import numpy as np

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.matched_run import MatchedRun, evidence_shares
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.runs import Doubles, Longs

MEASURE = "F1@threshold"
THRESHOLDS: tuple[float, ...] = tuple(round(0.05 * step, 2) for step in range(1, 20))


@dataclass(frozen=True, slots=True)
class Sweep:
    """Mean F1 by threshold over all scored questions [(threshold, mean)], the best threshold of all (the lowest of
    equals), those that the halves were scored at, and whether scores had to be stretched to 0..1."""

    curve: tuple[tuple[float, float], ...]
    best: float
    halves: tuple[float, ...]
    rescaled: bool


def threshold_f1(found: MatchedRun) -> tuple[MeasureValues, Sweep]:
    """Each question's F1 at a threshold that was chosen on other documents, and the sweep."""
    rescaled = _outside(found.scores)
    table = np.zeros((len(found.gold), len(THRESHOLDS)))
    limits = np.array(THRESHOLDS)
    for place, question in enumerate(found.gold):
        start, end = int(found.starts[place]), int(found.starts[place + 1])
        if start == end:
            continue
        scores = found.scores[start:end]
        scores = _stretched(scores) if rescaled else scores
        recall = evidence_shares(question.gold_sets, found.gains[start:end])
        precision = np.cumsum(found.relevant[start:end]) / np.arange(1, end - start + 1)
        total = precision + recall
        f1 = np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)
        above = (scores[None, :] > limits[:, None]).sum(axis=1)
        table[place] = np.concatenate(([0.0], f1))[above]
    scored = np.fromiter((bool(question.gold_sets) for question in found.gold), np.bool_, len(found.gold))
    values = np.zeros(len(found.gold))
    values[scored], halves = _cross_fitted(table[scored], _halves(found.gold)[scored])
    means = table[scored].mean(axis=0) if scored.any() else np.zeros(len(THRESHOLDS))
    curve = tuple(zip(THRESHOLDS, map(float, means), strict=True))
    without = len(scored) - int(scored.sum())
    told = MeasureValues(MEASURE, values, scored, {"no gold": without} if without else {})
    return told, Sweep(curve, THRESHOLDS[int(means.argmax())], halves, rescaled)


def _outside(scores: Doubles) -> bool:
    return bool(len(scores)) and not bool(((scores >= 0) & (scores <= 1)).all())


def _stretched(scores: Doubles) -> Doubles:
    """To 0..1; an infinity is as far as the farthest number, and what is no number is 0."""
    finite = scores[np.isfinite(scores)]
    if not len(finite) or finite.min() == finite.max():
        return np.zeros_like(scores)
    low, high = float(finite.min()), float(finite.max())
    if isinf(high - low):  # the difference of two huge numbers is no number; halves of two tiny ones are the same
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


def _cross_fitted(table: Doubles, halves: Longs) -> tuple[Doubles, tuple[float, ...]]:
    """Each half at the other's best threshold; at its own where there is one document only."""
    values = np.zeros(len(table))
    chosen: list[float] = []
    for half in (0, 1):
        mine = halves == half
        if not mine.any():
            continue
        others = table[~mine] if (~mine).any() else table
        best = int(others.mean(axis=0).argmax())
        values[mine] = table[mine, best]
        chosen.append(THRESHOLDS[best])
    return values, tuple(chosen)
