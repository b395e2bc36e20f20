"""Ask: Two related facts about the flags of two countries (compound).

    What colour is the middle stripe on the flag of Peru, and what colour is it on the flag of Colombia?    2image
        The middle stripe on the flag of Peru is white. The middle stripe on the flag of Colombia is blue.
    What is the main colour of the flag of Chile, and which colours are on the flag of Brazil?              2image
    How many stripes are on the flag of Austria, and how many are on the flag of Poland?                    2image

Gates: Both parts ask about the same feature or about related features, such as main colour and colours. The two answers
differ. If tables of the corpus list countries, one table lists both.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.fact_questions import ask, statement
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import digest, lower_first, name
from benchwright.programs.operations import Both, LookUp
from benchwright.records import Fact, Modalities

_VOCABULARY = Vocabulary.of("benchwright.demo.flags", "two_flags")
_FIRST, _AGAIN = _VOCABULARY.texts("first"), _VOCABULARY.texts("again")
_PAIRS = (
    *((relation, relation) for relation in sorted(_FIRST)),
    ("flag_main_colour", "flag_colours"),
    ("flag_stripe_count", "flag_main_colour"),
    ("flag_middle_stripe", "flag_main_colour"),
    ("flag_middle_stripe", "flag_colours"),
)
_EACH = 3


class TwoFlags(Family):
    """See the module."""

    name = "two_flags"
    style = "compound"
    combinations = (Modalities(image=2),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        regions = _tables(world)
        for first, second in _PAIRS:
            others = world.facts.of_relation(second)
            for one in world.facts.of_relation(first):
                near = [two for two in others if _fits(one, two, regions) and (first != second or one.id < two.id)]
                near.sort(key=lambda two: digest(one.id, two.id))
                for two in near[:_EACH]:
                    yield Seed((one.id, two.id), f"{first} {second}", world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        if one.relation == two.relation:
            if rng.integers(2):
                one, two = two, one
            question = f"{_FIRST[one.relation].format(s=name(one))}, and {_AGAIN[two.relation].format(s=name(two))}?"
        else:
            question = f"{ask(world, one, rng).removesuffix('?')}, and {lower_first(ask(world, two, rng))}"
        if one.source == two.source:
            raise SeedRefusedError("one-source")
        return ComposedDraft(
            question=question,
            answer=f"{statement(world, one)} {statement(world, two)}",
            program=Both(LookUp(one.id), LookUp(two.id)),
            entity=one.entity,
        )


def _tables(world: World) -> Mapping[str, frozenset[str]]:
    """The tables that list each country which has a flag."""
    flags = {fact.entity for relation in _FIRST for fact in world.facts.of_relation(relation)}
    return {
        entity: frozenset(fact.source for fact in world.facts.of_entity(entity) if fact.span.read == "cell")
        for entity in sorted(flags)
    }


def _fits(one: Fact, two: Fact, regions: Mapping[str, frozenset[str]]) -> bool:
    near = bool(regions[one.entity] & regions[two.entity]) or not (regions[one.entity] or regions[two.entity])
    return near and one.entity != two.entity and one.source != two.source and one.value != two.value


FAMILY = TwoFlags()
