"""A small graph of films with evidence by hand, and what makes questions of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

import numpy as np
from tests.support.graph_folders import Drawn, write_graph

from benchwright.corpus.store import Corpus
from benchwright.graphs.book import parse_book
from benchwright.graphs.graph import Graph
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.query_types import Conditions, Simple
from benchwright.makers.lists.query_attempts import QueryAttempts
from benchwright.records import Modality

BOOK = """
directed:
  label: director
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was directed by {object}."
  subjects: were directed by {given}
  objects: directed {given}
has_director: {same_as: directed, inverse: true}
born:
  label: place of birth
  subject: {one: person, many: people, who: true}
  object: {one: town, many: towns}
  hypothesis: "{subject} was born in {object}."
  subjects: were born in {given}
cast:
  label: cast member
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{object} plays in {subject}."
  subjects: have {given} as a cast member
"""
FILMS = [f"f{number}" for number in range(6)]
NAMES = {
    "ida": "Ida",
    "joan": "Joan",
    "delft": "Delft",
    "ann": Drawn("Ann", description="painter"),
    "ann2": Drawn("Ann"),
    **{id: f"Film {id[1:]}" for id in FILMS},
    "empty": Drawn(""),
}


@dataclass
class Place:
    source: int
    start: int
    end: int
    premise: int
    score: float
    mention_start: int = 0
    mention_end: int = 0
    about: Literal["subject", "object"] = "subject"


class Found:
    """Evidence for every triple but those of one row."""

    fingerprint, by = "found", "by hand"

    def __init__(self, triples: int, without: Sequence[int] = ()) -> None:
        self.proven = np.ones(triples, np.bool_)
        self.proven[list(without)] = False

    def rows_of(self, triple: int) -> Sequence[Place]:
        return [Place(triple % 9, 0, 4, 0, 0.9)] if self.proven[triple] else []


class FakeCorpus:
    def modality(self, source: str) -> Modality:
        return Modality.TEXT

    def document(self, source: str) -> str:
        return source

    def position(self, source: str) -> int:
        return int(source[1:])

    @property
    def titles(self) -> list[str]:
        return [f"Film {number}" for number in range(9)]


def base_of(tmp_path: Path, triples: list[tuple[str, str, str]], without: Sequence[int] = ()) -> GraphBase:
    graph = write_graph(tmp_path, triples, NAMES)
    found = Found(len(graph), without)
    return GraphBase(graph, parse_book(BOOK), found, [f"p{number}" for number in range(9)])


def films(tmp_path: Path, without: Sequence[int] = ()) -> GraphBase:
    triples = [(film, "directed", "ida") for film in FILMS]
    triples += [("ida", "has_director", "f0"), ("ida", "born", "delft"), ("empty", "directed", "ida")]
    triples += [(film, "cast", "joan") for film in FILMS[:5]]
    return base_of(tmp_path, triples, without)


def simple(base: GraphBase, relation: str, given: str, side: str = "subjects") -> Simple:
    view = next(n for n, one in enumerate(base.views) if (one.relation.id, one.side) == (relation, side))
    code = base._graph.code_of(given)
    assert code is not None
    return Simple(view, code)


def pipeline(base: GraphBase, conditions: Conditions | None = None) -> QueryAttempts:
    return QueryAttempts(base, cast(Corpus, FakeCorpus()), conditions or Conditions(), 13, "graph")


class Spread(Found):
    """For each triple a place of its own, in a source of its own."""

    def rows_of(self, triple: int) -> Sequence[Place]:
        return [Place(triple, triple, triple + 2, 0, 0.5 + triple / 100)] if self.proven[triple] else []


class Shelf(FakeCorpus):
    @property
    def titles(self) -> list[str]:
        return [f"Page {number}" for number in range(60)]


def spread(tmp_path: Path, count: int, unproven: Sequence[str] = (), *, both_ways: bool = True) -> GraphBase:
    """Films that Ida, who was born in Delft, directed, and that Joan plays in; `unproven` names the films of which no
    page says who directed them."""
    films = [f"f{number}" for number in range(count)]
    triples = [*((film, "directed", "ida") for film in films), *((film, "cast", "joan") for film in films)]
    names = NAMES | {film: f"Film {film[1:]}" for film in films}
    graph = write_graph(tmp_path, [*triples, ("ida", "born", "delft")], names)
    rows = [row for film in unproven for row in rows_of(graph, film, "directed")]
    sources = [f"p{number}" for number in range(60)]
    return GraphBase(graph, parse_book(BOOK), Spread(len(graph), rows), sources, both_ways=both_ways)


def rows_of(graph: Graph, subject: str, relation: str) -> list[int]:
    code, kind = graph.code_of(subject), graph.relation_ids.index(relation)
    return np.flatnonzero((graph.subjects == code) & (graph.relations == kind)).tolist()
