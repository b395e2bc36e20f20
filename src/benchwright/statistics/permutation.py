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

from collections.abc import Iterator
from dataclasses import dataclass, fields

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
    """Differences by cluster [C, K], made ready for swaps: `scaled` to squares that sum to 1, and `cubed` those.
    `observed` [K] is the statistic without a swap; `peaked` [K] how much of a swap's skewness its sum brings along;
    `even` marks columns whose differences all have one size, and `differing` [K] counts the clusters that have one. A
    column's figures don't depend on other columns."""

    scaled: Singles
    cubed: Singles
    observed: Doubles
    peaked: Doubles
    even: Flags
    differing: Doubles

    @classmethod
    def of(cls, differences: Doubles) -> SwapTable:
        """Of differences [C, K]; a column without any is 0 throughout. Some columns at a time: together their copies in
        double precision would take several times the memory of the table."""
        blocks = np.array_split(differences, max(1, differences.shape[1] // WIDTH), axis=1)
        tables = [cls._of_block(block) for block in blocks]
        return cls(*(np.concatenate([getattr(one, each.name) for one in tables], axis=-1) for each in fields(cls)))

    @classmethod
    def _of_block(cls, differences: Doubles) -> SwapTable:
        size = np.abs(differences)
        largest = size.max(axis=0, initial=0.0)
        unit = np.where(largest > 0, largest, 1.0)
        counted = size > ALIKE * unit
        scaled = np.where(counted, differences / unit, 0.0)
        even = np.asarray((np.where(counted, size / unit, 1.0) >= 1 - ALIKE).all(axis=0))
        length = np.sqrt((scaled**2).sum(axis=0))
        scaled = scaled / np.where(length > 0, length, 1.0)
        skewed = ~even & ((np.abs(scaled) ** 3).sum(axis=0) > UNSKEWED)
        cubed = np.where(skewed, scaled**3, 0.0)
        observed = _statistic(scaled.sum(axis=0), cubed.sum(axis=0))
        peaked = (scaled * cubed).sum(axis=0)
        return cls(scaled.astype(np.float32), cubed.astype(np.float32), observed, peaked, even, counted.sum(axis=0))

    def ordered(self, columns: Whole) -> SwapTable:
        """Some columns, in that order."""
        return SwapTable(
            np.ascontiguousarray(self.scaled[:, columns]),
            np.ascontiguousarray(self.cubed[:, columns]),
            self.observed[columns],
            self.peaked[columns],
            self.even[columns],
            self.differing[columns],
        )

    def comparable(self, sizes: Doubles) -> Doubles:
        """The `sizes` of statistics [..., K] on the scale of the scaled sum, so that columns can be held against each
        other: under swaps the statistic of a sum x is about x (1 + k / 6) + x^3 k / 3, with k `peaked`, and has longer
        tails where few documents differ. The x that gives the statistic has not."""
        steep = 1 + self.peaked / 6
        width = np.sqrt(np.maximum(self.peaked, 1e-8) / steep)
        scaled: Doubles = 2 / width * np.sinh(np.arcsinh(1.5 * sizes * width / steep) / 3)
        return scaled

    def drawn(self, permutations: int, seed: int, rows: int) -> Iterator[Doubles]:
        """The statistics' sizes under random swaps, in blocks of at most `rows` that come to `permutations`, [r, K].
        All columns see the same swaps."""
        parts: list[tuple[slice, Singles, Singles | None, tuple[Doubles, Doubles]]] = []
        for first in range(0, self.scaled.shape[1], WIDTH):
            some = slice(first, first + WIDTH)
            scaled, cubed = _padded(self.scaled[:, some]), _padded(self.cubed[:, some])
            totals = scaled.sum(axis=0, dtype=np.float64), cubed.sum(axis=0, dtype=np.float64)
            parts.append((some, scaled, cubed if cubed.any() else None, totals))
        for coins in swaps(len(self.scaled), permutations, seed):
            for start in range(0, len(coins), rows):
                block = coins[start : start + rows]
                sizes = np.empty((len(block), self.scaled.shape[1]))
                for some, sums, cubes, (total, total_cubed) in parts:
                    width = sizes[:, some].shape[1]
                    flipped = 2.0 * (block @ sums) - total
                    skew = np.zeros(1) if cubes is None else 2.0 * (block @ cubes) - total_cubed
                    sizes[:, some] = np.abs(_statistic(flipped, skew))[:, :width]
                yield sizes


def _padded(table: Singles) -> Singles:
    """With columns of 0 up to `WIDTH`: see `cluster_sums.padded`."""
    return np.ascontiguousarray(np.pad(table, ((0, 0), (0, WIDTH - table.shape[1]))))


def _statistic(total: Doubles, skew: Doubles) -> Doubles:
    """Hall's transformation of the scaled sum, by the sum of scaled cubes (skewness over the root of the number)."""
    corrected: Doubles = total + skew * (total * total / 3 + 1 / 6) + skew * skew * total**3 / 27
    return corrected


def sign_flip_p(sums: Sums, permutations: int, seed: int) -> list[float | None]:
    """Two-sided p-value a column of differences; None of less than two clusters, 1 where nothing differs.

    Differences of one size get the mid-p value of the sign test. Else with up to `EXACT` clusters that differ every
    swap is tried, and p is the share of those whose statistic is as far from 0 as the one seen; with more of them
    `permutations` random ones are, the seen one counted among them: (1 + count) / (1 + permutations), never 0 (Phipson
    and Smyth 2010). All columns see the same swaps."""
    used = len(sums.columns)
    if sums.clusters < 2:
        return [None] * used
    table = SwapTable.of(sums.sums[:, :used])
    p: list[float | None] = [1.0] * used
    drawn = []
    for column in range(used):
        if not table.differing[column]:
            continue
        if table.even[column]:
            p[column] = _mid_p(sums.sums[:, column])
        elif table.differing[column] <= EXACT:
            p[column] = _exact(sums.sums[:, column])
        else:
            drawn.append(column)
    if drawn:
        some = table.ordered(np.array(drawn))
        least = np.abs(some.observed) - ALIKE_SINGLE
        counts = sum((sizes >= least).sum(axis=0) for sizes in some.drawn(permutations, seed, permutations))
        for column, count in zip(drawn, np.asarray(counts), strict=True):
            p[column] = float((1 + count) / (1 + permutations))
    return p


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
