"""Ask: Two facts about one thing from two sources (compound).

    What is the largest city of Germany, and how long is the country's coastline?              text+table
        The largest city of Germany is Berlin. The coastline of Germany is 2,389 kilometres long.
    What colours does the flag of Namibia have, and what is the country's capital?             text+image
        The colours on the flag of Namibia are green, blue, red, white and yellow. The capital of Namibia is Windhoek.
    What share of the land of Jordan is forest, and how large are the country's carbon dioxide emissions?    2table
        The share of forest land of Jordan is 0.8%. The carbon dioxide emissions of Jordan amount to 22,434,000 tonnes.

Gates: Both facts are about the same entity. Each fact has a relation with a wording, or describes a flag's colours.
Neither source contains the other fact's value.
"""

from __future__ import annotations

from itertools import combinations, islice

from benchwright.makers.composed.fact_questions import ask, clause, itself, statement
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import digest, pick
from benchwright.programs.operations import Both, LookUp
from benchwright.records import Modalities

_PER_ENTITY = 8


class TwoFacts(Family):
    """See the module."""

    name = "two_facts"
    style = "compound"

    def covers(self, wants: Modalities) -> bool:
        return wants.total == 2 and wants not in (Modalities(text=2), Modalities(image=2))

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for facts in world.compound.values():
            pairs = (
                (one, two)
                for one, two in combinations(sorted(facts, key=lambda fact: digest(fact.id)), 2)
                if one.source != two.source and one.relation != two.relation and world.modalities(one, two) == wants
            )
            for one, two in islice(pairs, _PER_ENTITY):
                stratum = " ".join(sorted((one.relation, two.relation)))
                yield Seed((one.id, two.id), stratum, world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        facts = [world.fact(fact) for fact in seed.facts]
        first, second = facts if pick(rng, (True, False)) else facts[::-1]
        question = ask(world, first, rng).removesuffix("?")
        return ComposedDraft(
            question=f"{question}, and {clause(world, second, itself(first, second))}?",
            answer=f"{statement(world, first)} {statement(world, second)}",
            program=Both(LookUp(first.id), LookUp(second.id)),
            entity=first.entity,
        )
