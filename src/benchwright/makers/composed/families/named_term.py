"""Ask: Which term does a document define so? (information-extraction, one passage)."""

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
