"""A relation that is split by type is drawn and capped as one relation for each type."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
from tests.makers.lists.test_covered import TYPED
from tests.support.films_graph import Found
from tests.support.graph_folders import Drawn, write_graph
from tests.support.listmade import passage, question, some_answers

from benchwright.corpus.store import Corpus
from benchwright.graphs.book import parse_book
from benchwright.makers.lists.knowledge.edges import is_split, typed_relation
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_order import QueryCatalogue
from benchwright.makers.lists.queries.query_types import Conditions, views_in
from benchwright.makers.share_groups import share_groups
from benchwright.records import Outcome, Status
from benchwright.run.quota import ShareCaps


def places(folder: Path) -> GraphBase:
    """Ten areas, each with two cities and two rivers in it, and each seen by two people."""
    triples = [(f"{kind}{n}{m}", "r", f"area{n}") for n in range(10) for m in "ab" for kind in ("city", "river")]
    triples += [(f"person{n}{m}", "s", f"area{n}") for n in range(10) for m in "ab"]
    kinds = {one: one.rstrip("ab0123456789") for one, _, _ in triples}
    graph = write_graph(folder, triples, {one: Drawn(one, types=[kind]) for one, kind in kinds.items()})
    return GraphBase(graph, parse_book(TYPED), Found(len(graph)), ["p0"], both_ways=False)


def test_each_type_of_a_split_relation_has_its_turn(tmp_path: Path) -> None:
    base = places(tmp_path)
    assert {typed_relation(view) for view in base.views if view.side == "subjects"} == {"r cities", "r rivers", "s"}
    assert {typed_relation(view) for view in base.views if not is_split(view)} == {"r", "s"}
    listings = QueryCatalogue(base.edges, base.views, Conditions(min_answers=2), 13, QueryLimits())
    kept: list[tuple[str, ...]] = []

    def keep(relations: tuple[str, ...]) -> bool:
        kept.append(relations)
        return True

    listing = listings.of("simple", "cell", keep)
    assert sorted(kept) == [("r",), ("r",), ("s",)]  # the split of relations knows no types
    assert (listing.typed, listing.counts["relations"], listing.counts["typed"], listing.counts["groups"]) == (
        3,
        2,
        3,
        3,
    )
    for drawn in (3, 9, 15):
        views = [views_in(listings.query(listing, number))[0] for number in range(drawn)]
        counts = Counter(typed_relation(base.views[view]) for view in views)
        assert counts == dict.fromkeys(("r cities", "r rivers", "s"), drawn // 3)


def test_a_part_of_the_split_keeps_or_leaves_all_types_of_a_relation(tmp_path: Path) -> None:
    base = places(tmp_path)
    listings = QueryCatalogue(base.edges, base.views, Conditions(min_answers=2), 13, QueryLimits())
    listing = listings.of("simple", "cell", lambda relations: relations == ("r",))
    views = {views_in(listings.query(listing, number))[0] for number in range(len(listing))}
    assert {typed_relation(base.views[view]) for view in views} == {"r cities", "r rivers"}
    assert (len(listing), listing.typed, listing.counts["relations"]) == (20, 2, 1)


class Shelf:
    def document(self, source: str) -> str:
        return source


def told(number: int, **derivation: Any) -> Outcome:
    sources = [passage(f"p{n}", f"Film {n}", f"Film {n} is a film.") for n in range(number, number + 5)]
    example = question(str(number), "simple", ["P131"], f"Which {number}?", some_answers(sources), **derivation)
    return Outcome("cell", number, Status.ACCEPTED, example=example)


@pytest.mark.parametrize(
    ("typed", "reasons"),
    [
        (["P131 cities", "P131 rivers", "P131 cities"], ["", "", "share:relation"]),
        ([None, None, None], ["", "share:relation", "share:relation"]),  # made before types were told
    ],
)
def test_the_share_of_a_relation_is_by_type(typed: list[str | None], reasons: list[str]) -> None:
    def groups(outcome: Outcome) -> Any:
        return share_groups(outcome, cast(Corpus, Shelf()))

    caps = ShareCaps(groups, {"relation": 0.1}, {"cell": 10}, {"cell": {"relation": 10}})
    found = []
    for number, one in enumerate(typed):
        outcome = caps.judge(told(number, **({} if one is None else {"typed": [one]})))
        found.append(outcome.reason)
        if outcome.status is Status.ACCEPTED:
            caps.admit(outcome)
    assert found == reasons
