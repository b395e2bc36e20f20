"""First find the thing that comes first in a table, then ask another source about it (multi-hop).

    Which colours are on the flag of the country with the lowest fertility rate in 2025:       table+image
        Poland, Sweden or Germany?                                                             white and red
    How high is the highest point of the country with the shortest land borders:               text+table
        Finland, Germany or Poland?                                                            1,328 metres
    How long is the railway network of the country with the highest population growth rate     2table
        in 2025: Panama, Canada or Costa Rica?                                                 77 kilometres

Gates: three rows of one table by a measure with a superlative, no tie; the leader's fact in another
source, of a relation that reads well; a flag on which the others differ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchwright.makers.composed.fact_questions import ask, value_shown
from benchwright.makers.composed.family import ComposedDraft, Family, Seed, World
from benchwright.makers.composed.grammar import digest
from benchwright.makers.composed.ranking import picture_matters, ranked, trios
from benchwright.programs.operations import Follow
from benchwright.records import Fact, Hop, Modalities


class ExtremeHop(Family):
    """See the module."""

    name = "extreme_hop"
    style = "multi-hop"

    def covers(self, wants: Modalities) -> bool:
        return wants.total == 2 and wants.table >= 1

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        kind = "image" if wants.image else "text" if wants.text else "table"
        followed: dict[str, list[Fact]] = {}
        for relation in world.lexicon.compound:
            for fact in world.facts.of_relation(relation):
                if world.modality(fact) == kind and not fact.qualifier("scope"):
                    followed.setdefault(fact.entity, []).append(fact)
        for trio, leader, note in trios(world):
            options = [
                fact
                for fact in followed.get(leader.entity, ())
                if fact.source != leader.source and (kind != "image" or picture_matters(world, fact, trio))
            ]
            if options:
                key = "".join(fact.id for fact in trio)
                second = min(options, key=lambda fact: digest(key, fact.id))
                facts = (*(fact.id for fact in trio), second.id)
                yield Seed(facts, f"{leader.relation} {second.relation}", world.document(leader), note)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        *trio, second = (world.fact(fact) for fact in seed.facts)
        found = ranked(world, trio, seed.note)
        return ComposedDraft(
            question=found.put(ask(world, second, rng, found.described)),
            answer=value_shown(second),
            program=Follow(found.program, second.id),
            entity=second.entity,
            hops=(
                Hop(found.question, found.leader, (trio[0].source,)),
                Hop(ask(world, second, rng), value_shown(second), (second.source,)),
            ),
            bridges=(found.bridge,),
            choices=found.choices,
        )
