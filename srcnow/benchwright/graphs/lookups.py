"""Look codes up in sorted columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def rows_with(column: npt.NDArray[Any], code: int, order: npt.NDArray[np.int64] | None = None) -> slice:
    """The rows of a sorted column of integers that hold a code; with `order`, by which the column is sorted, places in
    that order. Looks for a number of the column's own type: for any other NumPy would first copy the whole column."""
    wanted = np.array([code], column.dtype)
    start = np.searchsorted(column, wanted, sorter=order)
    end = np.searchsorted(column, wanted, side="right", sorter=order)
    return slice(int(start[0]), int(end[0]))
