"""Ask: How many years lie between two works of one maker? (numerical, two passages).

    How many years passed between the releases of Tim Burton's films Ed Wood and Mars Attacks!?      2 years
    How many years after John McTiernan's film Predator was the film Die Hard released?              1 year
    How many years lie between the publication of Larry Niven's novels Ringworld and Destiny's Road? 27 years

Gates: those of `two_works`; both dates to the year, or both to the day with nothing left over that could be counted
otherwise; at least one year, at most forty.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchwright.makers.composed.family import ComposedDraft, Family, Seed, SeedRefusedError, World
from benchwright.makers.composed.grammar import pick, possessive
from benchwright.makers.composed.works_by_maker import maker_of, sibling_seeds, two_titles
from benchwright.programs.execution import Moment, value_of
from benchwright.programs.operations import LookUp, YearsBetween
from benchwright.records import Modalities
from benchwright.values import years_between

_LONGEST = 40
_QUESTIONS = (
    "How many years passed between the {event} of {maker's} {kind}s {a} and {b}?",
    "How many years after {maker's} {kind} {a} was the {kind} {b} {verb}?",
    "How many years lie between the {event} of {maker's} {kind}s {a} and {b}?",
)


class WorkGap(Family):
    """See the module."""

    name = "work_gap"
    style = "numerical"
    combinations = (Modalities(text=2),)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        return sibling_seeds(world)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        first, second, maker, _ = (world.fact(fact) for fact in seed.facts)
        left, right = value_of(first), value_of(second)
        if not isinstance(left, Moment) or not isinstance(right, Moment) or left.date == right.date:
            raise SeedRefusedError("dates")
        early, late = (first, second) if left.date < right.date else (second, first)
        years = years_between(min(left.date, right.date), max(left.date, right.date))
        if not 1 <= years <= _LONGEST or years != abs(left.date.year - right.date.year):
            raise SeedRefusedError("years-counted")
        months = abs((left.date.month or 1) - (right.date.month or 1))
        if first.value_type == "date" and months >= 6:
            raise SeedRefusedError("years-counted")
        kind, a, b = two_titles(world, early, late)
        printed = first.relation == "published" or kind in ("novel", "book")
        question = pick(rng, _QUESTIONS).replace("{maker's}", possessive(maker_of(maker)))
        return ComposedDraft(
            question=question.format(
                kind=kind,
                a=a,
                b=b,
                event="publication" if printed else "releases",
                verb="published" if printed else "released",
            ),
            answer=f"{years} {'year' if years == 1 else 'years'}",
            program=YearsBetween(LookUp(early.id), LookUp(late.id)),
            entity=early.entity,
        )
