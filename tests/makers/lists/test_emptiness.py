"""Why a kind of list questions has none, in the words that a run prints."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from tests.support.films_graph import BOOK, NAMES, Found, base_of, films
from tests.support.graph_folders import Drawn, write_graph

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.emptiness import why_empty, why_short
from benchwright.makers.lists.evidence.pages import Pages
from benchwright.makers.lists.graph_base import GraphBase
from benchwright.makers.lists.left_out import LeftOut
from benchwright.makers.lists.listing import Listings
from benchwright.makers.lists.memory import QueryLimits
from benchwright.makers.lists.pipeline import Base
from benchwright.makers.lists.queries import Conditions

USUAL = Conditions()
SPLIT = """
directed:
  label: director
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was directed by {object}."
  subjects: were directed by {given}
  typed: [{one: comedy, many: comedies, types: [Q157443 comedy film]}]
"""
LATER = BOOK.replace("  subjects: were born", "  uses: {subjects: [second]}\n  subjects: were born")


def why(
    base: GraphBase, kind: str = "simple", conditions: Conditions = USUAL, pages: int = 7, part: bool = True
) -> str:
    listings = Listings(base.edges, base.views, conditions, 13, QueryLimits())
    listing = listings.of(kind, "cell", lambda relations: part)
    assert len(listing) == 0
    return why_empty(kind, base, conditions, listing.told, pages)


def with_book(tmp_path: Path, triples: list[tuple[str, str, str]], book: str) -> GraphBase:
    graph = write_graph(tmp_path, triples, NAMES)
    return GraphBase(graph, parse_book(book), Found(len(graph)), [f"p{number}" for number in range(9)])


def test_a_book_that_words_nothing_of_the_graph(tmp_path: Path) -> None:
    base = base_of(tmp_path, [("f0", relation, "ida") for relation in ("a", "b", "c", "d")])
    assert why(base) == (
        "the book of relations has no clause to ask with for any of the 4 relations of made (a, b, c, ...) — write "
        "entries for them (benchwright graph draft makes a file), or name another book under lists: relations"
    )


def test_a_graph_that_states_nothing(tmp_path: Path) -> None:
    assert why(base_of(tmp_path, [])).startswith("made states nothing that lists are made of — ")


def test_clauses_that_may_not_be_asked_so(tmp_path: Path) -> None:
    base = with_book(tmp_path, [("ida", "born", "delft")], LATER)
    assert why(base) == (
        "none of the 1 clauses for made may be asked by itself — see uses in the file of relations, and lists: "
        "both_ways"
    )
    assert "may be the first step of a composition" in why(base, "composition")


COMEDIES = (
    "none of 2 answers is of a type that the book asks for: comedies (types: Q157443 comedy film){} — mend the types "
    "of the entries of typed, load types, or write the entries without typed"
)
DIRECTED = [("f0", "directed", "ida"), ("f1", "directed", "ida")]


def test_types_that_nothing_has(tmp_path: Path) -> None:
    base = with_book(tmp_path, [*DIRECTED, ("f1", "own", "ida")], SPLIT)
    assert [why(base, kind) for kind in ("simple", "intersection", "composition")] == [COMEDIES.format("")] * 3
    assert base.left_out.total == {"of-another-type": 2, "relation-not-in-book": 1}


def test_types_that_nothing_has_where_the_other_side_is_asked_for(tmp_path: Path) -> None:
    base = with_book(tmp_path, DIRECTED, SPLIT + "  objects: directed {given}\n")
    assert why(base) == COMEDIES.format(
        "; of what else is asked: none of 2 queries meets the conditions: 2 have fewer than 5 answers (min_answers)"
    )


def test_a_type_ruled_out_of_everything_is_told_with_its_not(tmp_path: Path) -> None:
    book = SPLIT.replace("Q157443 comedy film", "not film")
    graph = write_graph(tmp_path, DIRECTED, NAMES | {id: Drawn(id, description="film") for id in ("f0", "f1")})
    base = GraphBase(graph, parse_book(book), Found(2), ["p0"])
    assert "of a type that the book asks for: comedies (types: not film) — mend the types" in why(base)


def test_a_type_that_few_statements_lack_is_not_the_cause(tmp_path: Path) -> None:
    casts = [(f"f{number}", "cast", "joan") for number in range(4)]
    base = with_book(tmp_path, [*DIRECTED, *casts], SPLIT + BOOK[BOOK.index("cast:") :])
    assert why(base) == (
        "none of 1 queries meets the conditions: 1 have fewer than 5 answers (min_answers); left out before: of 6 ways "
        "to ask for them 2 of-another-type — ingest more pages, or lower lists: min_answers (the longest list that is "
        "proven has 4)"
    )


def test_what_the_book_rules_out_is_counted_as_statements(tmp_path: Path) -> None:
    book = BOOK.replace("many: films}", "many: films, types: [not film]}")
    names = NAMES | {f"f{number}": Drawn(f"Film {number}", description="film") for number in range(2)}
    triples = [*DIRECTED, ("ida", "has_director", "f0"), ("f1", "own", "ida")]
    base = GraphBase(write_graph(tmp_path, triples, names), parse_book(book), Found(4), ["p0"])
    assert base.left_out.statements == {"relation-not-in-book": 1, "ruled-out": 2}  # one of them stated twice
    assert why(base) == (
        "none of the 3 statements of made can be asked for: 2 ruled-out, 1 relation-not-in-book — take out what rules "
        "them out: types that begin with not, under subject or object in the file of relations"
    )


def test_uses_that_forbid_everything(tmp_path: Path) -> None:
    base = with_book(tmp_path, [("ida", "born", "delft")], LATER.replace("[second]", "[]"))
    assert why(base) == (
        "the file of relations has clauses for born, and its uses lets none of them be asked — name simple, first or "
        "second for a side under uses, or leave uses out"
    )


def covered(tmp_path: Path, pages: list[str]) -> GraphBase:
    graph = write_graph(tmp_path, [*DIRECTED, ("f1", "own", "ida")], NAMES)
    known = Pages({code: (0,) for code in map(graph.code_of, pages) if code is not None}, {})
    return GraphBase(graph, parse_book(BOOK), Found(3, [0, 1, 2]), ["p0"], pages=known)


def test_ways_to_ask_are_told_from_statements(tmp_path: Path) -> None:
    fell = "1 relation-not-in-book; of 4 ways to ask for the others 4 without-page"
    assert why(covered(tmp_path, ["delft"]), pages=1) == (
        f"none of the 3 statements of made can be asked for: {fell} — load the pages of its things, or leave lists: "
        "covered out"
    )
    assert why(covered(tmp_path / "b", []), pages=0) == (
        f"no page of the corpus belongs to made, and none of its 3 statements can be asked for without: {fell} — "
        "ingest the pages of its things, or load which pages they are (graph load --pages-file)"
    )


def test_where_most_things_have_no_label(tmp_path: Path) -> None:
    triples = [("f0", "cast", "joan"), ("f1", "cast", "empty"), ("empty", "cast", "joan")]
    assert why(base_of(tmp_path, triples)) == (
        "none of 1 queries meets the conditions: 1 have fewer than 5 answers (min_answers); left out before: of 3 ways "
        "to ask for them 2 without-label — load labels of its things"
    )


@pytest.mark.parametrize("kind", ["simple", "intersection", "composition"])
def test_nothing_is_proven_with_pages_and_without(tmp_path: Path, kind: str) -> None:
    triples = [(f"f{number}", "directed", "ida") for number in range(5)]
    base = base_of(tmp_path, triples, range(5))
    assert why(base, kind, pages=0) == (
        "no page of the corpus belongs to made, so that none of the 10 answers that made has is proven — ingest the "
        "pages of its things, or load which pages they are (graph load --pages-file)"
    )
    assert why(base, kind, pages=1_200) == (
        "no sentence of the corpus was found that states any of the 10 answers that made has, though 1,200 of its "
        "things have a page — see cues and hypothesis in the file of relations, or lower lists: threshold"
    )


def test_conditions_that_nothing_meets(tmp_path: Path) -> None:
    assert why(films(tmp_path), conditions=Conditions(min_answers=7)) == (
        "none of 9 queries meets the conditions: 9 have fewer than 7 answers (min_answers); left out before: of "
        "20 ways to ask for them 2 without-label — ingest more pages, or lower lists: min_answers (the longest list "
        "that is proven has 6)"
    )
    base = base_of(
        tmp_path / "b", [*((f"f{number}", "cast", "joan") for number in range(6)), ("f0", "cast", "ida")], [6]
    )
    assert why(base, conditions=Conditions(min_answers=6)) == (
        "none of 2 queries meets the conditions: 1 have fewer than 6 answers (min_answers), 1 fewer than 6 that are "
        "proven — ingest more pages, or lower lists: min_answers (the longest list that is proven has 5)"
    )


def test_a_share_that_nothing_has(tmp_path: Path) -> None:
    triples = [(f"f{number}", "cast", "joan") for number in range(10)]
    base = base_of(tmp_path, triples, range(6, 10))
    assert why(base) == (
        "none of 1 queries meets the conditions: 1 less than 80% of their answers proven (validated) — ingest more "
        "pages, or lower lists: validated (the best share is 0.600)"
    )
    assert why(base_of(tmp_path / "b", triples), conditions=Conditions(2, 9)) == (
        "none of 1 queries meets the conditions: 1 more than 9 that are proven (max_answers) — raise lists: "
        "max_answers (the shortest of them has 10)"
    )


def test_pairs_that_share_nothing_and_steps_that_lead_nowhere(tmp_path: Path) -> None:
    base = base_of(tmp_path, [(f"f{number}", "cast", "joan") for number in range(6)])
    assert why(base, "intersection") == (
        "no two of 1 simple queries share 5 to 200 proven answers without one containing the other — lists: "
        "{whole_parts: false} tries more pairs"
    )
    assert why(base, "composition", Conditions(min_answers=2, first_hop=3)) == (
        "no first step has 2 to 3 answers: 0 of 1 have fewer (min_answers), 1 more (first_hop) — raise lists: first_hop"
    )
    assert why(base, "composition").startswith("what 1 first steps find has no answers of its own to go on to")


def test_the_other_part_of_a_split(tmp_path: Path) -> None:
    base = base_of(tmp_path, [(f"f{number}", "cast", "joan") for number in range(6)])
    assert why(base, part=False) == (
        "all 1 queries have relations of the other part of the split — change lists: part or lists: mixed"
    )


def test_only_what_may_be_asked_in_that_way_is_counted(tmp_path: Path) -> None:
    triples = [*((f"f{number}", "cast", "joan") for number in range(6)), ("ida", "born", "delft")]
    base = with_book(tmp_path, triples, LATER)
    least = Conditions(min_answers=7)
    assert why(base, conditions=least).startswith("none of 1 queries meets the conditions: 1 have fewer than 7")
    assert why(base, "composition", least).startswith(
        "no first step has 7 to 20 answers: 1 of 1 have fewer (min_answers), 0 more (first_hop) — lower lists"
    )
    assert why(base, "intersection", least).startswith("none of 1 queries meets the conditions: 1 have fewer")


def test_compositions_that_ask_no_more_than_one_about_a_single_thing_are_told_apart(tmp_path: Path) -> None:
    base = base_of(tmp_path, [(f"f{number}", "cast", "joan") for number in range(6)])
    told = {"queries": 0, "simple": 1, "pairs": 3}
    plain = "none of the compositions out of 3 pairs of steps has 5 to 200 proven answers, 80% of them all"
    assert why_empty("composition", base, USUAL, told) == f"{plain} — {_CHANGE}"
    alike = f"{plain} (2 more ask no more than one about a single thing in between)"
    assert why_empty("composition", base, USUAL, told | {"one-intermediate": 2}) == f"{alike} — {_CHANGE}"


_CHANGE = "ingest more pages, or change lists: validated, min_answers, first_hop"


def test_what_was_left_out_most_says_what_to_do(tmp_path: Path) -> None:
    base = base_of(tmp_path, [(f"f{number}", "cast", "joan") for number in range(3)])
    nothing = base_of(tmp_path / "b", [("empty", "cast", "joan")])
    for left_out, listed, mend in (
        ({"kind-not-told": 3}, "3 kind-not-told", "no page tells of what kind its thing is: "),
        ({"without-page": 2, "kind-not-told": 1}, "2 without-page, 1 kind-not-told", "load the pages of its things, "),
        ({"without-label": 1, "kind-not-told": 1}, "1 kind-not-told, 1 without-label", "no page tells of what kind "),
    ):
        empty = SimpleNamespace(name="made", statements=base.statements, views=base.views, edges=nothing.edges)
        empty.left_out = LeftOut({}, (left_out,), 3)
        said = why_empty("simple", cast(Base, empty), USUAL, {"queries": 0})
        assert said.startswith(
            f"none of the 3 statements of made can be asked for: of 3 ways to ask for them {listed} — {mend}"
        )


# ------------------------------------------------------------------ cells that ended short
def short(
    base: GraphBase, kind: str, conditions: Conditions, seen: int | None = None, reasons: dict[str, int] | None = None
) -> str:
    listings = Listings(base.edges, base.views, conditions, 13, QueryLimits())
    listing = listings.of(kind, "cell", lambda relations: True)
    assert len(listing)
    made = len(listing) if seen is None else seen
    return why_short(kind, base, conditions, listing.told, len(listing), made, reasons or {})


def test_a_short_cell_says_what_the_other_queries_fell_by(tmp_path: Path) -> None:
    base = films(tmp_path)
    fell = "left out before: of 20 ways to ask for them 2 without-label"
    assert short(base, "simple", Conditions(min_answers=5)) == (
        f"2 of 9 queries meet the conditions, of the others 7 have fewer than 5 answers (min_answers); {fell} — load "
        "more statements, or ask with more relations"
    )
    whole = base_of(tmp_path / "b", [(f"f{number}", "cast", "joan") for number in range(6)])
    assert short(whole, "simple", USUAL) == (
        "1 of 1 queries meet the conditions — load more statements, or ask with more relations"
    )


def test_pairs_and_steps_that_are_too_few(tmp_path: Path) -> None:
    base = base_of(
        tmp_path,
        [(f"f{number}", "cast", "joan") for number in range(4)]
        + [(f"f{number}", "directed", "ida") for number in range(1, 5)],
    )
    assert short(base, "intersection", Conditions(min_answers=3)) == (
        "no more than 1 pairs of 2 simple queries share 3 to 200 proven answers without one containing the other — "
        "lists: {whole_parts: false} tries more pairs"
    )
    told = {"queries": 2, "pairs": 9}
    assert why_short("composition", base, Conditions(min_answers=3), told, 2, 2, {}) == (
        "no more than 2 of the compositions out of 9 pairs of steps have 3 to 200 proven answers, 80% of them all — "
        f"{_CHANGE}"
    )


def test_a_reason_that_most_attempts_fell_by_comes_first(tmp_path: Path) -> None:
    base = films(tmp_path)
    least = Conditions(min_answers=5)
    assert short(base, "simple", least, 2, {"rejected:modalities": 2}) == (
        "2 of 2 attempts fell by rejected:modalities — ask for modalities that the evidence has, or leave modalities "
        "out of the cell"
    )
    assert short(base, "simple", least, 2, {"rejected:modalities": 1}).startswith("2 of 9 queries meet")
    assert short(base, "simple", least, 2, {"rejected:correct": 1, "rejected:leak": 1}).startswith("2 of 9 queries")
    assert short(base, "simple", least, 1) == "1 more queries were not tried — raise max_attempts_per_question"


def test_a_short_cell_of_one_part_names_the_other(tmp_path: Path) -> None:
    told = {"queries": 9}
    assert why_short("simple", films(tmp_path), USUAL, told, 4, 4, {}) == (
        "5 more queries have relations of the other part of the split — change lists: part or lists: mixed"
    )
