"""Correct the p-values of many tests on the same documents, by the largest statistic under shared swaps.

Source: Westfall and Young 1993, "Resampling-based multiple testing" (step-down max T); Romano and Wolf 2005.

Under each swap of labels all tests of a family are computed together, and a test is held against the largest of those
statistics that are not larger than its own. So tests that depend on each other (one system in eleven pairs, a style and
a modality of the same questions) are corrected by less than Holm's method does. A test in which so few documents differ
that it cannot reach the level whatever their signs are (Tarone 1990) is left out: it cannot raise a false alarm, and it
keeps its own p-value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchwright.statistics.cluster_sums import Doubles, Whole
from benchwright.statistics.permutation import ALIKE_SINGLE, PERMUTATIONS, SwapTable, least_p
from benchwright.statistics.resampling import CELLS

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Corrected:
    """`p` are the corrected p-values of a family. `level` is what a single test's own p-value has to reach to be found
    first in it, about: how often one is above the 95 % quantile of the largest."""

    p: tuple[float | None, ...]
    level: float = LEVEL


def step_down_p(
    p: Sequence[float | None], sums: Doubles, permutations: int = PERMUTATIONS, seed: int = 13
) -> Corrected:
    """Corrected p-values of one family of tests: the chance of any false alarm among them stays below the level.

    `p` are the tests' own values, None where nothing was tested; these stay None, and no corrected value is below its
    own. `sums` [documents, m] are the differences of each test, summed over a document's items. Raises ValueError for a
    p-value outside of 0 to 1."""
    if any(value is not None and not 0.0 <= value <= 1.0 for value in p):
        raise ValueError("a p-value lies between 0 and 1")
    corrected, level = list(p), LEVEL
    table = SwapTable.of(sums)
    least = [least_p(int(count), even=bool(even)) for count, even in zip(table.differing, table.even, strict=True)]
    tested = [place for place, value in enumerate(p) if value is not None and least[place] <= LEVEL]
    if len(tested) > 1:
        values, level = _step_down(table.ordered(np.array(tested)), permutations, seed)
        for place, value in zip(tested, values, strict=True):
            corrected[place] = max(value, p[place] or 0.0)
    return Corrected(tuple(corrected), level)


def _step_down(table: SwapTable, permutations: int, seed: int) -> tuple[list[float], float]:
    """The corrected p-value of each column, and the level of a single test that is the largest of the family."""
    order: Whole = np.argsort(-table.comparable(np.abs(table.observed)), kind="stable")
    table = table.ordered(order)
    seen = table.comparable(np.abs(table.observed))
    halves = np.where(table.even, 0.5, 0.0)  # the mid-p value: a swap that gives as much counts half
    counts, tops = np.zeros(len(order)), []
    some: Doubles | None = None
    for sizes in table.drawn(permutations, seed, max(1, CELLS // len(order))):
        sizes = table.comparable(sizes)
        largest = np.maximum.accumulate(sizes[:, ::-1], axis=1)[:, ::-1]
        above = largest > seen + ALIKE_SINGLE
        counts += above.sum(axis=0) + (1 - halves) * ((largest >= seen - ALIKE_SINGLE) & ~above).sum(axis=0)
        tops.append(largest[:, 0].copy())
        some = sizes if some is None else some
    corrected = np.empty(len(order))
    corrected[order] = np.maximum.accumulate((1 + counts) / (1 + permutations))
    level = 0.0 if some is None else float((some > np.quantile(np.concatenate(tops), 1 - LEVEL)).mean())
    return corrected.tolist(), min(max(level, LEVEL / len(order)), LEVEL)
