"""Ask two questions about the thing that comes first in a table, answered by other sources (compound, three sources).

    What is the capital of the country with the largest population (Colombia, Argentina or Paraguay), and what colour is
    the top stripe on the country's flag?    The capital of Colombia is Bogotá. The top stripe ... is yellow.
    What is the capital of the country with the highest unemployment rate in 2024 (Morocco, Ghana or Madagascar), and
    which colours are on the country's flag?    The capital of Morocco is Rabat. The colours ... are red and green.
    What is the national anthem of the country with the highest median age in 2025 (Paraguay, Uruguay or Colombia), and
    what is the main colour of the country's flag?    ... Himno Nacional. The main colour ... is white.

Gates: those of `extreme_hop`; the two facts asked for are about the leader and stand in a passage and an image; only
measures and facts with short names, since the question holds three things and a list.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.fact_questions import ask, clause, itself, statement
from benchwright.makers.composed.family import ComposedDraft, Family, Seed, World
from benchwright.makers.composed.grammar import digest
from benchwright.makers.composed.ranking import picture_matters, ranked, trios
from benchwright.programs.operations import Both, Follow
from benchwright.records import Fact, Hop, Modalities

_ASKED = frozenset({"calling_code", "capital", "currency", "internet_domain", "largest_city", "national_anthem"})
_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "extreme_pair")
_RANKED = _VOCABULARY.words("ranked")


class ExtremePair(Family):
    """See the module."""

    name = "extreme_pair"
    style = "compound"
    combinations = (Modalities(text=1, table=1, image=1),)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        by_kind: dict[str, dict[str, list[Fact]]] = {"text": {}, "image": {}}
        for relation in world.lexicon.compound:
            for fact in world.facts.of_relation(relation):
                kind = world.modality(fact)
                short = kind == "image" or relation in _ASKED
                if kind in by_kind and short and not fact.qualifier("scope"):
                    by_kind[kind].setdefault(fact.entity, []).append(fact)
        for trio, leader, note in trios(world):
            if leader.relation not in _RANKED:
                continue
            texts = by_kind["text"].get(leader.entity)
            images = [fact for fact in by_kind["image"].get(leader.entity, ()) if picture_matters(world, fact, trio)]
            if texts and images:
                key = "".join(fact.id for fact in trio)
                text = min(texts, key=lambda fact: digest(key, fact.id))
                image = min(images, key=lambda fact: digest(key, fact.id))
                facts = (*(fact.id for fact in trio), text.id, image.id)
                yield Seed(facts, f"{leader.relation} {text.relation}", world.document(leader), note)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        *trio, text, image = (world.fact(fact) for fact in seed.facts)
        found = ranked(world, trio, seed.note)
        question = ask(world, text, rng, found.aside).removesuffix("?")
        return ComposedDraft(
            question=f"{question}, and {clause(world, image, itself(text, image, *trio))}?",
            answer=f"{statement(world, text)} {statement(world, image)}",
            program=Both(Follow(found.program, text.id), Follow(found.program, image.id)),
            entity=text.entity,
            hops=(
                Hop(found.question, found.leader, (trio[0].source,)),
                Hop(ask(world, text, rng), statement(world, text), (text.source,)),
                Hop(ask(world, image, rng), statement(world, image), (image.source,)),
            ),
            bridges=(found.bridge,),
            choices=found.choices,
        )
