"""Ask: How many rows of a table have a value? (numerical, one table).

    For how many products in the table "price list 2026" is the category Consumable?                           3
    How many products in the table "price list 2026" have Spare part as their category?                        6
    For how many entries in the table "Broker Overview" of the Celery documentation is the status Experimental?  3

Gates: Every row of the table must have been read. The column must have few different values; the one that is asked for
must occur at least twice, but not in every row.
"""

from __future__ import annotations

from collections import Counter

from benchwright.english.nouns import is_plural, plural
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import digest, lower_first, pick
from benchwright.makers.composed.open_lookup import whole_columns
from benchwright.makers.composed.open_questions import header_noun, row_noun, table_phrase
from benchwright.programs.execution import execute
from benchwright.programs.operations import Count
from benchwright.records import Modalities

_PER_COLUMN, _FEWEST, _MOST_WORDS, _MOST_VALUES = 2, 2, 5, 0.6


class RowCount(Family):
    """See the module."""

    name = "row_count"
    style = "numerical"
    combinations = (Modalities(table=1),)
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for column in whole_columns(world):
            counts = Counter(fact.value for fact in column if fact.value_type in ("text", "name"))
            values = [value for value, count in counts.items() if _FEWEST <= count < len(column)]
            for value in sorted(values, key=lambda value: digest(column[0].id, value))[:_PER_COLUMN]:
                if len(value.split()) <= _MOST_WORDS and len(counts) <= _MOST_VALUES * len(column):
                    facts = tuple(fact.id for fact in column)
                    yield Seed(facts, column[0].relation, world.document(column[0]), value)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact, program = world.fact(seed.facts[0]), Count(seed.facts, "same", seed.note)
        noun, where = header_noun(fact), table_phrase(world, world.source(fact.source))
        rows = plural(row_noun(fact))
        if is_plural(noun) or '"' in seed.note:
            raise SeedRefusedError("header", f"{noun!r} is no single value")
        value = seed.note if seed.note[:1].isupper() else f'"{lower_first(seed.note)}"'
        question = pick(
            rng,
            (
                f"How many {rows} {where} have {value} as their {noun}?",
                f"For how many {rows} {where} is the {noun} {value}?",
            ),
        )
        return ComposedDraft(question, str(execute(program, world.fact)), program, fact.entity)
