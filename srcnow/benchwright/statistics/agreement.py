"""Measure how far two or more raters agree, beyond what chance would give.

Sources: Cohen 1960 and 1968 (kappa, weighted kappa); Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"
(alpha for any number of raters, with missing ratings).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Weights = Literal["none", "linear", "quadratic"]
Level = Literal["nominal", "ordinal", "interval"]

Doubles = NDArray[np.float64]

LEAST_ITEMS = 6
"""Fewer say nothing of how far alpha may stray."""


def cohens_kappa(
    first: ArrayLike, second: ArrayLike, *, scale: Sequence[float] | None = None, weights: Weights = "none"
) -> float | None:
    """Cohen's kappa of two raters' ratings [n] of the same items. With `weights` a disagreement counts by the distance
    of the two categories on the `scale`, or by its square; `scale` lists the categories in order (default: those that
    occur). None where nothing can be said: no items, or both raters always give one and the same rating.

    ValueError for arrays of other shapes, and a rating that is not on the scale."""
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(f"ratings {one.shape} and {other.shape} do not fit: want [n] and [n]")
    categories = np.unique(np.concatenate([one, other])) if scale is None else np.asarray(scale, dtype=np.float64)
    table = np.zeros((len(categories), len(categories)))
    for rating, counterpart in zip(_places(one, categories), _places(other, categories), strict=True):
        table[rating, counterpart] += 1
    return kappa_of_table(table, weights=weights)


def kappa_of_table(table: ArrayLike, *, weights: Weights = "none") -> float | None:
    """Cohen's kappa of a confusion table [k, k]: how often the first rater gave category i and the second j."""
    counts = np.asarray(table, dtype=np.float64)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise ValueError(f"a confusion table is square, not {counts.shape}")
    total = counts.sum()
    if not total:
        return None
    apart = np.abs(np.subtract.outer(np.arange(len(counts)), np.arange(len(counts)))).astype(np.float64)
    cost = {"none": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weights]
    shares = counts / total
    by_chance = float((np.outer(shares.sum(axis=1), shares.sum(axis=0)) * cost).sum())
    if by_chance <= 0:
        return None
    return 1.0 - float((shares * cost).sum()) / by_chance


def krippendorffs_alpha(ratings: Sequence[Sequence[float | None]], *, level: Level = "nominal") -> float | None:
    """Krippendorff's alpha of ratings [raters][items], None where a rater did not rate an item.

    Items with less than two ratings say nothing and are left out. None if no item is left, or all ratings are one
    and the same. ValueError for raters with different numbers of items."""
    categories, coincidences = _coincidences(ratings)
    return None if len(categories) < 2 else float(_alphas(categories, coincidences.sum(axis=0)[None], level)[0])


@dataclass(frozen=True, slots=True)
class AlphaInterval:
    """Krippendorff's alpha with its 95 % interval; `items` have two ratings at least. All None where nothing can be
    said, `low` and `high` where fewer than LEAST_ITEMS tell anything."""

    alpha: float | None
    low: float | None
    high: float | None
    items: int


def alpha_interval(
    ratings: Sequence[Sequence[float | None]], *, level: Level = "nominal", resamples: int = 2_000, seed: int = 13
) -> AlphaInterval:
    """Alpha, and the 2.5 % and 97.5 % quantiles of the alphas of resampled items. Resamples in which all ratings are
    one and the same have no alpha and are left out."""
    categories, coincidences = _coincidences(ratings)
    if len(categories) < 2:
        return AlphaInterval(None, None, None, len(coincidences))
    alpha = float(_alphas(categories, coincidences.sum(axis=0)[None], level)[0])
    if len(coincidences) < LEAST_ITEMS:
        return AlphaInterval(alpha, None, None, len(coincidences))
    generator = np.random.default_rng(seed)
    even = np.full(len(coincidences), 1 / len(coincidences))
    tables = np.tensordot(generator.multinomial(len(coincidences), even, resamples), coincidences, axes=1)
    drawn = _alphas(categories, tables[(tables.sum(axis=1) > 0).sum(axis=1) > 1], level)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return AlphaInterval(alpha, float(low), float(high), len(coincidences))


def _coincidences(ratings: Sequence[Sequence[float | None]]) -> tuple[Doubles, Doubles]:
    """The categories that occur [k], and how often each two of them meet in each item with two ratings at least
    [items, k, k]. ValueError for raters with different numbers of items."""
    if len({len(row) for row in ratings}) > 1:
        raise ValueError("every rater needs one entry for each item, None where the item was not rated")
    units = [[rating for rating in unit if rating is not None] for unit in zip(*ratings, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    categories = np.unique([rating for unit in units for rating in unit])
    found = np.zeros((len(units), len(categories), len(categories)))
    for place, unit in enumerate(units):
        counts = np.bincount(_places(np.asarray(unit), categories), minlength=len(categories)).astype(np.float64)
        found[place] = (np.outer(counts, counts) - np.diag(counts)) / (len(unit) - 1)
    return categories, found


def _alphas(categories: Doubles, coincidences: Doubles, level: Level) -> Doubles:
    """Alpha of tables of coincidences [n, k, k] in each of which two categories occur at least."""
    totals = coincidences.sum(axis=1)
    distances = _distances(categories, totals, level)
    expected = (totals[:, :, None] * totals[:, None, :] * distances).sum(axis=(1, 2)) / (totals.sum(axis=1) - 1)
    return np.asarray(1.0 - (coincidences * distances).sum(axis=(1, 2)) / expected)


def _distances(categories: Doubles, totals: Doubles, level: Level) -> Doubles:
    """The squared difference of each two categories, as the level of measurement has it, by the `totals` [n, k] of each
    table: [n, k, k], or [1, k, k] where they do not matter."""
    if level == "nominal":
        return np.asarray(categories[None, :, None] != categories, dtype=np.float64)
    if level == "interval":
        return np.asarray((categories[None, :, None] - categories) ** 2)
    middles = np.cumsum(totals, axis=1) - totals / 2  # ranks: the ratings between the middles of two categories
    return np.asarray((middles[:, :, None] - middles[:, None, :]) ** 2)


def _places(ratings: Doubles, categories: Doubles) -> NDArray[np.int64]:
    """The place of each rating among the categories. ValueError for one that is not there."""
    places = np.array([np.flatnonzero(categories == rating)[:1].sum() for rating in ratings], dtype=np.int64)
    if len(ratings) and not (len(categories) and (categories[places] == ratings).all()):
        raise ValueError("a rating is not on the scale")
    return places
