"""Ask: What does a flag look like? (information-extraction).

    Which colours are on the flag of Kenya?                   image    red, black, green and white
    What colour is the middle stripe on the flag of Italy?    image    white
    What is the main colour of the flag of New Zealand?       image    blue

Gates: flags of flat colours with undisputed names (`pixel_facts`); no more than a few questions of one flag, and not
the colours of stripes where there are so many that nobody lists them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchwright.demo.flags.wording import WORDED, aliases
from benchwright.makers.composed.fact_questions import ask, value_shown
from benchwright.makers.composed.family import ComposedDraft, Family, Seed, World
from benchwright.makers.composed.grammar import digest
from benchwright.programs.operations import LookUp
from benchwright.records import Fact, Modalities

_PER_FLAG = 4


class FlagColours(Family):
    """See the module."""

    name = "flag_colours"
    style = "information-extraction"
    combinations = (Modalities(image=1),)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        flags: dict[str, list[Fact]] = {}
        for relation in sorted(WORDED):
            for fact in world.facts.of_relation(relation):
                flags.setdefault(fact.source, []).append(fact)
        for source in sorted(flags):
            for fact in sorted(flags[source], key=lambda fact: digest(fact.id))[:_PER_FLAG]:
                yield Seed((fact.id,), fact.relation, world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        return ComposedDraft(
            question=ask(world, fact, rng),
            answer=value_shown(fact),
            program=LookUp(fact.id),
            entity=fact.entity,
            aliases=aliases(fact),
        )


FAMILY = FlagColours()
