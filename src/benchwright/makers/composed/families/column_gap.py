"""Ask: How far apart are two rows of any named table, and what do they come to? (numerical, one table).

    What is the difference between the motor power of the model "G64 Pro" and that of the model G58     50 watts
        in the table "The G range at a glance" of "G40 burr grinder: data sheet"?
    What is the total area of South Lanarkshire and East Renfrewshire in the table "Dataset Name:       1,944 square
        RT331601"?                                                                                      kilometres
    By how much does the numeric value of CRITICAL exceed that of WARNING in the table "Logging         20
        Levels" of the Python 3.11.2 documentation?

Gates: The values must be amounts of one unit, above zero and different; ranks, years and codes are not subtracted.
Totals are asked for money, masses, areas, volumes and counted things only. Neither row's name may hold the other's.
"""

from __future__ import annotations

from benchwright.english.nouns import is_plural
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import larger_first, pick, spread_pairs, upper_first
from benchwright.makers.composed.open_lookup import open_facts
from benchwright.makers.composed.open_questions import amount_noun, row_name, table_phrase
from benchwright.programs.execution import execute
from benchwright.programs.operations import Difference, LookUp, Sum
from benchwright.records import Fact, Modalities
from benchwright.values import name_key, unit_named

_NUMBERS = ("quantity", "count", "money", "percent")
_ADDED = ("money", "mass", "area", "volume")
"""Dimensions of which a total is asked."""


def _is_added(fact: Fact) -> bool:
    unit = unit_named(fact.unit)
    return unit.dimension.startswith(_ADDED) if unit else fact.value_type == "count" and not fact.unit


class ColumnGap(Family):
    """See the module."""

    name = "column_gap"
    style = "numerical"
    combinations = (Modalities(table=1),)
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        cells = (fact for fact in open_facts(world, "cell:") if fact.value_type in _NUMBERS)
        for column in grouped(cells, lambda fact: (fact.source, fact.relation)).values():
            for one, two in spread_pairs(column, 1):
                for note in ("sum", "gap") if _is_added(one) else ("gap",):
                    yield Seed((one.id, two.id), f"{note} {one.relation}", world.document(one), note)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two, _, _ = larger_first(*(world.fact(fact) for fact in seed.facts))
        noun, first, second = amount_noun(one), row_name(one), row_name(two)
        counted, added = is_plural(noun), seed.note == "sum"
        if added and not one.unit and (not counted or '"' in noun):
            raise SeedRefusedError("header", f"of {noun!r} nobody asks for a total")
        if name_key(one.subject) in name_key(two.subject) or name_key(two.subject) in name_key(one.subject):
            raise SeedRefusedError("alike", "the name of one row holds the other's")
        program = Sum(LookUp(one.id), LookUp(two.id)) if added else Difference(LookUp(one.id), LookUp(two.id))
        if added and counted:
            clause = f"how many {noun} do {first} and {second} have in total"
        elif added:
            clause = f"what is the total {noun} of {first} and {second}"
        elif counted:
            clause = f"how many more {noun} does {first} have than {second}"
        else:
            clause = pick(
                rng,
                (
                    f"what is the difference between the {noun} of {first} and that of {second}",
                    f"by how much does the {noun} of {first} exceed that of {second}",
                ),
            )
        return ComposedDraft(
            question=f"{upper_first(clause)} {table_phrase(world, world.source(one.source))}?",
            answer=str(execute(program, world.fact)),
            program=program,
            entity=one.entity,
            names=(one.subject, two.subject),
        )
