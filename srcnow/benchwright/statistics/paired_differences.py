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
from benchwright.statistics.permutation import PERMUTATIONS, SwapTest, sign_flip_p
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


@dataclass(frozen=True, slots=True, eq=False)
class UntestedPairs:
    """Columns that are compared and not yet tested: `results` without p, and by group of columns that are scored on the
    same items which of them `tests` are of. Columns that get no verdict are in none."""

    results: tuple[Paired, ...]
    columns: tuple[int, ...]
    tests: tuple[SwapTest, ...]

    def tested(self, p: Sequence[float | None]) -> tuple[Paired, ...]:
        """With the p-values of `columns`."""
        results = list(self.results)
        for column, value in zip(self.columns, p, strict=True):
            results[column] = replace(results[column], p=value)
        return tuple(results)


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
    if permutations < 100:
        raise ValueError(f"{permutations} are too few for a test: 100 permutations at least")
    found = untested_pairs(
        a, b, clusters, scored=scored, bounds=bounds, correlations=correlations, resamples=resamples, seed=seed
    )
    return found.tested([p for test in found.tests for p in test.alone(permutations, seed)])


def untested_pairs(
    a: ArrayLike,
    b: ArrayLike,
    clusters: ArrayLike,
    *,
    scored: ArrayLike | None = None,
    bounds: Bounds | list[Bounds] = (0.0, 1.0),
    correlations: Sequence[float | None] | None = None,
    resamples: int = RESAMPLES,
    seed: int = 13,
) -> UntestedPairs:
    """As `paired`, for tests that are made together with others (`step_down.family_p`)."""
    first, codes, flags = checked(a, clusters, scored)
    second, _, _ = checked(b, clusters, scored)
    if first.shape != second.shape:
        raise ValueError(f"a {first.shape} and b {second.shape} do not fit")
    if resamples < 100:
        raise ValueError(f"{resamples} are too few for an interval: 100 resamples at least")
    every = listed(bounds, first.shape[1])
    borrowed = listed_correlations(correlations, first.shape[1])
    for column, limits in enumerate(every):
        if limits and any(_outside(values[:, column][flags[:, column]], limits) for values in (first, second)):
            raise ValueError("a value lies out of bounds")
    first -= second
    widths = widths_of(first, every)
    first /= widths
    nobody = "nothing is scored by both"
    nothing = Paired(Interval(None, None, None, 0, 0, "none", nobody), None, untested=nobody)
    results = [nothing] * first.shape[1]
    tested: list[int] = []
    tests: list[SwapTest] = []
    for sums in summed(first, codes, flags):
        columns = list(sums.columns)
        limits_here: list[Bounds] = [(-1.0, 1.0) if every[column] else None for column in columns]
        flat = np.zeros(len(columns), dtype=np.bool_)
        intervals = estimated(sums, limits_here, flat, [borrowed[one] for one in columns], resamples, seed)
        refused = lopsided(sums, np.array([limit is not None for limit in limits_here], dtype=np.bool_))
        shown = sensitivities(sums)
        for place, column in enumerate(columns):
            width = float(widths[column])
            limit = (-width, width) if every[column] else None
            interval = moved(_sparse(intervals[place], sums, place), 0.0, width, limit)
            sensitivity = shown[place]
            untested = too_lopsided(sums.clusters) if refused[place] else interval.why if sums.clusters < 2 else ""
            results[column] = Paired(interval, None, sensitivity and sensitivity.scaled(width), untested)
        if sums.clusters >= 2 and not refused.all():
            kept = np.flatnonzero(~refused)
            tests.append(SwapTest.of(sums).chosen(kept))
            tested += [columns[place] for place in kept.tolist()]
    return UntestedPairs(tuple(results), tuple(tested), tuple(tests))


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
