"""Ask: How many years passed between two works by the same maker? (numerical, two passages).

    How many years passed between the releases of Tim Burton's films Ed Wood and Mars Attacks!?      2 years
    How many years after John McTiernan's film Predator was the film Die Hard released?              1 year
    How many years lie between the publication of Larry Niven's novels Ringworld and Destiny's Road? 27 years

Gates: All conditions of `two_works` apply. The passages give two years, or two full dates for which all common ways of
counting agree. The works are 1 to 40 years apart.
"""

from __future__ import annotations

from benchwright.makers.composed.family import ComposedDraft, Rng, Seed, World
from benchwright.makers.composed.grammar import pick, possessive
from benchwright.makers.composed.whole_years import in_years, years_apart
from benchwright.makers.composed.works_by_maker import WorksByMaker, maker_of, two_titles
from benchwright.programs.operations import LookUp, YearsBetween
from benchwright.records import Modalities

_LONGEST = 40
_QUESTIONS = (
    "How many years passed between the {event} of {maker's} {kind}s {a} and {b}?",
    "How many years after {maker's} {kind} {a} was the {kind} {b} {verb}?",
    "How many years lie between the {event} of {maker's} {kind}s {a} and {b}?",
)


class WorkGap(WorksByMaker):
    """See the module."""

    name = "work_gap"
    style = "numerical"

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        first, second, maker, _ = (world.fact(fact) for fact in seed.facts)
        early, late, years = years_apart(first, second, _LONGEST)
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
            answer=in_years(years),
            program=YearsBetween(LookUp(early.id), LookUp(late.id)),
            entity=early.entity,
        )
