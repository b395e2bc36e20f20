"""Sort blocks of keys with what goes with each key, and cut rows into blocks of bounded size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

Longs = npt.NDArray[np.int64]

AT_ONCE = 4_000_000
"""Rows that are worked on at once: more would be no quicker, and would take more memory for copies."""


def parts(rows: slice) -> Iterator[slice]:
    """The same rows in slices of at most `AT_ONCE`."""
    for start in range(rows.start, rows.stop, AT_ONCE):
        yield slice(start, min(start + AT_ONCE, rows.stop))


def in_order(blocks: Iterable[tuple[Longs, Longs]]) -> tuple[Longs, Longs]:
    """Keys and what goes with each, by key; equal keys stay in the order in which they came."""
    columns = list(zip(*blocks, strict=True)) or [(), ()]
    key, row = (np.concatenate([np.zeros(0, np.int64), *column]) for column in columns)
    order = np.argsort(key, kind="stable")
    return key[order], row[order]
