"""Ask: Two facts about the one of three things that ranks first in a table (compound, three sources).

    What is the capital of the country with the largest population (Colombia, Argentina or Paraguay), and what colour is
    the top stripe on the country's flag?    The capital of Colombia is Bogotá. The top stripe ... is yellow.
    What is the capital of the country with the highest unemployment rate in 2024 (Morocco, Ghana or Madagascar), and
    which colours are on the country's flag?    The capital of Morocco is Rabat. The colours ... are red and green.
    What is the national anthem of the country with the highest median age in 2025 (Paraguay, Uruguay or Colombia), and
    what is the main colour of the country's flag?    ... Himno Nacional. The main colour ... is white.

Gates: All conditions of `extreme_hop` apply. A passage gives one fact, and an image gives the other. The measure and
both facts have short names, because the question is long.
"""

from __future__ import annotations

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.fact_questions import ask, clause, itself, statement
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import digest
from benchwright.makers.composed.ranking import picture_matters, rank, trios
from benchwright.programs.operations import Both, Follow
from benchwright.records import Hop, Modalities, Modality

_ASKED = frozenset({"calling_code", "capital", "currency", "internet_domain", "largest_city", "national_anthem"})
_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "extreme_pair")
_RANKED = _VOCABULARY.words("ranked")


class ExtremePair(Family):
    """See the module."""

    name = "extreme_pair"
    style = "compound"
    combinations = (Modalities(text=1, table=1, image=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for trio, leader, note in trios(world):
            if leader.relation not in _RANKED:
                continue
            facts = world.compound.get(leader.entity, ())
            texts = [fact for fact in facts if fact.relation in _ASKED and world.modality(fact) is Modality.TEXT]
            images = [fact for fact in facts if world.modality(fact) is Modality.IMAGE]
            images = [fact for fact in images if picture_matters(world, fact, trio)]
            if texts and images:
                key = "".join(fact.id for fact in trio)
                text = min(texts, key=lambda fact: digest(key, fact.id))
                image = min(images, key=lambda fact: digest(key, fact.id))
                ids = (*(fact.id for fact in trio), text.id, image.id)
                yield Seed(ids, f"{leader.relation} {text.relation}", world.document(leader), note)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        *trio, text, image = (world.fact(fact) for fact in seed.facts)
        ranking = rank(world, trio, seed.note)
        question = ask(world, text, rng, ranking.aside).removesuffix("?")
        return ComposedDraft(
            question=f"{question}, and {clause(world, image, itself(text, image, *trio))}?",
            answer=f"{statement(world, text)} {statement(world, image)}",
            program=Both(Follow(ranking.program, text.id), Follow(ranking.program, image.id)),
            entity=text.entity,
            hops=(
                Hop(ranking.question, ranking.leader, (trio[0].source,)),
                Hop(ask(world, text, rng), statement(world, text), (text.source,)),
                Hop(ask(world, image, rng), statement(world, image), (image.source,)),
            ),
            bridges=(ranking.bridge,),
            choices=ranking.choices,
        )
