"""Queries are the same whatever the size of the blocks that are worked on at once, and edges in whatever order."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.makers.lists.drawn import Drawn, graphs, sorted_edges
from tests.makers.lists.queries.test_query_types import equal
from tests.makers.lists.test_covered import World, worlds

from benchwright.makers.lists.queries.compose import compositions
from benchwright.makers.lists.queries.intersect import intersections
from benchwright.makers.lists.queries.runs import Runs
from benchwright.makers.lists.queries.simple import simple_queries


@given(worlds(), st.booleans())
def test_edges_in_any_order_are_sorted(world: World, covered: bool) -> None:
    with TemporaryDirectory() as folder:
        edges = world.base(Path(folder), covered=covered).edges
    order = np.random.default_rng(1).permutation(len(edges))
    columns = [column[order] for column in (edges.view, edges.given, edges.answer, edges.triple, edges.proven)]
    equal(sorted_edges(*columns, views=edges.views, entities=edges.entities), edges)


@given(graphs(), st.integers(1, 6))
def test_queries_of_small_blocks_are_those_of_one(drawn: Drawn, at_once: int) -> None:
    """Runs, products and joins in blocks of a few edges each."""

    def results() -> list[object]:
        simples = simple_queries(drawn.edges, drawn.conditions, drawn.masks[0])
        return [
            simples,
            Runs.of(drawn.edges),
            intersections(drawn.edges, simples, drawn.conditions, drawn.ways),
            compositions(drawn.edges, drawn.conditions, *drawn.masks[1:], ways=drawn.ways),
        ]

    whole = results()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("intersect.LISTED", "intersect.PAIRS", "compose.PAIRS"):
            patch.setattr(f"benchwright.makers.lists.queries.{name}", at_once)
        for one, other in zip(whole, results(), strict=True):
            equal(one, other)
