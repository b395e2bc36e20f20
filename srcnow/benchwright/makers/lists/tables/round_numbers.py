"""Chooses round numbers and years that divide the rows of a list, as a person would."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

MOST_DIGITS = 2
"""Digits that count in a threshold: "more than 2,300 metres", never "more than 2,317 metres"."""


def thresholds(numbers: Sequence[Decimal]) -> list[Decimal]:
    """A round number between each two neighbours of the sorted numbers that differ, none of them equal to one; none
    between two that only a longer number parts."""
    limits: list[Decimal] = []
    for low, high in itertools.pairwise(numbers):
        between = roundest(low, high) if low < high else None
        if between is not None:
            limits.append(between)
    return limits


def roundest(low: Decimal, high: Decimal) -> Decimal | None:
    """The number with the fewest digits strictly between two others; None if two that count are too few."""
    top = max(abs(low), abs(high))
    start = top.adjusted() if top else 0
    last = max(start - MOST_DIGITS + 1, -4)
    steps = [size * Decimal(1).scaleb(power - 1) for power in range(start, last, -1) for size in (10, 5, 2)]
    for step in (*steps, Decimal(1).scaleb(last)):
        candidate = (low // step + 1) * step
        if low < candidate < high:
            return candidate
    return None


def round_years(years: Sequence[int]) -> list[int]:
    """A year for each two neighbours of the sorted ones that differ: the roundest between them, or the later one."""
    limits: list[int] = []
    for low, high in itertools.pairwise(years):
        if low < high and (year := _round_year(low, high)) >= 1:
            limits.append(year)
    return list(dict.fromkeys(limits))


def _round_year(low: int, high: int) -> int:
    for step in (100, 50, 10, 5):
        candidate = (low // step + 1) * step
        if low < candidate < high:
            return candidate
    return high
