"""Collect the evidence of a composed question: the spans of its facts, and the spans that state the same facts again.

A span replaces another one only where a reader found the same fact again (subject, relation, value, year and scope).
It replaces the span of that fact alone: the other facts of its source keep theirs. Where a source has copies
(`corpus.copies`), all its spans may be taken from one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, product

from benchwright.makers.composed.family import World, grouped
from benchwright.programs.execution import FactLookup
from benchwright.programs.operations import Column, Expression, children, facts_of
from benchwright.records import Fact, Span

MOST_SETS = 10
"""Sets of spans that a question keeps, those with the fewest replacements first."""

MOST_COPIES = 100
"""Sets in all, with those in which a source is replaced by its copies."""

_PER_FACT = 4


@dataclass(frozen=True, slots=True)
class EvidenceSets:
    """`sets` are alternatives, each of them sufficient, the question's own first. `restatements` are the facts that the
    others rest on, each with the fact that it states again."""

    sets: tuple[tuple[Span, ...], ...]
    restatements: tuple[tuple[Fact, Fact], ...]


def evidence_of(program: Expression, world: World) -> EvidenceSets:
    """The evidence of what the program reads. Sources that the question uses for another fact replace nothing."""
    facts = [world.fact(name) for name in dict.fromkeys(facts_of(program))]
    used = {fact.source for fact in facts}
    options = [(fact, *islice(_elsewhere(fact, used, world), _PER_FACT)) for fact in facts]
    own = [fact.id for fact in facts]
    choices = sorted(product(*options), key=lambda choice: sum(one.id not in own for one in choice))[:MOST_SETS]
    sets = [
        tuple(dict.fromkeys(_spans(program, dict(zip(own, choice, strict=True)).__getitem__))) for choice in choices
    ]
    copied = chain.from_iterable(_copied(spans, world) for spans in sets)
    kept = tuple(dict.fromkeys(chain(sets, copied)))[:MOST_COPIES]
    pairs = dict.fromkeys(pair for choice in choices for pair in zip(facts, choice, strict=True))
    copies = _in_copies(pairs, {span.source for spans in kept for span in spans}, world)
    stated = {(fact.id, other.id): (fact, other) for fact, other in chain(pairs, copies) if fact.id != other.id}
    return EvidenceSets(kept, tuple(stated.values()))


def _in_copies(
    pairs: Iterable[tuple[Fact, Fact]], sources: Collection[str], world: World
) -> Iterator[tuple[Fact, Fact]]:
    """The same facts as the copies state them that are among `sources`. A fact's id begins with that of its source."""
    for fact, other in pairs:
        for copy in world.ground.copies.later.get(other.source, ()):
            if copy in sources:
                id = copy + other.id.removeprefix(other.source)
                yield fact, replace(other, id=id, span=replace(other.span, source=copy))


def _copied(spans: tuple[Span, ...], world: World) -> Iterator[tuple[Span, ...]]:
    """The spans, and the same spans in each copy of their sources."""
    sources = tuple(dict.fromkeys(span.source for span in spans))
    for instead in world.ground.copies.alternatives(sources, MOST_COPIES):
        yield tuple(replace(span, source=instead[span.source]) for span in spans)


def _elsewhere(fact: Fact, used: set[str], world: World) -> Iterator[Fact]:
    for other in world.ground.restatements(fact):
        if other.source not in used - {fact.source} and world.modality(other) is world.modality(fact):
            yield other


def _spans(program: Expression, fact: FactLookup) -> Iterator[Span]:
    """Spans in reading order. The cells of a whole column are one span a table: only together do they tell who comes
    first, or how many there are."""
    if isinstance(program, Column):
        for ranked in grouped(map(fact, facts_of(program)), lambda one: one.source).values():
            yield replace(ranked[0].span, cells=tuple(cell for one in ranked for cell in one.span.cells))
        return
    for child in children(program):
        yield from _spans(child, fact)
    own = getattr(program, "fact", None)
    if isinstance(own, str):
        yield fact(own).span
