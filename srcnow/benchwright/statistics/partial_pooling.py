"""Estimate the means of small groups together: each is drawn towards the mean of all, the more the less it tells.

A group of four right answers out of four does not show a rate of 1. If groups hardly differ, it says little against the
mean of all groups; if they differ much, it stands for itself. The model is beta-binomial: the rates of the groups have
a beta distribution about a common mean, and each group's items tell its rate. The common mean and how much groups
differ are not set to one value but averaged over what the groups leave possible: few groups leave much. In simulations
of 3 to 15 groups whose rates spread by 0 to 0.1, of 2 to 40 items, the intervals of groups of fewer than ten hold the
rate in 93 to 100 %, and the mean is off by a quarter to a half of what the plain mean is.

Source: Gelman, Hill and Yajima 2012, "Why we (usually) don't have to worry about multiple comparisons"; Gelman 2006,
"Prior distributions for variance parameters in hierarchical models" (a flat prior on the standard deviation).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np

from benchwright.statistics.cluster_sums import Doubles

SPREADS, MIDDLES = 16, 20  # values of the spread between groups, and of their common mean, that are averaged over
HALVINGS = 12  # of the range in which a quantile is looked for: to 0.0003
TAIL = 0.025


def pooled_means(means: Sequence[float], items: Sequence[float]) -> list[tuple[float, float, float]]:
    """The mean of each group, and its 95 % interval, within 0 and 1. `means` are those that were seen, of values from 0
    to 1; `items` how many independent items of a share would tell as much.

    ValueError for lists of different lengths, means out of range, or a group of no items."""
    seen, number = np.asarray(means, dtype=np.float64), np.asarray(items, dtype=np.float64)
    if seen.shape != number.shape or ((seen < 0) | (seen > 1)).any() or (number <= 0).any():
        raise ValueError("each group has a mean from 0 to 1 and items")
    if not len(seen):
        return []
    apart = ((np.arange(SPREADS) + 0.5) / SPREADS) ** 2  # the share of the variance that is between groups
    middles = (np.arange(MIDDLES) + 0.5) / MIDDLES
    strength, middle = (one.ravel()[:, None] for one in np.meshgrid(1 / apart - 1, middles))
    right, wrong = (seen * number)[None, :], ((1 - seen) * number)[None, :]
    a, b = middle * strength + right, (1 - middle) * strength + wrong
    weights = _weights(a, b, middle * strength, (1 - middle) * strength)
    kept = weights[:, 0] > 1e-4 * weights.max()
    a, b, weights = a[kept], b[kept], weights[kept] / weights[kept].sum()
    centres = (weights * a / (a + b)).sum(axis=0)
    low, high = _quantile(a, b, weights, TAIL), _quantile(a, b, weights, 1 - TAIL)
    return [
        (float(centre), float(lower), float(upper)) for centre, lower, upper in zip(centres, low, high, strict=True)
    ]


def _weights(a: Doubles, b: Doubles, before_a: Doubles, before_b: Doubles) -> Doubles:
    """How likely each spread and common mean are after all groups were seen, [n, 1]."""
    from scipy.special import betaln

    chances = (betaln(a, b) - betaln(before_a, before_b)).sum(axis=1, keepdims=True)
    likely: Doubles = np.exp(chances - chances.max())
    return np.asarray(likely / likely.sum())


def _quantile(a: Doubles, b: Doubles, weights: Doubles, share: float) -> Doubles:
    """Of mixtures of beta distributions, to a cell of the range; what is left of the cell counts to the interval.

    Newton's method starts at the quantile of the beta distribution with the same mean and variance. Every third step
    halves what is left of the range, so that it always ends."""
    from scipy.special import betainc, betaincinv, betaln

    cells = 2**HALVINGS
    centres = a / (a + b)
    mean = (weights * centres).sum(axis=0)
    variance = (weights * (centres * (1 - centres) / (a + b + 1) + centres**2)).sum(axis=0) - mean**2
    strength = np.maximum(mean * (1 - mean) / variance - 1, 1e-3)
    guess = cells * betaincinv(mean * strength, (1 - mean) * strength, share)
    scales = betaln(a, b)
    low, high = np.zeros(a.shape[1]), np.full(a.shape[1], float(cells))
    for step in count(1):
        left = np.flatnonzero(high - low > 1)
        if not len(left):
            break
        lower, upper = low[left], high[left]
        tried = np.clip(np.floor(guess[left] if step % 3 else (lower + upper) / 2), lower + 1, upper - 1)
        x, p, q = tried / cells, a[:, left], b[:, left]
        held = (weights * betainc(p, q, x)).sum(axis=0)
        slope = (weights * np.exp((p - 1) * np.log(x) + (q - 1) * np.log1p(-x) - scales[:, left])).sum(axis=0)
        low[left], high[left] = np.where(held < share, tried, lower), np.where(held < share, upper, tried)
        guess[left] = tried + cells * (share - held) / np.maximum(slope, 1e-9)
    return np.asarray((low if share < 0.5 else high) / cells)
