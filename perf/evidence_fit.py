"""Fits the weights and the threshold of `lexical` to labelled sentences, and measures what each feature adds.

The fit is logistic regression with a Gaussian prior, on the halves of both data sets that are for fitting. A data set
counts as a whole: Re-DocRED has three times as many sentences as the graph, and together they weigh half as much.
Everything is chosen by cross-validation in which the sentences of one page stay together: the threshold is the one with
the best mean F0.5 of the two data sets. F0.5 counts precision twice as much as recall: a wrong sentence makes a wrong
gold answer, a missed one only an answer less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from scipy.optimize import minimize

from benchwright.makers.lists.evidence.lexical import BIAS
from evidence_labels import Labelled

FOLDS = 5
SHARE = 0.5
"""What the sentences of Re-DocRED count together, of what those of the graph do."""
PENALTY = 1.0
PRIORS = {"doubted": -3.0, "past": -3.0}
"""The means of the prior where they are not 0: too few sentences of the fit deny (16) or are past (45) to show what it
means, but everybody knows."""
GRID = np.arange(0.3, 0.96, 0.01)

Floats = np.ndarray


@dataclass(frozen=True)
class Half:
    """The labelled sentences of one data set that a fit may see: a table of features, the truth, and the pages."""

    name: str
    table: Floats
    true: np.ndarray
    folds: np.ndarray
    weights: Floats
    """How many candidates each stands for; 0 where it was not drawn by lot."""


def half_of(name: str, data: Sequence[Labelled], features: Sequence[Mapping[str, float]], names: Sequence[str]) -> Half:
    """The sentences that are for fitting, with these features."""
    rows = [at for at, one in enumerate(data) if not one.held]
    table = np.array([[features[at].get(name, 0.0) for name in names] for at in rows])
    folds = np.array([sha256(data[at].statement.title.encode()).digest()[3] % FOLDS for at in rows])
    weights = np.array([data[at].weight for at in rows])
    return Half(name, table, np.array([data[at].true for at in rows]), folds, weights)


def fitted(halves: Sequence[Half], names: Sequence[str], leave: int = -1) -> dict[str, float]:
    """The weights by name, from all folds but the one to `leave` out."""
    chosen = [half.folds != leave for half in halves]
    table = np.concatenate([half.table[rows] for half, rows in zip(halves, chosen, strict=True)])
    table = np.column_stack([np.ones(len(table)), table])
    signs = np.where(np.concatenate([half.true[rows] for half, rows in zip(halves, chosen, strict=True)]), 1.0, -1.0)
    sizes = [int(rows.sum()) for rows in chosen]
    each = np.repeat([1.0, *(SHARE * sizes[0] / size for size in sizes[1:])], sizes)
    penalty = np.array([0.01, *[PENALTY] * len(names)])
    means = np.array([0.0, *(PRIORS.get(name, 0.0) for name in names)])

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = signs * (table @ weights)
        slope = -each * signs / (1 + np.exp(np.clip(margins, -50, 50)))
        apart = weights - means
        total = (each * np.logaddexp(0, -margins)).sum() + (penalty * apart * apart).sum()
        return float(total), table.T @ slope + 2 * penalty * apart

    weights = minimize(loss, means, jac=True, method="L-BFGS-B").x
    return {name: round(float(weight), 2) for name, weight in zip((BIAS, *names), weights, strict=True)}


def crossed(halves: Sequence[Half], names: Sequence[str]) -> list[Floats]:
    """The scores of each half's sentences by weights that were fitted without their pages."""
    scores = [np.zeros(len(half.true)) for half in halves]
    for fold in range(FOLDS):
        weights = fitted(halves, names, fold)
        column = np.array([weights[name] for name in names])
        for half, score in zip(halves, scores, strict=True):
            rows = half.folds == fold
            score[rows] = 1 / (1 + np.exp(-(weights[BIAS] + half.table[rows] @ column)))
    return scores


def threshold_of(halves: Sequence[Half], scores: Sequence[Floats]) -> float:
    """The threshold with the best mean F0.5; of equal ones the highest."""

    def mean(threshold: float) -> float:
        return float(
            np.mean([f_half(half.true, score >= threshold) for half, score in zip(halves, scores, strict=True)])
        )

    return round(float(max(GRID, key=lambda threshold: (round(mean(threshold), 6), threshold))), 2)


def f_half(true: np.ndarray, accepted: np.ndarray) -> float:
    """F0.5."""
    hits = float((true & accepted).sum())
    return 1.25 * hits / max(1.0, float(accepted.sum()) + 0.25 * float(true.sum()))


def log_loss(halves: Sequence[Half], names: Sequence[str]) -> float:
    """The mean loss of a cross-validated score, over data sets."""
    losses = []
    for half, score in zip(halves, crossed(halves, names), strict=True):
        losses.append(-np.where(half.true, np.log(score), np.log(1 - score)).mean())
    return float(np.mean(losses))


def ablated(halves: Sequence[Half], names: Sequence[str]) -> dict[str, float]:
    """How much the cross-validated loss rises without each feature."""
    whole = log_loss(halves, names)
    rises = {}
    for at, name in enumerate(names):
        fewer = [*names[:at], *names[at + 1 :]]
        without = [
            Half(half.name, np.delete(half.table, at, axis=1), half.true, half.folds, half.weights) for half in halves
        ]
        rises[name] = log_loss(without, fewer) - whole
    return rises
