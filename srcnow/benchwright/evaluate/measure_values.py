"""Hold the values of one measure, one a question: what measures return and statistics use.

`scored` is False where a measure says nothing of a question (it has no answers, the system cites nothing): such a value
counts in no mean, and its reasons are counted. There is no NaN: a value is a number, or it is not scored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.runs import Doubles


@dataclass(frozen=True, eq=False)
class MeasureValues:
    """One measure over the questions of a gold, in its order: `values` [questions], 0 where not `scored`. `reasons`
    counts why some are not."""

    measure: str
    values: Doubles
    scored: NDArray[np.bool_]
    reasons: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not np.isfinite(self.values).all():
            raise ValueError(f"{self.measure} has a value that is not a number")


def scored(measure: str, values: Sequence[float] | Doubles) -> MeasureValues:
    """Values of a measure that says something of every question."""
    return scored_where(measure, values, np.ones(len(values), dtype=np.bool_), "")


def scored_where(
    measure: str, values: Sequence[float] | Doubles, scored: NDArray[np.bool_], reason: str
) -> MeasureValues:
    """Values that are `scored` at some questions only, for one reason."""
    lacking = int((~scored).sum())
    return MeasureValues(measure, np.asarray(values, dtype=np.float64), scored, {reason: lacking} if lacking else {})
