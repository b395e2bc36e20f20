"""Ask: Which term does a document define so? (information-extraction, one passage).

    According to the Celery documentation, what name is given to a drop-in Redis replacement that      Dragonfly
        cuts costs and boosts performance?
    According to "Reproduction Methods", what is the term for a form of asexual reproduction where     parthenogenesis
        an egg develops into a complete individual without being fertilized?

Gates: As for the `glossary_term` family. The question names the page or the site.
"""

from __future__ import annotations

from dataclasses import replace

from benchwright.makers.composed.families.glossary_term import GlossaryTerm
from benchwright.makers.composed.family import ComposedDraft, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import lower_first, upper_first
from benchwright.makers.composed.open_questions import context, is_of_open_form
from benchwright.records import Modalities


class NamedTerm(GlossaryTerm):
    """What `glossary_term` asks of a glossary, of definitions in any document."""

    name = "named_term"
    after_lexicon = True

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        draft, where = super().write(world, seed, wants, rng), context(world, fact)
        if " and " in fact.subject or "(" in draft.question:
            raise SeedRefusedError("aside", "two terms, or a definition with an aside")
        return replace(draft, question=f"{upper_first(where)}, {lower_first(draft.question)}") if where else draft

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        open_ones = {fact.id for fact in world.definitions if is_of_open_form(fact)}
        return (seed for seed in self.definitions(world) if seed.facts[0] in open_ones)
