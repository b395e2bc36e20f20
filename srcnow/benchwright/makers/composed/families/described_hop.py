"""Ask: A fact about the thing that matches a description (multi-hop).

    What is the death rate of the country whose highest point is Volcan Baru?    text+table    5.48 per 1,000 people
    What are the colours of the flag of the country that became independent    text+image    red, blue, white and yellow
        on 4 July 1946?
    What is the area of the country whose capital is Thimphu?                    text+table    38,394 square kilometres

Gates: The description comes from a closed list and fits only one thing in the corpus. Another source gives the second
fact, and its relation reads well in a question.
"""

from __future__ import annotations

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.fact_questions import ask, value_shown
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import digest, name, show, sure
from benchwright.programs.operations import Follow, Reverse
from benchwright.records import Hop, Modalities

_PER_FACT = 3
_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "described_hop")
_DESCRIPTIONS = _VOCABULARY.texts("descriptions")
_SAYS_THE_SAME = frozenset({"capital", "largest_city", "highest_point", "highest_elevation"})


class DescribedHop(Family):
    """See the module."""

    name = "described_hop"
    style = "multi-hop"

    def covers(self, wants: Modalities) -> bool:
        return wants.total == 2 and wants.text >= 1

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for relation in sorted(_DESCRIPTIONS):
            for first in world.facts.of_relation(relation):
                if first.subject_type != "country" or not sure(first):
                    continue
                options = [
                    second
                    for second in world.compound.get(first.entity, ())
                    if second.source != first.source
                    and world.modalities(first, second) == wants
                    and not {first.relation, second.relation} <= _SAYS_THE_SAME
                ]
                options.sort(key=lambda fact: digest(first.id, fact.id))
                for second in options[:_PER_FACT]:
                    yield Seed((first.id, second.id), f"{relation} {second.relation}", world.document(second))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        first, second = (world.fact(fact) for fact in seed.facts)
        described = _DESCRIPTIONS[first.relation].format(v=show(first))
        return ComposedDraft(
            question=ask(world, second, rng, described),
            answer=value_shown(second),
            program=Follow(Reverse(first.id), second.id),
            entity=second.entity,
            hops=(
                Hop(f"Which is {described}?", name(first), (first.source,)),
                Hop(ask(world, second, rng), value_shown(second), (second.source,)),
            ),
            bridges=(first.subject,),
        )
