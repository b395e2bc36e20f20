"""Ask: Which term does a document define so? (information-extraction, one passage).

    What name is given to a drop-in Redis replacement that cuts costs and boosts performance?    Dragonfly
    What is the term for a form of asexual reproduction where an egg develops into a complete    parthenogenesis
        individual without being fertilized?
    What is the term for a type of active transport that moves particles, such as large          endocytosis
        molecules, parts of cells, and even whole cells, into a cell?

Gates: As for the `glossary_term` family.
"""

from __future__ import annotations

from benchwright.makers.composed.families.glossary_term import GlossaryTerm
from benchwright.makers.composed.family import Seeds, World
from benchwright.makers.composed.open_questions import is_of_open_form
from benchwright.records import Modalities


class NamedTerm(GlossaryTerm):
    """What `glossary_term` asks of a glossary, of definitions in any document."""

    name = "named_term"
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        open_ones = {fact.id for fact in world.definitions if is_of_open_form(fact)}
        return (seed for seed in self.definitions(world) if seed.facts[0] in open_ones)
