"""A second way to the answers comes to what the sorted columns say."""

from __future__ import annotations

from pathlib import Path

from tests.support.films_graph import films, simple

from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.answers import answers
from benchwright.makers.lists.queries.query_types import Composition, Intersection, Query, Simple
from benchwright.makers.lists.queries.recount import denotation, leads_back


def labels(base: GraphBase, query: Query) -> list[str]:
    return sorted(base.entity(code).label for code in denotation(query, base))


def test_denotations_of_the_three_kinds(tmp_path: Path) -> None:
    base = films(tmp_path)
    directed, played = simple(base, "directed", "ida"), simple(base, "cast", "joan")
    assert labels(base, directed) == [f"Film {number}" for number in range(6)]
    assert labels(base, Intersection(directed, played)) == [f"Film {number}" for number in range(5)]
    assert labels(base, Composition(simple(base, "born", "delft"), directed.view)) == [f"Film {n}" for n in range(6)]


def test_a_composition_that_leads_back_to_where_it_starts(tmp_path: Path) -> None:
    base = films(tmp_path)
    directed = simple(base, "directed", "ida")
    query = Composition(directed, simple(base, "directed", "f0", "objects").view)
    assert leads_back(query, base)
    assert labels(base, query) == []


def test_both_ways_agree_on_everything_that_can_be_asked(tmp_path: Path) -> None:
    base = films(tmp_path)
    for view in range(len(base.views)):
        for code in (code for code in range(base.edges.entities) if base.entity(code).label):
            query = Simple(view, code)
            found = set(answers(base.edges, query).all.tolist())
            assert denotation(query, base) == found
            for second in range(len(base.views)):
                steps = Composition(query, second)
                assert denotation(steps, base) == set(answers(base.edges, steps).all.tolist())
