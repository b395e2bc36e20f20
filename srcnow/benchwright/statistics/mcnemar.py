"""Test whether two verdicts on the same items differ in how often they say yes (McNemar 1947, exact)."""

from __future__ import annotations

from math import comb


def mcnemar_p(only_first: int, only_second: int) -> float:
    """The exact two-sided p-value of `only_first` items that only the first says yes to and `only_second` that only the
    second does: twice the tail of a fair coin, at most 1. ValueError for counts below 0."""
    if min(only_first, only_second) < 0:
        raise ValueError("a count is at least 0")
    flips = only_first + only_second
    tail = sum(comb(flips, heads) for heads in range(min(only_first, only_second) + 1))
    return min(1.0, float(2 * tail / 2**flips))
