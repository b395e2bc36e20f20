"""Two related questions about one thing, whose answers stand in two sources. (compound)

    What is the capital of Kenya, and how many people live in it?          text+table
    Which colours does the flag of Ghana have, and what is its area?       table+image
    What is the currency of Peru, and which colours does its flag have?    text+image

Gates: one entity, two relations that are worded in the lexicon (or the colours of a flag), two sources of the kinds
wanted; neither value may stand in the other source.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchwright.derivation.operations import Both, LookUp
from benchwright.derive.ask import CLAUSED, ask, clause, itself, statement
from benchwright.derive.compose import digest, pick
from benchwright.derive.family import Draft, Seed, World
from benchwright.records import Fact, Modalities

_PER_ENTITY = 8


class TwoFacts:
    """See the module."""

    name = "two_facts"
    style = "compound"
    version = 1

    def covers(self, wants: Modalities) -> bool:
        return wants.total == 2 and wants not in (Modalities(text=2), Modalities(image=2))

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        about: dict[str, list[Fact]] = {}
        for relation in CLAUSED:
            for fact in world.facts.of_relation(relation):
                if not fact.qualifier("scope"):
                    about.setdefault(fact.entity, []).append(fact)
        kinds = sorted(["text"] * wants.text + ["table"] * wants.table + ["image"] * wants.image)
        for entity in sorted(about):
            facts = sorted(about[entity], key=lambda fact: digest(fact.id))
            found = [
                (one, two)
                for at, one in enumerate(facts)
                for two in facts[at + 1 :]
                if one.source != two.source
                and one.relation != two.relation
                and sorted((world.modality(one), world.modality(two))) == kinds
            ]
            for one, two in found[:_PER_ENTITY]:
                stratum = " ".join(sorted((one.relation, two.relation)))
                yield Seed((one.id, two.id), stratum, world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> Draft:
        facts = [world.fact(fact) for fact in seed.facts]
        first, second = facts if pick(rng, (True, False)) else facts[::-1]
        question = ask(world, first, rng).removesuffix("?")
        return Draft(
            question=f"{question}, and {clause(world, second, itself(first, second))}?",
            answer=f"{statement(world, first)} {statement(world, second)}",
            program=Both(LookUp(first.id), LookUp(second.id)),
            entity=first.entity,
        )
