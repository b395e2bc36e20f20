"""Lists of what the corpus covers: who has no page counts only with evidence, by both ways to the answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.makers.lists import naive
from tests.support.films_graph import BOOK, FILMS, Found, Place, Shelf, simple
from tests.support.graph_folders import Drawn, write_graph

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.facts.store import FactTable
from benchwright.graphs.book import parse_book
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.evidence.pages import Pages
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.open_maker import open_maker
from benchwright.makers.lists.proof.judge_rounds import JudgedEvidence, JudgedKnowledge
from benchwright.makers.lists.queries.answers import answers
from benchwright.makers.lists.queries.query_types import Composition, Conditions, Intersection, Simple
from benchwright.makers.lists.queries.recount import denotation
from benchwright.makers.lists.query_attempts import QueryAttempts
from benchwright.plan import parse_plan
from benchwright.records import Modality, Source, Status
from benchwright.records import Place as Where

TYPED = """
r:
  label: r
  subject: {one: thing, many: things}
  object: {one: thing, many: things}
  hypothesis: "{subject} r {object}."
  subjects: were named by {given}
  objects: named {given}
  typed: [{one: city, many: cities, types: [city]}, {one: river, many: rivers, types: [river]}]
back: {same_as: r, inverse: true}
s:
  label: s
  subject: {one: thing, many: things}
  object: {one: thing, many: things}
  hypothesis: "{subject} s {object}."
  subjects: were seen by {given}
  objects: saw {given}
"""
Triple = tuple[str, str, str]


@dataclass(frozen=True)
class World:
    """What is stated, what of it is proven, and of each thing its label, kind and type, and whether it has a page."""

    triples: tuple[Triple, ...]
    proven: frozenset[Triple]
    things: dict[str, tuple[str, str, str, bool]]

    def base(self, folder: Path, *, covered: bool) -> GraphBase:
        told = {id: Drawn(label, kind=kind, types=[type]) for id, (label, kind, type, _) in self.things.items()}
        graph = write_graph(folder, self.triples, told)
        rows = zip(graph.subjects.tolist(), graph.relations.tolist(), graph.objects.tolist(), strict=True)
        ids = [(graph.entity(s).id, graph.relation_ids[r], graph.entity(o).id) for s, r, o in rows]
        found = Found(len(graph), [row for row, triple in enumerate(ids) if triple not in self.proven])
        paged = [graph.code_of(id) for id, (_, kind, _, page) in self.things.items() if page and kind == "entity"]
        pages = Pages({code: (0,) for code in paged if code is not None}, {}) if covered else None
        return GraphBase(graph, parse_book(TYPED), found, ["p0"], pages=pages)

    def lists(self, *, covered: bool) -> dict[tuple[str, str, str, str], tuple[set[str], set[str]]]:
        """All and proven answers by relation, side, noun and what is given, thing by thing."""
        stated: dict[Triple, bool] = {}
        for triple in self.triples:
            subject, relation, object = triple
            one = (object, "r", subject) if relation == "back" else triple
            stated[one] = stated.get(one, False) or triple in self.proven
        found: dict[tuple[str, str, str, str], tuple[set[str], set[str]]] = {}
        for (subject, relation, object), proven in stated.items():
            for side, answer, given_end in (("subjects", subject, object), ("objects", object, subject)):
                label, kind, type, page = self.things[answer]
                if not label or not self.things[given_end][0] or answer == given_end:
                    continue
                if covered and not (proven or page or kind != "entity"):
                    continue
                noun = "thing"
                if (relation, side) == ("r", "subjects"):
                    if type == "none":
                        continue
                    noun = type
                whole, shown = found.setdefault((relation, side, noun, given_end), (set(), set()))
                whole.add(answer)
                if proven:
                    shown.add(answer)
        return found


@st.composite
def worlds(draw: st.DrawFn) -> World:
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    ids = [f"e{n}" for n in range(draw(st.integers(2, 7)))]
    dense, certain = draw(st.sampled_from([0.2, 0.6])), draw(st.sampled_from([0.2, 0.7]))
    triples = tuple((s, r, o) for s in ids for r in ("r", "back", "s") for o in ids if random.random() < dense)
    things = {
        id: (
            "" if random.random() < 0.1 else id.upper(),
            str(random.choice(["entity", "entity", "date"])),
            str(random.choice(["city", "river", "none"])),
            bool(random.random() < 0.5),
        )
        for id in ids
    }
    return World(triples, frozenset(one for one in triples if random.random() < certain), things)


@given(worlds(), st.booleans())
def test_edges_and_walk_agree_with_sets_made_thing_by_thing(world: World, covered: bool) -> None:
    with TemporaryDirectory() as folder:
        base = world.base(Path(folder), covered=covered)
        expected = world.lists(covered=covered)

        def id_of(code: int) -> str:
            return base.entity(code).id

        def key(view: int, code: int) -> tuple[str, str, str, str]:
            one = base.views[view]
            return one.relation.id, one.side, one.phrasing.things.one, id_of(code)

        def told(answers: set[int]) -> set[str]:
            return set(map(id_of, answers))

        found = {
            key(view, code): (told(whole), told(shown))
            for (view, code), (whole, shown) in naive.listed(base.edges).items()
        }
        assert found == expected
        empty: tuple[set[str], set[str]] = (set(), set())
        labelled = [code for code in range(base.edges.entities) if base.entity(code).label]
        queries = [Simple(view, code) for view in range(len(base.views)) for code in labelled]
        for one in queries:
            whole = expected.get(key(one.view, one.given), empty)[0]
            assert told(denotation(one, base)) == whole
            for view in range(len(base.views)):
                noun = base.views[view]
                of_middle = [
                    expected.get((noun.relation.id, noun.side, noun.phrasing.things.one, middle), empty)[0]
                    for middle in whole
                ]
                reached = set().union(*of_middle) - {id_of(one.given)}
                assert told(denotation(Composition(one, view), base)) == reached
            for two in queries[:: max(1, len(queries) // 5)]:
                both = whole & expected.get(key(two.view, two.given), empty)[0]
                assert told(denotation(Intersection(one, two), base)) == both


class OwnSources(Found):
    """Each proven triple is told by a source of its own."""

    def rows_of(self, triple: int) -> list[Place]:
        return [Place(triple, triple, triple + 2, 0, 0.9)] if self.proven[triple] else []


def half_told(folder: Path, pages: list[str] | None) -> GraphBase:
    """Ten films that Ida directed, five of them proven; those in `pages` have one, None: everything counts."""
    films = [f"f{number}" for number in range(10)]
    triples = [(film, "directed", "ida") for film in films]
    graph = write_graph(folder, triples, {film: f"Film {film[1:]}" for film in films} | {"ida": "Ida"})
    unproven = [row for row in range(10) if graph.entity(int(graph.subjects[row])).id not in FILMS[:5]]
    codes = None if pages is None else {code: (0,) for id in pages if (code := graph.code_of(id)) is not None}
    found = OwnSources(10, unproven)
    sources = [f"p{n}" for n in range(60)]
    return GraphBase(graph, parse_book(BOOK), found, sources, pages=None if codes is None else Pages(codes, {}))


@pytest.mark.parametrize(
    ("pages", "status", "found", "left_out"),
    [
        (None, Status.REJECTED, 10, {}),
        ([], Status.ACCEPTED, 5, {"without-page": 5 + 5}),  # Ida, too, is no answer where nothing proves it
        (["f0", "f9", "ida"], Status.ACCEPTED, 6, {"without-page": 4}),  # five of six are enough
        (["f5", "f6", "f7", "ida"], Status.REJECTED, 8, {"without-page": 2}),
    ],
)
def test_four_fifths_are_of_those_whom_the_corpus_covers(
    pages: list[str] | None, status: Status, found: int, left_out: dict[str, int], tmp_path: Path
) -> None:
    base = half_told(tmp_path, pages)
    made = QueryAttempts(base, cast(Corpus, Shelf()), Conditions(), 13, "graph")
    outcome = made.attempt(ListCell("{}", "simple", None), 0, simple(base, "directed", "ida"))
    assert outcome.status is status, outcome
    assert outcome.example is not None
    derivation = outcome.example.derivation
    assert derivation is not None
    assert derivation["found"] == found
    assert derivation.get("covered") is (None if pages is None else True)
    assert dict(base.left_out) == left_out


def test_what_a_judge_turned_down_still_counts_where_there_was_a_candidate(tmp_path: Path) -> None:
    base = half_told(tmp_path, ["f9"])
    query = simple(base, "directed", "ida")
    accepted = [int(triple) for triple in base.edges.triple[base.edges.proven]][:3]
    read = JudgedEvidence({triple: base.evidence(triple)[0] for triple in accepted}, 5, 3, 0)
    judged = JudgedKnowledge(base, query, read)
    found = answers(judged.edges, query)
    assert {base.entity(int(code)).id for code in found.all} == {*FILMS[:5], "f9"}
    assert len(found.proven) == 3
    assert denotation(query, judged) == set(found.all.tolist())


def test_the_fingerprint_tells_who_counts(tmp_path: Path) -> None:
    told = [half_told(tmp_path / str(n), pages).fingerprint for n, pages in enumerate((None, [], ["f0"], ["f9"]))]
    assert len(set(told)) == 4
    assert half_told(tmp_path / "again", ["f9"]).fingerprint == told[-1]


def test_a_plan_says_whether_only_what_is_covered_counts(tmp_path: Path) -> None:
    films = [f"Heron {name}" for name in ("One", "Two", "Three", "Four", "Five")]
    texts = {name: f"{name} is a film. It was directed by Ida Holm." for name in films}
    sources = [
        Source(f"p{n}", Modality.TEXT, name, text, Where(name, 0, len(text)))
        for n, (name, text) in enumerate(texts.items())
    ]
    corpus = write_corpus(tmp_path / "corpus", sources)
    absent = [f"Stork {name}" for name in ("One", "Two", "Three", "Four", "Five")]
    triples = [(name, "directed", "Ida Holm") for name in (*films, *absent)]
    write_graph(tmp_path / "corpus", triples, {})
    cues = "  cues: [direct*]\n"
    book = BOOK.replace("  objects: directed {given}\n", "  objects: directed {given}\n" + cues)
    (tmp_path / "book.yaml").write_text(book, encoding="utf-8")
    cell = json.dumps({"style": "list", "kind": "simple", "count": 1})
    given_out = {}
    for setting in ("", ", covered: false", ", covered: true"):
        text = f"corpus: corpus\nlists: {{graph: made, relations: book.yaml{setting}}}\ncells: [{cell}]\n"
        plan = parse_plan(text, folder=tmp_path)
        maker = open_maker(plan, corpus, cast(FactTable, None))
        given_out[setting] = maker.supply(plan.cells()[0].key).attempts
        assert ("lists" in plan.pinned() and "covered" in plan.pinned()["lists"]) is setting.endswith("true")
    assert given_out == {"": 0, ", covered: false": 0, ", covered: true": 1}
