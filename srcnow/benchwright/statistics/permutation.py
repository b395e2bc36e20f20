"""Test whether a mean difference is more than chance: a paired permutation test by clusters.

Sources: Fisher 1935; Smucker, Allan and Carterette 2007 for retrieval measures; Hall 1992, "On the removal of skewness
by transformation"; Lancaster 1961 and Fagerland, Lydersen and Laake 2013 for the mid-p value.

If two systems do not differ, their labels could as well be swapped, and if questions on one document are alike, they
must be swapped together: for each cluster the sum of its differences changes sign or does not. So every statistic of
those sums gives an exact test of that. A benchmark asks for less, though: that the *mean* difference is 0, as of a
system that gains much on a few documents and loses a little on all others. There the plain sum raises too many false
alarms, because a skewed sample with few of the rare documents has a mean that is off and a spread that is too small.
So the statistic is the sum of differences over the root of their squares, corrected for the skewness that the sample
shows (Hall's cubic transformation). Under swaps that are as likely as not it is still exact; and no other swap beats
one that puts every difference on one side.

Where all differences have one size (one question a document, right or wrong), only how many favour each side counts:
the sign test, with the mid-p value, since the exact one raises 2 to 4 % false alarms instead of 5 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchwright.statistics.cluster_sums import ALIKE, WIDTH, Doubles, Flags, Sums, Whole
from benchwright.statistics.resampling import Singles, every_swap, swaps

PERMUTATIONS = 10_000
EXACT = 13  # clusters with a difference, up to which all swaps are tried: 4,096 that differ
ALIKE_SINGLE = 1e-4  # the same as ALIKE for sums of 32 bits, in units of their standard deviation
LEAST = 1e-300  # a p-value is never 0
UNSKEWED = 0.01  # sum of scaled cubes: less moves the statistic by less than 0.02 where p is 0.05


@dataclass(frozen=True, slots=True, eq=False)
class SwapTable:
    """Differences by cluster [C, K], made ready for swaps. `rows` [C] are the clusters' places among those that swaps
    are drawn for. `summands` [C, K + S] are the differences, scaled to squares that sum to 1, and behind them the cubes
    of the columns `skewed` [S]; the cubes of all others are taken as 0. `observed` [K] is the statistic without a swap;
    `peaked` [K] how much of a swap's skewness its sum brings along; `even` marks columns whose differences all have one
    size, and `differing` [K] counts the clusters that have one. A column's figures don't depend on other columns."""

    rows: Whole
    summands: Singles
    skewed: Whole
    observed: Doubles
    peaked: Doubles
    even: Flags
    differing: Doubles

    @classmethod
    def of(cls, differences: Doubles, rows: Whole | None = None) -> SwapTable:
        """Of differences [C, K]; a column without any is 0 throughout. Without `rows` swaps are of these clusters
        alone. Some columns at a time: together their copies in double precision would take several times the memory of
        the table."""
        blocks = np.array_split(differences, max(1, differences.shape[1] // WIDTH), axis=1)
        scaled, cubed, observed, peaked, even, differing = zip(*map(_scaled, blocks), strict=True)
        skewed = np.flatnonzero(np.concatenate([one.any(axis=0) for one in cubed]))
        summands = np.concatenate([*scaled, np.concatenate(cubed, axis=1)[:, skewed]], axis=1)
        every = np.arange(len(differences)) if rows is None else rows
        joined = np.concatenate
        return cls(every, summands, skewed, joined(observed), joined(peaked), joined(even), joined(differing))

    def chosen(self, columns: Whole) -> SwapTable:
        """Some columns, in that order."""
        places = {column: place for place, column in enumerate(self.skewed.tolist(), len(self.observed))}
        skewed = np.array([at for at, column in enumerate(columns.tolist()) if column in places], dtype=np.int64)
        cubes = np.array([places[column] for column in columns.tolist() if column in places], dtype=np.int64)
        summands = self.summands[:, np.concatenate([columns, cubes])]
        observed, peaked = self.observed[columns], self.peaked[columns]
        return SwapTable(self.rows, summands, skewed, observed, peaked, self.even[columns], self.differing[columns])

    def sizes(self, coins: Singles, totals: Doubles) -> Doubles:
        """The statistics' sizes under drawn swaps, [r, K]; `totals` are the sums of `summands`."""
        flipped = 2.0 * (coins @ self.summands) - totals
        number = len(self.observed)
        some = flipped[:, :number]
        if len(self.skewed) == number:
            return np.abs(_statistic(some, flipped[:, number:]))
        some[:, self.skewed] = _statistic(some[:, self.skewed], flipped[:, number:])
        return np.abs(some)


def _scaled(differences: Doubles) -> tuple[Singles, Singles, Doubles, Doubles, Flags, Doubles]:
    """Of some columns: scaled differences and their cubes, and `observed`, `peaked`, `even`, `differing`."""
    size = np.abs(differences)
    largest = size.max(axis=0, initial=0.0)
    unit = np.where(largest > 0, largest, 1.0)
    counted = size > ALIKE * unit
    scaled = np.where(counted, differences / unit, 0.0)
    even = np.asarray((np.where(counted, size / unit, 1.0) >= 1 - ALIKE).all(axis=0))
    length = np.sqrt((scaled**2).sum(axis=0))
    scaled = scaled / np.where(length > 0, length, 1.0)
    cubed = scaled * scaled * scaled
    skewed = ~even & (np.abs(cubed).sum(axis=0) > UNSKEWED)
    cubed = np.where(skewed, cubed, 0.0)
    observed = _statistic(scaled.sum(axis=0), cubed.sum(axis=0))
    peaked = (scaled * cubed).sum(axis=0)
    differing = counted.sum(axis=0).astype(np.float64)
    return scaled.astype(np.float32), cubed.astype(np.float32), observed, peaked, even, differing


def comparable(sizes: Doubles, peaked: Doubles) -> Doubles:
    """The `sizes` of statistics [..., K] on the scale of the scaled sum, so that columns can be held against each
    other: under swaps the statistic of a sum x is about x (1 + k / 6) + x^3 k / 3, with k `peaked`, and has longer
    tails where few documents differ. The x that gives the statistic has not."""
    steep = 1 + peaked / 6
    width = np.sqrt(np.maximum(peaked, 1e-8) / steep)
    scaled: Doubles = 2 / width * np.sinh(np.arcsinh(1.5 * sizes * width / steep) / 3)
    return scaled


def drawn_sizes(
    tables: Sequence[SwapTable], clusters: int, permutations: int, seed: int, rows: int
) -> Iterator[Doubles]:
    """The sizes of the statistics of all tables under random swaps of `clusters`, in blocks of at most `rows` that come
    to `permutations`, [r, columns of all tables]. All columns see the same swaps. A table of a slice takes part with
    the clusters that it has: a slice costs its share of the benchmark."""
    totals = [table.summands.sum(axis=0, dtype=np.float64) for table in tables]
    for coins in swaps(clusters, permutations, seed):
        for start in range(0, len(coins), rows):
            block = coins[start : start + rows]
            some = (block if len(one.rows) == clusters else np.take(block, one.rows, axis=1) for one in tables)
            yield np.concatenate(
                [table.sizes(each, total) for table, each, total in zip(tables, some, totals, strict=True)], axis=1
            )


def _statistic(total: Doubles, skew: Doubles) -> Doubles:
    """Hall's transformation of the scaled sum, by the sum of scaled cubes (skewness over the root of the number)."""
    square = total * total
    corrected: Doubles = total + skew * (square / 3 + 1 / 6 + skew * (square * total / 27))
    return corrected


@dataclass(frozen=True, slots=True, eq=False)
class SwapTest:
    """The tests of some columns of differences [K]: `settled` are the p-values that need no random swaps, None where
    they have to be drawn."""

    table: SwapTable
    settled: tuple[float | None, ...]

    @classmethod
    def of(cls, sums: Sums) -> SwapTest:
        """Differences of one size get the mid-p value of the sign test. With up to `EXACT` clusters that differ every
        swap is tried, and p is the share of those whose statistic is as far from 0 as the one seen. Where nothing
        differs p is 1."""
        used = len(sums.columns)
        table = SwapTable.of(sums.sums[:, :used], sums.codes)
        settled: list[float | None] = [None] * used
        for column in range(used):
            if not table.differing[column]:
                settled[column] = 1.0
            elif table.even[column]:
                settled[column] = _mid_p(sums.sums[:, column])
            elif table.differing[column] <= EXACT:
                settled[column] = _exact(sums.sums[:, column])
        return cls(table, tuple(settled))

    def alone(self, permutations: int, seed: int) -> list[float | None]:
        """The p-values by `permutations` random swaps, the seen one counted among them: (1 + count) /
        (1 + permutations), never 0 (Phipson and Smyth 2010). All columns see the same swaps, which are drawn for the
        table's clusters alone."""
        p = list(self.settled)
        drawn = [column for column, value in enumerate(p) if value is None]
        if drawn:
            number = len(self.table.rows)
            some = replace(self.table.chosen(np.array(drawn)), rows=np.arange(number))
            least = np.abs(some.observed) - ALIKE_SINGLE
            blocks = drawn_sizes([some], number, permutations, seed, permutations)
            counts = sum((sizes >= least).sum(axis=0) for sizes in blocks)
            for column, count in zip(drawn, np.asarray(counts), strict=True):
                p[column] = float((1 + count) / (1 + permutations))
        return p

    def chosen(self, columns: Whole) -> SwapTest:
        """Some columns, in that order."""
        return SwapTest(self.table.chosen(columns), tuple(self.settled[column] for column in columns.tolist()))


def sign_flip_p(sums: Sums, permutations: int, seed: int) -> list[float | None]:
    """Two-sided p-value a column of differences; None of less than two clusters, 1 where nothing differs. What
    `SwapTest` does not settle is tested by random swaps."""
    return SwapTest.of(sums).alone(permutations, seed) if sums.clusters > 1 else [None] * len(sums.columns)


def least_p(differing: int, *, even: bool) -> float:
    """The smallest p-value that so many clusters with a difference can give: all on one side."""
    return 2.0**-differing if even else 2.0 ** (1 - differing)


def _mid_p(differences: Doubles) -> float:
    """Of differences of one size: twice the chance that more of them favour one side, and the chance of as many."""
    from scipy.special import bdtrc

    size = np.abs(differences)
    counted = size > ALIKE * size.max()
    number, above = int(counted.sum()), int((differences[counted] > 0).sum())
    most = max(above, number - above)
    more, as_many = (float(bdtrc(count, number, 0.5)) for count in (most, most - 1))
    return 1.0 if 2 * most == number else max(more + as_many, LEAST)


def _exact(differences: Doubles) -> float:
    size = np.abs(differences)
    scaled = differences[size > ALIKE * size.max()]
    scaled = scaled / np.sqrt((scaled**2).sum())
    cubed = scaled**3
    every = every_swap(len(scaled))
    seen = abs(float(_statistic(scaled.sum(), cubed.sum())))
    swapped = np.abs(_statistic(every @ scaled, every @ cubed))
    return float((swapped >= seen - ALIKE * len(scaled)).mean())
