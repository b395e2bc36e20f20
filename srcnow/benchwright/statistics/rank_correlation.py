"""Compare two rankings of the same systems: Kendall's tau, its exact p-value, and an interval over questions.

Sources: Kendall 1938; tau-b for ties, Kendall 1945. The p-value counts orders, so it takes systems for a sample of
independent ones; the interval keeps the systems and resamples what they were measured on (simultaneous confidence for
the differences of all pairs: Romano and Wolf 2005; Mogstad, Romano, Shaikh and Wilhelm 2024 for ranks).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from benchwright.statistics.cluster_sums import Doubles, Flags, Whole
from benchwright.statistics.cluster_variance import normal, student
from benchwright.statistics.resampling import resamples

FEWEST = 5
"""Systems, below which nothing is concluded: four in the same order have p = 0.083 at best, three 0.33."""
ENUMERATED = 8  # systems, up to which every order is tried: 40,320
DRAWN = 20_000  # random orders of more than that, where there are ties
RESAMPLES = 2_000
WRONG = 0.05
"""The chance that an order is taken for shown on either side and is the other way round."""
TIED = 1e-12  # relative: means this close are the same, added up in another order


@dataclass(frozen=True, eq=False)
class MeasuredSystems:
    """Systems as columns: `values` [n, K] of items in `clusters` [n], where `scored` [n, K]."""

    values: Doubles
    clusters: Whole
    scored: Flags

    def means(self) -> Doubles:
        """The mean of each system; ValueError if one has no scored item."""
        counts = self.scored.sum(axis=0)
        if not counts.all():
            raise ValueError("a system has no scored item")
        return np.asarray(np.where(self.scored, self.values, 0.0).sum(axis=0) / counts)

    def resampled(self, rows: int, seed: int) -> Doubles:
        """The means over `rows` resamples of whole clusters, [rows, K]; NaN where a resample has no scored item."""
        codes = np.unique(self.clusters, return_inverse=True)[1]
        number = int(codes.max()) + 1
        sums, counts = np.zeros((number, self.values.shape[1])), np.zeros((number, self.values.shape[1]))
        np.add.at(sums, codes, np.where(self.scored, self.values, 0.0))
        np.add.at(counts, codes, self.scored.astype(np.float64))
        blocks = []
        for weights, order in resamples(number, rows, seed):
            drawn = np.arange(number) if order is None else order
            weighed = weights.astype(np.float64)
            with np.errstate(invalid="ignore", divide="ignore"):
                blocks.append((weighed @ sums[drawn]) / (weighed @ counts[drawn]))
        return np.concatenate(blocks)


def kendall_tau(one: Sequence[float] | Doubles, other: Sequence[float] | Doubles) -> float | None:
    """Tau-b of two rankings of the same systems, from -1 to 1; None of less than two, or if all are equal in one.

    ValueError for rankings of different lengths, or a value that is no number."""
    first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if first.shape != second.shape or first.ndim != 1 or not np.isfinite([first, second]).all():
        raise ValueError("two rankings have a number for each of the same systems")
    tau = _taus(_signs(first)[None, :], _signs(second)[None, :])[0]
    return None if np.isnan(tau) else float(tau)


def kendall_p(one: Sequence[float], other: Sequence[float], seed: int = 13) -> float | None:
    """The exact two-sided p-value of tau: the share of orders of the systems whose tau is as far from 0. With more than
    `ENUMERATED` systems and ties, random orders stand for all. None where there is no tau."""
    tau = kendall_tau(one, other)
    if tau is None:
        return None
    first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    number = len(first)
    if number > ENUMERATED and _signs(first).all() and _signs(second).all():
        from scipy.stats import kendalltau

        return float(kendalltau(first, second, method="exact").pvalue)
    if number <= ENUMERATED:
        orders = np.array(list(permutations(range(number))))
    else:
        draw = np.random.default_rng([seed, number])
        orders = draw.permuted(np.tile(np.arange(number), (DRAWN, 1)), axis=1)
    as_far = int((np.abs(_taus(_signs(first)[None, :], _signs(second[orders]))) >= abs(tau) - 1e-9).sum())
    return as_far / len(orders) if number <= ENUMERATED else (1 + as_far) / (1 + len(orders))


def tau_interval(
    one: MeasuredSystems, other: MeasuredSystems, *, together: bool, rows: int = RESAMPLES, seed: int = 13
) -> tuple[float, float] | None:
    """The least and the largest tau of the orders that the documents do not rule out, at 95 % or more.

    The plain quantiles of tau over resamples lie too low: systems that are close change places in each sample, and a
    resample lets them change places once more. Where two benchmarks order eight close systems alike, such an interval
    held the truth in 0 % of simulations. So it is asked of each two systems on each side whether it is shown which is
    ahead, for all of them together: by the largest distance between a resampled difference and the observed one, in
    standard errors. Two systems whose order is not shown on both sides may agree or disagree: in simulations the
    interval held the truth in 99 to 100 % (perf/coverage.py --only taus), and says little where systems are close.

    `together` resamples the documents of both sides at once, for two measures of the same items in the same clusters.
    None with less than two documents or two systems, or if a system has no scored item in half of the resamples."""
    counts = [len(np.unique(side.clusters)) for side in (one, other)]
    if min(counts) < 2 or one.values.shape[1] < 2:
        return None
    sides = [
        _pair_differences(side, rows, seed if together else seed + place) for place, side in enumerate((one, other))
    ]
    known = np.isfinite(sides[0].strays).all(axis=1) & np.isfinite(sides[1].strays).all(axis=1)
    if known.sum() < rows / 2:
        return None
    largest = np.maximum(*(side.strays[known].max(axis=1) for side in sides))
    needed = float(np.quantile(largest, 1 - 2 * WRONG)) * student(1 - WRONG, min(counts) - 1) / normal(1 - WRONG)
    agrees = sides[0].shown(needed) * sides[1].shown(needed)
    if together:  # two measures of the same items may turn together
        products = sides[0].drawn[known] * sides[1].drawn[known]
        always = (products >= 0).all(axis=0).astype(np.float64) - (products <= 0).all(axis=0)
        agrees = np.where(agrees == 0, always, agrees)
    open_pairs = np.count_nonzero(agrees == 0)
    return float(agrees.sum() - open_pairs) / len(agrees), float(agrees.sum() + open_pairs) / len(agrees)


@dataclass(frozen=True, eq=False)
class _PairDifferences:
    """Of each two systems the difference of their means in standard errors, `scaled` [pairs], how far resampled
    differences stray from it, `strays` [rows, pairs], and these differences themselves, `drawn` [rows, pairs]."""

    scaled: Doubles
    strays: Doubles
    drawn: Doubles

    def shown(self, needed: float) -> Doubles:
        """Which of each two is shown to be ahead: 1, -1, or 0 if neither is."""
        return np.asarray(np.where(np.abs(self.scaled) > needed, np.sign(self.scaled), 0.0))


def _pair_differences(side: MeasuredSystems, rows: int, seed: int) -> _PairDifferences:
    first, second = np.triu_indices(side.values.shape[1], 1)
    means, resampled = side.means(), side.resampled(rows, seed)
    observed, drawn = means[first] - means[second], resampled[:, first] - resampled[:, second]
    spread = np.nanstd(drawn, axis=0)
    flat = spread <= TIED * np.maximum(np.abs(means[first]), np.abs(means[second]))
    unit = np.where(flat, 1.0, spread)
    scaled = observed / unit
    scaled[flat] = np.where(_signs(means)[flat] == 0, 0.0, np.copysign(np.inf, observed[flat]))
    strays = np.where(flat & np.isfinite(drawn), 0.0, np.abs(drawn - observed) / unit)
    return _PairDifferences(scaled, strays, drawn)


def _signs(values: Doubles) -> Doubles:
    """Of each two systems, which is ahead: 1, 0 or -1, [..., pairs] of values [..., systems]."""
    first, second = np.triu_indices(values.shape[-1], 1)
    difference = values[..., first] - values[..., second]
    scale = np.maximum(np.abs(values[..., first]), np.abs(values[..., second]))
    return np.asarray(np.where(np.abs(difference) <= TIED * scale, 0.0, np.sign(difference)))


def _taus(one: Doubles, other: Doubles) -> Doubles:
    """Tau-b of rows of signs [n, pairs]; NaN where one has only ties."""
    untied = np.sqrt((one != 0).sum(axis=1, dtype=np.float64) * (other != 0).sum(axis=1, dtype=np.float64))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(untied > 0, (one * other).sum(axis=1) / untied, np.nan))
