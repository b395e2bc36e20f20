"""The evidence of a query's answers: sets of spans that prove each, and the choice of sources that a question rests on.

An answer of an intersection needs one span of each side, one of a composition one of each step; a triple that several
places state gives alternatives. Of all sources that could serve, as few are used as still prove every answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product

from benchwright.qampari.answers import intermediates, place
from benchwright.qampari.knowledge import Evidence, Knowledge
from benchwright.qampari.queries import Composition, Intersection, Query, Simple

MOST_SETS = 12
"""Alternatives that are kept of one answer's evidence."""
_EACH = 4
_WAYS = 4


@dataclass(frozen=True, slots=True)
class EvidenceSet:
    """Places that together prove an answer, each once, and how sure the checker is of the least sure one. `via` are the
    codes of the things in between (of a composition)."""

    places: tuple[Evidence, ...]
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
    found: list[EvidenceSet] = []
    match query:
        case Simple():
            triple = int(edges.triple[place(edges, query, answer)])
            found = [EvidenceSet((one,)) for one in islice(knowledge.evidence(triple), MOST_SETS)]
        case Intersection(first=first, second=second):
            triples = [int(edges.triple[place(edges, part, answer)]) for part in (first, second)]
            found = list(_combined(knowledge, triples, ()))
        case Composition():
            for step in intermediates(edges, query, answer)[:_WAYS]:
                triples = [int(edges.triple[step.first]), int(edges.triple[step.second])]
                found += _combined(knowledge, triples, (step.middle,))
    distinct = {tuple(one.span for one in each.places): each for each in reversed(found)}
    ranked = sorted(distinct.values(), key=lambda each: (-each.score, [_key(one) for one in each.places]))
    return tuple(ranked[:MOST_SETS])


def _combined(knowledge: Knowledge, triples: Sequence[int], via: tuple[int, ...]) -> Iterable[EvidenceSet]:
    parts = [list(islice(knowledge.evidence(triple), _EACH)) for triple in triples]
    for chosen in product(*parts):
        yield EvidenceSet(tuple({one.span: one for one in chosen}.values()), via)


def _key(one: Evidence) -> tuple[str, int, tuple[tuple[int, int], ...]]:
    return one.span.source, one.span.start or 0, one.span.cells


def chosen(proofs: Sequence[Sequence[EvidenceSet]]) -> list[EvidenceSet]:
    """One set for each answer (each of which has some), so that the sources of all of them are few and none of them can
    be left out. Ties go to the surer set, then to the earlier one."""
    held = Counter(source for sets in proofs for source in {one for each in sets for one in each.sources})
    used: set[str] = set()
    for sets in proofs:
        best = min(sets, key=lambda each: (len(set(each.sources) - used), -sum(held[one] for one in each.sources)))
        used |= set(best.sources)
    for source in sorted(used, key=lambda one: (held[one], one)):
        without = used - {source}
        if all(any(without.issuperset(each.sources) for each in sets) for sets in proofs):
            used = without
    return [next(each for each in sets if used.issuperset(each.sources)) for sets in proofs]


def needed(proofs: Sequence[Sequence[EvidenceSet]], sources: Iterable[str]) -> str:
    """The first source without which every answer is still proven by the others; "" if there is none."""
    listed = list(sources)
    for source in listed:
        others = set(listed) - {source}
        if all(any(others.issuperset(each.sources) for each in sets) for sets in proofs):
            return source
    return ""
