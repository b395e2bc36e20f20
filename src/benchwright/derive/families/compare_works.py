"""How do two works of one maker or of one year compare? (compare-contrast, two passages)

    How do the films Ed Wood and Mars Attacks! compare in director and year of release?
        Both were directed by Tim Burton, but Ed Wood was released in 1994, two years before Mars Attacks!, which was
        released in 1996.
    In terms of director and year of release, how do the films Tiger House and Aloha compare?
        Both were released in 2015, but Tiger House was directed by Thomas Daley and Aloha by Cameron Crowe.

Gates: works of one kind that share the maker or the year, so that the answer says what they have in common and what
not; one maker each; dates to the year, or both to the day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from benchwright.derivation.operations import Compare, LookUp, Trait
from benchwright.derive.compose import in_words, pick, shown, spread_pairs
from benchwright.derive.family import Draft, RefusedError, Seed, World
from benchwright.derive.oeuvre import siblings, two_titles, year
from benchwright.records import Fact, Modalities

_VERBS: Mapping[str, str] = MappingProxyType(
    {"artist": "recorded", "author": "written", "developer": "developed", "director": "directed"}
)
_QUESTIONS = (
    "How do the {kind}s {a} and {b} compare in {maker} and {when}?",
    "In terms of {maker} and {when}, how do the {kind}s {a} and {b} compare?",
    "How does the {kind} {a} compare with the {kind} {b} in {maker} and {when}?",
)


class CompareWorks:
    """See the module."""

    name = "compare_works"
    style = "compare-contrast"
    version = 1

    def covers(self, wants: Modalities) -> bool:
        return wants == Modalities(text=2)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        for maker, other, first, second in siblings(world):
            yield Seed((maker.id, other.id, first.id, second.id), f"same {maker.relation}", world.document(first))
        dates = {
            fact.source: fact
            for fact in world.facts.of_relation("release_date")
            if fact.value_type == "year" and fact.span.read == "text"
        }
        for relation in ("developer", "director"):
            years: dict[str, list[Fact]] = {}
            for fact in world.facts.of_relation(relation):
                alone = " and " not in fact.value and "," not in fact.value
                dated = fact.qualifier("sense")[:4].isdigit()
                if fact.span.read == "text" and fact.source in dates and alone and not dated:
                    years.setdefault(dates[fact.source].value, []).append(fact)
            for when in sorted(years):
                for one, two in spread_pairs(years[when], 1):
                    if one.value != two.value and one.entity != two.entity and one.source != two.source:
                        facts = (one, two, dates[one.source], dates[two.source])
                        yield Seed(tuple(fact.id for fact in facts), f"same year {relation}", world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> Draft:
        makers, dates = _pair(world, seed.facts[:2]), _pair(world, seed.facts[2:])
        kind, a, b = two_titles(world, *dates)
        if any(fact.qualifier("sense")[:4].isdigit() for fact in dates):
            raise RefusedError("sense", "another work of that name and kind is about")
        came = "published" if dates[0].relation == "published" or kind in ("novel", "book") else "released"
        event = "publication" if came == "published" else "release"
        when = f"{'date' if dates[0].value_type == 'date' else 'year'} of {event}"
        maker = makers[0].relation
        question = pick(rng, _QUESTIONS).format(kind=kind, a=a, b=b, maker=maker, when=when)
        return Draft(
            question=question,
            answer=_answer((a, b), makers, dates, came),
            program=Compare(
                (
                    Trait(maker, LookUp(makers[0].id), LookUp(makers[1].id)),
                    Trait(when, LookUp(dates[0].id), LookUp(dates[1].id)),
                )
            ),
            entity=dates[0].entity,
        )


def _pair(world: World, names: tuple[str, ...]) -> tuple[Fact, Fact]:
    return world.fact(names[0]), world.fact(names[1])


def _answer(titles: tuple[str, str], makers: tuple[Fact, Fact], dates: tuple[Fact, Fact], came: str) -> str:
    a, b = titles
    made = _VERBS[makers[0].relation]
    on = "on" if dates[0].value_type == "date" else "in"
    if makers[0].value == makers[1].value:
        apart = year(dates[1]) - year(dates[0])
        if apart == 0:
            raise RefusedError("alike", "nothing to tell them apart by")
        gap = _gap(abs(apart), exact=dates[0].value_type == "year")
        order = "before" if apart > 0 else "after"
        return (
            f"Both were {made} by {makers[0].value}, but {a} was {came} {on} {shown(dates[0])}, {gap} {order} {b}, "
            f"which was {came} {on} {shown(dates[1])}."
        )
    if shown(dates[0]) != shown(dates[1]):
        raise RefusedError("unlike", "nothing that they share")
    makes = f"{a} was {made} by {makers[0].value} and {b} by {makers[1].value}"
    return f"Both were {came} {on} {shown(dates[0])}, but {makes}."


def _gap(years: int, *, exact: bool) -> str:
    return f"{'' if exact else 'about '}{in_words(years)} year{'' if years == 1 else 's'}"
