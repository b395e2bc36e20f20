"""Estimate the variance of a mean over clustered items, and the quantiles of its resamples.

Sources: Cameron, Gelbach and Miller 2008, "Bootstrap-based improvements for inference with clustered errors"; Bell and
McCaffrey 2002, "Bias reduction in standard errors for linear regression with multi-stage samples" (CR2); Efron and
Tibshirani 1993, "An Introduction to the Bootstrap", chapter 12 (bootstrap-t).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.statistics.cluster_sums import Doubles, Flags, Sums
from benchwright.statistics.resampling import resamples

FEW = 30  # clusters
GROUP = 8  # matrix products are of a multiple of so many columns, which processors compute together
NOTHING = 1e-12  # in units of the values: below it is the rounding of sums, not a spread


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Of the columns [K] of some `Sums` of two clusters or more: `mean`; `errors` [C, K], what each cluster adds to
    sum - mean * count; three variances of the mean; `binary`, whether nothing but the rate decides the variance.

    `plain` is the sandwich with C / (C - 1), the same that a resample gives of itself. `fair` is CR2: each cluster's
    square over 1 - its share of the items, so that the pull of a big cluster on the mean does not hide its spread.
    `wide` is the larger of that and of what the items' spread within and between clusters, pooled over all clusters,
    comes to: with few clusters of unequal sizes the sandwich hangs on the few largest, and is too small just when
    these happened to be alike. With more than `FEW` clusters that wears off, and what is added shrinks with it: the
    larger of two estimates would stay too large for ever, most where large clusters differ from small ones."""

    mean: Doubles
    errors: Doubles
    plain: Doubles
    fair: Doubles
    wide: Doubles
    level: Flags
    binary: Flags


def spread(sums: Sums) -> Spread:
    """The spread of `sums`; ValueError for less than two clusters. `level` marks columns whose clusters all have the
    same mean."""
    counts = sums.counts[:, None]
    number, items = sums.clusters, sums.counts.sum()
    if number < 2:
        raise ValueError("one cluster has no spread")
    mean = sums.sums.sum(axis=0) / items
    errors = sums.sums - mean * counts
    squared = errors * errors
    level = squared.max(axis=0) <= (NOTHING * counts.max()) ** 2
    leverage = 1 - counts / items
    plain = number / (number - 1) * squared.sum(axis=0) / items**2
    fair = (squared / leverage).sum(axis=0) / items**2
    if items == number:
        wide = fair
        binary = np.abs(sums.squares - sums.sums).max(axis=0) <= NOTHING
    else:
        inside = (sums.squares - sums.sums**2 / counts).sum(axis=0) / (items - number)
        between = ((squared / counts / leverage).sum(axis=0) - inside * number) / items
        pooled = between * (counts**2).sum() / items**2 + inside / items
        wide = fair + np.maximum(pooled - fair, 0.0) * min(1.0, FEW / number)
        binary = np.zeros_like(level)
    return Spread(mean, errors, plain, fair, wide, level, binary)


def skewness(errors: Doubles) -> Doubles:
    """Third moment over the cube of the root of the second, [K]; 0 where there is no spread."""
    largest = np.abs(errors).max(axis=0)
    scaled = errors / np.where(largest > NOTHING, largest, 1.0)
    second = (scaled**2).mean(axis=0)
    skewness = (scaled**3).mean(axis=0) / np.where(largest > NOTHING, second, 1.0) ** 1.5
    return np.where(largest > NOTHING, skewness, 0.0)


def degrees(effective: float) -> float:
    """Degrees of freedom of that many clusters, at least 1."""
    return max(effective - 1.0, 1.0)


def student(probability: float, freedom: float) -> float:
    """The quantile of Student's t."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, probability))


def normal(probability: float) -> float:
    """The quantile of the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(probability))


def pivot_quantiles(
    sums: Sums, sample: Spread, shaped: Flags, tail: float, rows: int, seed: int
) -> tuple[Doubles, Doubles]:
    """The `tail` and 1 - `tail` quantiles, over `rows` cluster bootstrap resamples, of (mean of the resample - mean) /
    standard error of the resample, [K] each; where `shaped`, those of its size: minus and plus the same.

    Where `shaped` (values within 0 and 1), the resample's variance is first carried from its own mean to the sample's,
    as m (1 - m): the standard error that `intervals.py` uses. A resample that has no spread of its own is given the
    sample's."""
    used = len(sums.columns)
    width = -(-used // GROUP) * GROUP
    pivots = np.empty((rows, used), dtype=np.float32)
    sizes = (sums.counts / sums.counts.mean()).astype(np.float32)
    equal = bool((sums.counts == sums.counts[0]).all())
    level, mean, shaped_here = sample.level[:width], sample.mean[:width], shaped[:width]
    scale = np.where(level, 1.0, np.sqrt((sample.errors[:, :width] ** 2).mean(axis=0)))
    errors = (sample.errors[:, :width] / scale).astype(np.float32)
    table = np.concatenate([errors, errors**2] if equal else [errors, errors**2, errors * sizes[:, None]], axis=1)
    size_parts = np.stack([sizes, sizes**2], axis=1)
    number = sums.clusters
    # in the units of `errors`: the mean of a resample is that of the sample + shift * unit
    unit = scale / sums.counts.mean()
    own = np.where(level, 1.0, sample.plain[:width] / unit**2)
    own_room = np.where(level, 1.0, mean * (1 - mean))
    start = 0
    for weights, order in resamples(number, rows, seed):
        stop = start + len(weights)
        total, total_squared = (weights @ (size_parts if order is None else size_parts[order])).T[:, :, None]
        summed = weights @ (table if order is None else table[order])
        shift = summed[:, :width] / total
        crossed = summed[:, :width] if equal else summed[:, 2 * width :]
        squared = summed[:, width : 2 * width] - 2 * shift * crossed + shift**2 * total_squared
        variance = (number / (number - 1)) * squared / total**2
        variance = _carried(variance, shift, unit, mean, own, own_room, shaped_here)
        pivots[start:stop] = (shift / np.sqrt(variance))[:, :used]
        start = stop
    low, high = np.zeros(len(shaped)), np.zeros(len(shaped))
    low[:used], high[:used] = np.quantile(pivots, [tail, 1 - tail], axis=0)
    even = np.flatnonzero(shaped)
    high[even] = np.quantile(np.abs(pivots[:, even]), 1 - 2 * tail, axis=0)
    low[even] = -high[even]
    return low, high


def _carried(
    variance: NDArray[np.float32],
    shift: NDArray[np.float32],
    unit: Doubles,
    mean: Doubles,
    own: Doubles,
    own_room: Doubles,
    shaped: Flags,
) -> Doubles:
    """The `variance` of resamples [r, K] as `pivot_quantiles` says; `own` variance and `own_room` = m (1 - m) are
    the sample's."""
    there = mean + shift * unit
    room = there * (1 - there)
    lively = (variance > 1e-6 * own) & ((room > 1e-9) | ~shaped)
    factor = np.where(shaped, own_room / np.where(room > 1e-9, room, 1.0), 1.0)
    carried: Doubles = np.where(lively, variance * factor, own)
    return carried
