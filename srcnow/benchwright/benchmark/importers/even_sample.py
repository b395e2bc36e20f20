"""Draw questions of an imported benchmark evenly over modalities, and with the styles of another benchmark.

Published benchmarks lean to one kind of source and one kind of question. For a comparison (SMMQG, section 5.3) as many
questions are drawn of each combination of modalities, and of each style as many as the other benchmark has. How many
sources of a kind a question has does not count: eight images are images.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from benchwright.records import Example, Modality


def even_sample(
    examples: Sequence[Example], count: int, seed: int, styles: Mapping[str, int] | None = None
) -> list[Example]:
    """At most `count` examples in their order, drawn by the seed. Of each style as many as its share in `styles` (by
    largest remainder; other styles are left out), or evenly without it; within a style evenly over modalities, as far
    as there are questions of each."""
    groups: dict[str, list[Example]] = defaultdict(list)
    for one in examples:
        groups[one.style].append(one)
    generator = np.random.default_rng(seed)
    wanted = sample_shares(styles or dict.fromkeys(groups, 1), count)
    drawn: set[str] = set()
    for style in sorted(groups):
        drawn |= _evenly(groups[style], wanted.get(style, 0), generator)
    return [one for one in examples if one.id in drawn]


def sample_shares(weights: Mapping[str, int], count: int) -> dict[str, int]:
    """The count shared out in proportion, by largest remainder, ties by name."""
    total = sum(weights.values())
    exact = {name: count * weight / total for name, weight in weights.items()} if total else {}
    shares = {name: int(value) for name, value in exact.items()}
    rest = sorted(exact, key=lambda name: (shares[name] - exact[name], name))
    for name in rest[: count - sum(shares.values())]:
        shares[name] += 1
    return shares


def _evenly(examples: Sequence[Example], count: int, generator: np.random.Generator) -> set[str]:
    """The ids of questions drawn in turn from each combination of modalities."""
    queues: dict[str, list[str]] = defaultdict(list)
    for place in generator.permutation(len(examples)):
        queues[kinds_of(examples[place])].append(examples[place].id)
    drawn: set[str] = set()
    while len(drawn) < count and any(queues.values()):
        for name in sorted(queues):
            if queues[name] and len(drawn) < count:
                drawn.add(queues[name].pop())
    return drawn


def kinds_of(example: Example) -> str:
    """The kinds of its sources: `text+image` for two passages and three images."""
    return "+".join(kind for kind in Modality if getattr(example.modalities, kind))


def style_counts(examples: Sequence[Example]) -> dict[str, int]:
    """How many examples there are of each style."""
    return dict(sorted(Counter(one.style for one in examples).items()))
