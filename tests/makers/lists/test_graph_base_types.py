"""Of which types the entities of a graph are: by their types, and without any by their descriptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.films_graph import Found
from tests.support.graph_folders import Drawn, write_graph

from benchwright.graphs.book import parse_book
from benchwright.graphs.relations import TypeName
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.query_types import Simple
from benchwright.makers.lists.queries.recount import denotation

PLACES = {
    "Lane": Drawn("Lane County", description="county in Oregon, United States"),
    "Kent": Drawn("Kent", types=["Q180673"]),
    "Troy": Drawn("Troy", types=["seat"], description="county in a mistaken description"),
    "Salem": Drawn("Salem", types=["capital"]),
    "Bend": Drawn("Bend", description="city and the county seat of Deschutes County"),
    "Oregon": Drawn("Oregon", types=["state"]),
    "Togo": Drawn("Togo", types=["sovereign", "unitary"]),
    "Nowhere": Drawn("Nowhere"),
    "Ada": Drawn("Ada", types=["person"], description="English actress, singer and film director"),
    "Bea": Drawn("Bea", types=["person", "duke"], description="English actor"),
    "Cy": Drawn("Cy", types=["person"]),
    "person": Drawn("human"),
    "duke": Drawn("duke"),
    "Q180673": Drawn("ceremonial county of England", description="county", supertypes=["Q28575"]),
    "Q28575": Drawn("county"),
    "seat": Drawn("county seat"),
    "capital": Drawn("city of the United States"),
    "state": Drawn("state of the United States"),
    "sovereign": Drawn("sovereign state"),
    "unitary": Drawn("unitary state"),
}
BOOK = """
in:
  label: located in
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{subject} is located in {object}."
  subjects: are located in {given}
  typed:
    - {one: county, many: counties, types: [county]}
    - {one: state, many: states, types: [state, not sovereign state]}
"""


@pytest.fixture
def base(tmp_path: Path) -> GraphBase:
    graph = write_graph(tmp_path, [(id, "in", "Land") for id in PLACES if id[0] != "Q" and id != "seat"], PLACES)
    return GraphBase(graph, parse_book(BOOK), Found(len(graph)), ("doc_0001",))


def of(base: Any, *types: str, id: str = "") -> list[str]:
    ruled_out = [TypeName("", type.removeprefix("not "), True) for type in types if type.startswith("not ")]
    told = [TypeName(id, type) for type in types if not type.startswith("not ")]
    flags = base.members([*told, *ruled_out])
    return sorted(base.entity(code).id for code in flags.nonzero()[0].tolist())


def test_an_entity_without_types_is_what_its_description_begins_with(base: GraphBase) -> None:
    assert of(base, "county") == ["Kent", "Lane"]  # not Troy, whose type tells what it is, nor the type itself
    assert of(base, "county", id="Q28575") == ["Kent", "Lane"]
    assert of(base, "village") == []


def test_a_type_is_known_by_the_end_of_its_noun(base: GraphBase) -> None:
    assert of(base, "city") == ["Bend", "Salem"]
    assert of(base, "state of the United States") == ["Oregon"]
    assert of(base, "state") == ["Oregon", "Togo"]


def test_a_type_may_be_ruled_out(base: GraphBase) -> None:
    assert of(base, "state", "not sovereign state") == ["Oregon"]
    assert of(base, "state", "not state of the United States", "not city") == ["Togo"]
    assert set(of(base, "not state")).isdisjoint({"Oregon", "Togo"})
    assert "Nowhere" in of(base, "not state")


def test_of_a_person_the_description_tells_the_kind(base: GraphBase) -> None:
    assert of(base, "actress") == of(base, "singer") == of(base, "director") == ["Ada"]
    assert of(base, "actor") == of(base, "film") == []  # of Bea, a type tells more than that she is a person
    assert of(base, "human") == ["Ada", "Bea", "Cy"]
    assert of(base, "human", "not singer") == ["Bea", "Cy"]


def test_a_split_asks_for_what_descriptions_tell(base: GraphBase) -> None:
    land = next(code for code in range(len(PLACES) + 1) if base.entity(code).id == "Land")
    counties, states = (
        sorted(base.entity(code).id for code in denotation(Simple(view, land), base)) for view in range(2)
    )
    assert (counties, states) == (["Kent", "Lane"], ["Oregon"])
    told = [(base.views[view].phrasing.things.one, base.entity(code).id) for view, code in edges(base)]
    assert sorted(told) == [("county", "Kent"), ("county", "Lane"), ("state", "Oregon")]


def edges(base: GraphBase) -> list[tuple[int, int]]:
    return list(zip(base.edges.view.tolist(), base.edges.answer.tolist(), strict=True))


def test_the_kind_of_an_entity_is_told_without_types(base: GraphBase) -> None:
    told = {base.entity(code).id: base.type_labels(code) for code in range(len(PLACES) + 1)}
    assert told["Lane"] == ["county"]
    assert told["Togo"] == ["sovereign state", "unitary state"]
    assert told["Troy"] == ["county seat"]
    assert told["Nowhere"] == []
    assert told["Ada"] == ["human", "english actress", "singer", "film director"]
    assert sorted(told["Bea"]) == ["duke", "human"]
    assert told["Cy"] == ["human"]


def test_what_a_description_rules_out_is_left_out_whatever_its_types(base: GraphBase) -> None:
    assert of(base, "seat") == of(base, "county seat") == ["Troy"]
    assert of(base, "county seat", "not county") == []  # its description calls Troy a county, its type a seat
    assert of(base, "county seat", "not village") == ["Troy"]
    assert of(base, "duke") == ["Bea"]
    assert of(base, "duke", "not actor") == []


BARRED = """
in:
  label: located in
  subject: {one: place, many: places, types: [not city]}
  object: {one: place, many: places, types: [not empire]}
  hypothesis: "{subject} is located in {object}."
  subjects: are located in {given}
  objects: contain {given}
holds: {same_as: in, inverse: true}
near:
  label: near
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{subject} is near {object}."
  subjects: are near {given}
"""


def test_what_an_end_rules_out_is_stated_by_no_statement(tmp_path: Path) -> None:
    things = {
        "dorp": Drawn("Dorp", description="village"),
        "stad": Drawn("Stad", description="city"),
        "land": Drawn("Land", description="country"),
        "rijk": Drawn("Rijk", description="empire"),
    }
    triples = [("dorp", "in", "land"), ("stad", "in", "land"), ("dorp", "in", "rijk"), ("land", "holds", "dorp")]
    triples += [("rijk", "holds", "dorp"), ("land", "holds", "stad"), ("stad", "near", "rijk"), ("rijk", "in", "land")]
    graph = write_graph(tmp_path, triples, things)
    found = Found(len(graph))
    base = GraphBase(graph, parse_book(BARRED), found, ("doc_0001",))
    stated = {base.triple(row) for row in range(len(base.statements))}
    told = {(base.entity(one).id, relation, base.entity(two).id) for one, relation, two in stated}
    assert told == {("dorp", "in", "land"), ("rijk", "in", "land"), ("stad", "near", "rijk")}
    land = next(code for code in range(4) if base.entity(code).id == "land")
    inside = next(number for number, view in enumerate(base.views) if view.side == "subjects")
    assert {base.entity(code).id for code in denotation(Simple(inside, land), base)} == {"dorp", "rijk"}
