"""Rejects queries that are true but that nobody would ask.

The paper leaves out intersections where one part contains the other (section 2.2: which competition was won by
Manchester City and had Manchester City as a participant). More is left out here: two parts that name the same thing;
two parts that say where something lies, where one place lies in the other; a step that repeats the step before it; and
a condition that only names the kind of thing that is asked for (writers who have the occupation of writer).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from benchwright.graphs.lookups import rows_with
from benchwright.makers.lists.knowledge.edges import View
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge
from benchwright.makers.lists.queries.query_types import Codes, Composition, Intersection, Query, Simple, views_in
from benchwright.values import bare_name, normalise

STEPS_WITHIN = 3
"""A thing lies inside another if so many statements or fewer lead from it there: town, county, state, country."""


class PlausibilityFilter:
    """Looks at queries of one knowledge base. Safe to share between threads."""

    def __init__(self, base: Knowledge) -> None:
        self._base = base

    def fault(self, query: Query) -> str:
        """Why the query is implausible, "" if it is not."""
        views = self._base.views
        named = self._named_kind(query)
        if named:
            return f"{named!r} is the kind of thing that is asked for"
        if isinstance(query, Intersection) and self._one_place(query):
            relations = " and ".join(views[part.view].relation.id for part in (query.first, query.second))
            return f"{relations} locate the answers in one place"
        match query:
            case Intersection(first=first, second=second) if first.given == second.given:
                return "both sides name the same thing"
            case Composition(first=first, view=view):
                one, two = views[first.view], views[view]
                if (one.relation.id, one.side) == (two.relation.id, two.side):
                    return f"{one.relation.id} follows itself"
            case _:
                pass
        return ""

    def _named_kind(self, query: Query) -> str:
        """The label of the given thing if it is a kind of thing that the query asks for (writers who are writers)."""
        views = self._base.views
        kinds = {normalise(noun) for view in views_in(query) for noun in _nouns(views[view])}
        labels = (self._base.entity(code).label for code in _given_in(query))
        return next((label for label in labels if _tells(normalise(bare_name(label)), kinds)), "")

    def _one_place(self, query: Intersection) -> bool:
        """Whether both sides say where the answers lie, or both what lies in them, and one of the two things that they
        name is the other or lies inside it: then one side follows from the other."""
        first, second = query.first, query.second
        one, two = (_lies_within(self._base.views[part.view]) for part in (first, second))
        if one is None or one != two:
            return False
        return second.given in self._around(first.given) or first.given in self._around(second.given)

    def _around(self, code: int) -> set[int]:
        """A thing and what it lies inside."""
        inner, outer = self._insides
        places = {code}
        last = places
        for _ in range(STEPS_WITHIN):
            last = {int(other) for one in last for other in outer[rows_with(inner, one)]} - places
            places = places | last
        return places

    @cached_property
    def _insides(self) -> tuple[Codes, Codes]:
        """What lies inside what by all statements of relations that say so: sorted by what is inside."""
        stated = self._base.statements
        inner, outer = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
        sides = {view.relation.id: view.relation.within for view in self._base.views}
        for id, side in sorted(sides.items()):
            if side is not None:
                ends = stated.subject[stated.of(id)], stated.object[stated.of(id)]
                inner.append(ends[side == "objects"])
                outer.append(ends[side == "subjects"])
        within = np.concatenate(inner)
        order = np.argsort(within, kind="stable")
        return within[order], np.concatenate(outer)[order]


def _lies_within(view: View) -> bool | None:
    """Whether the answers of a view lie inside what is given (True), or it inside them (False); None if its relation
    does not say so."""
    return None if view.relation.within is None else view.relation.within == view.side


def _given_in(query: Query) -> tuple[int, ...]:
    match query:
        case Simple(given=given) | Composition(first=Simple(given=given)):
            return (given,)
        case Intersection(first=first, second=second):
            return first.given, second.given


def _tells(label: str, kinds: set[str]) -> bool:
    """Whether a label is a kind, or what one begins with: ice hockey teams play ice hockey."""
    return label in kinds or any(kind.startswith(f"{label} ") for kind in kinds)


def _nouns(view: View) -> tuple[str, str]:
    return view.phrasing.things.one, view.phrasing.things.many
