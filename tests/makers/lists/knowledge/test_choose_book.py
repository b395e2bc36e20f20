"""Which words a graph is asked in when the plan names none: a built-in book's, or those drafted of its own labels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.graph_folders import Drawn, write_graph

from benchwright.errors import PlanError
from benchwright.graphs.book import open_book
from benchwright.makers.lists.knowledge.choose_book import FACTS, built_in_of, choose_book, relations_label
from benchwright.plan import Plan, read_plan
from benchwright.workflows.draft import draft_book

Triples = list[tuple[str, str, str]]
COUNTRY = ("region", "subregion", "borders", "capital", "currencies.name", "languages")
"""Half of the entries of `countries`; such a graph is of that kind, though codes are most of it."""


def plan_of(folder: Path, lists: str = "") -> Plan:
    path = folder / "plan.yaml"
    path.write_text(f"corpus: c\n{lists}\ncells: [{{style: list, kind: simple, count: 1}}]\n")
    return read_plan(path)


def triples_of(counts: dict[str, int]) -> Triples:
    return [(f"s{number}", id, "o") for id, count in counts.items() for number in range(count)]


@pytest.mark.parametrize(
    ("counts", "book"),
    [
        ({"P50": 1, "own": 9}, "wikidata"),  # of several that word as much the smallest
        ({"P50": 1, "P40": 1}, "wikidata-hops"),  # which `wikidata` has no words for
        ({"P50": 1, "P1082": 1, "/film/director/film": 1}, "freebase"),
        ({"/film/director/film": 1, "own": 9}, "freebase"),
        ({"P57": 1}, "freebase"),  # which asks for whatever was directed, where `wikidata` asks for films
        ({"/film/director/film": 2, "P57": 1}, "freebase"),
        ({"P57": 1, "capital": 3, "borders": 3}, "countries"),
        ({"capital": 5, "own": 5}, "countries"),  # half of the triples
        ({**dict.fromkeys(COUNTRY, 1), "flag": 9, "tld": 9}, "countries"),  # half of the book
    ],
)
def test_words_that_people_have_read_come_first(tmp_path: Path, counts: dict[str, int], book: str) -> None:
    graph = write_graph(tmp_path, triples_of(counts), {})
    found = choose_book(plan_of(tmp_path), graph)
    assert (found.book, found.built_in) == (open_book(book, Path()), book)


@pytest.mark.parametrize(
    ("labels", "book"),
    [((), "wikidata-hops"), (("film", "country"), "freebase"), (("moving picture", "land"), "wikidata-hops")],
)
def test_types_that_a_book_does_not_know_count_against_it(tmp_path: Path, labels: tuple[str, ...], book: str) -> None:
    """`freebase` has words for more properties, but knows types by their labels only."""
    films = {f"Q{number}": Drawn("", types=("Q11424",)) for number in range(1, 5)}
    lands = {f"Q{number}": Drawn("", types=("Q6256",)) for number in range(5, 8)}
    named = {id: Drawn(label) for id, label in zip(("Q11424", "Q6256"), labels, strict=False)}
    triples = [*((id, "P57", "Q9") for id in films), ("Q5", "P36", "Q8"), ("Q5", "P47", "Q6")]
    graph = write_graph(tmp_path, triples, {**films, **lands, **named})
    assert choose_book(plan_of(tmp_path), graph).built_in == book


def test_a_graph_that_no_book_words_is_asked_in_words_of_its_own_labels(tmp_path: Path) -> None:
    films = {f"s{number}": Drawn(f"Film {number}", types=("film",)) for number in range(3)}
    triples = triples_of({"r1": 3, "r2": 2, "r3": 1})
    graph = write_graph(tmp_path, triples, films, {"r1": "directed by", "r2": "IMDb ID", "r3": "genre"})
    found = choose_book(plan_of(tmp_path), graph)
    assert found.notice == (
        "no built-in relations fit the graph 'made': 2 of its 3 relations are asked about in words that are drafted "
        "from their labels; benchwright graph draft writes them to a file to edit"
    )
    (asked,) = found.book.relations["r1"].subjects
    assert (asked.things.many, asked.clause.many) == ("films", "were directed by {given}")
    assert {relation.draft for relation in found.book.relations.values()} == {True}


def test_what_a_book_is_called_where_the_plan_names_none(tmp_path: Path) -> None:
    plan, graph = plan_of(tmp_path), write_graph(tmp_path / "c", triples_of({"P50": 1}), {})
    assert relations_label(plan, choose_book(plan, graph).built_in) == "the built-in relations wikidata"
    drafted = write_graph(tmp_path / "d", triples_of({"r1": 3}), {}, {"r1": "directed by"})
    assert relations_label(plan, choose_book(plan, drafted).built_in) == "the drafted relations"
    assert (built_in_of("the built-in relations wikidata"), built_in_of("the drafted relations")) == ("wikidata", None)
    assert (built_in_of("the built-in relations gone"), built_in_of("the relations of wikidata")) == (None, None)
    assert relations_label(plan, FACTS) == "the built-in relations facts"
    assert relations_label(plan_of(tmp_path, "lists: {relations: r.yaml}"), FACTS) == "the relations of r.yaml"


def test_the_draft_is_the_file_that_graph_draft_writes(tmp_path: Path) -> None:
    graph = write_graph(tmp_path / "c", triples_of({"r1": 3}), {}, {"r1": "directed by"})
    draft_book(tmp_path / "c", "made", tmp_path / "r.yaml")
    named = choose_book(plan_of(tmp_path, "lists: {relations: r.yaml}"), graph)
    drafted = choose_book(plan_of(tmp_path), graph)
    assert (named.notice, drafted.notice != "") == ("", True)
    assert drafted.book == named.book
    assert drafted.book.fingerprint == named.book.fingerprint


def test_less_than_half_of_the_book_and_of_the_triples_is_no_fit(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, triples_of({**dict.fromkeys(COUNTRY[1:], 1), "flag": 9}), {})
    assert choose_book(plan_of(tmp_path), graph).notice.startswith(
        "no built-in relations fit the graph 'made' (countries"
    )


def test_plain_ids_that_agree_for_a_small_part_are_no_fit(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, triples_of({"capital": 1, "made by": 3}), {})
    found = choose_book(plan_of(tmp_path), graph)
    assert found.notice.startswith(
        "no built-in relations fit the graph 'made' (countries words 25% of its triples): 2 of"
    )
    assert found.book.relations["capital"].draft


def test_the_book_of_facts_is_for_no_loaded_graph(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, triples_of({"official_language": 3, "independent_from": 2}), {})
    found = choose_book(plan_of(tmp_path), graph)
    assert found.notice.startswith("no built-in relations fit the graph 'made': 1 of its 2 relations")
    assert all(relation.draft for relation in found.book.relations.values())


@pytest.mark.parametrize(
    ("kinds", "nouns"),
    [
        (["film"] * 19 + ["song"], ["films"]),
        (["film"] * 18 + ["song"] * 2, ["films", "songs"]),
        (["film"] * 10 + ["song"] * 5 + ["human"] * 5, ["films", "people", "songs"]),
        (["film"] * 10 + ["song"] * 8 + ["book", "game"], ["things"]),  # a tenth would be asked for by nobody
        (["film"] * 10 + ["song"] * 8 + [""] * 2, ["things"]),  # nor would who has no type
        (["film"] * 10 + ["not quite a song"] * 10, ["things"]),  # "not" rules out in a file of relations
        ([f"kind {number}" for number in range(20)], ["things"]),
        ([""] * 20, ["things"]),
    ],
)
def test_what_stands_at_an_end_is_one_kind_or_each_by_itself(
    tmp_path: Path, kinds: list[str], nouns: list[str]
) -> None:
    things = {
        f"s{number:02}": Drawn(f"Thing {number}", types=(kind,) if kind else ()) for number, kind in enumerate(kinds)
    }
    triples = [(thing, "r1", "o") for thing in things]
    graph = write_graph(tmp_path, triples, things, {"r1": "directed by"})
    asked = choose_book(plan_of(tmp_path), graph).book.relations["r1"].subjects
    assert [one.things.many for one in asked] == nouns
    assert [len(one.things.types) for one in asked] == [int(len(nouns) > 1)] * len(nouns)


def test_labels_without_words_are_refused_in_one_line(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, triples_of({"x1": 1, "q": 2}), {})
    said = "no built-in relations fit the graph 'made', and the labels of its relations give no words to ask with"
    with pytest.raises(PlanError, match=re.escape(said)) as caught:
        choose_book(plan_of(tmp_path), graph)
    assert "lists: relations:" in str(caught.value.hint)


def test_what_is_asked_from_one_side_counts_as_asked(tmp_path: Path) -> None:
    """Nobody asks which countries have 41,850 as their area, but which area a country has."""
    areas = {f"n{number}": Drawn(str(number), kind="number") for number in range(3)}
    graph = write_graph(tmp_path, [(f"s{n}", "x1", f"n{n}") for n in range(3)], areas, {"x1": "area"})
    found = choose_book(plan_of(tmp_path), graph)
    assert ": 1 of its 1 relations are asked about" in found.notice
    relation = found.book.relations["x1"]
    assert (len(relation.subjects), len(relation.objects)) == (0, 1)
