"""Queries that nobody would ask, and the words that cannot be joined."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.films_graph import Found, pipeline, simple
from tests.support.graph_folders import Drawn, write_graph

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.plausibility import PlausibilityFilter
from benchwright.makers.lists.queries.query_types import Composition, Intersection
from benchwright.makers.lists.wording.question_wording import UnnamedError, word_question
from benchwright.records import Status

BOOK = """
in:
  label: located in
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{subject} is located in {object}."
  subjects: are located in {given}
part:
  label: part of
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{subject} is part of {object}."
  subjects: belong to {given}
war:
  label: fought in
  subject: {one: place, many: places}
  object: {one: war, many: wars}
  hypothesis: "{subject} fought in {object}."
  subjects: fought in the {given}
  objects: did {given} fight in
"""
TOWNS = [f"t{number}" for number in range(8)]


@pytest.fixture
def base(tmp_path: Path) -> GraphBase:
    triples = [(town, "in", "land") for town in TOWNS] + [(town, "part", "land") for town in TOWNS[:5]]
    triples += [(f"x{number}", "part", "land") for number in range(4)] + [(town, "war", "one") for town in TOWNS[:6]]
    triples += [(f"x{number}", "part", "isle") for number in range(4)]
    names = {"land": "Land", "isle": "Isle", "one": "World War I"}
    graph = write_graph(
        tmp_path,
        triples,
        names | {town: f"Town {town[1:]}" for town in TOWNS} | {f"x{n}": f"Isle {n}" for n in range(4)},
    )
    return GraphBase(graph, parse_book(BOOK), Found(len(graph)), [f"p{number}" for number in range(9)])


def test_two_sides_that_name_the_same_thing(base: GraphBase) -> None:
    both = Intersection(simple(base, "in", "land"), simple(base, "part", "land"))
    assert PlausibilityFilter(base).fault(both) == "both sides name the same thing"
    outcome = pipeline(base).attempt(ListCell("{}", "intersection", None), 0, both)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, "improbable")
    other = Intersection(simple(base, "in", "land"), simple(base, "war", "one"))
    assert PlausibilityFilter(base).fault(other) == ""


def test_a_step_that_follows_itself(base: GraphBase) -> None:
    located = simple(base, "in", "land")
    assert PlausibilityFilter(base).fault(Composition(located, located.view)) == "in follows itself"
    assert PlausibilityFilter(base).fault(Composition(located, simple(base, "part", "land").view)) == ""


def test_a_condition_that_names_what_is_asked_for(tmp_path: Path) -> None:
    triples = [(town, "in", "land") for town in TOWNS] + [(town, "part", "kind") for town in TOWNS[2:]]
    names = {"land": "Land", "kind": "Place (what a thing is)"} | {town: f"Town {town[1:]}" for town in TOWNS}
    graph = write_graph(tmp_path, triples, names)
    made = GraphBase(graph, parse_book(BOOK), Found(len(graph)), [f"p{number}" for number in range(8)])
    land, kind = simple(made, "in", "land"), simple(made, "part", "kind")
    told = "'Place (what a thing is)' is the kind of thing that is asked for"
    assert [PlausibilityFilter(made).fault(query) for query in (land, kind, Intersection(land, kind))] == [
        "",
        told,
        told,
    ]
    assert PlausibilityFilter(made).fault(Composition(kind, land.view)) == told


WITHIN = """
in:
  label: located in
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{subject} is located in {object}."
  subjects: are located in {given}
  objects: contain {given}
  within: subjects
divisions:
  label: division
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{object} is a division of {subject}."
  objects: {one: "is a division of {given}", many: "are divisions of {given}"}
  within: objects
borders:
  label: borders
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{subject} borders {object}."
  subjects: border {given}
"""


@pytest.fixture
def nested(tmp_path: Path) -> GraphBase:
    """a lies in b (told from b's side), b in c, c in d, d in e; o lies nowhere."""
    triples = [("b", "divisions", "a"), ("b", "in", "c"), ("c", "in", "d"), ("d", "in", "e"), ("x", "in", "o")]
    triples += [("a", "borders", "o"), ("x", "borders", "a")]
    graph = write_graph(tmp_path, triples, {name: f"Place {name}" for name in "abcdeox"})
    return GraphBase(graph, parse_book(WITHIN), Found(len(graph)), [f"p{number}" for number in range(9)])


@pytest.mark.parametrize(
    ("one", "two", "follows"),
    [
        (("in", "c", "subjects"), ("in", "d", "subjects"), True),  # what lies in c lies in d
        (("in", "d", "subjects"), ("in", "c", "subjects"), True),
        (("in", "c", "subjects"), ("divisions", "c", "objects"), True),  # one place
        (("divisions", "a", "objects"), ("in", "d", "subjects"), True),  # by three steps, the first told backwards
        (("divisions", "a", "objects"), ("in", "e", "subjects"), False),  # four
        (("in", "c", "subjects"), ("in", "o", "subjects"), False),  # places that have nothing to do with each other
        (("in", "b", "objects"), ("in", "c", "objects"), True),  # what contains c contains b
        (("in", "b", "objects"), ("in", "c", "subjects"), False),  # contains b, and lies in c: a list of its own
        (("in", "c", "subjects"), ("borders", "c", "subjects"), False),
    ],
)
def test_one_condition_that_follows_from_the_other(
    nested: GraphBase, one: tuple[str, str, str], two: tuple[str, str, str], follows: bool
) -> None:
    fault = PlausibilityFilter(nested).fault(Intersection(simple(nested, *one), simple(nested, *two)))
    assert ("in one place" in fault) is follows


def test_places_in_places_are_still_composed(nested: GraphBase) -> None:
    inside = Composition(simple(nested, "divisions", "b", "objects"), simple(nested, "in", "c").view)
    assert PlausibilityFilter(nested).fault(inside) == ""


def test_a_step_back_is_not_the_same_step(nested: GraphBase) -> None:
    up = simple(nested, "in", "b", "objects")
    assert PlausibilityFilter(nested).fault(Composition(up, simple(nested, "in", "c").view)) == ""
    assert PlausibilityFilter(nested).fault(Composition(up, up.view)) == "in follows itself"


def test_a_clause_in_the_order_of_a_question_is_joined_to_nothing(base: GraphBase) -> None:
    fought = simple(base, "war", "t1", "objects")
    assert word_question(fought, base).question == "Which wars did Town 1 fight in?"
    with pytest.raises(UnnamedError, match="word order"):
        word_question(Composition(fought, simple(base, "war", "one").view), base)
    with pytest.raises(UnnamedError, match="word order"):
        word_question(Intersection(fought, fought), base)


def test_no_article_before_a_numbered_war(base: GraphBase) -> None:
    assert word_question(simple(base, "war", "one"), base).question == "Which places fought in World War I?"


TEAMS = """
plays:
  label: sport
  subject: {one: team, many: teams}
  object: {one: sport, many: sports}
  hypothesis: "{subject} plays {object}."
  subjects: play {given}
league:
  label: league
  subject: {one: team, many: teams}
  object: {one: league, many: leagues}
  hypothesis: "{subject} plays in {object}."
  subjects: play in {given}
  typed:
    - {one: ice hockey team, many: ice hockey teams, types: [team]}
"""


@pytest.mark.parametrize(("sport", "refused"), [("ice hockey", True), ("ice", True), ("hockey", False), ("ic", False)])
def test_a_condition_that_the_noun_tells(tmp_path: Path, sport: str, refused: bool) -> None:
    triples = [("club", "plays", "sport"), ("club", "league", "cup"), ("club", "is", "cup")]
    names = {"sport": sport, "cup": "Cup", "club": Drawn("Club", types=("team",)), "team": "team"}
    made = GraphBase(write_graph(tmp_path, triples, names), parse_book(TEAMS), Found(3), ["p0"])
    both = Intersection(simple(made, "league", "cup"), simple(made, "plays", "sport"))
    assert PlausibilityFilter(made).fault(both).startswith(f"{sport!r} is the kind") is refused


@pytest.mark.parametrize(
    ("kind", "refused"), [("Ice hockey teams", True), ("ICE hockey team", True), ("hockey teams", False)]
)
def test_a_kind_is_told_by_either_number_and_whatever_its_capitals(tmp_path: Path, kind: str, refused: bool) -> None:
    triples = [("club", "plays", "sport"), ("club", "league", "cup")]
    names = {"sport": kind, "cup": "Cup", "club": Drawn("Club", types=("team",)), "team": "team"}
    book = parse_book(
        TEAMS.replace("{one: ice hockey team, many: ice hockey teams", "{one: Ice hockey team, many: ice Hockey teams")
    )
    made = GraphBase(write_graph(tmp_path, triples, names), book, Found(2), ["p0"])
    both = Intersection(simple(made, "league", "cup"), simple(made, "plays", "sport"))
    assert PlausibilityFilter(made).fault(both).startswith(f"{kind!r} is the kind") is refused
