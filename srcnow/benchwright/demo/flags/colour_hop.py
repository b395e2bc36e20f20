"""Ask: A fact about the one of three countries whose flag matches a description (multi-hop).

    What is the capital of the country whose flag is mainly red: Peru, Ghana or Kenya?                   text+image
    How large is the country whose flag has a yellow stripe in the middle: Italy, Austria or Ghana?      table+image
    What is the median age in the country whose flag is blue and yellow: Japan, Sweden or Chile?         table+image

Gates: The flags of the three countries differ in the described feature. Another source gives the second fact, and its
relation reads well in a question.
"""

from __future__ import annotations

from benchwright.demo.flags.wording import WORDED, clashes, described
from benchwright.english.joining import join_or
from benchwright.makers.composed.fact_questions import ask, value_shown
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import digest, name
from benchwright.programs.operations import Follow, Reverse
from benchwright.records import Fact, Hop, Modalities

_PER_FLAG = 2


class ColourHop(Family):
    """See the module."""

    name = "colour_hop"
    style = "multi-hop"
    combinations = (Modalities(text=1, image=1), Modalities(table=1, image=1))

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for relation in sorted(WORDED):
            flags = world.facts.of_relation(relation) if world.lexicon[relation].described else []
            for first in flags:
                others = _others(first, flags)
                facts = world.compound.get(first.entity, ())
                seconds = [fact for fact in facts if world.modalities(first, fact) == wants]
                seconds.sort(key=lambda fact: digest(first.id, fact.id))
                for second in seconds[:_PER_FLAG] if others else ():
                    note = " ".join(fact.id for fact in others)
                    yield Seed((first.id, second.id), f"{relation} {second.relation}", world.document(first), note)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        first, second = (world.fact(fact) for fact in seed.facts)
        trio = sorted((first, *map(world.fact, seed.note.split(" "))), key=lambda fact: digest(first.id, fact.id, "at"))
        choices = tuple(name(fact) for fact in trio)
        country = f"the country {described(first)}"
        return ComposedDraft(
            question=f"{ask(world, second, rng, country).removesuffix('?')}: {join_or(choices)}?",
            answer=value_shown(second),
            program=Follow(Reverse(first.id), second.id),
            entity=second.entity,
            hops=(
                Hop(f"Which of {join_or(choices)} is {country}?", name(first), (first.source,)),
                Hop(ask(world, second, rng), value_shown(second), (second.source,)),
            ),
            bridges=(first.subject,),
            choices=choices,
        )


def _others(first: Fact, flags: list[Fact]) -> tuple[Fact, ...]:
    """Two more flags, of which the description is false and which differ from each other too."""
    others: list[Fact] = []
    for fact in sorted(flags, key=lambda fact: digest(first.id, fact.id)):
        if all(fact.entity != one.entity and not clashes(fact, one) for one in (first, *others)):
            others.append(fact)
        if len(others) == 2:
            return tuple(others)
    return ()


FAMILY = ColourHop()
