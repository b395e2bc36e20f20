"""Ask: A fact about the one of three things that ranks first in a table (multi-hop).

    Which colours are on the flag of the country with the lowest fertility rate in 2025:       table+image
        Poland, Sweden or Germany?                                                             white and red
    How high is the highest point of the country with the shortest land borders:               text+table
        Finland, Germany or Poland?                                                            1,328 metres
    How long is the railway network of the country with the highest population growth rate     2table
        in 2025: Panama, Canada or Costa Rica?                                                 77 kilometres

Gates: Exactly one of three rows ranks first. The measure has a superlative, such as "highest". Another source gives the
second fact, and its relation reads well in a question. If a flag gives the second fact, the other two flags differ from
it.
"""

from __future__ import annotations

from benchwright.makers.composed.fact_questions import ask, value_shown
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import digest
from benchwright.makers.composed.ranking import picture_matters, rank, trios
from benchwright.programs.operations import Follow
from benchwright.records import Hop, Modalities


class ExtremeHop(Family):
    """See the module."""

    name = "extreme_hop"
    style = "multi-hop"

    def covers(self, wants: Modalities) -> bool:
        return wants.total == 2 and wants.table >= 1

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for trio, leader, note in trios(world):
            options = [
                fact
                for fact in world.compound.get(leader.entity, ())
                if world.modalities(leader, fact) == wants
                and fact.source != leader.source
                and (not wants.image or picture_matters(world, fact, trio))
            ]
            if options:
                key = "".join(fact.id for fact in trio)
                second = min(options, key=lambda fact: digest(key, fact.id))
                facts = (*(fact.id for fact in trio), second.id)
                yield Seed(facts, f"{leader.relation} {second.relation}", world.document(leader), note)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        *trio, second = (world.fact(fact) for fact in seed.facts)
        ranking = rank(world, trio, seed.note)
        return ComposedDraft(
            question=ranking.put(ask(world, second, rng, ranking.described)),
            answer=value_shown(second),
            program=Follow(ranking.program, second.id),
            entity=second.entity,
            hops=(
                Hop(ranking.question, ranking.leader, (trio[0].source,)),
                Hop(ask(world, second, rng), value_shown(second), (second.source,)),
            ),
            bridges=(ranking.bridge,),
            choices=ranking.choices,
        )
