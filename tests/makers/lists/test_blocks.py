"""Statements, edges and queries are the same whatever the size of the blocks that are worked on at once."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright.makers.lists.compose import compositions
from benchwright.makers.lists.graph_base import GraphBase
from benchwright.makers.lists.intersect import intersections
from benchwright.makers.lists.queries import Edges
from benchwright.makers.lists.runs import Runs
from benchwright.makers.lists.simple import simple_queries

from .drawn import Drawn, graphs
from .test_covered import World, worlds
from .test_queries import equal


def stated(base: GraphBase) -> list[list[int]]:
    statements, rows, starts = base._merged
    columns = (statements.subject, statements.relation, statements.object, statements.proven, rows, starts)
    return [column.tolist() for column in columns]


@settings(max_examples=40, deadline=None)
@given(worlds(), st.booleans(), st.integers(1, 9))
def test_statements_and_edges_of_small_blocks_are_the_same(world: World, covered: bool, at_once: int) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        whole = world.base(Path(folder) / "whole", covered=covered)
        edges, left_out = whole.edges, whole.left_out
        patch.setattr("benchwright.makers.lists.sorting.AT_ONCE", at_once)
        again = world.base(Path(folder) / "blocks", covered=covered)
        assert stated(again) == stated(whole)
        equal(again.edges, edges)
        assert again.left_out == left_out
    order = np.random.default_rng(at_once).permutation(len(edges))
    columns = [column[order] for column in (edges.view, edges.given, edges.answer, edges.triple, edges.proven)]
    equal(Edges.of(*columns, views=edges.views, entities=edges.entities), edges)


@settings(max_examples=25, deadline=None)
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
        for name in ("runs.EDGES", "intersect.LISTED", "intersect.PAIRS", "compose.PAIRS", "sorting.AT_ONCE"):
            patch.setattr(f"benchwright.makers.lists.{name}", at_once)
        for one, other in zip(whole, results(), strict=True):
            equal(one, other)
