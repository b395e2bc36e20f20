"""Looks up what a graph states about a query or a thing, proven or not.

Edges leave out what may not count. Here everything is looked up: what a graph states without proof is not wrong.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from benchwright.graphs.lookups import rows_with
from benchwright.makers.lists.knowledge.edges import is_split
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.queries.query_types import Codes, Simple
from benchwright.makers.lists.queries.runs import Places

SINGLE = 1.1
"""Answers for each thing that is given, at most, of a relation that has but one."""
FEW = 20
"""Given things from which on that can be said."""


class StatementLookup:
    """The statements of one knowledge base by either end. Safe to read from several threads."""

    def __init__(self, base: GraphBase) -> None:
        self._base = base
        self._single: dict[tuple[str, str], bool] = {}

    def of(self, query: Simple) -> Codes:
        """All that the graph lists for a simple query, ascending: of the kind that is asked for, proven or not, with a
        page or without, also what has no label."""
        view, stated = self._base.views[query.view], self._base.statements
        rows = stated.of(view.relation.id)
        if view.side == "subjects":
            answers = stated.subject[rows][rows_with(stated.object[rows], query.given)]
        else:
            mine = self._at(self._by_subject, stated.subject, query.given)
            answers = stated.object[mine[(mine >= rows.start) & (mine < rows.stop)]]
        answers = np.unique(answers[answers != query.given])
        return answers[self._base.members(view.phrasing.things.types)[answers]] if is_split(view) else answers

    def is_single(self, view: int) -> bool:
        """Whether a relation has one answer on the side that a view asks for, for nearly whatever is given."""
        way = self._base.views[view]
        key = way.relation.id, way.side
        if key not in self._single:
            stated, rows = self._base.statements, self._base.statements.of(way.relation.id)
            givens = len(np.unique((stated.object if way.side == "subjects" else stated.subject)[rows]))
            self._single[key] = givens >= FEW and rows.stop - rows.start <= SINGLE * givens
        return self._single[key]

    def between(self, one: int, others: Codes) -> dict[int, list[int]]:
        """The statements that tie a thing to some others, by the other one: rows of the statements, ascending."""
        stated = self._base.statements
        rows_by_other: dict[int, list[int]] = {}
        for order, own, other in (
            (self._by_subject, stated.subject, stated.object),
            (self._by_object, stated.object, stated.subject),
        ):
            rows = self._at(order, own, one)
            rows = rows[np.isin(other[rows], others)]
            for row, code in zip(rows.tolist(), other[rows].tolist(), strict=True):
                rows_by_other.setdefault(code, []).append(row)
        return {code: sorted(set(rows)) for code, rows in rows_by_other.items()}

    def around(self, code: int) -> Codes:
        """The things that any statement ties to this one, ascending."""
        stated = self._base.statements
        ends = (
            stated.object[self._at(self._by_subject, stated.subject, code)],
            stated.subject[self._at(self._by_object, stated.object, code)],
        )
        return np.unique(np.concatenate(ends))

    def _at(self, order: Places, column: Codes, code: int) -> Places:
        return order[rows_with(column, code, order)]

    @cached_property
    def _by_subject(self) -> Places:
        return np.argsort(self._base.statements.subject, kind="stable")

    @cached_property
    def _by_object(self) -> Places:
        return np.argsort(self._base.statements.object, kind="stable")
