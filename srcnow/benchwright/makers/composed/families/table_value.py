"""Ask: What does a table say about a team, a country or another subject? (information-extraction, one table).

    Which company made the kit of Real Garcilaso in the 2013 Torneo Descentralizado?         Marathon
    What was the total attendance of the Washington Redskins in the 2010 National Football   665,380
        League season?
    What was the infant mortality rate of Madagascar in 2025?                                38.4 per 1,000 live births

Gates: The relation comes from a closed list. The cell has one plain value that doesn't repeat the subject's name. If
the relation holds only within its table, the question names the table's scope. The table's title doesn't describe the
subject as closed, planned or fictional.
"""

from __future__ import annotations

from benchwright.makers.composed.fact_questions import value_shown
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import upper_first
from benchwright.makers.composed.row_questions import FIGURES, QUESTIONS, ask_cell, cells_of, gate
from benchwright.programs.operations import LookUp
from benchwright.records import Modalities


class TableValue(Family):
    """See the module."""

    name = "table_value"
    style = "information-extraction"
    combinations = (Modalities(table=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        relations = [name for name in world.lexicon.names if name in QUESTIONS or name in FIGURES]
        for fact in cells_of(world, relations):
            if world.lexicon[fact.relation].scoped and not fact.qualifier("scope"):
                continue
            yield Seed((fact.id,), fact.relation, world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        gate(world, fact)
        if fact.relation == "height" and fact.subject_type == "person" and "." in fact.value:
            raise SeedRefusedError("value", "a height in odd units")
        return ComposedDraft(
            question=upper_first(ask_cell(world, fact, rng)),
            answer=value_shown(fact),
            program=LookUp(fact.id),
            entity=fact.entity,
        )
