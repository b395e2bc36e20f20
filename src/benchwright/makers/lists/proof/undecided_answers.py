"""Finds the undecided answers of a list: the graph states them, and nothing in the corpus proves them.

They are neither right nor wrong. The result depends on the query alone, never on earlier queries.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from benchwright.graphs.graph import GraphEntity
from benchwright.graphs.lookups import rows_with
from benchwright.graphs.relations import TypeName
from benchwright.makers.lists.knowledge.edges import is_split
from benchwright.makers.lists.knowledge.knowledge_base import View
from benchwright.makers.lists.knowledge.statements import Statements
from benchwright.makers.lists.queries.query_types import Codes, Flags, Intersection, Query, Simple
from benchwright.makers.lists.wording.question_wording import aliases_of, unfit
from benchwright.records import Answer, Example, Json
from benchwright.values import normalise

VERSION = 2
"""Raised when other answers would be undecided."""
MOST_LISTED = 1_000
"""Undecided answers of one question that are kept, those with a page first."""


class StatementSource(Protocol):
    """What is needed of a knowledge base."""

    @property
    def views(self) -> Sequence[View]: ...
    @property
    def statements(self) -> Statements: ...
    def members(self, types: Sequence[TypeName]) -> Flags: ...
    def entity(self, code: int) -> GraphEntity: ...


@dataclass(frozen=True, slots=True)
class UndecidedAnswers:
    """The undecided answers of a question, and a record of each for its derivation. `bounded`: some were left out."""

    answers: tuple[Answer, ...] = ()
    records: tuple[Json, ...] = ()
    bounded: bool = False

    @property
    def names(self) -> list[str]:
        """All names and aliases of the answers."""
        return [name for answer in self.answers for name in (answer.text, *answer.aliases)]

    def of(self, example: Example) -> Example:
        """The example with them."""
        more: Json = {"undecided": list(self.records)} if self.records else {}
        if self.bounded:
            more["undecided_bounded"] = True
        return replace(example, undecided=self.answers, derivation={**(example.derivation or {}), **more})


class UndecidedAnswerFinder:
    """Finds the undecided answers of queries over one graph. `pages` are the entities that have a page. Safe to call
    from several threads."""

    def __init__(self, base: StatementSource, pages: Collection[int]) -> None:
        self._base = base
        self._pages = pages

    @property
    def fingerprint(self) -> str:
        """Changes with the rules; what else the result depends on is in the fingerprint of the knowledge base."""
        return str(VERSION)

    def of(self, query: Query, proven: Collection[int], right: Sequence[Answer]) -> UndecidedAnswers:
        """The undecided answers of a query whose `proven` answers are the `right` ones, by label. Left out are labels
        that cannot be shown, and those that a right answer has."""
        entities = {code: self._base.entity(code) for code in self.stated(query) - set(proven)}
        right_names = {normalise(name) for answer in right for name in (answer.text, *answer.aliases)}
        by_name: dict[str, int] = {}
        for code in sorted(entities, key=lambda code: (code not in self._pages, code)):
            label = entities[code].label
            if not unfit(label) and (name := normalise(label)) and name not in right_names:
                by_name.setdefault(name, code)
        names = sorted(list(by_name)[:MOST_LISTED])
        names_in_use = frozenset(right_names | set(names))
        listed = [entities[by_name[name]] for name in names]
        return UndecidedAnswers(
            tuple(Answer(entity.label, aliases_of(entity, names_in_use)) for entity in listed),
            tuple(
                {"id": entity.id, **({"url": entity.page} if entity.page else {}), "by": "graph"} for entity in listed
            ),
            len(by_name) > MOST_LISTED,
        )

    def stated(self, query: Query) -> set[int]:
        """The codes of all answers that the graph states, of the kind that the query asks for: proven or not, with or
        without a page or a label."""
        if isinstance(query, Simple):
            return set(self._of_view(query.view, query.given).tolist())
        if isinstance(query, Intersection):
            return self.stated(query.first) & self.stated(query.second)
        middles = self.stated(query.first)
        codes = set[int]().union(*(self._of_view(query.view, middle).tolist() for middle in middles))
        return codes - {query.first.given}

    def _of_view(self, view_code: int, given: int) -> Codes:
        view, stated = self._base.views[view_code], self._base.statements
        rows = stated.of(view.relation.id)
        if view.side == "subjects":
            answers = stated.subject[rows][rows_with(stated.object[rows], given)]
        else:
            own = self._by_subject[rows_with(stated.subject, given, self._by_subject)]
            answers = stated.object[own[(own >= rows.start) & (own < rows.stop)]]
        answers = np.unique(answers[answers != given])
        return answers[self._base.members(view.asked.things.types)[answers]] if is_split(view) else answers

    @cached_property
    def _by_subject(self) -> npt.NDArray[np.int64]:
        """The rows of all statements, sorted by subject."""
        return np.argsort(self._base.statements.subject, kind="stable").astype(np.int64, copy=False)
