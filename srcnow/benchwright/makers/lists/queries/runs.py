"""Finds runs of edges of one view and given, each of which is a simple query, and works on them as columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchwright.graphs.lookups import rows_with
from benchwright.makers.lists.queries.query_types import Codes, Edges

Places = npt.NDArray[np.int64]
"""Places in the columns of edges."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Columns of one length, sorted by view, given: the run begins at the edge `start` and has `size` edges, `proven`
    of them with evidence."""

    view: Codes
    given: Codes
    start: Places
    size: Codes
    proven: Codes

    @classmethod
    def of(cls, edges: Edges) -> Runs:
        """All runs."""
        new = np.ones(len(edges), bool)
        new[1:] = edges.view[1:] != edges.view[:-1]
        new[1:] |= edges.given[1:] != edges.given[:-1]
        start = np.flatnonzero(new)
        size = np.diff(start, append=len(edges)).astype(np.int32)
        proven = np.add.reduceat(edges.proven, start, dtype=np.int32) if len(start) else np.zeros(0, np.int32)
        return cls(edges.view[start], edges.given[start], start, size, proven)

    def __len__(self) -> int:
        return len(self.start)


def begins(edges: Edges, view: Codes, given: Codes) -> Places:
    """Where the run of each view and given begins; `view` is sorted. ValueError if there is none."""
    starts = np.zeros(len(view), np.int64)
    for code in np.unique(view).tolist():
        rows, whole = rows_with(view, code), rows_with(edges.view, code)
        column, wanted = edges.given[whole], given[rows].astype(np.int32, copy=False)
        places = np.searchsorted(column, wanted)
        if not len(column) or np.any(column[np.minimum(places, len(column) - 1)] != wanted):
            raise ValueError("a query has no answer in these edges")
        starts[rows] = whole.start + places
    return starts


def stretch(start: Places, size: npt.NDArray[np.integer]) -> Places:
    """All places of the stretches that begin at `start` and are `size` long, one stretch after the other."""
    ends = np.cumsum(size, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    begin = ends - size
    return np.arange(total, dtype=np.int64) + np.repeat(start - begin, size)


def blocks(weight: npt.NDArray[np.integer], most: int) -> list[slice]:
    """Slices of rows, each of at most `most` in weight, or of one row."""
    ends = np.cumsum(weight, dtype=np.int64)
    cut, begin = [], 0
    while begin < len(ends):
        before = int(ends[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, before + most, side="right")))
        cut.append(slice(begin, end))
        begin = end
    return cut


def contains(column: Codes, start: Places, size: npt.NDArray[np.integer], wanted: Codes) -> npt.NDArray[np.bool_]:
    """Whether `wanted` is in its stretch of `column`, which is sorted within the stretch: one binary search for all,
    side by side."""
    low, high = start.astype(np.int64), start + size
    last = high.copy()
    while True:
        open_ = low < high
        if not open_.any():
            break
        middle = (low + high) >> 1
        below = open_.copy()
        below[open_] = column[middle[open_]] < wanted[open_]
        low = np.where(below, middle + 1, low)
        high = np.where(open_ & ~below, middle, high)
    inside = low < last
    inside[inside] = column[low[inside]] == wanted[inside]
    return inside
