"""Compare two systems on the same questions: interval, test, and detectable difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from benchwright.statistics.cluster_sums import Sums, checked, summed
from benchwright.statistics.intervals import (
    RESAMPLES,
    Bounds,
    Interval,
    estimated,
    listed,
    listed_correlations,
    moved,
    widths_of,
)
from benchwright.statistics.lopsided_differences import lopsided, too_lopsided
from benchwright.statistics.permutation import PERMUTATIONS, sign_flip_p
from benchwright.statistics.power import Sensitivity, sensitivities

DIFFERING = 5  # documents with a difference, below which the interval is rough


@dataclass(frozen=True, slots=True)
class Paired:
    """`difference` is a - b; `p` of the paired permutation test, None if nothing could be tested: `untested` says why.
    `sensitivity` says what these questions can show, None if they don't tell."""

    difference: Interval
    p: float | None
    sensitivity: Sensitivity | None = None
    untested: str = ""

    @property
    def detectable(self) -> float | None:
        """About the smallest true difference that a single test shows in four of five repetitions."""
        return None if self.sensitivity is None else self.sensitivity.detectable()


def paired(
    a: ArrayLike,
    b: ArrayLike,
    clusters: ArrayLike,
    *,
    scored: ArrayLike | None = None,
    bounds: Bounds | list[Bounds] = (0.0, 1.0),
    correlations: Sequence[float | None] | None = None,
    resamples: int = RESAMPLES,
    permutations: int = PERMUTATIONS,
    seed: int = 13,
) -> tuple[Paired, ...]:
    """Differences a - b, a column of `a` and `b` [n, m] each: an interval as `mean_intervals` makes it (of differences,
    so the rate says nothing of the variance), and a test. An item counts where `scored` [n, m]: hand over where both
    are. `bounds` are those of the measure; a difference lies within their width. `correlations` as `mean_intervals`.

    ValueError as `mean_intervals`. Swapping `a` and `b` turns the interval round and leaves p as it is."""
    first, codes, flags = checked(a, clusters, scored)
    second, _, _ = checked(b, clusters, scored)
    if first.shape != second.shape:
        raise ValueError(f"a {first.shape} and b {second.shape} do not fit")
    if min(resamples, permutations) < 100:
        raise ValueError(
            f"{min(resamples, permutations)} are too few for a test: 100 resamples and permutations at least"
        )
    every = listed(bounds, first.shape[1])
    borrowed = listed_correlations(correlations, first.shape[1])
    for column, limits in enumerate(every):
        if limits and any(_outside(values[:, column][flags[:, column]], limits) for values in (first, second)):
            raise ValueError("a value lies out of bounds")
    differences = np.where(flags, first - second, 0.0)
    widths = widths_of(differences, every)
    differences = differences / widths
    nobody = "nothing is scored by both"
    nothing = Paired(Interval(None, None, None, 0, 0, "none", nobody), None, untested=nobody)
    results = [nothing] * differences.shape[1]
    for sums in summed(differences, codes, flags):
        columns = list(sums.columns)
        limits_here: list[Bounds] = [(-1.0, 1.0) if every[column] else None for column in columns]
        flat = np.zeros(len(columns), dtype=np.bool_)
        intervals = estimated(sums, limits_here, flat, [borrowed[one] for one in columns], resamples, seed)
        refused = lopsided(sums, np.array([limit is not None for limit in limits_here], dtype=np.bool_))
        chances = sign_flip_p(sums, permutations, seed)
        shown = sensitivities(sums)
        for place, column in enumerate(columns):
            width = float(widths[column])
            limit = (-width, width) if every[column] else None
            interval = moved(_sparse(intervals[place], sums, place), 0.0, width, limit)
            sensitivity = shown[place]
            untested = too_lopsided(sums.clusters) if refused[place] else interval.why if chances[place] is None else ""
            p = None if untested else chances[place]
            results[column] = Paired(interval, p, sensitivity and sensitivity.scaled(width), untested)
    return tuple(results)


def below_p(
    differences: ArrayLike,
    clusters: ArrayLike,
    bound: float,
    *,
    width: float | None = None,
    permutations: int = PERMUTATIONS,
    seed: int = 13,
) -> float | None:
    """One-sided p-value: that the mean of `differences` [n] is below `bound`. It is half of the two-sided one, or what
    is left of it, since under swaps a sum is as likely as its opposite. `width` is that of the measure's bounds, if it
    has any. None for items of one document, and where few documents lean to one side (`lopsided_differences`)."""
    table, codes, flags = checked(np.asarray(differences, dtype=np.float64)[:, None], clusters, None)
    plain, moved_sums = (next(summed(one, codes, flags), None) for one in (table / (width or 1.0), table - bound))
    if plain is None or moved_sums is None:
        return None
    below = moved_sums.sums[:, 0].sum() < 0
    if below and lopsided(plain, np.array([width is not None]))[0]:
        return None
    p = sign_flip_p(moved_sums, permutations, seed)[0]
    if p is None or p == 1.0:
        return p
    return p / 2 if below else 1 - p / 2


def _outside(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]], limits: tuple[float, float]) -> bool:
    slack = 1e-9 * (limits[1] - limits[0])
    return bool(((values < limits[0] - slack) | (values > limits[1] + slack)).any())


def _sparse(interval: Interval, sums: Sums, column: int) -> Interval:
    """`interval`, rough if hardly any document shows a difference."""
    differing = int((sums.sums[:, column] != 0).sum())
    if interval.sureness == "none" or differing >= DIFFERING:
        return interval
    why = f"only {differing} documents differ" if differing != 1 else "only 1 document differs"
    return replace(interval, sureness="rough", why="; ".join(part for part in (interval.why, why) if part))
