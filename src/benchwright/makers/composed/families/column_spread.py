"""Ask: How far apart are the largest and the smallest value of a column? (numerical, one table).

    What is the difference between the highest and the lowest lead time in the table "price list 2026"?        19 days
    By how much does the highest weight exceed the lowest in the table "price list 2026"?              22.45 kilograms
    What is the difference between the highest and the lowest "union" value in the table "pydataset    57.9
        unionDensity"?

Gates: Every row of the table must have been read, and all values must have one unit.
"""

from __future__ import annotations

from benchwright.english.nouns import is_plural
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick
from benchwright.makers.composed.open_lookup import whole_columns
from benchwright.makers.composed.open_questions import amount_noun, table_phrase
from benchwright.programs.execution import execute
from benchwright.programs.operations import ValueRange
from benchwright.records import Modalities

_NUMBERS = ("quantity", "count", "money", "percent")


class ColumnSpread(Family):
    """See the module."""

    name = "column_spread"
    style = "numerical"
    combinations = (Modalities(table=1),)
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for column in whole_columns(world):
            if column[0].value_type in _NUMBERS:
                yield Seed(tuple(fact.id for fact in column), column[0].relation, world.document(column[0]))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact, program = world.fact(seed.facts[0]), ValueRange(seed.facts)
        noun, where = amount_noun(fact), table_phrase(world, world.source(fact.source))
        if is_plural(noun):
            raise SeedRefusedError("header", f"{noun!r} is no single amount")
        question = pick(
            rng,
            (
                f"What is the difference between the highest and the lowest {noun} {where}?",
                f"By how much does the highest {noun} exceed the lowest {where}?",
            ),
        )
        return ComposedDraft(question, str(execute(program, world.fact)), program, fact.entity)
