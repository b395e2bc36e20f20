"""Words for queries: nouns, names and notes, each beside a near one that is worded otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.films_graph import Found, simple
from tests.support.graph_folders import Drawn, write_graph

from benchwright.graphs.book import parse_book
from benchwright.graphs.graph import GraphEntity
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.query_types import Composition, Intersection
from benchwright.makers.lists.wording.question_wording import (
    LONGEST_LABEL,
    MOST_ALIASES,
    UnnamedError,
    aliases_of,
    unfit,
    with_the,
    word_question,
)

BOOK = """
of:
  label: of
  subject: {one: thing, many: things}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} belongs to {object}."
  subjects: belong to {given}
flow:
  label: flows to
  subject: {one: thing, many: things}
  object: {one: river, many: rivers}
  hypothesis: "{subject} flows to {object}."
  subjects: belong to {given}
ruled:
  label: ruler
  subject: {one: country, many: countries}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was ruled by {object}."
  objects: ruled {given}
born:
  label: place of birth
  subject: {one: person, many: people, who: true, types: [human]}
  object: {one: country, many: countries}
  hypothesis: "{subject} was born in {object}."
  subjects: were born in {given}
cast:
  label: cast member
  subject: {one: actor, many: actors, who: true, types: [actor, actress]}
  object: {one: film, many: films}
  hypothesis: "{subject} appeared in {object}."
  subjects: appeared in {given}
made:
  label: maker
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was made by {object}."
  subjects: were made by {given}
named:
  label: name
  subject: {one: place, many: places}
  object: {one: country, many: countries}
  hypothesis: "{subject} is called {object}."
  subjects: are called {given}
near:
  label: neighbour
  subject: {one: country, many: countries}
  object: {one: country, many: countries}
  hypothesis: "{subject} is near {object}."
  subjects: {one: "is {given}'s neighbour", many: "are {given}'s neighbours"}
fought:
  label: fought in
  subject: {one: country, many: countries}
  object: {one: war, many: wars}
  hypothesis: "{subject} fought in {object}."
  subjects: fought in the {given}
  objects: did {given} fight in
odd:
  label: owner
  subject: {one: thing, many: things}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} belongs to {object}."
  subjects: {one: "does {given} own", many: "are owned by {given}"}
"""
NAMES = {
    "ann": "Ann River",
    "delta": "Delta River",
    "uk": "United Kingdom",
    "feud": "The Anarchy",
    "flood": "Flood",
    "bo": "Bo",
}
ANSWERS = {"of": "ann", "flow": "delta", "ruled": "bo", "born": "uk", "cast": "flood", "made": "bo", "named": "uk",
           "near": "uk", "fought": "feud", "odd": "ann"}  # fmt: skip


@pytest.fixture
def base(tmp_path: Path) -> GraphBase:
    triples = [("uk" if id in ("ruled", "fought") else f"x{id}", id, given) for id, given in ANSWERS.items()]
    graph = write_graph(tmp_path, triples, NAMES)
    return GraphBase(graph, parse_book(BOOK), Found(len(graph)), ["p0"])


@pytest.mark.parametrize(
    ("relation", "given", "side", "asked"),
    [
        ("of", "ann", "subjects", "Which things belong to Ann River?"),  # a person
        ("flow", "delta", "subjects", "Which things belong to the Delta River?"),
        ("ruled", "uk", "objects", "Who ruled the United Kingdom?"),  # what is given stands at the subjects' end
        ("named", "uk", "subjects", "Which places are called United Kingdom?"),
        ("near", "uk", "subjects", "Which countries are the United Kingdom's neighbours?"),
        ("fought", "feud", "subjects", "Which countries fought in The Anarchy?"),
    ],
)
def test_articles_before_names(base: GraphBase, relation: str, given: str, side: str, asked: str) -> None:
    assert word_question(simple(base, relation, given, side), base).question == asked


def test_two_relations_in_the_same_words_name_each_as_it_is(base: GraphBase) -> None:
    both = Intersection(simple(base, "of", "ann"), simple(base, "flow", "delta"))
    assert word_question(both, base).question == "Which things belong to both Ann River and the Delta River?"


def test_the_noun_that_says_more_stands_before_both_clauses(base: GraphBase) -> None:
    born, cast = simple(base, "born", "uk"), simple(base, "cast", "flood")
    asked = word_question(Intersection(born, cast), base).question
    assert asked == "Which actors were born in the United Kingdom and appeared in Flood?"
    asked = word_question(Intersection(cast, born), base).question
    assert asked == "Which actors appeared in Flood and were born in the United Kingdom?"


NOUNS = """
one:
  label: one
  subject: {one: ONE}
  object: {one: place, many: places}
  hypothesis: "{subject} is in {object}."
  subjects: lie in {given}
two:
  label: two
  subject: {one: TWO}
  object: {one: place, many: places}
  hypothesis: "{subject} is by {object}."
  subjects: stand by {given}
"""


@pytest.mark.parametrize(
    ("one", "two", "noun"),
    [
        ("tower, many: towers", "bridge, many: bridges", "towers"),  # of equals the first
        ("tower, many: towers, types: [tower, spire]", "bridge, many: bridges, types: [bridge]", "bridges"),
        ("thing, many: things, types: [work]", "bridge, many: bridges", "bridges"),
        ("tower, many: towers", "thing, many: things, types: [work]", "towers"),
    ],
)
def test_of_two_nouns_the_one_with_fewer_types_says_more(tmp_path: Path, one: str, two: str, noun: str) -> None:
    graph = write_graph(tmp_path, [("x", "one", "a"), ("x", "two", "b")], {"a": "Alm", "b": "Ull"})
    book = parse_book(NOUNS.replace("ONE", one).replace("TWO", two))
    made = GraphBase(graph, book, Found(2), ["p0"])
    query = Intersection(simple(made, "one", "a"), simple(made, "two", "b"))
    assert word_question(query, made).question == f"Which {noun} lie in Alm and stand by Ull?"


def test_only_people_become_persons(base: GraphBase) -> None:
    query = Composition(simple(base, "made", "bo"), simple(base, "cast", "flood").view)
    for careful in (False, True):
        found = word_question(query, base, careful=careful)
        assert (found.question, found.hop) == (
            "Which actors appeared in a film that was made by Bo?",
            "Which films were made by Bo?",
        )


def test_either_clause_of_an_intersection_has_to_stand_behind_a_noun(base: GraphBase) -> None:
    plain, inverted = simple(base, "of", "ann"), simple(base, "fought", "uk", "objects")
    odd = simple(base, "odd", "ann")  # in the singular only
    for parts in ((plain, inverted), (inverted, plain), (plain, odd)):
        with pytest.raises(UnnamedError, match="word order") as caught:
            word_question(Intersection(*parts), base)
        assert caught.value.reason == "clause"


@pytest.mark.parametrize(
    ("description", "types", "asked"),
    [
        ("city on the river Ull", (), "Alm (city on the river Ull)"),  # five words
        ("city on the old river Ull", (), "Alm (city)"),
        ("city (old)", (), "Alm (city)"),
        ("which one?", ("t1",), "Alm (town)"),
        ("{{lang}}", ("t1",), "Alm (town)"),
        ("", ("t0", "t1"), ""),  # a type that another thing of the name is of, too: the next one is not looked at
    ],
)
def test_what_is_noted_beside_a_name(tmp_path: Path, description: str, types: tuple[str, ...], asked: str) -> None:
    names = {
        "a": Drawn("Alm", description=description, types=types),
        "b": Drawn("Alm", description="alp", types=("t0",)),
        "t0": "place",
        "t1": "town",
    }
    graph = write_graph(tmp_path, [("x", "named", "a"), ("y", "named", "b")], names)
    made = GraphBase(graph, parse_book(BOOK), Found(2), ["p0"])
    query = simple(made, "named", "a")
    if asked:
        assert word_question(query, made).question == f"Which places are called {asked}?"
    else:
        with pytest.raises(UnnamedError, match="no note distinguishes them"):
            word_question(query, made)


@pytest.mark.parametrize(
    ("label", "fault"),
    [
        ("Alm", ""),
        (" ", "is empty"),
        ("x" * LONGEST_LABEL, ""),
        ("x" * (LONGEST_LABEL + 1), "is longer than 120 characters"),
        ("Q42", "is not a name that a person would write"),
        ("Q42 Engine", ""),
        ("List:Alm", "is not a name that a person would write"),
        ("Alm (town", "would break the sentence"),
        ("Alm (town)", ""),
        ("Who? Me", "would break the sentence"),
    ],
)
def test_what_cannot_stand_in_a_question(label: str, fault: str) -> None:
    assert unfit(label) == fault


def test_which_other_names_an_answer_goes_by() -> None:
    listed = ("ALM", "B", "B.", "Alma", "alma", "12", "Taken", "<bold>", "Almy")
    assert aliases_of(GraphEntity("a", "Alm", aliases=listed), frozenset({"taken"})) == ("Alma", "Almy")
    number = GraphEntity("number:12", "twelve", "number", aliases=("12", "dozen"))
    assert aliases_of(number, frozenset()) == ("12", "dozen")
    many = GraphEntity("a", "Alm", aliases=tuple(f"Alm {n}" for n in range(MOST_ALIASES + 5)))
    assert aliases_of(many, frozenset()) == many.aliases[:MOST_ALIASES]


def test_a_battle_of_a_numbered_war_is_no_such_war() -> None:
    assert with_the("World War II") == "World War II"
    assert with_the("Delta River (Asia)") == "the Delta River (Asia)"
    assert with_the("Battle of World War II") == "the Battle of World War II"


@pytest.mark.parametrize(
    "name",
    [
        "Northern League",
        "Arctic Council",
        "National Basketball Association",
        "World Trade Organization",
        "Rank Organisation",
        "Labour Party",
        "East African Community",
        "35th Canadian Parliament",
        "Royal Air Force",
        "Warsaw Pact",
        "Association of Southeast Asian Nations",
        "Organisation for Economic Co-operation and Development",
        "League of Nations",
        "Labour Party (Norway)",
    ],
)
def test_names_of_bodies_take_an_article(name: str) -> None:
    assert with_the(name) == f"the {name}"


@pytest.mark.parametrize(
    "name",
    [
        "Major League Baseball",
        "Association football",
        "Star Alliance",
        "Bloc Party",
        "League of Legends",
        "Rugby League",
        "Member of Congress",
        "Essex County Council",
        "Community",
        "Party",
        "Parliament Hill",
        "Council Bluffs",
        "The Rank Organisation",
    ],
)
def test_names_that_only_look_like_those_of_bodies_take_none(name: str) -> None:
    assert with_the(name) == name
