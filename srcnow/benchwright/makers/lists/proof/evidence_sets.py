"""Finds the sets of spans that prove each answer, and chooses the sources that a question rests on.

An answer of an intersection needs one span for each part, one of a composition one for each step. Several places that
state a triple are alternatives. Where an answer, or the thing in between, has to be of a kind, the sentence of its page
that says so belongs to every set. The pages of the answers come first; all other places are kept as alternatives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product

from benchwright.makers.lists.knowledge.knowledge_base import Knowledge, ProofPlace
from benchwright.makers.lists.queries.answers import intermediates, place
from benchwright.makers.lists.queries.query_types import Composition, Intersection, Query, Simple
from benchwright.records import Span

MOST_SETS = 12
"""Alternatives that are kept of one answer's evidence."""
_EACH = 4
_WAYS = 4


@dataclass(frozen=True, slots=True)
class EvidenceSet:
    """Places that together prove an answer, each once, and how sure the checker is of the least sure one. `via` are the
    codes of the things in between (of a composition)."""

    places: tuple[ProofPlace, ...]
    via: tuple[int, ...] = ()

    @property
    def score(self) -> float:
        return min(place.score for place in self.places)

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(place.span.source for place in self.places))


def sets_of(knowledge: Knowledge, query: Query, answer: int) -> tuple[EvidenceSet, ...]:
    """What proves one answer, the surest first. Empty if nothing does."""
    edges = knowledge.edges
    sets: list[EvidenceSet] = []
    match query:
        case Simple():
            triple = int(edges.triple[place(edges, query, answer)])
            sets = list(_combined(knowledge, [triple], [(query.view, answer)], most=MOST_SETS))
        case Intersection(first=first, second=second):
            triples = [int(edges.triple[place(edges, part, answer)]) for part in (first, second)]
            sets = list(_combined(knowledge, triples, [(first.view, answer), (second.view, answer)]))
        case Composition():
            for step in intermediates(edges, query, answer)[:_WAYS]:
                triples = [int(edges.triple[step.first]), int(edges.triple[step.second])]
                kinds = [(query.first.view, step.middle), (query.view, answer)]
                sets += _combined(knowledge, triples, kinds, (step.middle,))
    distinct = {tuple(one.span for one in each.places): each for each in reversed(sets)}
    ranked = sorted(distinct.values(), key=lambda each: (-each.score, [_key(one) for one in each.places]))
    return tuple(ranked[:MOST_SETS])


def _combined(
    knowledge: Knowledge,
    triples: Sequence[int],
    kinds: Sequence[tuple[int, int]],
    via: tuple[int, ...] = (),
    most: int = _EACH,
) -> Iterable[EvidenceSet]:
    """Every choice of one place for each triple, `most` of a triple, with what tells the kinds: views and things."""
    parts = [list(islice(knowledge.evidence(triple), most)) for triple in triples]
    kind_places = [one for one in (knowledge.kind(view, code) for view, code in kinds) if one is not None]
    for chosen in product(*parts):
        places: dict[Span, ProofPlace] = {}
        for one in (*chosen, *kind_places):  # a sentence that tells both steps is as sure as the less sure one
            earlier = places.get(one.span)
            places[one.span] = one if earlier is None or one.score < earlier.score else earlier
        yield EvidenceSet(tuple(places.values()), via)


def _key(one: ProofPlace) -> tuple[str, int, tuple[tuple[int, int], ...]]:
    return one.span.source, one.span.start or 0, one.span.cells


def chosen(proofs: Sequence[Sequence[EvidenceSet]], strays: Sequence[Sequence[int]] | None = None) -> list[EvidenceSet]:
    """One set for each answer (each of which has some): of those that hold no source that could be left out, the one
    that strays least from the pages of the answer and of what leads to it (`strays` counts, for each set, the sources
    that are none of these), then the one whose sources are used least so far, then the surest."""
    used: Counter[str] = Counter()
    choice: list[EvidenceSet] = []
    for at, sets in enumerate(proofs):
        away = [0] * len(sets) if strays is None else strays[at]
        minimal = [place for place, each in enumerate(sets) if not _has_spare(each, sets)]
        best = min(minimal, key=lambda place: (away[place], sum(used[one] for one in sets[place].sources), place))
        used.update(sets[best].sources)
        choice.append(sets[best])
    return choice


def _has_spare(each: EvidenceSet, sets: Sequence[EvidenceSet]) -> bool:
    """Whether another set of the same answer does without one of its sources, and needs no other for it."""
    return any(set(other.sources) < set(each.sources) for other in sets)
