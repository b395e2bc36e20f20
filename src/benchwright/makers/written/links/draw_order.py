"""Puts the sets of a cell into the order in which its attempts take them.

Drawn without replacement: a set's chance is that of its seed, as `retrieval.seeds` has it, times the strength of its
link. No source comes again before the others of the cell were drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

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
    levels: list[tuple[int, int, LinkedSources]] = []
    for rank, (_, place) in enumerate(ranked):
        one = sets[place]
        levels.append((max(used[source] for source in one.ids), rank, one))
        used.update(one.ids)
    return tuple(one for _, _, one in sorted(levels, key=lambda entry: entry[:2]))
