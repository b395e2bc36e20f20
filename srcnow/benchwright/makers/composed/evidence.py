"""Collect the evidence of a composed question: the spans of its facts, and the spans that state the same facts again.

A span replaces another one only where a reader found the same fact again (subject, relation, value, year and scope).
It replaces the span of that fact alone: the other facts of its source keep theirs. Where a source has copies
(`corpus.copies`), all its spans may be taken from one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    sets: dict[tuple[Span, ...], tuple[Fact, ...]] = {}
    for choice in chain(choices, chain.from_iterable(_copied(choice, world) for choice in choices)):
        spans = _spans(program, dict(zip(own, choice, strict=True)).__getitem__)
        sets.setdefault(tuple(dict.fromkeys(spans)), choice)
    kept = dict(islice(sets.items(), MOST_COPIES))
    pairs = dict.fromkeys(pair for choice in kept.values() for pair in zip(facts, choice, strict=True))
    return EvidenceSets(tuple(kept), tuple((fact, other) for fact, other in pairs if fact.id != other.id))


def _copied(choice: tuple[Fact, ...], world: World) -> Iterator[tuple[Fact, ...]]:
    """The facts, and the same facts in each copy of their sources in which all of them are read."""
    sources = tuple(dict.fromkeys(fact.source for fact in choice))
    for instead in world.ground.copies.alternatives(sources, MOST_COPIES):
        copies = tuple(world.ground.copied(fact, instead[fact.source]) for fact in choice)
        if None not in copies:
            yield tuple(copy for copy in copies if copy is not None)


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
