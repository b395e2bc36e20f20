"""Ask: What does a flag look like? (information-extraction).

    Which colours are on the flag of Kenya?                   image    red, black, green and white
    What colour is the middle stripe on the flag of Italy?    image    white
    What is the main colour of the flag of New Zealand?       image    blue

Gates: The flag has flat colours with undisputed names. Each flag gives only a few questions. A question asks for the
colours of stripes only if the flag has few of them.
"""

from __future__ import annotations

from benchwright.demo.flags.wording import WORDED, aliases
from benchwright.makers.composed.fact_questions import ask, value_shown
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest
from benchwright.programs.operations import LookUp
from benchwright.records import Modalities

_PER_FLAG = 4


class FlagColours(Family):
    """See the module."""

    name = "flag_colours"
    style = "information-extraction"
    combinations = (Modalities(image=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        facts = (fact for relation in sorted(WORDED) for fact in world.facts.of_relation(relation))
        for flag in grouped(facts, lambda fact: fact.source).values():
            for fact in sorted(flag, key=lambda fact: digest(fact.id))[:_PER_FLAG]:
                yield Seed((fact.id,), fact.relation, world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        return ComposedDraft(
            question=ask(world, fact, rng),
            answer=value_shown(fact),
            program=LookUp(fact.id),
            entity=fact.entity,
            aliases=aliases(fact),
        )


FAMILY = FlagColours()
