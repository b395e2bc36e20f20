"""Correct p-values for many tests at once (Holm)."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p: Sequence[float | None]) -> tuple[float | None, ...]:
    """`p` values corrected so that the chance of any false alarm among them stays below the level (Holm 1979, "A simple
    sequentially rejective multiple test procedure"): the smallest times the number of tests, the next times one less
    ..., never below one before it, at most 1. None (nothing was tested) stays None and counts as no test. ValueError
    for anything but a probability."""
    tested = sorted((value, place) for place, value in enumerate(p) if value is not None)
    if any(not 0.0 <= value <= 1.0 for value, _ in tested):
        raise ValueError("a p value lies between 0 and 1")
    corrected: list[float | None] = [None] * len(p)
    least = 0.0
    for rank, (value, place) in enumerate(tested):
        least = max(least, min(1.0, value * (len(tested) - rank)))
        corrected[place] = least
    return tuple(corrected)
