"""Sum the values of items by cluster, the unit that everything here resamples.

A mean over items is the ratio of two sums over clusters (values, counts), so that resampling whole clusters needs only
these sums. Columns (a system and measure each) that are scored on the same items share their counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Doubles = NDArray[np.float64]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]

LARGEST = 1e200  # beyond it squares and differences of measures could overflow
ALIKE = 1e-9  # relative: sums this close are the same sum, added up in another order
WIDTH = 32  # columns are summed by this many, see `padded`


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Columns that are scored on the same items: `columns` says which of the caller's. `codes` [C] are the clusters'
    codes, ascending, and `counts` [C] their items (each at least 1), `sums` and `squares` [C, K] of their values and
    squared values; K is a multiple of `WIDTH`, and columns past `len(columns)` are 0."""

    columns: tuple[int, ...]
    codes: Whole
    counts: Doubles
    sums: Doubles
    squares: Doubles

    @property
    def clusters(self) -> int:
        return len(self.counts)

    @property
    def items(self) -> int:
        return int(self.counts.sum())

    @property
    def effective(self) -> float:
        """Clusters of equal size that would tell as much as these: (sum of sizes)^2 / sum of squared sizes."""
        return float(self.counts.sum() ** 2 / (self.counts**2).sum())


def padded(array: Doubles) -> Doubles:
    """`array` [n, k] with columns of 0 up to a multiple of `WIDTH`. Sums round otherwise for other shapes; with one
    shape a column's sums are the same to the last bit beside any others."""
    missing = -array.shape[1] % WIDTH
    return np.ascontiguousarray(np.pad(array, ((0, 0), (0, missing))))


def checked(values: ArrayLike, clusters: ArrayLike, scored: ArrayLike | None) -> tuple[Doubles, Whole, Flags]:
    """As arrays [n, m], [n], [n, m]; ValueError if shapes differ, or a scored value is NaN. Values that are not
    scored become 0."""
    table = np.asarray(values, dtype=np.float64)
    codes = np.asarray(clusters)
    if table.ndim != 2 or codes.shape != table.shape[:1]:
        raise ValueError(f"values {table.shape} and clusters {codes.shape} do not fit: want [n, m] and [n]")
    if codes.size and not np.issubdtype(codes.dtype, np.integer):
        raise ValueError("clusters are whole numbers, one an item")
    flags = np.ones(table.shape, dtype=np.bool_) if scored is None else np.asarray(scored, dtype=np.bool_)
    if flags.shape != table.shape:
        raise ValueError(f"scored {flags.shape} does not fit values {table.shape}")
    table = np.where(flags, table, 0.0)
    if not np.isfinite(table).all() or np.abs(table).max(initial=0.0) > LARGEST:
        raise ValueError("a scored value is no number, or too large")
    return table, codes.astype(np.int64), flags


def summed(values: Doubles, clusters: Whole, scored: Flags) -> Iterator[Sums]:
    """`values` [n, m] by groups of columns that are scored on the same items; columns without any are left out.
    Clusters stand in the order of their codes, those without a scored item are gone."""
    groups: dict[bytes, list[int]] = {}
    for column in range(values.shape[1]):
        groups.setdefault(np.packbits(scored[:, column]).tobytes(), []).append(column)
    for columns in groups.values():
        chosen = np.flatnonzero(scored[:, columns[0]])
        if not len(chosen):
            continue
        order = chosen[np.argsort(clusters[chosen], kind="stable")]
        codes, starts, counts = np.unique(clusters[order], return_index=True, return_counts=True)
        table = padded(values[order][:, columns])
        sums = np.add.reduceat(table, starts, axis=0)
        squares = np.add.reduceat(table * table, starts, axis=0)
        yield Sums(tuple(columns), codes, counts.astype(np.float64), sums, squares)
