"""Compositions that lead back to what they start from, and people whose noun is itself an answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.films_graph import Found, pipeline, simple
from tests.support.graph_folders import write_graph

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.query_types import Composition
from benchwright.makers.lists.wording.paraphrase import strays
from benchwright.makers.lists.wording.question_wording import word_question
from benchwright.records import Example, Outcome, Status

BOOK = """
cast:
  label: cast member
  subject: {one: film, many: films}
  object: {one: actor, many: actors, who: true}
  hypothesis: "{object} appeared in {subject}."
  subjects: featured {given}
  objects: appeared in {given}
directed:
  label: director
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was directed by {object}."
  subjects: were directed by {given}
  objects: directed {given}
job:
  label: occupation
  subject: {one: person, many: people, who: true}
  object: {one: occupation, many: occupations}
  hypothesis: "{subject} is a {object}."
  objects: were pursued by {given}
plays:
  label: plays an instrument
  subject: {one: person, many: people, who: true}
  object: {one: instrument, many: instruments}
  hypothesis: "{subject} plays {object}."
  subjects: play {given}
  typed: [{one: actor, many: actors, types: [actor]}]
"""
FILMS = ["river", *(f"f{number}" for number in range(6))]
JOBS = ["actor", *(f"j{number}" for number in range(5))]


@pytest.fixture
def base(tmp_path: Path) -> GraphBase:
    triples = [("river", "cast", "dan"), ("river", "cast", "eve"), ("dan", "plays", "oboe")]
    triples += [(film, "directed", "dan" if number % 2 else "eve") for number, film in enumerate(FILMS)]
    triples += [("dan", "job", job) for job in JOBS]
    names = {"river": "River Union", "dan": "Dan", "eve": "Eve", "actor": "actor", "oboe": "oboe"}
    names |= {f"f{n}": f"Film {n}" for n in range(6)} | {f"j{n}": f"trade {n}" for n in range(5)}
    graph = write_graph(tmp_path, triples, names)
    return GraphBase(graph, parse_book(BOOK), Found(len(graph)), [f"p{number}" for number in range(9)])


def composition(base: GraphBase, first: tuple[str, str], second: tuple[str, str]) -> Composition:
    """The second relation's side of what the first one gives: "objects of cast for the film", and so on."""
    return Composition(simple(base, first[0], first[1], "objects"), simple(base, second[0], "river", second[1]).view)


def attempted(base: GraphBase, query: Composition) -> Outcome:
    return pipeline(base).attempt(ListCell("{}", "composition", None), 0, query)


def example_of(base: GraphBase) -> Example:
    example = attempted(base, composition(base, ("cast", "river"), ("directed", "subjects"))).example
    assert example is not None
    return example


def test_what_a_composition_starts_from_is_left_out_in_words(base: GraphBase) -> None:
    query = composition(base, ("cast", "river"), ("directed", "subjects"))
    outcome = attempted(base, query)
    assert outcome.status is Status.ACCEPTED, (outcome.reason, outcome.detail)
    example = example_of(base)
    assert example.question == (
        "Which films other than River Union were directed by an actor who appeared in River Union?"
    )
    assert [answer.text for answer in example.answers] == [f"Film {number}" for number in range(6)]
    assert example.hops[0].question == "Which actors appeared in River Union?"
    assert example.derivation is not None
    assert example.derivation["leaves_out_given"] is True
    assert example.entity == "River Union"


def test_who_other_than_somebody(base: GraphBase) -> None:
    featured = Composition(simple(base, "directed", "eve"), simple(base, "cast", "river", "objects").view)
    assert word_question(featured, base).question == "Which actors appeared in a film that was directed by Eve?"
    made = Composition(simple(base, "cast", "dan"), simple(base, "directed", "river", "objects").view)
    assert word_question(made, base, leads_back=True).question == (
        "Who other than Dan directed a film that featured Dan?"
    )


def test_only_what_leads_back_is_left_out(base: GraphBase) -> None:
    outcome = attempted(base, composition(base, ("cast", "river"), ("job", "objects")))
    assert outcome.example is not None
    assert outcome.example.derivation is not None
    assert "leaves_out_given" not in outcome.example.derivation


def test_people_whose_noun_is_an_answer_are_called_persons(base: GraphBase) -> None:
    query = composition(base, ("cast", "river"), ("job", "objects"))
    outcome = attempted(base, query)
    assert outcome.status is Status.ACCEPTED, (outcome.reason, outcome.detail)
    assert outcome.example is not None
    assert outcome.example.question == "Which occupations were pursued by a person who appeared in River Union?"
    assert outcome.example.hops[0].question == "Who appeared in River Union?"
    assert word_question(query, base).question.startswith("Which occupations were pursued by an actor")


def test_a_noun_that_picks_some_of_the_answers_stays(base: GraphBase) -> None:
    played = Composition(simple(base, "plays", "oboe"), simple(base, "job", "dan", "objects").view)
    assert (
        word_question(played, base, careful=True).question
        == "Which occupations were pursued by an actor who plays oboe?"
    )


@pytest.mark.parametrize(
    ("reworded", "fault"),
    [
        ("Which other films are by directors who were in the cast of River Union?", ""),
        ("Apart from River Union, which films did an actor of its cast direct?", ""),
        ("Which films did actors of River Union direct?", "does not leave out 'River Union'"),
    ],
)
def test_a_rewording_may_not_lose_what_is_left_out(base: GraphBase, reworded: str, fault: str) -> None:
    example = example_of(base)
    assert strays(example, reworded) == fault
    assert strays(replace(example, derivation={}), reworded) == ""


def test_a_name_with_other_in_it_leaves_nothing_out(base: GraphBase) -> None:
    named = "The Other Guys"
    made = example_of(base)
    example = replace(made, entity=named, question=made.question.replace("River Union", named))
    assert strays(example, f"Which films did actors of {named} direct?") == f"does not leave out {named!r}"
    assert strays(example, f"Which other films did actors of {named} direct?") == ""
