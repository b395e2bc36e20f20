"""Pair works that have one maker in common."""

from __future__ import annotations

from itertools import combinations

from benchwright.makers.composed.family import Family, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest
from benchwright.makers.composed.naming import came_out_once, kind_and_title
from benchwright.records import Fact, Modalities

MAKERS: tuple[str, ...] = ("artist", "author", "developer", "director")
_PER_MAKER = 6


class WorksByMaker(Family):
    """What the families share that ask about two works by one maker."""

    combinations = (Modalities(text=2),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        """When the one came out, when the other did, and their makers; the dates are equally exact."""
        dates = {fact.source: fact for relation in ("published", "release_date") for fact in world.in_text(relation)}
        for relation in MAKERS:
            dated = (fact for fact in world.in_text(relation) if fact.source in dates)
            alone = (fact for fact in dated if not any(mark in fact.value for mark in (" and ", ",", "&")))
            for works in grouped(alone, lambda fact: fact.value).values():
                pairs = sorted(combinations(works, 2), key=lambda pair: digest(pair[0].id, pair[1].id))
                for one, two in pairs[:_PER_MAKER]:
                    first, second = dates[one.source], dates[two.source]
                    alike = (first.relation, first.value_type) == (second.relation, second.value_type)
                    if one.entity != two.entity and one.source != two.source and alike:
                        facts = (first.id, second.id, one.id, two.id)
                        yield Seed(facts, relation, world.document(first))


def two_titles(world: World, first: Fact, second: Fact) -> tuple[str, str, str]:
    """The word for what both are, and their titles. Raises SeedRefusedError for two kinds, and for a title that a
    reader cannot tell from a list of two."""
    came_out_once(world, first)
    came_out_once(world, second)
    kind, one = kind_and_title(world, first)
    other, two = kind_and_title(world, second)
    if kind != other or kind.endswith("s"):
        raise SeedRefusedError("kind", f"{kind} and {other}")
    if any(mark in title for title in (one, two) for mark in (",", " and ", " & ", "?")):
        raise SeedRefusedError("title", "a title that looks like two")
    return kind, one, two


def maker_of(fact: Fact) -> str:
    """The maker in the middle of a sentence: "the Pretty Reckless"."""
    return f"the {fact.value[4:]}" if fact.value.startswith("The ") else fact.value
