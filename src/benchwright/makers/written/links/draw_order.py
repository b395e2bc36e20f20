"""Puts the sets of a cell into the order in which its attempts take them.

Drawn without replacement: a set's chance is that of its seed, as `retrieval.seeds` has it, times the strength of its
link. The set whose sources were drawn least comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

import numpy as np

from benchwright.makers.written.links.linked_sources import LinkedSources


def draw_order(
    sets: Sequence[LinkedSources], chances: Mapping[str, float], sequence: np.random.SeedSequence
) -> tuple[LinkedSources, ...]:
    """All sets whose seed can be drawn, in order."""
    rng = np.random.Generator(np.random.PCG64(sequence))
    draws = rng.random(len(sets))
    ranked = sorted(
        (float(draw) / (one.strength * chances[one.seed]), place)
        for place, (one, draw) in enumerate(zip(sets, draws, strict=True))
        if chances.get(one.seed, 0.0) > 0
    )
    used: Counter[str] = Counter()
    waiting = [(0, rank, place) for rank, (_, place) in enumerate(ranked)]  # ascending, so that it is a heap
    ordered: list[LinkedSources] = []
    while waiting:
        uses, rank, place = heappop(waiting)
        one = sets[place]
        now = max(used[source] for source in one.ids)
        if now > uses:  # its sources were drawn since
            heappush(waiting, (now, rank, place))
            continue
        ordered.append(one)
        used.update(one.ids)
    return tuple(ordered)
