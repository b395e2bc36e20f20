"""Fuse several ranked lists into one by reciprocal ranks."""

from __future__ import annotations

from collections.abc import Sequence

CONSTANT = 60


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[str]], k: int, constant: int = CONSTANT
) -> list[tuple[str, float]]:
    """The k best ids of several lists, best first: an id's score is the sum over the lists that hold it of
    1 / (constant + its rank), ranks from 1; ties by id. (Cormack, Clarke and Büttcher, 2009, with constant 60.)

    An id that a list repeats counts at its first place. ValueError for a negative k, or a constant below 0."""
    if k < 0 or constant < 0:
        raise ValueError(f"k is {k} and the constant {constant}")
    ranks: dict[str, list[int]] = {}
    for ranking in rankings:
        for rank, source in enumerate(dict.fromkeys(ranking), 1):
            ranks.setdefault(source, []).append(rank)
    # Summed from the best rank on, so that the order in which the lists are named changes no bit of a score.
    fused = [(source, sum(1.0 / (constant + rank) for rank in sorted(held))) for source, held in ranks.items()]
    return sorted(fused, key=lambda pair: (-pair[1], pair[0]))[:k]
