"""Ask: How old was a person when they died? (numerical, one passage with both dates).

    How old was Zygmunt Szczotkowski when he died?    ( 11 February 1877 - 21 July 1943 )    66 years old
    How old was Rafael Grach when he died?            August 6, 1932 - June 14, 1982         49 years old
    At what age did the officer George White die?     6 July 1835 - 24 June 1912             At the age of 76

Gates: The name has a first name and a surname. One passage gives the full dates of birth and death and doesn't mention
the age. The person lived 12 to 110 years.
"""

from __future__ import annotations

import re

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick
from benchwright.makers.composed.naming import person
from benchwright.makers.composed.whole_years import day_of
from benchwright.programs.operations import LookUp, YearsBetween
from benchwright.records import Modalities
from benchwright.values import years_between

_YOUNGEST, _OLDEST = 12, 110


class AgeAtDeath(Family):
    """See the module."""

    name = "age_at_death"
    style = "numerical"
    combinations = (Modalities(text=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        births = {fact.source: fact for fact in world.in_text("birth_date", "date")}
        for death in world.in_text("death_date", "date"):
            birth = births.get(death.source)
            if birth is not None and birth.entity == death.entity:
                yield Seed((birth.id, death.id), "death", world.document(death))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        birth, death = (world.fact(fact) for fact in seed.facts)
        age = years_between(day_of(birth), day_of(death))
        if not _YOUNGEST <= age <= _OLDEST:
            raise SeedRefusedError("age")
        if re.search(rf"\baged?\b[^.]{{0,12}}\b{age}\b", world.source(birth.source).text):
            raise SeedRefusedError("stated", "the passage tells the age")
        pronoun = birth.qualifier("pronoun") or death.qualifier("pronoun")
        subject = person(world, birth)
        options = [(f"At what age did {subject} die?", f"At the age of {age}")]
        if pronoun in ("he", "she"):
            options.append((f"How old was {subject} when {pronoun} died?", f"{age} years old"))
        question, answer = pick(rng, options)
        return ComposedDraft(
            question=question,
            answer=answer,
            aliases=(str(age), f"{age} years"),
            program=YearsBetween(LookUp(birth.id), LookUp(death.id)),
            entity=birth.entity,
        )
