"""What share of a gold set the first ranks show, rank by rank: what citations, thresholds and evidence recall share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from benchwright.evaluate.runs import Doubles


def found_shares(gold_sets: Sequence[frozenset[str]], gains: Iterable[tuple[str, ...]]) -> Doubles:
    """The share of the best gold set's sources that ranks 1..j show, for each j [ranks]; 0 without gold sets."""
    seen: set[str] = set()
    shares: list[float] = []
    best = 0.0
    for gained in gains:
        if gained:
            seen.update(gained)
            best = max((len(one & seen) / len(one) for one in gold_sets if one), default=0.0)
        shares.append(best)
    return np.array(shares, dtype=np.float64)
