"""Puts the neighbourhoods of a cell into the order in which its attempts take them.

Drawn without replacement: a neighbourhood's chance is that of its seed, as `retrieval.seeds` has it, times the strength
of its links. The one whose sources were drawn least comes first, and before all others those that are preferred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from benchwright.makers.written.links.neighbourhood import Neighbourhood


def draw_order(
    neighbourhoods: Sequence[Neighbourhood], chances: Mapping[str, float], sequence: np.random.SeedSequence
) -> tuple[Neighbourhood, ...]:
    """All of them whose seed can be drawn, in order."""
    rng = np.random.Generator(np.random.PCG64(sequence))
    draws = rng.random(len(neighbourhoods))
    ranked = sorted(
        (float(draw) / (one.strength * chances[one.seed]), place)
        for place, (one, draw) in enumerate(zip(neighbourhoods, draws, strict=True))
        if chances.get(one.seed, 0.0) > 0
    )
    used: Counter[str] = Counter()
    waiting = [(not neighbourhoods[place].preferred, 0, rank, place) for rank, (_, place) in enumerate(ranked)]
    heapify(waiting)
    ordered: list[Neighbourhood] = []
    while waiting:
        last, uses, rank, place = heappop(waiting)
        one = neighbourhoods[place]
        now = max(used[source] for source in one.ids)
        if now > uses:  # its sources were drawn since
            heappush(waiting, (last, now, rank, place))
            continue
        ordered.append(one)
        used.update(one.ids)
    return tuple(ordered)
