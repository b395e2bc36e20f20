"""People who are asked for by what they do have to be told to do it, by their own pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import process_time

import numpy as np
import pytest
from tests.support.films_graph import Found, Place
from tests.support.graph_folders import Drawn, write_graph

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import RelationsError
from benchwright.graphs.book import parse_book
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.evidence.pages import find_pages
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.page_kinds import KindStatement, PageKinds
from benchwright.makers.lists.proof.evidence_sets import sets_of
from benchwright.makers.lists.proof.judge_rounds import JudgedEvidence, JudgedKnowledge
from benchwright.makers.lists.queries.answers import answers
from benchwright.makers.lists.queries.query_types import Composition, Conditions, Intersection, Query, Simple
from benchwright.makers.lists.queries.recount import denotation
from benchwright.makers.lists.query_attempts import QueryAttempts
from benchwright.records import Modality, Source, Status
from benchwright.records import Place as Where

BOOK = """
citizen:
  label: citizen of
  subject: {one: person, many: people, who: true}
  object: {one: country, many: countries}
  hypothesis: "{subject} is a citizen of {object}."
  subjects: come from {given}
  typed:
    - {one: person, many: people, types: [human]}
    - {one: producer, many: producers, types: [film producer, producer, not record producer]}
    - {one: singer, many: singers, types: [singer], told: false}
directed:
  label: directed by
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was directed by {object}."
  subjects: were directed by {given}
"""
PAGES = {
    "Ada Ames": "Ada Ames ( born 1950 ) is an Irish actress and film producer .",
    "Bo Burr": "Bo Burr is an Irish actor . He is also a television producer and an author .",
    "Cy Cole": "Cy Cole is an Irish actor . He has worked with many a producer .",
    "Di Dunn": "Di Dunn is an Irish record producer .",
    "Ed Earl": "Ed Earl was an Irish director , screenwriter , and producer of stage plays . He left for Cork .",
    "Flo Foy": "Another Name is an Irish producer .",
}
PRODUCERS = ["Ada Ames", "Bo Burr", "Ed Earl"]


def telling(folder: Path, text: str, name: str = "Ada Ames", aliases: Sequence[str] = ()) -> tuple[KindStatement, ...]:
    corpus = write_corpus(folder, [Source("p0", Modality.TEXT, name, text, Where(name, 0, len(text)))])
    graph = write_graph(folder, [(name, "citizen", "Ireland")], {name: Drawn(name, aliases=aliases)})
    code = graph.code_of(name)
    assert code is not None
    return PageKinds(graph, corpus, find_pages(graph, corpus)).of(code)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Ada Ames is an Irish actress and film producer .", [("irish actress", "film producer")]),
        ("Ada Ames ( she is a liar ) was a judge who is a poet .", [("judge",)]),
        ("Ada Ames is a judge . She is also a poet .", [("judge",), ("poet",)]),
        ("Ada Ames is a judge . She has been one of the poets of Cork .", [("judge",), ("poets",)]),
        ("Ada Ames is a judge . Her father is a poet . She was named a poet . The poet is a nurse .", [("judge",)]),
        ("Ada Ames is a judge . She was known as a poet . He is known for a poem .", [("judge",), ("poet",)]),
        ("Ada Ames is a judge . " + "She sang . " * 10 + "She is a poet . She is a nurse .", [("judge",), ("poet",)]),
        ("Ada Ames sang in Cork .", []),
        ("Ada Ames — ирландская актриса .", []),
        (" ", []),
        ("Someone Else is a judge .", []),
    ],
)
def test_sentences_that_tell_what_somebody_is(text: str, kinds: list[tuple[str, ...]], tmp_path: Path) -> None:
    assert [one.kinds for one in telling(tmp_path, text)] == kinds


@pytest.mark.parametrize("part", ["film , ", "actor, ", "( ", "He is ", "12 ", "x-", "is or was ", " "])
def test_a_sentence_without_end_is_read_in_no_time(part: str, tmp_path: Path) -> None:
    text = "Ada Ames is a judge . She is a " + part * (100_000 // len(part))
    started = process_time()
    assert telling(tmp_path, text)[0].kinds == ("judge",)
    assert process_time() - started < 10  # some hundredths, and what is quadratic takes minutes


def test_a_page_that_opens_with_an_alias_is_its_own(tmp_path: Path) -> None:
    (only,) = telling(tmp_path, "Someone Else is a judge .", aliases=["Someone Else"])
    assert only.kinds == ("judge",)


def test_of_a_page_in_several_passages_the_first_one_tells(tmp_path: Path) -> None:
    texts = ["Ada Ames is a judge .", "Ada Ames is a poet ."]
    sources = [
        Source(f"p{n}", Modality.TEXT, "Ada Ames", text, Where("Ada Ames", n, n)) for n, text in enumerate(texts)
    ]
    corpus = write_corpus(tmp_path, sources)
    graph = write_graph(tmp_path, [("Ada Ames", "citizen", "Ireland")], {})
    pages = find_pages(graph, corpus)
    code = graph.code_of("Ada Ames")
    assert code is not None
    assert pages.of(code) == (0, 1)
    (only,) = PageKinds(graph, corpus, pages).of(code)
    assert (only.source, only.kinds) == (0, ("judge",))


def test_a_telling_knows_its_sentence(tmp_path: Path) -> None:
    text = "Ada Ames is a judge . She is also a poet ."
    assert [text[one.start : one.end] for one in telling(tmp_path, text)] == text.replace(" . ", " .|").split("|")


@pytest.mark.parametrize(
    ("nouns", "ruled_out", "tells"),
    [
        ({"producer"}, set[str](), True),
        ({"film producer"}, set[str](), False),
        ({"ducer"}, set[str](), False),
        ({"producer"}, {"record producer"}, False),
        ({"producer", "irish"}, {"film producer"}, True),
    ],
)
def test_a_kind_is_told_by_the_end_of_its_phrase(nouns: set[str], ruled_out: set[str], tells: bool) -> None:
    assert KindStatement(0, 0, 1, ("irish record producer",)).tells(nouns, ruled_out) is tells


class ByPage(Found):
    """Each triple is told by the first words of a page that is not its subject's own."""

    def rows_of(self, triple: int) -> list[Place]:
        return [Place(len(PAGES) + triple, 0, 4, 0, 0.9)] if self.proven[triple] else []


def irish(folder: Path, *, covered: bool, told: bool = True) -> GraphBase:
    sources = [Source(f"p{n}", Modality.TEXT, name, text, Where(name, 0, len(text))) for n, (name, text) in
               enumerate(PAGES.items())]  # fmt: skip
    sources += [Source(f"x{n}", Modality.TEXT, "", "A long text.", Where(f"x{n}", 0, 12)) for n in range(20)]
    corpus = write_corpus(folder, sources)
    people = {name: Drawn(name, types=["human", "film producer"]) for name in (*PAGES, "Gus Gray")}
    triples = [(name, "citizen", "Ireland") for name in people]
    triples += [(f"film {name}", "directed", name) for name in people]
    graph = write_graph(folder, triples, people)
    pages = find_pages(graph, corpus)
    return GraphBase(
        graph, parse_book(BOOK), ByPage(len(graph)), corpus.ids,
        pages=pages if covered else None, kinds=PageKinds(graph, corpus, pages) if told else None,
    )  # fmt: skip


def asked(base: GraphBase, noun: str) -> Simple:
    view = next(n for n, one in enumerate(base.views) if one.phrasing.things.one == noun and one.side == "subjects")
    return Simple(view, code_of(base, "Ireland"))


def code_of(base: GraphBase, id: str) -> int:
    code = base._graph.code_of(id)
    assert code is not None
    return code


def listed(base: GraphBase, query: Query) -> tuple[list[str], list[str]]:
    """All answers and the proven ones, which both ways find."""
    found = answers(base.edges, query)
    assert denotation(query, base) == set(found.all.tolist())
    return [base.entity(int(code)).id for code in found.all], [base.entity(int(code)).id for code in found.proven]


def test_with_covered_only_who_is_told_to_be_one_counts(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=True)
    assert listed(base, asked(base, "producer")) == (PRODUCERS, PRODUCERS)
    assert base.left_out == {"kind-not-told": 4, "of-another-type": 7}  # nobody's type is singer
    everybody = [*PAGES, "Gus Gray"]
    assert listed(base, asked(base, "person")) == (everybody, everybody)


def test_without_it_the_others_count_and_are_not_proven(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=False)
    assert listed(base, asked(base, "producer")) == ([*PAGES, "Gus Gray"], PRODUCERS)
    assert "kind-not-told" not in base.left_out


def test_no_pages_are_read_where_none_were_given(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=True, told=False)
    assert listed(base, asked(base, "producer"))[1] == [*PAGES, "Gus Gray"]
    assert base.kind(asked(base, "producer").view, code_of(base, "Ada Ames")) is None


def test_the_sentence_that_tells_belongs_to_the_evidence(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=True)
    query = asked(base, "producer")
    (only,) = sets_of(base, query, code_of(base, "Bo Burr"))
    assert [(one.span.source[0], one.by) for one in only.places] == [("x", "by hand"), ("p", "page")]
    span = only.places[1].span
    assert PAGES["Bo Burr"][span.start : span.end] == "He is also a television producer and an author ."
    (plain,) = sets_of(base, asked(base, "person"), code_of(base, "Bo Burr"))
    assert [one.by for one in plain.places] == ["by hand"]


def test_it_tells_of_who_stands_in_between_of_a_composition_too(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=True)
    directed = next(n for n, one in enumerate(base.views) if one.relation.id == "directed")
    query = Composition(asked(base, "producer"), directed)
    films = [f"film {name}" for name in PRODUCERS]
    assert listed(base, query) == (films, films)
    (only,) = sets_of(base, query, code_of(base, "film Ada Ames"))
    assert [one.by for one in only.places] == ["by hand", "by hand", "page"]
    assert only.places[2].span.source == "p0"


def test_a_judge_cannot_make_a_producer(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=False)
    query = asked(base, "producer")
    triples = base.edges.triple[answers_at(base, query)].tolist()
    read = JudgedEvidence({int(triple): base.evidence(int(triple))[0] for triple in triples}, 7, 7, 0)
    judged = JudgedKnowledge(base, query, read)
    proven = [base.entity(int(code)).id for code in answers(judged.edges, query).proven]
    assert proven == PRODUCERS
    assert judged.kind(query.view, code_of(base, "Ada Ames")) is not None
    assert judged.lacks_kind(query.view, code_of(base, "Cy Cole"))


def answers_at(base: GraphBase, query: Simple) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    edges = base.edges
    return np.flatnonzero((edges.view == query.view) & (edges.given == query.given))


def test_the_question_rests_on_the_pages_that_tell_it(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=True)
    corpus = Corpus.open(tmp_path)
    made = QueryAttempts(base, corpus, Conditions(min_answers=3), 13, "graph")
    outcome = made.attempt(ListCell("{}", "simple", None), 0, asked(base, "producer"))
    assert outcome.status is Status.ACCEPTED, outcome
    assert outcome.example is not None
    assert outcome.example.question == "Which producers come from Ireland?"
    assert {source for source in outcome.example.sources if source[0] == "p"} == {"p0", "p1", "p4"}


def test_which_entries_of_a_book_have_to_be_told() -> None:
    told = {asked.things.one: asked.things.told for asked in parse_book(BOOK).relations["citizen"].subjects}
    assert told == {"person": False, "producer": True, "singer": False}
    cities = BOOK.replace("who: true}\n  object: {one: country", "}\n  object: {one: country").replace(
        "told: false", "told: true"
    )
    told = {asked.things.one: asked.things.told for asked in parse_book(cities).relations["citizen"].subjects}
    assert told == {"person": False, "producer": False, "singer": True}


def test_told_belongs_to_entries_of_typed() -> None:
    with pytest.raises(RelationsError, match="unknown key 'told'"):
        parse_book(BOOK.replace("object: {one: country,", "object: {told: true, one: country,"))


def test_with_pages_that_are_read_for_kinds_it_is_another_knowledge_base(tmp_path: Path) -> None:
    prints = {
        irish(tmp_path / name, covered=False, told=told).fingerprint for name, told in (("a", True), ("b", False))
    }
    assert len(prints) == 2


def small(folder: Path, typed: str, people: dict[str, Drawn], pages: dict[str, str]) -> GraphBase:
    """Citizens of Ireland asked for as the line of `typed` says, who count if a page tells them to be such."""
    sources = [Source(name, Modality.TEXT, name, text, Where(name, 0, len(text))) for name, text in pages.items()]
    corpus = write_corpus(folder, sources)
    graph = write_graph(folder, [(name, "citizen", "Ireland") for name in pages], people)
    book = BOOK.replace("    - {one: singer, many: singers, types: [singer], told: false}\n", f"    - {typed}\n")
    places = find_pages(graph, corpus)
    kinds = PageKinds(graph, corpus, places)
    return GraphBase(graph, parse_book(book), Found(len(graph)), corpus.ids, pages=places, kinds=kinds)


def test_a_page_may_tell_it_by_the_noun_of_a_subtype(tmp_path: Path) -> None:
    people = {
        "Ada Ames": Drawn("Ada Ames", types=["artist"]),
        "Bo Burr": Drawn("Bo Burr", types=["artist"]),
        "artist": Drawn("artist"),
        "painter": Drawn("painter", supertypes=["artist"]),
    }
    pages = {"Ada Ames": "Ada Ames is an Irish painter .", "Bo Burr": "Bo Burr is an Irish judge ."}
    base = small(tmp_path, "{one: artist, many: artists, types: [artist]}", people, pages)
    assert listed(base, asked(base, "artist")) == (["Ada Ames"], ["Ada Ames"])


@pytest.mark.parametrize("types", ["[not nurse]", "[not nobody]", "[]"])
def test_what_only_rules_types_out_is_told_by_its_noun(types: str, tmp_path: Path) -> None:
    people = {"Ada Ames": Drawn("Ada Ames"), "Bo Burr": Drawn("Bo Burr"), "": Drawn("")}
    pages = {"Ada Ames": "Ada Ames is an Irish judge .", "Bo Burr": "Bo Burr sang .", "Cy Cole": " "}
    base = small(tmp_path, f"{{one: judge, many: judges, types: {types}, told: true}}", people, pages)
    assert listed(base, asked(base, "judge")) == (["Ada Ames"], ["Ada Ames"])
    assert base.left_out["kind-not-told"] == 2


@pytest.mark.parametrize("covered", [True, False])
def test_pages_of_those_whom_nothing_asks_about_are_not_read(covered: bool, tmp_path: Path) -> None:
    texts = {"Ada Ames": "is a producer", "Bo Burr": "is a judge", "Cy Cole": "is a producer", "Di Dunn": "is a nurse"}
    sources = [
        Source(name, Modality.TEXT, name, f"{name} {told} .", Where(name, 0, len(name) + len(told) + 3))
        for name, told in texts.items()
    ]
    corpus = write_corpus(tmp_path, sources)
    people = {name: Drawn(name, types=["producer"]) for name in texts} | {"producer": Drawn("producer")}
    people["Di Dunn"] = Drawn("Di Dunn", types=["nurse"])
    triples = [(name, "citizen", "Ireland") for name in ("Ada Ames", "Bo Burr", "Di Dunn")]
    graph = write_graph(tmp_path, [*triples, ("Cy Cole", "in no book", "Ireland")], people)
    places = find_pages(graph, corpus)
    kinds = PageKinds(graph, corpus, places)
    book = BOOK.replace("    - {one: singer, many: singers, types: [singer], told: false}\n", "")
    base = GraphBase(
        graph, parse_book(book), Found(len(graph)), corpus.ids, pages=places if covered else None, kinds=kinds
    )
    assert len(base.edges)
    assert kinds.of.cache_info().misses == 2  # of the producers with statements, each once
    whole = ["Ada Ames"] if covered else ["Ada Ames", "Bo Burr"]
    assert listed(base, asked(base, "producer")) == (whole, ["Ada Ames"])


def test_a_type_without_a_label_is_no_noun(tmp_path: Path) -> None:
    people = {"Ada Ames": Drawn("Ada Ames", types=["Q1"]), "Q1": Drawn("")}
    pages = {"Ada Ames": "Ada Ames is an Irish judge ."}
    base = small(tmp_path, "{one: nurse, many: nurses, types: [Q1 nurse]}", people, pages)
    assert listed(base, asked(base, "nurse")) == ([], [])
    base = small(tmp_path, "{one: judge, many: judges, types: [Q1 nurse]}", people, pages)
    assert listed(base, asked(base, "judge")) == (["Ada Ames"], ["Ada Ames"])


def test_who_is_left_out_is_counted_once(tmp_path: Path) -> None:
    people = {name: Drawn(name, types=["producer"]) for name in ("Ada Ames", "Bo Burr")} | {
        "producer": Drawn("producer")
    }
    people["Cy Cole"] = Drawn("Cy Cole", types=["nurse"])
    pages = {"Ada Ames": "Ada Ames is a producer .", "Bo Burr": "Bo Burr is a judge .", "Cy Cole": "Cy Cole sang ."}
    base = small(tmp_path, "{one: nurse, many: nurses, types: [nurse], told: false}", people, pages)
    producers = asked(base, "producer")
    assert listed(base, producers) == (["Ada Ames"], ["Ada Ames"])
    assert base.left_out["kind-not-told"] == 1  # Cy Cole is of another type before anybody asks his page


def test_of_an_intersection_each_side_has_to_be_told(tmp_path: Path) -> None:
    base = irish(tmp_path, covered=True)
    query = asked(base, "producer")
    person = asked(base, "person")
    for one, two in ((person, query), (query, person)):
        (only,) = sets_of(base, Intersection(one, two), code_of(base, "Bo Burr"))
        assert [place.by for place in only.places].count("page") == 1
