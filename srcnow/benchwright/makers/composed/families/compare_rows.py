"""Ask: How do two rows of a table differ in two columns? (compare-contrast, one table).

    How do the products "Boiler thermostat" and "Bottomless portafilter" compare in category and lead time in the table
        "price list 2026"?
    How do Albani and Bassano differ in composition and expression in the "pydataset painters" data set?
    How do the models G64 Pro and G35 compare in motor power and price in the table in the section "The G range at a
        glance" of "G40 burr grinder: data sheet"?

Gates: The rows differ in both columns. Both headers are nouns for attributes, such as "price". Neither row's name
contains the other.
"""

from __future__ import annotations

from benchwright.makers.composed.cell_questions import header_noun, two_rows
from benchwright.makers.composed.family import World
from benchwright.makers.composed.open_lookup import RowComparison
from benchwright.makers.composed.table_names import table_name
from benchwright.records import Fact, Modalities


class CompareRows(RowComparison):
    """See the module."""

    name = "compare_rows"
    combinations = (Modalities(table=1),)
    relations = ("cell:",)

    def group(self, world: World, fact: Fact) -> tuple[str, str, str]:
        return fact.source, "", ""

    def names(self, world: World, one: Fact, two: Fact) -> tuple[str, str]:
        return two_rows(one, two), f"in {table_name(world, world.source(one.source), one)}"

    def noun(self, fact: Fact) -> str:
        return header_noun(fact)
