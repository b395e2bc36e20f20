"""Intersections that are held to their own answers, and not to all that their two conditions list."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.films_graph import BOOK, Found, pipeline, simple
from tests.support.graph_folders import write_graph

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_order import QueryCatalogue
from benchwright.makers.lists.queries.query_types import Conditions, Intersection
from benchwright.records import Example, Status

OWN = Conditions(whole_parts=False)


def half_told(tmp_path: Path, untold: int) -> GraphBase:
    """Ida directed twelve films; Joan plays in the first six of them and in two more. All that Joan plays in is proven,
    and of what Ida directed the first seven, but not the first `untold`. What Ann plays in has nothing to do with them,
    and is proven whole: a list that stands before theirs."""
    triples = [(f"f{number}", "cast", "ann") for number in range(20, 26)]
    triples += [(f"f{number}", "directed", "ida") for number in range(12)]
    triples += [(f"f{number}", "cast", "joan") for number in [*range(6), 12, 13]]
    names = {"ida": "Ida", "joan": "Joan", "ann": "Ann"} | {f"f{number}": f"Film {number}" for number in range(26)}
    graph = write_graph(tmp_path, triples, names)
    directed = graph.relation_ids.index("directed")
    without = []
    for row, (subject, relation) in enumerate(zip(graph.subjects.tolist(), graph.relations.tolist(), strict=True)):
        number = int(graph.entity(subject).id[1:])
        if relation == directed and (number >= 7 or number < untold):
            without.append(row)
    return GraphBase(graph, parse_book(BOOK), Found(len(graph), without), [f"p{number}" for number in range(9)])


def intersection(base: GraphBase) -> Intersection:
    return Intersection(simple(base, "cast", "joan"), simple(base, "directed", "ida"))


def listed(base: GraphBase, conditions: Conditions) -> list[object]:
    listings = QueryCatalogue(base.edges, base.views, conditions, 13, QueryLimits())
    listing = listings.of("intersection", "cell", lambda relations: True)
    return [listings.query(listing, number) for number in range(len(listing))]


def test_any_two_queries_are_tried_and_the_numbered_ones_are_those(tmp_path: Path) -> None:
    base = half_told(tmp_path, untold=1)  # five of the six are proven: more than four fifths, and 6 of 12 of Ida's
    assert listed(base, Conditions()) == []
    assert listed(base, OWN) == [intersection(base)]


def test_its_own_answers_owe_the_share(tmp_path: Path) -> None:
    base = half_told(tmp_path, untold=2)  # four of six
    assert listed(base, Conditions(min_answers=4, whole_parts=False)) == []
    assert listed(base, Conditions(min_answers=4, whole_parts=False, validated=2 / 3)) == [intersection(base)]


@pytest.mark.parametrize(
    ("conditions", "status"),
    [
        (Conditions(min_answers=4), Status.ACCEPTED),  # its parts were held to the share before it was tried
        (Conditions(min_answers=4, whole_parts=False), Status.REJECTED),
        (Conditions(min_answers=4, whole_parts=False, validated=2 / 3), Status.ACCEPTED),
    ],
)
def test_the_check_of_answers_asks_for_the_share_where_no_part_was_held_to_it(
    tmp_path: Path, conditions: Conditions, status: Status
) -> None:
    base = half_told(tmp_path, untold=2)
    outcome = pipeline(base, conditions).attempt(ListCell("{}", "intersection", None), 0, intersection(base))
    assert (outcome.status, outcome.reason) == (status, "" if status is Status.ACCEPTED else "answers")
    assert isinstance(outcome.example, Example)
    assert outcome.example.derivation is not None
    assert outcome.example.derivation.get("whole_parts") == (None if conditions.whole_parts else False)
