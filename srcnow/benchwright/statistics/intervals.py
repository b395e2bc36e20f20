"""Compute the mean of a measure with an interval that is valid when questions come in clusters.

**The method.** Clusters (source documents) are resampled with replacement, and each resample says by how many
standard errors of its own its mean strays from the sample's (cluster bootstrap-t: Efron and Tibshirani 1993, chapter
12; Cameron, Gelbach and Miller 2008). The interval is made of the 2.5 % and 97.5 % quantiles of that, each side for
itself, so that skewed values (seconds) get a skewed interval; for values within bounds of the 95 % quantile of its
size, because what skew they have is in the shape below. Four things were added because simulation showed that with 30
to 50 clusters it promises too much without them (perf/coverage.py measures it):

- The quantiles are at least those of Student's t with as many degrees of freedom as there are clusters of equal size
  that would tell as much, less one. A sample that happens to lack the rare document cannot be resampled into one
  that has it, so that its own quantiles are too small.
- The variance is `Spread.wide`.
- For values within bounds it is not fixed at the estimated mean: the interval holds each rate p whose distance from the
  mean is at most the quantile times the standard error *at p*, where the variance goes as p (1 - p) times the estimated
  design effect. That is Wilson's interval with a design effect, which Dean and Pagano 2015 ("Evaluating confidence
  interval methods for binomial proportions in clustered surveys") find among the best. It stays within the bounds.
- If every cluster holds one item and all values are 0 or 1, the rate alone decides the variance: nothing is estimated,
  resamples only repeat the lattice that such means lie on, and the normal quantile takes the place of both. Coverage
  then jumps from rate to rate, as that of every interval does: of 30 such answers it is 95.5 % on average over rates
  from 0.1 to 0.9, at least 93.4 % and at most 97.7 %.

A plain percentile bootstrap holds 84-95 % where these intervals hold 93-97 %.

**The limits** are reported: `sureness` is "rough" with fewer than 30 clusters, where a few clusters hold most of
the items, for bounded means below 0.1 or above 0.9, and where a few values outweigh all others; "none" where there is
no interval. If all values are equal, the interval is that of what has not been seen: a share of up to
z^2 / (z^2 + n) of the items might lie at the other bound, Wilson's limit for none of n (near 4 / n, much as the "rule
of three" says). There n counts independent items, by the correlation of items of one document that was found on more
data than this; without one each document counts as one item, and of fewer than 6 documents nothing is said. The mean of
fewer than 6 documents gets Wilson's interval in the same way, if there is such a correlation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from benchwright.statistics.cluster_sums import LARGEST, Doubles, Flags, Sums, checked, summed
from benchwright.statistics.cluster_variance import Spread, degrees, normal, pivot_quantiles, skewness, spread, student
from benchwright.statistics.intra_cluster import LEAST_CLUSTERS, effective_items, wilson

Bounds = tuple[float, float] | None
Sureness = Literal["", "rough", "none"]

RESAMPLES = 4_000  # a 2.5 % tail is then known to 0.25 points, a tenth of it; twice as many change no second digit
TAIL = 0.025  # on each side of an interval of 95 %
ENOUGH = 30  # clusters, from which on coverage was measured
EFFECTIVE = 15.0  # and as many of equal size
RARE = 0.1
LOPSIDED = 0.4  # skewness of cluster sums over the root of their number


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean of `n` items from `clusters`, and its interval. `mean` is None of no item, `low` and `high` of less than
    two clusters: then `sureness` is "none". "rough": the interval is not known to hold what it promises. `why` says it
    in words."""

    mean: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    sureness: Sureness = ""
    why: str = ""

    @property
    def doubts(self) -> tuple[str, ...]:
        """The reasons of `why`, each for itself."""
        return tuple(self.why.split("; ")) if self.why else ()

    def to_json(self) -> dict[str, float | str | None]:
        return asdict(self)


def mean_intervals(
    values: ArrayLike,
    clusters: ArrayLike,
    *,
    scored: ArrayLike | None = None,
    bounds: Bounds | list[Bounds] = (0.0, 1.0),
    correlations: Sequence[float | None] | None = None,
    resamples: int = RESAMPLES,
    seed: int = 13,
) -> tuple[Interval, ...]:
    """An interval a column of `values` [n, m], whose items belong to `clusters` [n]. `scored` [n, m] takes items out of
    a column. `bounds` are the least and largest value that there can be, of all columns or (a list) of each; None for
    what has none, as seconds. `correlations` are those of two items of one cluster, a column, as they were found on
    more data than this (`intra_cluster_correlation`): columns that can't tell it themselves borrow it. All columns see
    the same resampled clusters; none depends on another.

    ValueError for shapes that do not fit, values that are no numbers or out of bounds, and settings out of range.
    Memory: 4 bytes x `resamples` x m, and about 100 MB at most for 10,000 clusters."""
    table, codes, flags = checked(values, clusters, scored)
    if resamples < 100:
        raise ValueError(f"{resamples} resamples are too few for a quantile: 100 at least")
    column_bounds = listed(bounds, table.shape[1])
    borrowed = listed_correlations(correlations, table.shape[1])
    starts = np.array([low for low, _ in (limits or (0.0, 1.0) for limits in column_bounds)])
    widths = widths_of(table, column_bounds)
    shaped = np.array([limits is not None for limits in column_bounds], dtype=np.bool_)
    table = np.where(flags, (table - starts) / widths, 0.0)
    if ((table < -1e-9) | (table > 1 + 1e-9))[:, shaped].any():
        raise ValueError("a value lies out of bounds")
    table = np.where(shaped, np.clip(table, 0.0, 1.0), table)
    intervals: list[Interval] = [Interval(None, None, None, 0, 0, "none", "nothing is scored")] * table.shape[1]
    for sums in summed(table, codes, flags):
        columns = list(sums.columns)
        limits = [(0.0, 1.0) if shaped[column] else None for column in columns]
        estimates = estimated(sums, limits, shaped[columns], [borrowed[column] for column in columns], resamples, seed)
        for column, interval in zip(columns, estimates, strict=True):
            intervals[column] = moved(interval, starts[column], widths[column], column_bounds[column])
    return tuple(intervals)


def listed(bounds: Bounds | list[Bounds], columns: int) -> list[Bounds]:
    """Bounds a column; ValueError for those of another number of columns, or where the first is not below the last."""
    every = bounds if isinstance(bounds, list) else [bounds] * columns
    if len(every) != columns:
        raise ValueError(f"{len(every)} bounds do not fit {columns} columns")
    if any(limits is not None and not -LARGEST <= limits[0] < limits[1] <= LARGEST for limits in every):
        raise ValueError("of two bounds the first is the lower")
    return every


def listed_correlations(correlations: Sequence[float | None] | None, columns: int) -> Sequence[float | None]:
    """One a column; ValueError for those of another number of columns, or out of range."""
    every = [None] * columns if correlations is None else correlations
    if len(every) != columns or any(one is not None and not 0 <= one <= 1 for one in every):
        raise ValueError(f"{len(every)} correlations do not fit {columns} columns, or one is not from 0 to 1")
    return every


def widths_of(table: Doubles, bounds: list[Bounds]) -> Doubles:
    """The unit of each column: the width of its bounds, or its largest value."""
    largest = np.abs(table).max(axis=0, initial=0.0)
    return np.array([one[1] - one[0] if one else size or 1.0 for one, size in zip(bounds, largest, strict=True)])


def moved(interval: Interval, start: float, width: float, bounds: Bounds) -> Interval:
    """An interval of scaled values in the values' own units."""
    low, high = bounds or (-np.inf, np.inf)

    def back(value: float | None) -> float | None:
        return None if value is None else float(min(max(start + width * value, low), high))

    return replace(interval, mean=back(interval.mean), low=back(interval.low), high=back(interval.high))


def estimated(
    sums: Sums,
    limits: list[Bounds],
    shaped: Flags,
    correlations: Sequence[float | None],
    resamples: int,
    seed: int,
) -> list[Interval]:
    """An interval a column of `sums`. `limits` are bounds, if any; where `shaped`, values lie within 0 and 1 and the
    variance goes with the rate. `correlations` are borrowed, if any."""
    used = len(sums.columns)
    if sums.clusters < 2:
        return [
            Interval(float(mean), None, None, sums.items, sums.clusters, "none", "all from one document")
            for mean in (sums.sums.sum(axis=0) / sums.items)[:used]
        ]
    variance = spread(sums)
    shape = np.zeros(len(variance.mean), dtype=np.bool_)
    shape[:used] = shaped
    drawn_low, drawn_high = pivot_quantiles(sums, variance, shape, TAIL, resamples, seed)
    least, binary = student(1 - TAIL, degrees(sums.effective)), variance.binary & shape
    certain = normal(1 - TAIL)
    below = np.where(binary, certain, np.maximum(drawn_high, least))
    above = np.where(binary, certain, np.maximum(-drawn_low, least))
    low, high = _ends(variance, shape, below, above)
    lopsided = np.abs(skewness(variance.errors)) > LOPSIDED * np.sqrt(sums.clusters)
    intervals = []
    for column, limit in enumerate(limits):
        mean, why = float(variance.mean[column]), _doubts(sums)
        ends: tuple[float, float] | None = (float(low[column]), float(high[column]))
        if variance.level[column]:
            why.append("all documents have the same mean")
            ends = _unseen(mean, limit, sums, correlations[column])
        elif shape[column] and sums.clusters < LEAST_CLUSTERS and correlations[column] is not None:
            ends = wilson(mean, effective_items(sums.counts, correlations[column] or 0.0), certain)
        elif shape[column] and not RARE <= mean <= 1 - RARE:
            why.append("mean below 0.1 or above 0.9")
        elif not shape[column] and limit is None and lopsided[column]:
            why.append("a few values outweigh all others")
        reasons = "; ".join(why)
        if ends is None:
            intervals.append(Interval(mean, None, None, sums.items, sums.clusters, "none", reasons))
            continue
        lowest, highest = limit or (-np.inf, np.inf)
        low_end, high_end = max(min(ends[0], mean), lowest), min(max(ends[1], mean), highest)
        sureness: Sureness = "rough" if why else ""
        intervals.append(Interval(mean, low_end, high_end, sums.items, sums.clusters, sureness, reasons))
    return intervals


def _unseen(mean: float, limit: Bounds, sums: Sums, correlation: float | None) -> tuple[float, float] | None:
    """An interval where all documents have one mean: of what has not been seen (Wilson's, with a design effect).
    Without a correlation to borrow a document counts as one item; of a few documents nothing can be said then."""
    if limit is None or (correlation is None and sums.clusters < LEAST_CLUSTERS):
        return None
    items = max(sums.effective - 1, 0.0) if correlation is None else effective_items(sums.counts, correlation)
    share = normal(1 - TAIL) ** 2 / (normal(1 - TAIL) ** 2 + items)
    return mean - (mean - limit[0]) * share, mean + (limit[1] - mean) * share


def _ends(variance: Spread, shaped: Flags, below: Doubles, above: Doubles) -> tuple[Doubles, Doubles]:
    """Low and high ends [K], `below` and `above` standard errors from the mean: those of the rates p with
    |mean - p| <= quantile * sqrt(effect * p (1 - p)) where `shaped`, the roots of a quadratic in p."""
    mean = variance.mean
    room = np.where(shaped & ~variance.level, mean * (1 - mean), 1.0)
    effect = variance.wide / np.where(room > 0, room, 1.0)

    def root(quantile: Doubles, side: float) -> Doubles:
        pull = quantile**2 * effect
        half = np.sqrt(np.maximum(pull * (room + pull / 4), 0.0))
        return np.asarray((mean + pull / 2 + side * half) / (1 + pull))

    error = np.sqrt(np.maximum(variance.wide, 0.0))
    low = np.where(shaped, root(below, -1.0), mean - below * error)
    high = np.where(shaped, root(above, 1.0), mean + above * error)
    return low, high


def _doubts(sums: Sums) -> list[str]:
    """What of the clusters makes every interval rough."""
    if sums.clusters < ENOUGH:
        return [f"fewer than {ENOUGH} documents"]
    if sums.effective < EFFECTIVE:
        return ["a few documents hold most questions"]
    return []
