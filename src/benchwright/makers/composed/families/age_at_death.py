"""Ask: How old did somebody become? (numerical, one passage with both dates).

    How old was Zygmunt Szczotkowski when he died?    ( 11 February 1877 - 21 July 1943 )    66 years old
    How old was Rafael Grach when he died?            August 6, 1932 - June 14, 1982         49 years old
    At what age did the officer George White die?     6 July 1835 - 24 June 1912             At the age of 76

Gates: a first name and a surname; a person with a full date of birth and a full date of death in one passage; an
age from 12 to 110.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from benchwright.makers.composed.family import ComposedDraft, Family, Seed, SeedRefusedError, World
from benchwright.makers.composed.grammar import pick
from benchwright.makers.composed.naming import person
from benchwright.programs.execution import Moment, value_of
from benchwright.programs.operations import LookUp, YearsBetween
from benchwright.records import Modalities
from benchwright.values import years_between

_YOUNGEST, _OLDEST = 12, 110


class AgeAtDeath(Family):
    """See the module."""

    name = "age_at_death"
    style = "numerical"
    combinations = (Modalities(text=1),)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        births = {
            fact.source: fact
            for fact in world.facts.of_relation("birth_date")
            if fact.value_type == "date" and fact.span.read == "text"
        }
        for death in world.facts.of_relation("death_date"):
            birth = births.get(death.source)
            if birth is not None and death.value_type == "date" and birth.entity == death.entity:
                yield Seed((birth.id, death.id), "death", world.document(death))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        birth, death = (world.fact(fact) for fact in seed.facts)
        born, died = value_of(birth), value_of(death)
        if not isinstance(born, Moment) or not isinstance(died, Moment):
            raise SeedRefusedError("dates")
        if born.date.precision != "day" or died.date.precision != "day":
            raise SeedRefusedError("dates")
        age = years_between(born.date, died.date)
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
