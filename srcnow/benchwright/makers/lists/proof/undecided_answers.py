"""Finds the answers of a list that are neither right nor wrong.

These are answers that the graph states and nothing proves, and answers that the corpus seems to state and the graph
does not. For an intersection, both parts have to list or suspect them. For a composition, they are listed for a
suspected thing in between, or suspected for a listed one. Two suspicions in a row are too uncertain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

import numpy as np

from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge, ProofPlace
from benchwright.makers.lists.knowledge.statement_lookup import StatementLookup
from benchwright.makers.lists.proof.evidence_sets import EvidenceSet
from benchwright.makers.lists.proof.unverified_answers import UnverifiedAnswerFinder, UnverifiedAnswers
from benchwright.makers.lists.queries.answers import place
from benchwright.makers.lists.queries.query_types import Codes, Composition, Intersection, Query, Simple
from benchwright.makers.lists.wording.question_wording import aliases_of, unfit
from benchwright.records import Answer, Example, Json
from benchwright.values import normalise

VERSION = 1
"""Raised when other answers would be undecided."""
MOST_BETWEEN = 100
"""Things in between of a composition whose suspects are looked for."""
MOST_LISTED = 1_000
"""Undecided answers of one question that are kept: those with evidence first, then those with a page."""
MOST_SETS = 4
"""Sets of evidence of one undecided answer."""


@dataclass(frozen=True, slots=True)
class UndecidedAnswers:
    """The undecided answers of a question, with what its derivation says of each. `bounded`: some were not looked for,
    or are left out."""

    answers: tuple[Answer, ...] = ()
    records: tuple[Json, ...] = ()
    bounded: bool = False

    @property
    def sources(self) -> set[str]:
        """Sources that tell one of them."""
        return {span.source for answer in self.answers for spans in answer.evidence for span in spans}

    @property
    def names(self) -> list[str]:
        """All that they are called."""
        return [name for answer in self.answers for name in (answer.text, *answer.aliases)]

    def of(self, example: Example) -> Example:
        """The example with them."""
        more: Json = {"undecided": list(self.records)} if self.records else {}
        if self.bounded:
            more["undecided_bounded"] = True
        return replace(example, undecided=self.answers, derivation={**(example.derivation or {}), **more})


@dataclass(frozen=True, slots=True)
class _Way:
    """The steps by which something may be an answer: simple queries, and what answers each."""

    steps: tuple[tuple[Simple, int], ...]
    via: tuple[int, ...] = ()


class UndecidedAnswerFinder:
    """Finds what is undecided of queries over one graph. Safe to ask from several threads."""

    def __init__(self, suspects: UnverifiedAnswerFinder, spans: GraphBase, pages: Collection[int]) -> None:
        self._suspects = suspects
        self._stated: StatementLookup = suspects.stated
        self._spans = spans
        self._pages = pages

    @property
    def fingerprint(self) -> str:
        """Changes with the rules by which anything is found."""
        return f"{VERSION} {self._suspects.fingerprint}"

    def of(self, query: Query, base: Knowledge, proven: Collection[int], right: Sequence[Answer]) -> UndecidedAnswers:
        """What is undecided of a query whose `proven` answers are the `right` ones. Evidence of what is listed is that
        of `base`."""
        between = self._between(query) if isinstance(query, Composition) else []
        suspects = self._suspects.of(_simple_queries(query, between))
        stated, ways = self._ways(query, between, suspects)
        bounded = any(one.bounded for one in suspects.values()) or len(between) > MOST_BETWEEN
        proven_codes = set(proven)
        sets = {code: self._sets(ways[code], suspects, base) for code in ways.keys() - proven_codes}
        sets |= dict.fromkeys(stated - proven_codes, ())
        return self._listed(sets, stated, base, right, bounded)

    # ------------------------------------------------------------------ queries
    def _between(self, query: Composition) -> list[int]:
        """What the graph lists between, those with pages before others, each by code."""
        return sorted(self._stated.of(query.first).tolist(), key=lambda code: (code not in self._pages, code))

    def _ways(
        self, query: Query, between: Sequence[int], suspects: dict[Simple, UnverifiedAnswers]
    ) -> tuple[set[int], dict[int, list[_Way]]]:
        """What the graph states, and how whatever else is suspected may be an answer."""
        match query:
            case Simple():
                stated = set(self._stated.of(query).tolist())
                return stated, {code: [_Way(((query, code),))] for code in suspects[query].places}
            case Intersection(first=first, second=second):
                one, two = (set(self._stated.of(part).tolist()) for part in (first, second))
                stated = one & two
                both = (one | suspects[first].places.keys()) & (two | suspects[second].places.keys())
                return stated, {code: [_Way(((first, code), (second, code)))] for code in both - stated}
            case Composition():
                return self._composed(query, between, suspects)

    def _composed(
        self, query: Composition, between: Sequence[int], suspects: dict[Simple, UnverifiedAnswers]
    ) -> tuple[set[int], dict[int, list[_Way]]]:
        first, suspected = query.first, suspects[query.first].places
        listed: dict[int, Codes] = {
            middle: self._stated.of(Simple(query.view, middle)) for middle in (*between, *suspected)
        }
        whole = [listed[middle] for middle in between]
        stated = set(np.unique(np.concatenate([np.zeros(0, np.int32), *whole])).tolist()) - {first.given}
        ways: dict[int, list[_Way]] = {}
        for middle in (*between, *suspected):
            second = Simple(query.view, middle)
            named: Iterable[int] = suspects[second].places if second in suspects else ()
            for code in listed[middle].tolist() if middle in suspected else named:
                if code not in stated and code not in (first.given, middle):
                    ways.setdefault(code, []).append(_Way(((first, middle), (second, code)), (middle,)))
        return stated, ways

    # ------------------------------------------------------------------ evidence
    def _sets(
        self, ways: Sequence[_Way], suspects: dict[Simple, UnverifiedAnswers], base: Knowledge
    ) -> tuple[EvidenceSet, ...]:
        """The evidence for an answer, best first: of every way whose steps all have evidence."""
        sets: list[EvidenceSet] = []
        for way in ways:
            kinds = [one for query, code in way.steps if (one := base.kind(query.view, code)) is not None]
            steps = [self._step_evidence(query, code, suspects, base) for query, code in way.steps]
            for chosen in islice(product(*steps), MOST_SETS):
                places = {one.span: one for one in (*chosen, *kinds)}
                sets.append(EvidenceSet(tuple(places.values()), way.via))
        sets.sort(key=lambda each: (-each.score, each.via, [(one.span.source, one.span.start) for one in each.places]))
        return tuple(sets[:MOST_SETS])

    def _step_evidence(
        self, query: Simple, code: int, suspects: dict[Simple, UnverifiedAnswers], base: Knowledge
    ) -> Sequence[ProofPlace]:
        """The evidence of a step: sentences about a suspect, or the proof of an answer."""
        if query in suspects and code in suspects[query].places:
            listed = suspects[query].places[code]
            return [
                ProofPlace(self._spans.span(one), one.score, self._suspects.by, one.premise, one.end) for one in listed
            ]
        try:
            at = place(base.edges, query, code)
        except KeyError:
            return []
        return base.evidence(int(base.edges.triple[at]))[:MOST_SETS] if base.edges.proven[at] else []

    # ------------------------------------------------------------------ the record
    def _listed(
        self,
        sets: dict[int, tuple[EvidenceSet, ...]],
        stated: set[int],
        base: Knowledge,
        right: Sequence[Answer],
        bounded: bool,
    ) -> UndecidedAnswers:
        """As answers, by label: without those that cannot be shown, or go by the name of a right one."""
        right_names = {normalise(name) for answer in right for name in (answer.text, *answer.aliases)}
        entities = {code: base.entity(code) for code in sets}
        by_name: dict[str, int] = {}
        for code in sorted(sets, key=lambda code: (not sets[code], code not in self._pages, code)):
            name = normalise(entities[code].label)
            if not unfit(entities[code].label) and name and name not in right_names:
                by_name.setdefault(name, code)
        names = sorted(list(by_name)[:MOST_LISTED])
        everything = frozenset(right_names | set(names))
        answers, records = [], []
        for code in (by_name[name] for name in names):
            entity = entities[code]
            evidence = tuple(tuple(one.span for one in each.places) for each in sets[code])
            answers.append(Answer(entity.label, aliases_of(entity, everything), evidence))
            by = "graph" if code in stated else "corpus"
            records.append({"id": entity.id, **({"url": entity.page} if entity.page else {}), "by": by})
        return UndecidedAnswers(tuple(answers), tuple(records), bounded or len(by_name) > MOST_LISTED)


def _simple_queries(query: Query, between: Sequence[int]) -> list[Simple]:
    """The simple queries whose suspects a query needs."""
    match query:
        case Simple():
            return [query]
        case Intersection(first=first, second=second):
            return [first, second]
        case Composition(first=first, view=view):
            return [first, *(Simple(view, middle) for middle in between[:MOST_BETWEEN])]
