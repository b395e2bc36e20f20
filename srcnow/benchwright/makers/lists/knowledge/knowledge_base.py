"""Defines what list questions need from a knowledge base: views, edges, entities and evidence.

There are two: a loaded graph with the evidence that was found for it, and the facts of a corpus.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from benchwright.graphs.graph import GraphEntity
from benchwright.graphs.relations import RelationBook, TypeName
from benchwright.makers.lists.evidence.pages import Pages
from benchwright.makers.lists.knowledge.edges import Losses, View, views_of
from benchwright.makers.lists.knowledge.namesakes import Namesakes
from benchwright.makers.lists.knowledge.statements import Statements
from benchwright.makers.lists.queries.query_types import Edges, Flags, Simple
from benchwright.records import Span


@dataclass(frozen=True, slots=True)
class ProofPlace:
    """One place that states a triple. `span` is the passage's range that proves it (the sentence, or a cell), `score`
    the checker's, `by` the checker; `start`/`end` the range that the checker read (the sentence with its two
    predecessors), in the source's text; None where it is not text."""

    span: Span
    score: float
    by: str
    start: int | None = None
    end: int | None = None


class Knowledge(ABC):
    """A knowledge base, asked in the words of `book`. Codes of `edges.view` are places in `views`; codes of
    `edges.given` and `edges.answer` are what `entity` takes; `edges.triple` is what `evidence` takes. `fingerprint`
    changes whenever any of it could be different. Safe to read from several threads once `edges` was made."""

    pages: Pages | None = None
    """The pages of things, where an answer counts only if it has one or is proven; None if every statement counts."""

    def __init__(self, book: RelationBook, *, both_ways: bool) -> None:
        self._book = book
        self._both_ways = both_ways

    @property
    @abstractmethod
    def name(self) -> str: ...
    @property
    @abstractmethod
    def fingerprint(self) -> str: ...
    @property
    @abstractmethod
    def statements(self) -> Statements:
        """What it states, as columns."""

    @property
    @abstractmethod
    def namesakes(self) -> Namesakes:
        """The things that share labels."""

    @property
    @abstractmethod
    def _edges(self) -> tuple[Edges, Losses]: ...
    @abstractmethod
    def entity(self, code: int) -> GraphEntity: ...
    @abstractmethod
    def members(self, types: Sequence[TypeName]) -> Flags:
        """bool [entities]: which are of one of these types, and of none that is ruled out."""

    @abstractmethod
    def type_labels(self, code: int) -> list[str]:
        """What a thing is, as words."""

    @abstractmethod
    def evidence(self, triple: int) -> Sequence[ProofPlace]:
        """All places that were found for a triple, best first; with a checker that asks a model, the candidates that it
        has still to judge."""

    @cached_property
    def views(self) -> tuple[View, ...]:
        return views_of(self._book, self.statements.relations, both_ways=self._both_ways)

    @property
    def edges(self) -> Edges:
        return self._edges[0]

    @property
    def left_out(self) -> Losses:
        """What did not become an edge of a view, by reason."""
        return self._edges[1]

    def triple(self, triple: int) -> tuple[int, str, int]:
        """Subject, canonical relation id, object."""
        stated = self.statements
        return int(stated.subject[triple]), stated.relations[stated.relation[triple]], int(stated.object[triple])

    def kind(self, view: int, code: int) -> ProofPlace | None:
        """The place that states the kind of an answer, if the view requires that its kind is stated."""
        return None

    def lacks_kind(self, view: int, code: int) -> bool:
        """Whether the view requires that a page states the kind of an answer, and no page does."""
        return False

    def doubt(self, query: Simple, answers: Sequence[int]) -> str:
        """A thing that may be an answer, too, judging by the corpus; "" if there is none."""
        return ""

    def silent(self, code: int) -> bool:
        """Whether the corpus has no facts about a thing, although all facts come from it."""
        return False
