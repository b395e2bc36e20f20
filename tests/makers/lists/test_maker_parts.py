"""Lists in the making: edges of views, words, order of queries, choice of evidence, a whole attempt over a graph."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.films_graph import (
    BOOK,
    FILMS,
    FakeCorpus,
    Found,
    Place,
    Shelf,
    base_of,
    films,
    pipeline,
    rows_of,
    simple,
    spread,
)
from tests.support.graph_folders import Drawn, write_graph

from benchwright.corpus.store import Corpus
from benchwright.english.articles import with_article
from benchwright.graphs.book import parse_book
from benchwright.graphs.graph import Graph, GraphEntity
from benchwright.makers.lists.draft_checks import ListCell, leaked
from benchwright.makers.lists.knowledge.facts_base import names_in
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.knowledge_base import ProofPlace
from benchwright.makers.lists.proof.evidence_sets import EvidenceSet, chosen
from benchwright.makers.lists.proof.own_pages import OwnPages
from benchwright.makers.lists.queries.balanced_draw import balanced_round_robin
from benchwright.makers.lists.queries.query_types import Composition, Conditions, Intersection, Query
from benchwright.makers.lists.query_attempts import QueryAttempts
from benchwright.makers.lists.wording.question_wording import (
    UnnamedError,
    aliases_of,
    with_the,
    word_question,
)
from benchwright.records import Answer, Modality, Outcome, Span, Status


def test_an_inverse_relation_is_turned_and_joined_with_what_it_repeats(tmp_path: Path) -> None:
    base = films(tmp_path)
    query = simple(base, "directed", "ida")
    edges = base.edges
    rows = (edges.view == query.view) & (edges.given == query.given)
    assert [base.entity(int(code)).label for code in edges.answer[rows]] == [f"Film {n}" for n in range(6)]
    assert base.left_out["without-label"] == 2  # of both sides
    assert len(base.statements) == 6 + 1 + 1 + 5
    first = next(int(triple) for triple in edges.triple[rows])
    assert base.triple(first)[1] == "directed"
    assert len({one.span for one in base.evidence(first)}) == 2  # both triples behind it are told somewhere


def test_questions_of_the_three_kinds(tmp_path: Path) -> None:
    base = films(tmp_path)
    directed, played = simple(base, "directed", "ida"), simple(base, "cast", "joan")
    born = simple(base, "born", "delft")
    assert word_question(directed, base).question == "Which films were directed by Ida?"
    assert word_question(born, base).question == "Who was born in Delft?"
    both = word_question(Intersection(directed, played), base)
    assert both.question == "Which films were directed by Ida and have Joan as a cast member?"
    assert both.given == ("Ida", "Joan")
    steps = word_question(Composition(born, directed.view), base)
    assert steps.question == "Which films were directed by a person who was born in Delft?"
    assert steps.hop == "Who was born in Delft?"


def test_namesakes_are_told_apart_or_not_asked_about(tmp_path: Path) -> None:
    base = base_of(tmp_path, [("f0", "directed", "ann"), ("f1", "directed", "ann2")])
    assert (
        word_question(simple(base, "directed", "ann"), base).question == "Which films were directed by Ann (painter)?"
    )
    with pytest.raises(UnnamedError, match="several things"):
        word_question(simple(base, "directed", "ann2"), base)


def test_an_attempt_proves_every_answer(tmp_path: Path) -> None:
    base = films(tmp_path)
    outcome = pipeline(base).attempt(ListCell("{}", "simple", None), 0, simple(base, "directed", "ida"))
    assert outcome.status is Status.ACCEPTED, outcome
    example = outcome.example
    assert example is not None
    assert example.answer == "; ".join(f"Film {number}" for number in range(6))
    assert {source for answer in example.answers for span in answer.evidence[0] for source in [span.source]} == set(
        example.sources
    )
    assert {check.name: check.verdict for check in example.checks} == dict.fromkeys(
        ["modalities", "answers", "style", "readable", "leak", "entails", "correct"], "pass"
    )
    derivation = example.derivation
    assert derivation is not None
    assert (derivation["relations"], derivation["typed"]) == (["directed"], ["directed"])
    assert "covered" not in derivation
    assert derivation["found"] == 6
    assert [one["id"] for one in derivation["answers"]] == FILMS
    assert derivation["query"] == {
        "view": {"relation": "directed", "side": "subjects", "type": "film"},
        "given": {"id": "ida", "label": "Ida"},
    }


def test_answers_that_are_not_proven_keep_their_names_out_of_distractors(tmp_path: Path) -> None:
    whole = films(tmp_path)
    rows = np.flatnonzero(whole._graph.relations == whole._graph.relation_ids.index("directed"))
    base = films(tmp_path / "less", [int(rows[-1])])
    names: list[str] = []

    def distract(question: str, sources: Sequence[str], of: Sequence[str]) -> tuple[str, ...]:
        names.extend(of)
        return ()

    attempts = QueryAttempts(base, cast(Corpus, FakeCorpus()), Conditions(), 13, "graph", distract)
    outcome = attempts.attempt(ListCell("{}", "simple", None), 0, simple(base, "directed", "ida"))
    assert outcome.example is not None
    assert len(outcome.example.answers) == 5
    assert set(names) == {f"Film {number}" for number in range(6)}


def test_too_few_proven_answers_are_no_list(tmp_path: Path) -> None:
    whole = films(tmp_path)
    rows = np.flatnonzero(whole._graph.relations == whole._graph.relation_ids.index("directed"))
    base = films(tmp_path / "less", [int(row) for row in rows[-3:]])
    outcome = pipeline(base).attempt(ListCell("{}", "simple", None), 0, simple(base, "directed", "ida"))
    assert (outcome.status, outcome.reason) == (Status.REJECTED, "answers")


def span_of(graph: Graph, subject: str, relation: str) -> Span:
    (row,) = rows_of(graph, subject, relation)
    return Span(f"p{row}", "text", row, row + 2)


def attempted(base: GraphBase, kind: str, query: Query) -> Outcome:
    return QueryAttempts(base, cast(Corpus, Shelf()), Conditions(), 13, "graph").attempt(
        ListCell("{}", kind, None), 0, query
    )


def evidence_of(outcome: Outcome) -> dict[str, set[Span]]:
    assert outcome.status is Status.ACCEPTED, outcome
    assert outcome.example is not None
    return {answer.text: set(answer.evidence[0]) for answer in outcome.example.answers}


def test_an_intersection_rests_on_a_span_of_either_side(tmp_path: Path) -> None:
    base = spread(tmp_path, 6)
    query = Intersection(simple(base, "directed", "ida"), simple(base, "cast", "joan"))
    outcome = attempted(base, "intersection", query)
    assert evidence_of(outcome) == {
        f"Film {n}": {span_of(base._graph, f"f{n}", name) for name in ("directed", "cast")} for n in range(6)
    }


def test_a_composition_rests_on_a_span_of_either_step(tmp_path: Path) -> None:
    base = spread(tmp_path, 6)
    query = Composition(simple(base, "born", "delft"), simple(base, "directed", "ida").view)
    outcome = attempted(base, "composition", query)
    born = span_of(base._graph, "ida", "born")
    assert evidence_of(outcome) == {f"Film {n}": {span_of(base._graph, f"f{n}", "directed"), born} for n in range(6)}
    assert outcome.example is not None
    assert [hop.question for hop in outcome.example.hops] == ["Who was born in Delft?"]


@pytest.mark.parametrize(("unproven", "status"), [(2, Status.ACCEPTED), (3, Status.REJECTED)])
def test_four_fifths_of_the_answers_have_to_be_proven(unproven: int, status: Status, tmp_path: Path) -> None:
    base = spread(tmp_path, 10, [f"f{number}" for number in range(unproven)])
    outcome = attempted(base, "simple", simple(base, "directed", "ida"))
    assert outcome.status is status
    assert outcome.example is not None
    (check,) = (one for one in outcome.example.checks if one.name == "answers")
    assert (check.verdict, check.score) == ("pass" if unproven == 2 else "fail", (10 - unproven) / 10)


def test_an_intersection_owes_no_share_of_its_own(tmp_path: Path) -> None:
    base = spread(tmp_path, 10, ["f0", "f1", "f2", "f3"])
    query = Intersection(simple(base, "directed", "ida"), simple(base, "cast", "joan"))
    assert set(evidence_of(attempted(base, "intersection", query))) == {f"Film {n}" for n in range(4, 10)}


def test_only_subjects_are_asked_for_where_the_plan_does_not_ask_both_ways(tmp_path: Path) -> None:
    for both_ways, sides in ((True, {"subjects", "objects"}), (False, {"subjects"})):
        base = spread(tmp_path / str(both_ways), 6, both_ways=both_ways)
        assert {view.side for view in base.views if "simple" in view.uses} == sides


def test_a_cell_of_other_sources_refuses(tmp_path: Path) -> None:
    base = films(tmp_path)
    cell = ListCell("{}", "simple", frozenset({Modality.TABLE}))
    outcome = pipeline(base).attempt(cell, 0, simple(base, "directed", "ida"))
    assert (outcome.status, outcome.reason, outcome.detail) == (Status.REJECTED, "modalities", "its evidence is text")


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("United Kingdom", "the United Kingdom"),
        ("Pacific Ocean", "the Pacific Ocean"),
        ("Democratic Republic of the Congo", "the Democratic Republic of the Congo"),
        ("Middle East", "the Middle East"),
        ("Danube", "the Danube"),
        ("Danube Delta Region", "Danube Delta Region"),
        ("San Francisco Bay Area", "the San Francisco Bay Area"),
        ("Spain", "Spain"),
        ("The Hague", "The Hague"),
        ("World War II", "World War II"),
    ],
)
def test_names_that_take_an_article(label: str, written: str) -> None:
    assert with_the(label) == written


def test_indefinite_articles() -> None:
    assert [with_article(noun) for noun in ("award", "university", "hour", "film")] == [
        "an award",
        "a university",
        "an hour",
        "a film",
    ]


def test_aliases_without_repeats_and_names_of_others(tmp_path: Path) -> None:
    entity = write_graph(
        tmp_path, [("a", "r", "b")], {"a": Drawn("Ann", aliases=["ann", "Annie", "Bob", "[x]"])}
    ).entity(0)
    assert aliases_of(entity, frozenset({"bob"})) == ("Annie",)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 20)), min_size=1, max_size=12))
def test_the_draw_is_uniform_over_relations(groups: list[tuple[int, int, int]]) -> None:
    queues, rows = [], 0
    for one, two, size in groups:
        relations = tuple(dict.fromkeys((str(one), str(two))))
        queues.append((relations, np.arange(rows, rows + size, dtype=np.int64)))
        rows += size
    order = balanced_round_robin(queues, 10_000)
    assert sorted(order) == list(range(rows))
    of_row = [relations for relations, held in queues for _ in held]
    drawn: Counter[str] = Counter()
    left = Counter(of_row)
    for row in order:  # each is of a group that was drawn least, of those that are left
        least = min(sum(drawn[name] for name in relations) for relations, count in left.items() if count)
        assert sum(drawn[name] for name in of_row[row]) == least
        drawn.update(of_row[row])
        left[of_row[row]] -= 1


def place(source: str) -> ProofPlace:
    return ProofPlace(Span(source, "text", 0, 1), 1.0, "x")


@given(
    st.lists(
        st.lists(st.sets(st.integers(0, 6), min_size=1, max_size=2), min_size=1, max_size=4), min_size=1, max_size=8
    )
)
def test_no_source_of_a_chosen_set_can_be_left_out(answers: list[list[set[int]]]) -> None:
    proofs = [[EvidenceSet(tuple(place(str(one)) for one in sorted(each))) for each in sets] for sets in answers]
    used = chosen(proofs)
    assert all(one in sets for one, sets in zip(used, proofs, strict=True))
    for one, sets in zip(used, proofs, strict=True):
        assert not any(set(other.sources) < set(one.sources) for other in sets)


def test_own_pages_come_first_and_others_are_spread() -> None:
    given, own = EvidenceSet((place("given"),)), EvidenceSet((place("own"),))
    assert chosen([[given, own]], [[1, 0]]) == [own]
    left, right = EvidenceSet((place("left"),)), EvidenceSet((place("right"),))
    assert chosen([[left, right]] * 4) == [left, right, left, right]


def test_a_source_is_a_things_own_page_by_address_document_or_title() -> None:
    class Titled(FakeCorpus):
        def document(self, source: str) -> str:
            return "/wiki/Ann_(painter)" if source == "p1" else source

    pages = OwnPages(cast(Corpus, Titled()))
    assert pages.about("p2", GraphEntity("x", "Film 2"))
    assert not pages.about("p2", GraphEntity("x", "Film 3"))
    assert pages.about("p1", GraphEntity("x", "Ann", page="https://en.wikipedia.org/wiki/Ann_(painter)"))
    assert pages.about("p1", GraphEntity("x", "Ann", page="/wiki/Ann_%28painter%29"))
    assert pages.strays(EvidenceSet((place("p2"), place("p3"))), [GraphEntity("x", "Film 3")]) == 1


def test_answers_in_the_question() -> None:
    def answer(text: str, *aliases: str) -> Answer:
        return Answer(text, aliases, ((Span("p", "text", 0, 1),),))

    question = "Which states border North Carolina and are called Southern?"
    given = ("North Carolina",)
    assert leaked(question, [answer("Carolina")], given) == ""
    assert leaked(question, [answer("Georgia", "Southern")], given) == ""
    assert "Southern" in leaked(question, [answer("Southern")], given)
    assert "North Carolina" in leaked(question, [answer("North Carolina")], given)
    assert "called Southern" in leaked(question, [answer("Georgia", "called Southern")], given)
    nfd = unicodedata.normalize("NFD", "Which films show Malmö Arena?")
    assert "Malmö Arena" in leaked(nfd, [answer("Malmö Arena")])
    assert leaked("Which countries border South Sudan?", [answer("Sudan")], ("South Sudan",)) == ""
    assert leaked("Which towns lie in New England?", [answer("England")]) == ""


def test_one_text_that_tells_the_whole_list_is_no_list(tmp_path: Path) -> None:
    class OnePage(Found):
        def rows_of(self, triple: int) -> Sequence[Place]:
            return [Place(0, triple, triple + 1, 0, 0.9)]

    whole = films(tmp_path)
    base = GraphBase(whole._graph, parse_book(BOOK), OnePage(len(whole._graph)), ["p0"])
    outcome = pipeline(base).attempt(ListCell("{}", "simple", None), 0, simple(base, "directed", "ida"))
    assert (outcome.status, outcome.reason) == (Status.REJECTED, "style")


def test_rows_of_names() -> None:
    known = {"Brazil and Chile"}.__contains__
    assert names_in("Bolivia, Brazil (disputed) and Chile, Peru", known) == ["Bolivia", "Brazil and Chile", "Peru"]
    assert names_in("Bolivia, Peru (disputed) and Chile", known) == ["Bolivia", "Peru", "Chile"]
    assert names_in("Bolivia, Peru and Chile, Brazil", known) == []
    assert names_in("gold, silver", known) == []
