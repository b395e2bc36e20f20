"""Ask: What is the sum of two values in a table column, or the difference between them? (numerical, one table).

    In the table "Customizing how packages are displayed" of the aptitude user's manual, what is the    16
        difference in default size between Maintainer and Candidate Version?
    In the table "price list 2026", how much heavier is the product "Bottomless portafilter" than the   0.3 kilograms
        product "Burr set 58 mm"?
    In the "pydataset unionDensity" data set, what is the difference between the "left" values for NZ   58.08
        and Japan?

Gates: Both amounts have the same unit, are above zero, and differ. Ranks, years and codes don't qualify. Only money,
masses, areas and counts have sums. Neither row's name contains the other.
"""

from __future__ import annotations

from benchwright.makers.composed.cell_questions import ask_of_two
from benchwright.makers.composed.family import Rng, Seed, Seeds, World, grouped
from benchwright.makers.composed.grammar import larger_first, numeric, spread_pairs
from benchwright.makers.composed.open_lookup import ColumnArithmetic, check_apart, open_facts
from benchwright.makers.composed.table_names import table_name
from benchwright.programs.operations import Difference, Expression, LookUp, Sum
from benchwright.records import Modalities
from benchwright.values import unit_named

_ADDED = ("money", "mass", "area")
"""Dimensions of which a total is asked."""


class ColumnGap(ColumnArithmetic):
    """See the module."""

    name = "column_gap"

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        cells = (fact for fact in open_facts(world, "cell:") if numeric(fact))
        for column in grouped(cells, lambda fact: (fact.source, fact.relation)).values():
            unit = unit_named(column[0].unit)
            added = (
                unit.dimension.startswith(_ADDED) if unit else (column[0].value_type, column[0].unit) == ("count", "")
            )
            for one, two in spread_pairs(column, 1):
                for note in ("sum", "gap") if added else ("gap",):
                    yield Seed((one.id, two.id), f"{note} {one.relation}", world.document(one), note)

    def ask(self, world: World, seed: Seed, rng: Rng) -> tuple[str, Expression]:
        one, two, _, _ = larger_first(*(world.fact(fact) for fact in seed.facts))
        check_apart(one, two)
        clause = ask_of_two(one, two, rng, total=seed.note == "sum")
        program = (Sum if seed.note == "sum" else Difference)(LookUp(one.id), LookUp(two.id))
        return f"In {table_name(world, world.source(one.source), one)}, {clause}?", program
