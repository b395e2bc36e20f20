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
from benchwright.statistics.permutation import (
    ALIKE_SINGLE,
    PERMUTATIONS,
    SwapTable,
    SwapTest,
    comparable,
    drawn_sizes,
    least_p,
)
from benchwright.statistics.resampling import CELLS

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Corrected:
    """`p` are the corrected p-values of a family. `level` is what a single test's own p-value has to reach to be found
    first in it, about: how often one is above the 95 % quantile of the largest. `own` are the p-values before the
    correction."""

    p: tuple[float | None, ...]
    level: float = LEVEL
    own: tuple[float | None, ...] = ()


def step_down_p(
    p: Sequence[float | None], sums: Doubles, permutations: int = PERMUTATIONS, seed: int = 13
) -> Corrected:
    """Corrected p-values of one family of tests: the chance of any false alarm among them stays below the level.

    `p` are the tests' own values, None where nothing was tested; these stay None, and no corrected value is below its
    own. `sums` [documents, m] are the differences of each test, summed over a document's items. Raises ValueError for a
    p-value outside of 0 to 1."""
    if any(value is not None and not 0.0 <= value <= 1.0 for value in p):
        raise ValueError("a p-value lies between 0 and 1")
    tested = [place for place, value in enumerate(p) if value is not None]
    table = SwapTable.of(sums).chosen(np.array(tested, dtype=np.int64))
    found = family_p([SwapTest(table, tuple(p[place] for place in tested))], len(sums), permutations, seed)
    corrected = list(p)
    for place, value in zip(tested, found.p, strict=True):
        corrected[place] = value
    return Corrected(tuple(corrected), found.level, tuple(p))


def family_p(tests: Sequence[SwapTest], clusters: int, permutations: int = PERMUTATIONS, seed: int = 13) -> Corrected:
    """The p-values of one family of tests, their own ones and corrected ones, by one pass of random swaps of all
    `clusters` of the benchmark; a slice's tests see its part of them."""
    settled = [value for test in tests for value in test.settled]
    columns = [(place, column) for place, test in enumerate(tests) for column in range(len(test.settled))]
    reaching = [_can_reach(tests[place].table, column) for place, column in columns]
    together = sum(reaching) > 1
    used = [value is None or (together and may) for value, may in zip(settled, reaching, strict=True)]
    if not any(used):
        return Corrected(tuple(settled), LEVEL, tuple(settled))
    tables, start = [], 0
    for test in tests:
        some = np.flatnonzero(used[start : start + len(test.settled)])
        start += len(test.settled)
        if len(some):
            tables.append(test.table if len(some) == len(test.settled) else test.table.chosen(some))
    places = np.flatnonzero(used)
    drawn = np.flatnonzero([settled[place] is None for place in places])
    family = np.flatnonzero([together and reaching[place] for place in places])
    counts, corrected, level = _pass(tables, drawn, family, clusters, permutations, seed)
    own = list(settled)
    for place, count in zip(places[drawn].tolist(), counts.tolist(), strict=True):
        own[place] = (1 + count) / (1 + permutations)
    result = list(own)
    for place, value in zip(places[family].tolist(), corrected, strict=True):
        result[place] = max(value, own[place] or 0.0)
    return Corrected(tuple(result), level, tuple(own))


def _can_reach(table: SwapTable, column: int) -> bool:
    """Whether a test can reach the level, whatever the signs of its differences are."""
    return least_p(int(table.differing[column]), even=bool(table.even[column])) <= LEVEL


def _pass(
    tables: Sequence[SwapTable], drawn: Whole, family: Whole, clusters: int, permutations: int, seed: int
) -> tuple[Doubles, list[float], float]:
    """Of the columns `drawn` how many random swaps give a statistic as large as the one seen; of those of the `family`
    the corrected p-values, and the level of a single test that is the largest of the family."""
    observed, peaked, even = (
        np.concatenate([getattr(table, name) for table in tables]) for name in ("observed", "peaked", "even")
    )
    least = np.abs(observed[drawn]) - ALIKE_SINGLE
    seen = comparable(np.abs(observed), peaked)[family]
    order = np.argsort(-seen, kind="stable")
    seen, ordered = seen[order], family[order]
    halves = np.where(even[ordered], 0.5, 0.0)  # the mid-p value: a swap that gives as much counts half
    own, counts, tops = np.zeros(len(drawn)), np.zeros(len(order)), []
    some: Doubles | None = None
    for sizes in drawn_sizes(tables, clusters, permutations, seed, max(1, CELLS // len(observed))):
        own += (sizes[:, drawn] >= least).sum(axis=0)
        if not len(order):
            continue
        sizes = comparable(sizes[:, ordered], peaked[ordered])
        largest = np.maximum.accumulate(sizes[:, ::-1], axis=1)[:, ::-1]
        above = largest > seen + ALIKE_SINGLE
        counts += above.sum(axis=0) + (1 - halves) * ((largest >= seen - ALIKE_SINGLE) & ~above).sum(axis=0)
        tops.append(largest[:, 0].copy())
        some = sizes if some is None else some
    if some is None:
        return own, [], LEVEL
    corrected = np.empty(len(order))
    corrected[order] = np.maximum.accumulate((1 + counts) / (1 + permutations))
    level = float((some > np.quantile(np.concatenate(tops), 1 - LEVEL)).mean())
    return own, corrected.tolist(), min(max(level, LEVEL / len(order)), LEVEL)
