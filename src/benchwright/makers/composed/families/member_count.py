"""Ask: How many things does a passage list? (numerical, one passage).

    According to "Digestive Systems", how many compartments of the stomach are there?                    4
    According to "Regulation of Hormone Production", how many mechanisms of hormonal release are there?  3
    According to "Joints and Skeletal Movement", how many types of fibrous joints are there?             3

Gates: As for the `listed_members` family, and the name of the list must not hold a clause.
"""

from __future__ import annotations

from collections import Counter

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import upper_first
from benchwright.makers.composed.open_lookup import open_facts
from benchwright.makers.composed.open_questions import context, listed_noun
from benchwright.programs.execution import execute
from benchwright.programs.operations import CountItems
from benchwright.records import Modalities
from benchwright.values import name_key


class MemberCount(Family):
    """See the module."""

    name = "member_count"
    style = "numerical"
    combinations = (Modalities(text=1),)
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        counts: Counter[str] = Counter()
        for fact in open_facts(world, "members"):
            counts[name_key(fact.subject)] += 1
            if counts[name_key(fact.subject)] == 1:  # release notes give the same list again and again
                yield Seed((fact.id,), fact.relation, world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        where, program = context(world, fact), CountItems(fact.id)
        if " that " in fact.subject:
            raise SeedRefusedError("name", f"{fact.subject!r} holds a clause")
        question = f"{upper_first(where)}, how many {listed_noun(fact)} are there?".removeprefix(", ")
        return ComposedDraft(upper_first(question), str(execute(program, world.fact)), program, fact.entity)
