"""Declares what list questions need from a knowledge base: views, edges, entities and evidence.

There are two: a loaded graph with the evidence found for it, and the facts of a corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from benchwright.graphs.graph import GraphEntity
from benchwright.graphs.relations import Asked, GraphRelation, Side
from benchwright.makers.lists.queries.query_types import Edges
from benchwright.records import Span


@dataclass(frozen=True, slots=True)
class View:
    """One way to ask a relation. `side` is what is asked for: the subjects of an object, or the objects of a subject.
    `uses` says what it may be: simple, first, second."""

    relation: GraphRelation
    side: Side
    asked: Asked
    uses: frozenset[str]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One place that states a triple. `span` is the passage's range that proves it (the sentence, or a cell), `score`
    the checker's, `by` the checker; `start`/`end` the range that the checker read (the sentence with its two
    predecessors), in the source's text; None where it is no text."""

    span: Span
    score: float
    by: str
    start: int | None = None
    end: int | None = None


class Knowledge(Protocol):
    """A knowledge base. Codes of `edges.view` are places in `views`; codes of `edges.given` and `edges.answer` are what
    `entity` takes; `edges.triple` is what `evidence` takes. `fingerprint` changes whenever any of it could be
    different."""

    @property
    def name(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def views(self) -> Sequence[View]: ...
    @property
    def edges(self) -> Edges: ...
    def entity(self, code: int) -> GraphEntity: ...
    def triple(self, triple: int) -> tuple[int, str, int]:
        """Subject, canonical relation id, object."""

    def kind(self, view: int, code: int) -> Evidence | None:
        """The place that tells that an answer is of the kind which a view asks for, where that has to be told."""

    def evidence(self, triple: int) -> Sequence[Evidence]:
        """All places that were found for a triple, best first; with a checker that asks a model, the candidates that it
        has still to judge."""
