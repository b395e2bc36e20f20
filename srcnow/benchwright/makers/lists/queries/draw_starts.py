"""Draws starting points of compositions where all of them would make too many pairs.

The cost of each starting point is known before any is joined, so the draw is fair to relations. Each first view gets
the same allowance, and what one does not need goes to the others. Within a view the seed decides the order. A starting
point that costs more than the whole allowance is skipped. Rare relations stay whole, and frequent ones are thinned.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchwright.makers.lists.queries.query_types import Codes, Flags


def draw_starts(view: Codes, pairs: npt.NDArray[np.int64], most: int, seed: int) -> Flags:
    """Which starting points are taken: `view` the first view of each, sorted, `pairs` what it costs. All of them if
    they cost at most `most` together; else a drawn part that does not cost more."""
    if int(pairs.sum()) <= most:
        return np.ones(len(view), bool)
    start = np.flatnonzero(np.diff(view, prepend=-1))
    end = np.append(start[1:], len(view))
    allowed = allowances(np.add.reduceat(pairs, start), most)
    chosen = np.zeros(len(view), bool)
    for one, two, allowance in zip(start, end, allowed, strict=True):
        order = one + np.random.default_rng([seed, int(view[one])]).permutation(two - one)
        fits = order[pairs[order] <= allowance]  # a hub that is too much alone must not stand in the way of others
        chosen[fits[np.cumsum(pairs[fits]) <= allowance]] = True
    return chosen


def allowances(wanted: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int64]:
    """`most` shared out evenly, none more than is wanted: what one does not need goes to those that do."""
    granted = np.zeros(len(wanted), np.int64)
    remaining = most
    order = np.argsort(wanted, kind="stable")
    for at, index in enumerate(order):
        granted[index] = min(int(wanted[index]), remaining // (len(order) - at))
        remaining -= int(granted[index])
    return granted
