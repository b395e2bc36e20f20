"""Chooses which candidate sentences of a query a judge reads next, and which answers its verdicts prove.

The search of the corpus leaves candidates: sentences that may state a triple. The judge (a model, or a cross-encoder
that is too slow for a whole graph) reads them only when a question is made. It reads the first candidate of each
triple, and the next one if that is rejected, until each answer is proven or has no candidates left. A candidate without
a verdict proves nothing.

Nothing here waits: `reading` yields statements round by round and is sent their verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge, ProofPlace
from benchwright.makers.lists.queries.answers import answers, intermediates, place, run_of
from benchwright.makers.lists.queries.query_types import (
    SLACK,
    Composition,
    Conditions,
    Edges,
    Flags,
    Intersection,
    Query,
    Simple,
)
from benchwright.records import Json

MOST_STATEMENTS = 800
"""Candidates that are read for one question: both triples of 200 answers, twice."""
MOST_WAYS = 4
"""Ways to one answer of a composition that are tried."""

Way = tuple[int, ...]
"""The triples that prove an answer together."""


@dataclass(frozen=True, slots=True)
class EvidenceCandidate:
    """A sentence that may state a triple: as evidence with the search's score, and as a judge reads it."""

    evidence: ProofPlace
    statement: Statement


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """What a judge says of one statement: None if it came to no verdict. `score` is how sure it is, 0 to 1."""

    stated: bool | None
    score: float


CandidateSource = Callable[[int], Sequence[EvidenceCandidate]]
"""Gives the candidates of a triple, the best first."""


@dataclass(frozen=True, slots=True)
class JudgedEvidence:
    """What came of a query: the evidence of every triple that is stated, and how many statements were read, accepted
    and left without a verdict."""

    proven: Mapping[int, ProofPlace]
    read: int
    accepted: int
    unscored: int

    def to_json(self) -> Json:
        return {"read": self.read, "accepted": self.accepted, "unscored": self.unscored}


Rounds = Generator[list[Statement], Sequence[StatementVerdict], JudgedEvidence]
"""Gives the statements of a round, is sent a verdict for each, and returns the whole."""


def reading(query: Query, edges: Edges, candidates: CandidateSource, conditions: Conditions, by: str) -> Rounds:
    """Read the candidates of a query, the surest first, round by round. Ends early when so few answers can still be
    proven that the question falls whatever the rest says. `by` names the judge."""
    desk = _Desk(candidates, by)
    ways = ways_of(query, edges, desk)
    total = len(answers(edges, query).all)
    while True:
        possible = [answer for answer in ways if desk.open_way(ways[answer]) is not None]
        if len(possible) < max(conditions.min_answers, conditions.validated * total - SLACK):
            break
        wanted = desk.next_of([ways[answer] for answer in possible])
        if not wanted:
            break
        verdicts = yield [desk.next_candidate(triple).statement for triple in wanted]
        for triple, verdict in zip(wanted, verdicts, strict=True):
            desk.take(triple, verdict)
    return JudgedEvidence(desk.proven, desk.read, len(desk.proven), desk.unscored)


def ways_of(query: Query, edges: Edges, desk: _Desk) -> dict[int, tuple[Way, ...]]:
    """The ways in which each answer may be proven, by answer; those that have no candidate at all are left out."""
    ways_by_answer: dict[int, tuple[Way, ...]] = {}
    ways: list[Way]
    for answer in answers(edges, query).proven.tolist():
        match query:
            case Simple():
                ways = [(int(edges.triple[place(edges, query, answer)]),)]
            case Intersection(first=first, second=second):
                ways = [tuple(int(edges.triple[place(edges, part, answer)]) for part in (first, second))]
            case Composition():
                steps = intermediates(edges, query, answer)
                ways = [(int(edges.triple[one.first]), int(edges.triple[one.second])) for one in steps]
                ways.sort(key=lambda way: (-min(map(desk.promise, way)), way))
        ways_by_answer[answer] = tuple(ways[:MOST_WAYS])
    return ways_by_answer


class _Desk:
    """What was read of each triple so far."""

    def __init__(self, candidates: CandidateSource, by: str) -> None:
        self._candidates = candidates
        self._by = by
        self._waiting: dict[int, list[EvidenceCandidate]] = {}
        self.proven: dict[int, ProofPlace] = {}
        self.read = 0
        self.unscored = 0

    def waiting(self, triple: int) -> list[EvidenceCandidate]:
        if triple not in self._waiting:
            self._waiting[triple] = list(self._candidates(triple))
        return self._waiting[triple]

    def promise(self, triple: int) -> float:
        """The score of the best candidate, before anything was read."""
        return max((one.evidence.score for one in self.waiting(triple)), default=0.0)

    def open_way(self, ways: Sequence[Way]) -> Way | None:
        """The first way that is proven or still may be."""
        return next((way for way in ways if all(one in self.proven or self.waiting(one) for one in way)), None)

    def next_of(self, answers: Sequence[Sequence[Way]]) -> list[int]:
        """The triples to read of next: those of the first open way of every answer that has no proof yet."""
        wanted: dict[int, float] = {}
        for ways in answers:
            way = self.open_way(ways)
            if way is not None and not any(all(one in self.proven for one in other) for other in ways):
                wanted |= {one: self.waiting(one)[0].evidence.score for one in way if one not in self.proven}
        ranked = sorted(wanted, key=lambda triple: (-wanted[triple], triple))
        return ranked[: MOST_STATEMENTS - self.read]

    def next_candidate(self, triple: int) -> EvidenceCandidate:
        return self.waiting(triple)[0]

    def take(self, triple: int, verdict: StatementVerdict) -> None:
        """What was said of the next candidate of a triple."""
        candidate = self.waiting(triple).pop(0)
        self.read += 1
        self.unscored += verdict.stated is None
        if verdict.stated:
            self.proven[triple] = replace(candidate.evidence, score=verdict.score, by=self._by)


class JudgedKnowledge:
    """A knowledge base as one query sees it after the judge has read: its own edges only, proven where a sentence was
    accepted. Everything else is that of `base`."""

    def __init__(self, base: Knowledge, query: Query, read: JudgedEvidence) -> None:
        self._base = base
        self._query = query
        self._read = read

    def __getattr__(self, name: str) -> Any:
        return getattr(self._base, name)

    @cached_property
    def edges(self) -> Edges:
        whole = self._base.edges
        rows = rows_of(whole, self._query)
        triples = whole.triple[rows]
        stated = np.isin(triples, np.array(sorted(self._read.proven), np.int64))
        proven: Flags = (
            whole.proven[rows] & stated
        )  # an answer whose kind is not stated is not proven, whatever else is
        return replace(
            whole,
            view=whole.view[rows],
            given=whole.given[rows],
            answer=whole.answer[rows],
            triple=triples,
            proven=proven,
        )

    def evidence(self, triple: int) -> Sequence[ProofPlace]:
        place = self._read.proven.get(triple)
        return () if place is None else (place,)


def rows_of(edges: Edges, query: Query) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The rows of `edges` that a query looks at, ascending."""
    match query:
        case Simple():
            parts = [query]
        case Intersection(first=first, second=second):
            parts = [first, second]
        case Composition(first=first, view=view):
            between = edges.answer[run_of(edges, first)].tolist()
            parts = [first, *(Simple(view, middle) for middle in between)]
    runs = [run_of(edges, part) for part in parts]
    return np.unique(np.concatenate([np.arange(run.start, run.stop, dtype=np.int64) for run in runs]))
