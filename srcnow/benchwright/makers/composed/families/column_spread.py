"""Ask: How far apart are the largest and the smallest value of a column? (numerical, one table).

    What is the difference between the highest and the lowest motor power in the table in the section      230 watts
        "The G range at a glance" of "G40 burr grinder: data sheet"?
    By how much does the highest numeric value exceed the lowest in the "Logging Levels" table of the      50
        Python 3.11.2 documentation?
    What is the difference between the highest and the lowest "Girth" value in the "pydataset trees"       12.3
        data set?

Gates: Benchwright has read every row of the table. The column has one unit and at least four different values.
"""

from __future__ import annotations

from benchwright.english.nouns import is_plural
from benchwright.makers.composed.cell_questions import amount_noun, extreme
from benchwright.makers.composed.family import Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import numeric, pick
from benchwright.makers.composed.open_lookup import ColumnArithmetic, whole_columns
from benchwright.makers.composed.table_names import table_name
from benchwright.programs.operations import Expression, ValueRange
from benchwright.records import Modalities

_FEWEST = 4
"""Different values: nobody asks how far apart the codes 0 and 1 are."""


class ColumnSpread(ColumnArithmetic):
    """See the module."""

    name = "column_spread"

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for column in whole_columns(world):
            if numeric(column[0]) and len({fact.value for fact in column}) >= _FEWEST:
                yield Seed(tuple(fact.id for fact in column), column[0].relation, world.document(column[0]))

    def ask(self, world: World, seed: Seed, rng: Rng) -> tuple[str, Expression]:
        fact = world.fact(seed.facts[0])
        noun, where = amount_noun(fact), f"in {table_name(world, world.source(fact.source))}"
        if is_plural(noun):
            raise SeedRefusedError("header", f"{noun!r} is no single amount")
        most, least = extreme(noun, largest=True), extreme(noun, largest=False)
        difference = f"What is the difference between the {most.split(' ')[0]} and the {least} {where}?"
        excess = f"By how much does the {most} exceed the {least.split(' ')[0]} {where}?"
        return pick(rng, (difference, excess)), ValueRange(seed.facts)
