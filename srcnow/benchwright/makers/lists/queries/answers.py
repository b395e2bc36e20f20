"""Looks up the answers of a query, and the edges that lead to each of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchwright.graphs.lookups import rows_with
from benchwright.makers.lists.queries.query_types import Codes, Composition, Edges, Intersection, Query, Simple
from benchwright.makers.lists.queries.runs import Places, stretch


@dataclass(frozen=True, eq=False)
class Answers:
    """The denotation of a query, sorted: `all` in the graph, `proven` those of them with evidence."""

    all: Codes
    proven: Codes


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One way to an answer of a composition: the thing in between, and the places in `Edges` of the two steps."""

    middle: int
    first: int
    second: int


def answers(edges: Edges, query: Query) -> Answers:
    """All answers of a query and the proven ones (QAMPARI, sections 2.1 and 2.2). Of an intersection, those that both
    parts have, proven in both; of a composition, without the thing it starts from, proven where both steps of one way
    are."""
    if isinstance(query, Simple):
        run = run_of(edges, query)
        codes = edges.answer[run]
        return Answers(codes, codes[edges.proven[run]])
    if isinstance(query, Intersection):
        first, second = answers(edges, query.first), answers(edges, query.second)
        return Answers(
            np.intersect1d(first.all, second.all, assume_unique=True),
            np.intersect1d(first.proven, second.proven, assume_unique=True),
        )
    first_places, second_places = _ways(edges, query)
    codes = edges.answer[second_places]
    both = edges.proven[first_places] & edges.proven[second_places]
    return Answers(np.unique(codes), np.unique(codes[both]))


def run_of(edges: Edges, query: Simple) -> slice:
    """The places in `edges` of a simple query's answers; an empty slice if it has none."""
    whole = rows_with(edges.view, query.view)
    within = rows_with(edges.given[whole], query.given)
    return slice(whole.start + within.start, whole.start + within.stop)


def place(edges: Edges, query: Simple, answer: int) -> int:
    """The place in `edges` of one answer of a simple query. KeyError if it is none."""
    run = run_of(edges, query)
    within = rows_with(edges.answer[run], answer)
    if within.start == within.stop:
        raise KeyError(answer)
    at: int = run.start + within.start
    return at


def intermediates(edges: Edges, query: Composition, answer: int) -> list[Step]:
    """The ways to an answer of a composition, sorted by what is in between: those whose two steps are both proven."""
    first, second = _ways(edges, query)
    leading = (edges.answer[second] == answer) & edges.proven[first] & edges.proven[second]
    return [
        Step(int(edges.answer[one]), int(one), int(two))
        for one, two in zip(first[leading], second[leading], strict=True)
    ]


def _ways(edges: Edges, query: Composition) -> tuple[Places, Places]:
    """The places of both steps of every way, the start itself as an answer aside."""
    run = run_of(edges, query.first)
    whole = rows_with(edges.view, query.view)
    given = edges.given[whole]
    middle = edges.answer[run]
    begin = whole.start + np.searchsorted(given, middle, side="left")
    size = whole.start + np.searchsorted(given, middle, side="right") - begin
    first = np.repeat(np.arange(run.start, run.stop, dtype=np.int64), size)
    second = stretch(begin.astype(np.int64), size)
    others = edges.answer[second] != query.first.given
    return first[others], second[others]
