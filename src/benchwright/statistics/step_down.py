"""Correct the p-values of many tests on the same documents, by the largest statistic under shared swaps.

Source: Westfall and Young 1993, "Resampling-based multiple testing" (step-down max T); Romano and Wolf 2005.

Under each swap of labels all tests of a family are computed together, and a test is held against the largest of those
statistics that are not larger than its own. So tests that depend on each other (one system in eleven pairs, a style and
a modality of the same questions) are corrected by less than Holm's method does. A test in which so few documents differ
that it cannot reach the level whatever their signs are (Tarone 1990) is left out: it cannot raise a false alarm, and it
keeps its own p-value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from benchwright.statistics.cluster_sums import ALIKE, Doubles
from benchwright.statistics.permutation import ALIKE_SINGLE, PERMUTATIONS
from benchwright.statistics.resampling import CELLS, swaps

LEVEL = 0.05
"""Of the tests that can be left out."""
_LEAST = math.ceil(1 - math.log2(LEVEL))
"""Documents that differ, from which on the smallest p-value, 2 in 2 to their number, reaches the level."""


def step_down_p(
    p: Sequence[float | None], sums: Doubles, permutations: int = PERMUTATIONS, seed: int = 13
) -> tuple[float | None, ...]:
    """Corrected p-values of one family of tests: the chance of any false alarm among them stays below the level.

    `p` are the tests' own values, None where nothing was tested; these stay None, and no corrected value is below its
    own. `sums` [documents, m] are the differences of each test, summed over a document's items. Raises ValueError for a
    p-value outside of 0 to 1."""
    if any(value is not None and not 0.0 <= value <= 1.0 for value in p):
        raise ValueError("a p-value lies between 0 and 1")
    corrected = list(p)
    tested = [column for column, value in enumerate(p) if value is not None and _differing(sums[:, column]) >= _LEAST]
    if len(tested) > 1:
        for place, value in _step_down(sums[:, tested], permutations, seed):
            corrected[tested[place]] = max(value, p[tested[place]] or 0.0)
    return tuple(corrected)


def _differing(sums: Doubles) -> int:
    return int((np.abs(sums) > ALIKE * np.abs(sums).max()).sum())


def _step_down(sums: Doubles, permutations: int, seed: int) -> Iterator[tuple[int, float]]:
    """The columns from the largest statistic to the smallest, with the corrected p-value of each."""
    sums = np.where(np.abs(sums) > ALIKE * np.abs(sums).max(axis=0), sums, 0.0)
    table = (sums / np.sqrt((sums**2).sum(axis=0))).astype(np.float32)
    totals = table.sum(axis=0, dtype=np.float64)
    order = np.argsort(-np.abs(totals), kind="stable")
    table, totals = np.ascontiguousarray(table[:, order]), totals[order]
    counts = np.zeros(len(order))
    rows = max(1, CELLS // len(order))
    for block in swaps(len(table), permutations, seed):
        for first in range(0, len(block), rows):
            statistics = np.abs(2.0 * (block[first : first + rows] @ table) - totals)
            largest = np.maximum.accumulate(statistics[:, ::-1], axis=1)[:, ::-1]
            counts += (largest >= np.abs(totals) - ALIKE_SINGLE).sum(axis=0)
    values = np.maximum.accumulate((1 + counts) / (1 + permutations))
    yield from zip(order.tolist(), values.tolist(), strict=True)
