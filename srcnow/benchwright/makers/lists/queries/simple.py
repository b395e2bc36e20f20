"""Finds simple queries r(e): all runs of edges that meet the conditions (QAMPARI, section 2.1)."""

from __future__ import annotations

import numpy as np

from benchwright.makers.lists.queries.query_types import SLACK, Conditions, Edges, Flags, Simples
from benchwright.makers.lists.queries.runs import Runs


def simple_queries(edges: Edges, conditions: Conditions, views: Flags | None = None) -> Simples:
    """The simple queries of the views that are marked in `views` ([edges.views]; all if None): with at least
    `min_answers` answers in the graph, between `min_answers` and `max_answers` of them proven, and at least the share
    `validated`."""
    runs = Runs.of(edges)
    return _listed(runs, meets(runs.size, runs.proven, conditions), views)


def part_queries(edges: Edges, conditions: Conditions, views: Flags | None = None) -> Simples:
    """The queries that an intersection may be made of where its own answers owe the share `validated`: those with at
    least `min_answers` proven answers, however many there are."""
    runs = Runs.of(edges)
    return _listed(runs, runs.proven >= conditions.min_answers, views)


def _listed(runs: Runs, wanted: Flags, views: Flags | None) -> Simples:
    chosen = wanted if views is None else wanted & views[runs.view]
    return Simples(runs.view[chosen], runs.given[chosen], runs.size[chosen], runs.proven[chosen])


def meets(size: np.ndarray, proven: np.ndarray, conditions: Conditions) -> Flags:
    """Which counts of answers and proven answers the conditions allow."""
    allowed: Flags = (
        (proven >= conditions.min_answers)
        & (proven <= conditions.max_answers)
        & (proven >= conditions.validated * size - SLACK)
    )
    return allowed
