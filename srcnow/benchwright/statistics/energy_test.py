"""Test whether two samples of vectors come from one distribution: the energy test with permutations.

The energy distance is 2 E|X-Y| - E|X-X'| - E|Y-Y'|, which is 0 only for equal distributions (Szekely and Rizzo 2004,
"Testing for equal distributions in high dimension"). Its distribution under equality is found by permuting the labels,
so that the p-value is exact for any number of questions. `detectable_part` tells the power in terms of a known fault.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.statistics.principal_axis import principal_axis

Doubles = NDArray[np.float64]

PERMUTATIONS = 999
LEVEL = 0.05
POWER = 0.8
_TRIALS = 25
_TRIAL_PERMUTATIONS = 99
_PARTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""The parts of a sample that are tried, in rising order."""


@dataclass(frozen=True, slots=True)
class EnergyTest:
    """`coefficient` is the energy distance as a share of its largest value 2 E|X-Y|: 0 for equal distributions, 1 for
    two points apart (Rizzo and Szekely 2016, section 4). `p_value` counts the observed order as one of all."""

    coefficient: float
    p_value: float
    first: int
    second: int


def distances(vectors: NDArray[np.float32]) -> Doubles:
    """The Euclidean distances between all rows, [n, n]."""
    rows = vectors.astype(np.float64)
    squares = np.einsum("ij,ij->i", rows, rows)
    apart = np.maximum(squares[:, None] + squares[None, :] - 2.0 * rows @ rows.T, 0.0)
    np.fill_diagonal(apart, 0.0)
    found: Doubles = np.sqrt(apart)
    return found


def energy_test(
    first: NDArray[np.float32], second: NDArray[np.float32], seed: int, permutations: int = PERMUTATIONS
) -> EnergyTest:
    """Test two samples, [n, d] and [m, d], each of at least 2 rows. Raises ValueError for fewer."""
    if len(first) < 2 or len(second) < 2:
        raise ValueError("each sample needs 2 rows at least")
    apart = distances(np.concatenate([first, second]))
    observed, p_value = _tested(apart, len(first), _generator(seed, 0), permutations)
    between = float(apart[: len(first), len(first) :].mean())
    coefficient = observed / (2.0 * between) if between else 0.0
    return EnergyTest(float(np.clip(coefficient, 0.0, 1.0)), p_value, len(first), len(second))


def detectable_part(vectors: NDArray[np.float32], first: int, second: int, seed: int) -> float | None:
    """The smallest part of a sample of `second` rows which, drawn from one half of the `vectors` instead of all,
    would be noticed beside `first` rows of all in 80 % of trials, at level 0.05.

    The halves are those above and below the median along the first principal axis, so that a part of 1.0 is a sample
    that covers one half of what varies most. Of 0.1, 0.2 and so on; None where not even 1.0 is noticed so often, or
    where the vectors are too few for two samples apart.
    """
    if first < 2 or second < 2 or len(vectors) < first + 2 * second:
        return None
    along = vectors @ principal_axis(vectors.astype(np.float64))
    upper = np.flatnonzero(along > np.median(along))
    if len(upper) < second:
        return None
    apart = distances(vectors)
    low, high = 0, len(_PARTS)  # the first part that is noticed, by bisection: more is noticed more often
    while low < high:
        middle = (low + high) // 2
        if _noticed(apart, upper, first, second, _PARTS[middle], seed) >= POWER:
            high = middle
        else:
            low = middle + 1
    return _PARTS[low] if low < len(_PARTS) else None


def _noticed(apart: Doubles, half: NDArray[np.int64], first: int, second: int, part: float, seed: int) -> float:
    """The share of trials in which a sample with this part of one half is told from one of all."""
    noticed = 0
    for trial in range(_TRIALS):
        generator = _generator(seed, 1 + trial)
        shifted = round(part * second)
        one_sided = generator.choice(half, shifted, replace=False)
        rest = np.setdiff1d(np.arange(len(apart)), one_sided)
        others = generator.choice(rest, first + second - shifted, replace=False)
        rows = np.concatenate([others[:first], others[first:], one_sided])
        _, p_value = _tested(apart[np.ix_(rows, rows)], first, generator, _TRIAL_PERMUTATIONS)
        noticed += p_value <= LEVEL
    return noticed / _TRIALS


def _tested(apart: Doubles, first: int, generator: np.random.Generator, permutations: int) -> tuple[float, float]:
    """The energy distance between the first rows and the others, and the share of permutations that reach it."""
    size = len(apart)
    rows = np.zeros((permutations + 1, size))
    rows[:, :first] = 1.0
    generator.permuted(rows[1:], axis=1, out=rows[1:])
    labels = np.ascontiguousarray(rows.T)
    within_first = np.einsum("ij,ij->j", labels, apart @ labels)
    reach = apart.sum(axis=1) @ labels
    second = size - first
    between = reach - within_first
    within_second = apart.sum() - 2.0 * reach + within_first
    energies = 2.0 * between / (first * second) - within_first / first**2 - within_second / second**2
    observed = float(energies[0])
    # Equal samples reach the observed value up to rounding, and have to count.
    reached = int((energies[1:] >= observed - 1e-12 * max(1.0, abs(observed))).sum())
    return observed, (1 + reached) / (1 + permutations)


def _generator(seed: int, purpose: int) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, purpose])))
