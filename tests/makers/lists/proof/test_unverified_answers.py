"""Whom the corpus seems to name though the graph does not list him, and what is undecided of a query: held against
plain sets, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.graph_folders import Drawn, write_graph
from tests.support.listmade import passage, question, some_answers

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.graphs.book import parse_book
from benchwright.graphs.graph import Graph
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.pages import find_pages
from benchwright.makers.lists.evidence.records import PLACES, EvidenceTable, SentencePlace
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.proof import undecided_answers as undecided_module
from benchwright.makers.lists.proof import unverified_answers as module
from benchwright.makers.lists.proof.undecided_answers import UndecidedAnswerFinder, UndecidedAnswers
from benchwright.makers.lists.proof.unverified_answers import UnverifiedAnswerFinder
from benchwright.makers.lists.queries.query_types import Composition, Intersection, Query, Simple
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
Pair = tuple[str, str]


class Words:
    """Believes what says so: of its page's thing as subject "knows" or "greeted", as object "known to" or "met by"."""

    name, fingerprint, threshold = "words", "words/1", 0.5

    def score(self, statements: Sequence[Statement]) -> list[float]:
        told = {("knows", "subject"): " knows ", ("knows", "object"): " known to ",
                ("met", "subject"): " greeted ", ("met", "object"): " met by "}  # fmt: skip
        return [float(told[one.relation.id, one.about] in one.text[slice(*one.sentence)]) for one in statements]


@dataclass(frozen=True)
class World:
    """What is stated, what pages say ("X knows Y" on the page of either), who has a page, who is a city or a river."""

    stated: frozenset[tuple[str, str, str]]
    own: frozenset[tuple[str, str, str]]
    told: frozenset[tuple[str, str, str]]
    pages: frozenset[str]
    kinds: dict[str, str]

    def open(self, folder: Path) -> tuple[Graph, Corpus, GraphBase, UnverifiedAnswerFinder]:
        texts = {name: [f"{name} is a thing."] for name in NAMES if name in self.pages}
        for one, relation, other in sorted(self.own):
            if one in texts:
                texts[one].append(f"It {'knows' if relation == 'knows' else 'greeted'} {other}.")
        for one, relation, other in sorted(self.told):
            if other in texts:
                texts[other].append(f"It is {'known to' if relation == 'knows' else 'met by'} {one}.")
        listed = [passage(f"p{name}", name, " ".join(text)) for name, text in texts.items()]
        corpus = write_corpus(folder / "corpus", [*listed, passage("other", "Other", "Nothing is told here.")])
        things = {name: Drawn(name, types=[self.kinds[name]]) for name in NAMES}
        graph = write_graph(corpus.path, self.stated, things, {"knows": "knows", "met": "met"})
        book = parse_book(BOOK)
        nothing = EvidenceTable(PLACES.empty_table(), len(graph), "words", "none", {})
        base = GraphBase(graph, book, nothing, corpus.ids)
        return (
            graph,
            corpus,
            base,
            UnverifiedAnswerFinder(graph, corpus, book, base, find_pages(graph, corpus), Words()),
        )

    def listed(self, relation: str, side: str, noun: str, end: str) -> set[str]:
        pairs = {(s, o) if side == "subjects" else (o, s) for s, r, o in self.stated if r == relation}
        return {a for a, g in pairs if g == end and a != end and self._fits(a, relation, side, noun)}

    def suspected(self, relation: str, side: str, noun: str, end: str) -> set[str]:
        """Who has a page, is of the kind, is not listed, and of whom a page says so, his own or that of the given
        thing: nobody where the noun has no types."""
        if noun == "thing":
            return set()
        found = set()
        for name in self.pages - {end} - self.listed(relation, side, noun, end):
            if self.kinds[name] == noun:
                triple = (name, relation, end)
                if triple in self.own or (triple in self.told and end in self.pages):
                    found.add(name)
        return found

    def _fits(self, name: str, relation: str, side: str, noun: str) -> bool:
        return (relation, side) != ("knows", "subjects") or self.kinds[name] == noun


@st.composite
def worlds(draw: st.DrawFn) -> World:
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    every = [(a, r, b) for a in NAMES for b in NAMES for r in ("knows", "met") if a != b]

    def some(share: float) -> frozenset[tuple[str, str, str]]:
        return frozenset(one for one in every if random.random() < share)

    return World(
        some(0.15) | {(NAMES[0], "knows", NAMES[1]), (NAMES[0], "met", NAMES[1])},
        some(0.2), some(0.1),
        frozenset(name for name in NAMES if random.random() < 0.7),
        {name: str(random.choice(["city", "river"])) for name in NAMES},
    )  # fmt: skip


def queries_of(graph: Graph, base: GraphBase) -> dict[tuple[str, str, str, str], Simple]:
    codes = {name: code for name in NAMES if (code := graph.code_of(name)) is not None}
    return {
        (view.relation.id, view.side, view.phrasing.things.one, name): Simple(number, code)
        for number, view in enumerate(base.views)
        for name, code in codes.items()
    }


@settings(max_examples=12, deadline=None)
@given(worlds(), st.randoms(use_true_random=False))
def test_suspects_are_those_of_whom_a_page_says_so(world: World, chance) -> None:
    with TemporaryDirectory() as name:
        graph, corpus, base, suspects = world.open(Path(name))
        asked = queries_of(graph, base)
        together = suspects.of(asked.values())
        for key, query in asked.items():
            found = {graph.entity(code).id for code in together[query].places}
            assert found == world.suspected(*key), key
            assert not together[query].bounded
            for places in together[query].places.values():
                assert [corpus.titles[place.source] in NAMES for place in places] == [True] * len(places)
        again = UnverifiedAnswerFinder(graph, corpus, parse_book(BOOK), base, find_pages(graph, corpus), Words())
        order = list(asked.values())
        chance.shuffle(order)
        assert all(again.of([query])[query] == together[query] for query in order)


@settings(max_examples=12, deadline=None)
@given(worlds())
def test_what_is_undecided_of_queries_of_two_parts(world: World) -> None:
    with TemporaryDirectory() as name:
        graph, _, base, suspects = world.open(Path(name))
        undeciding = UndecidedAnswerFinder(suspects, base, set())
        asked = queries_of(graph, base)
        sets = {key: (world.listed(*key), world.suspected(*key)) for key in asked}

        def told(query: Query) -> tuple[set[str], set[str]]:
            found = undeciding.of(query, base, [], [])
            assert not found.bounded
            by = {answer.text: one["by"] for answer, one in zip(found.answers, found.records, strict=True)}
            return {n for n in by if by[n] == "graph"}, {n for n in by if by[n] == "corpus"}

        for key, query in asked.items():
            assert told(query) == sets[key]
        for one, two in list(combinations(asked, 2))[::17]:
            (a, b), (c, d) = sets[one], sets[two]
            assert told(Intersection(asked[one], asked[two])) == (a & c, ((a | b) & (c | d)) - (a & c))
        for first in list(asked)[::3]:
            for number, view in enumerate(base.views):
                listed, suspected = sets[first]
                step = (view.relation.id, view.side, view.phrasing.things.one)
                graphs = set().union(*(sets[*step, middle][0] for middle in listed)) - {first[3]}
                once = [sets[*step, middle][1] for middle in listed] + [sets[*step, middle][0] for middle in suspected]
                corpora = set().union(*once) - {first[3]} - graphs
                assert told(Composition(asked[first], number)) == (graphs, corpora)


def world(**more: object) -> World:
    kinds = dict.fromkeys(NAMES, "city")
    told = {"stated": frozenset({("Abelor", "knows", "Benito")}), "own": frozenset({("Carmina", "knows", "Benito")}),
            "told": frozenset(), "pages": frozenset(NAMES), "kinds": kinds}  # fmt: skip
    return World(**{**told, **more})  # type: ignore[arg-type]


def only(base: GraphBase, graph: Graph, relation: str, side: str, end: str) -> Simple:
    return next(query for key, query in queries_of(graph, base).items() if (*key[:2], key[3]) == (relation, side, end))


def test_the_bounds_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = frozenset((name, "knows", "Benito") for name in NAMES if name != "Benito")
    graph, _, base, suspects = world(own=own).open(tmp_path)
    query = only(base, graph, "knows", "subjects", "Benito")
    monkeypatch.setattr(module, "MOST_CANDIDATES", 3)
    found = suspects.of([query])[query]
    assert ([graph.entity(code).id for code in found.places], found.bounded) == (
        ["Carmina", "Dolores", "Estrada"],
        True,
    )
    undeciding = UndecidedAnswerFinder(suspects, base, set())
    assert undeciding.of(query, base, [], []).bounded
    monkeypatch.setattr(undecided_module, "MOST_LISTED", 2)
    listed = undeciding.of(query, base, [], [])
    assert [answer.text for answer in listed.answers] == ["Carmina", "Dolores"]  # with evidence before Abelor, without


def test_a_relation_of_one_answer_has_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph, _, base, suspects = world().open(tmp_path)
    query = only(base, graph, "knows", "subjects", "Benito")
    assert len(suspects.of([query])[query].places) == 1
    monkeypatch.setattr("benchwright.makers.lists.knowledge.statement_lookup.FEW", 1)
    _, _, base, suspects = world().open(tmp_path / "again")
    assert suspects.of([query])[query].places == {}
    silent = only(base, graph, "knows", "subjects", "Dolores")  # of which the graph says nothing
    assert suspects.stated.is_single(silent.view)


def test_who_is_meant_by_the_name_of_another_neighbour_is_no_suspect(tmp_path: Path) -> None:
    one = world(stated=frozenset({("Abelor", "knows", "Benito"), ("Carmina", "met", "Dolores")}))
    graph, corpus, base, _ = one.open(tmp_path)
    twins = {name: Drawn(name, types=["city"]) for name in NAMES} | {"Dolores": Drawn("Benito", types=["city"])}
    graph = write_graph(corpus.path, one.stated, twins, {"knows": "knows", "met": "met"}, name="twins")
    book = parse_book(BOOK)
    nothing = EvidenceTable(PLACES.empty_table(), len(graph), "words", "none", {})
    base = GraphBase(graph, book, nothing, corpus.ids)
    suspects = UnverifiedAnswerFinder(graph, corpus, book, base, find_pages(graph, corpus), Words())
    query = only(base, graph, "knows", "subjects", "Benito")
    assert suspects.of([query])[query].places == {}


def test_a_record_holds_what_can_be_shown_and_goes_by_no_right_name(tmp_path: Path) -> None:
    own = frozenset((name, "knows", "Benito") for name in NAMES[2:6])
    graph, corpus, base, suspects = world(own=own).open(tmp_path)
    undeciding = UndecidedAnswerFinder(suspects, base, set())
    query = only(base, graph, "knows", "subjects", "Benito")
    right = [Answer("Dolores"), Answer("Someone", ("Estrada",))]
    found = undeciding.of(query, base, [graph.code_of("Dolores") or 0], right)
    assert [(answer.text, len(answer.evidence)) for answer in found.answers] == [
        ("Abelor", 0), ("Carmina", 1), ("Fuentes", 1),
    ]  # fmt: skip
    assert [one["by"] for one in found.records] == ["graph", "corpus", "corpus"]
    (span,) = found.answers[1].evidence[0]
    assert corpus.source(span.source).text[span.start : span.end] == "It knows Benito."
    assert found.sources == {"pCarmina", "pFuentes"}


class Listening(Words):
    """Keeps what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Statement] = []

    def score(self, statements: Sequence[Statement]) -> list[float]:
        self.asked += statements
        return super().score(statements)


def test_what_the_graph_states_of_the_two_is_the_rival_on_either_page(tmp_path: Path) -> None:
    says = frozenset({("Carmina", "knows", "Benito")})
    stated = frozenset({("Carmina", "met", "Benito"), ("Abelor", "knows", "Benito")})
    graph, corpus, base, _ = world(stated=stated, own=says, told=says).open(tmp_path)
    checker = Listening()
    suspects = UnverifiedAnswerFinder(graph, corpus, parse_book(BOOK), base, find_pages(graph, corpus), checker)
    query = only(base, graph, "knows", "subjects", "Benito")
    assert len(suspects.of([query])[query].places) == 1
    assert {(one.about, one.subject, one.rivals) for one in checker.asked} == {
        ("subject", "Carmina", ("met",)),
        ("object", "Carmina", ("met",)),
    }


def test_of_each_source_the_surest_sentence_is_kept_and_three_sources() -> None:
    def place(source: int, start: int, score: float) -> SentencePlace:
        return SentencePlace(-1, source, start, start + 5, start, start, start + 1, "subject", score)

    listed = [place(1, 0, 0.6), place(1, 9, 0.9), place(2, 0, 0.7), place(3, 0, 0.95), place(4, 0, 0.65)]
    assert [(one.source, one.score) for one in module._best(listed)] == [(3, 0.95), (1, 0.9), (2, 0.7)]


def test_a_record_says_where_not_all_was_looked_for() -> None:
    example = question("e", "simple", ["knows"], "Which?", some_answers([passage("p", "Abelor", "A thing.")]))
    plain, cut = (UndecidedAnswers(bounded=bounded).of(example).derivation or {} for bounded in (False, True))
    assert "undecided_bounded" not in plain
    assert cut == {**plain, "undecided_bounded": True}
