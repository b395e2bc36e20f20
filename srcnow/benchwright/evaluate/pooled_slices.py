"""Estimate slices of few questions together with the other slices of their kind (partial pooling)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.summary import ScoreCell
from benchwright.statistics import Interval, pooled_means

WHY = "estimated together with the other slices"


def with_pooled(cells: Sequence[ScoreCell], correlations: Mapping[str, float | None]) -> Iterator[ScoreCell]:
    """The cells in their order, those of few questions with a pooled estimate. `correlations` of questions on one
    document, by measure; where there is none a document counts as one question. Measures without an upper end, as
    seconds, are not pooled, nor are the cells over all questions."""
    groups: dict[tuple[str, str, str], list[int]] = {}
    for place, cell in enumerate(cells):
        bounded = parse_measure(cell.measure).family.high == 1.0
        if bounded and cell.slice.kind != "all" and cell.estimate.mean is not None:
            groups.setdefault((cell.system, cell.measure, cell.slice.kind), []).append(place)
    pooled: dict[int, Interval] = {}
    for (_, measure, _), places in groups.items():
        if len(places) < 2 or not any(cells[place].few for place in places):
            continue
        seen = [cells[place].estimate for place in places]
        means = [min(max(one.mean or 0.0, 0.0), 1.0) for one in seen]
        for place, one, (mean, low, high) in zip(
            places, seen, pooled_means(means, [_independent(one, correlations[measure]) for one in seen]), strict=True
        ):
            if cells[place].few:
                pooled[place] = Interval(mean, low, high, one.n, one.clusters, "rough", WHY)
    for place, cell in enumerate(cells):
        yield replace(cell, pooled=pooled[place]) if place in pooled else cell


def _independent(one: Interval, correlation: float | None) -> float:
    """How many independent questions would tell as much, if documents are of equal size."""
    if correlation is None:
        return float(one.clusters)
    return one.n / (1 + (one.n / one.clusters - 1) * correlation)
