"""Sets of spans that prove an answer: what one sentence that tells two steps is worth."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from tests.makers.lists.drawn import sorted_edges
from tests.support.films_graph import BOOK, Found, Place, base_of, simple
from tests.support.graph_folders import write_graph

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.knowledge_base import ProofPlace
from benchwright.makers.lists.proof.evidence_sets import MOST_SETS, sets_of
from benchwright.makers.lists.queries.query_types import Composition, Intersection, Simple
from benchwright.records import Span

SHARED = Span("page", "text", 0, 9)
EDGES = sorted_edges(
    np.array([0, 1], np.int32),
    np.array([5, 6], np.int32),
    np.array([7, 7], np.int32),
    np.array([0, 1], np.int64),
    np.array([True, True]),
    views=2,
    entities=8,
)
"""Two views, of two given things, that have one answer."""


@pytest.mark.parametrize(("first", "second"), [(0.2, 0.99), (0.99, 0.2)])
def test_a_sentence_that_tells_both_is_as_sure_as_the_less_sure_one(first: float, second: float) -> None:
    scores = (first, second)
    knowledge = SimpleNamespace(
        edges=EDGES,
        kind=lambda view, code: None,
        evidence=lambda triple: [ProofPlace(SHARED, scores[triple], "reader")],
    )
    (only,) = sets_of(knowledge, Intersection(Simple(0, 5), Simple(1, 6)), 7)
    assert [place.span for place in only.places] == [SHARED]
    assert only.score == 0.2


def test_the_surest_ways_are_kept_of_very_many() -> None:
    spans = [[Span(f"page {triple} {n}", "text", 0, 9) for n in range(5)] for triple in range(2)]
    knowledge = SimpleNamespace(
        edges=EDGES,
        kind=lambda view, code: None,
        evidence=lambda triple: [ProofPlace(span, 0.9 - n / 10, "reader") for n, span in enumerate(spans[triple])],
    )
    found = sets_of(knowledge, Intersection(Simple(0, 5), Simple(1, 6)), 7)
    assert len(found) == MOST_SETS < 16
    assert [one.score for one in found[:4]] == [0.9, 0.8, 0.8, 0.8]
    assert found[-1].score == pytest.approx(0.6)


class Twice(Found):
    """One sentence states every triple, the later ones more surely, and another one each."""

    def rows_of(self, triple: int) -> list[Place]:
        return [Place(triple, 0, 4, 0, 0.2), Place(7, 5, 9, 0, (5 + triple) / 10)]


def test_a_sentence_that_states_two_rows_of_a_statement_counts_once_and_as_the_surer_one(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, [("f0", "directed", "ida"), ("ida", "has_director", "f0")], {})
    base = GraphBase(graph, parse_book(BOOK), Twice(len(graph)), [f"p{number}" for number in range(9)])
    assert [(one.span.source, one.score) for one in base.evidence(0)] == [("p7", 0.6), ("p0", 0.2), ("p1", 0.2)]


def test_each_way_to_an_answer_proves_it(tmp_path: Path) -> None:
    people = ("ida", "joan")
    triples = [(film, "directed", person) for film in ("f0", "f1") for person in people]
    base = base_of(tmp_path, [*triples, *((person, "born", "delft") for person in people)])
    query = Composition(simple(base, "born", "delft"), simple(base, "directed", "ida").view)
    answer = base._graph.code_of("f0")
    assert answer is not None
    found = sets_of(base, query, answer)
    assert {base.entity(one.via[0]).id for one in found} == set(people)
