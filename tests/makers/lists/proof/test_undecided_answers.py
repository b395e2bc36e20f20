"""The undecided answers of a query are those that the graph states and nothing proves, held against plain sets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.graph_folders import Drawn, write_graph
from tests.support.listmade import passage, question, some_answers

from benchwright.graphs.book import parse_book
from benchwright.graphs.graph import Graph
from benchwright.makers.lists.evidence.records import PLACES, EvidenceTable
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.proof import undecided_answers as module
from benchwright.makers.lists.proof.undecided_answers import UndecidedAnswerFinder, UndecidedAnswers
from benchwright.makers.lists.queries.query_types import Composition, Intersection, Simple
from benchwright.records import Answer

BOOK = """
knows:
  label: knows
  subject: {one: thing, many: things}
  object: {one: thing, many: things}
  hypothesis: "{subject} knows {object}."
  subjects: know {given}
  objects: are known to {given}
  typed: [{one: city, many: cities, types: [city]}, {one: river, many: rivers, types: [river]}]
met:
  label: met
  subject: {one: city, many: cities, types: [city]}
  object: {one: thing, many: things}
  hypothesis: "{subject} met {object}."
  subjects: met {given}
"""
NAMES = ("Abelor", "Benito", "Carmina", "Dolores", "Estrada", "Fuentes", "Gallego")
TRIPLES = [(one, relation, other) for one in NAMES for other in NAMES for relation in ("knows", "met") if one != other]
Triple = tuple[str, str, str]
Key = tuple[str, str, str, str]


def opened(folder: Path, stated: frozenset[Triple], kinds: Mapping[str, str]) -> tuple[Graph, GraphBase]:
    graph = write_graph(
        folder, stated, {name: Drawn(name, types=[kinds[name]]) for name in NAMES}, {"knows": "knows", "met": "met"}
    )
    nothing = EvidenceTable(PLACES.empty_table(), len(graph), "words", "none", {})
    return graph, GraphBase(graph, parse_book(BOOK), nothing, [])


def queries_of(graph: Graph, base: GraphBase) -> dict[Key, Simple]:
    codes = {name: code for name in NAMES if (code := graph.code_of(name)) is not None}
    return {
        (view.relation.id, view.side, view.asked.things.one, name): Simple(number, code)
        for number, view in enumerate(base.views)
        for name, code in codes.items()
    }


def expected(key: Key, stated: frozenset[Triple], kinds: Mapping[str, str]) -> set[str]:
    relation, side, noun, end = key
    pairs = {(s, o) if side == "subjects" else (o, s) for s, r, o in stated if r == relation}
    is_split = (relation, side) == ("knows", "subjects")
    return {answer for answer, other in pairs if other == end != answer and (not is_split or kinds[answer] == noun)}


@settings(max_examples=12, deadline=None)
@given(
    st.frozensets(st.sampled_from(TRIPLES), max_size=20),
    st.lists(st.sampled_from(["city", "river"]), min_size=len(NAMES), max_size=len(NAMES)),
)
def test_the_undecided_are_what_the_graph_states(some: frozenset[Triple], listed: list[str]) -> None:
    stated = some | {("Abelor", "knows", "Benito"), ("Abelor", "met", "Benito")}
    kinds = dict(zip(NAMES, listed, strict=True))
    with TemporaryDirectory() as name:
        graph, base = opened(Path(name), stated, kinds)
        finder, queries = UndecidedAnswerFinder(base, set()), queries_of(graph, base)

        def labels(query: Simple | Intersection | Composition) -> set[str]:
            undecided = finder.of(query, [], [])
            assert (undecided.bounded, {one["by"] for one in undecided.records} <= {"graph"}) == (False, True)
            return {answer.text for answer in undecided.answers}

        sets = {key: expected(key, stated, kinds) for key in queries}
        assert {key: labels(query) for key, query in queries.items()} == sets
        for one, two in list(combinations(queries, 2))[::17]:
            assert labels(Intersection(queries[one], queries[two])) == sets[one] & sets[two]
        for key in list(queries)[::3]:
            for number, view in enumerate(base.views):
                step = (view.relation.id, view.side, view.asked.things.one)
                whole = set[str]().union(*(sets[*step, middle] for middle in sets[key])) - {key[3]}
                assert labels(Composition(queries[key], number)) == whole


def test_right_names_are_left_out_and_what_has_a_page_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stated = frozenset((name, "knows", "Benito") for name in NAMES if name != "Benito")
    graph, base = opened(tmp_path, stated, dict.fromkeys(NAMES, "city"))
    query = queries_of(graph, base)["knows", "subjects", "city", "Benito"]
    code_of = {name: code for name in NAMES if (code := graph.code_of(name)) is not None}
    finder = UndecidedAnswerFinder(base, {code_of["Gallego"]})
    right = [Answer("Dolores"), Answer("Someone", ("Estrada",))]
    undecided = finder.of(query, [code_of["Dolores"]], right)
    assert [answer.text for answer in undecided.answers] == ["Abelor", "Carmina", "Fuentes", "Gallego"]
    assert undecided.records[0] == {"id": "Abelor", "by": "graph"}
    monkeypatch.setattr(module, "MOST_LISTED", 2)
    undecided = finder.of(query, [], right)
    assert ([answer.text for answer in undecided.answers], undecided.bounded) == (["Abelor", "Gallego"], True)


def test_a_record_says_where_some_were_left_out() -> None:
    example = question("e", "simple", ["knows"], "Which?", some_answers([passage("p", "Abelor", "A thing.")]))
    plain, cut = (UndecidedAnswers(bounded=bounded).of(example).derivation or {} for bounded in (False, True))
    assert "undecided_bounded" not in plain
    assert cut == {**plain, "undecided_bounded": True}
