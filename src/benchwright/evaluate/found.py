"""A run against the gold: at which rank is which evidence found. What every retrieval measure is worked out of.

Columns are aligned with the questions of the gold, in its order; a question that the run has not has no ranks. Ranks
are in their final order: sorted, freed of repeats, ties settled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Doubles, Longs


@dataclass(frozen=True, eq=False)
class Found:
    """The ranks of question i are `starts[i]:starts[i + 1]`, best first. `gains[j]` are the gold sources that rank j
    finds for the first time: one where the hit is that source, several where a chunk completes several, () for none.
    `relevant[j]` says whether the hit holds evidence of any gold set, found before or not; `hits[j]` is the hit's place
    in the columns of the run. `notes` counts by reason what was treated otherwise than it came (ties, NaN, repeats,
    questions missing ...), and says so in the output."""

    name: str
    gold: Gold
    starts: Longs
    gains: Sequence[tuple[str, ...]]
    relevant: NDArray[np.bool_]
    scores: Doubles
    hits: Longs
    notes: Mapping[str, int] = field(default_factory=dict)
