"""What the order of a table's rows bounds. A table that may be cut short lacks rows at its end; where its rows go down
by height, none of these is higher than its last one, so that "higher than 200 metres" is whole if that is lower."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

LEAST = 5
"""How many different values a column has to have, so that its order is no chance."""


def falls(values: Sequence[Any]) -> bool:
    """Whether values go down, row by row."""
    return _steps(values[::-1])


def rises(values: Sequence[Any]) -> bool:
    """Whether values go up, row by row."""
    return _steps(values)


def _steps(values: Sequence[Any]) -> bool:
    return len(set(values)) >= LEAST and all(one <= next for one, next in itertools.pairwise(values))
