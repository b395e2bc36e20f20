"""Ask: How many rows of a table have a value? (numerical, one table).

    For how many products in the table "price list 2026" is the category Consumable?                           3
    How many entries in the table "tips" have Sun as their "day"?                                             76
    How many products in the table "price list 2026" have Spare part as their category?                        6
    How many products in the table "price list 2026" have a lead time above 2.5 days?

Gates: Every row of the table must have been read. The column must have few different values; the one that is asked for
must occur at least twice, but not in every row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from benchwright.english.articles import with_article
from benchwright.english.nouns import is_plural, plural
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import digest, lower_first, pick
from benchwright.makers.composed.open_lookup import whole_columns
from benchwright.makers.composed.open_questions import amount_noun, column_noun, row_noun, table_phrase
from benchwright.programs.execution import ExecutionError, execute, value_of
from benchwright.programs.operations import Count
from benchwright.records import Fact, Modalities
from benchwright.values import Quantity

_PER_COLUMN, _FEWEST, _MOST_WORDS, _MOST_VALUES, _FEWEST_NUMBERS = 2, 2, 5, 0.6, 6


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
                    yield self._seed(world, column, "same", value)
            for value in _bounds(column):
                for condition in ("above", "below"):
                    yield self._seed(world, column, condition, value)

    def _seed(self, world: World, column: list[Fact], condition: str, value: str) -> Seed:
        facts = tuple(fact.id for fact in column)
        return Seed(facts, f"{condition} {column[0].relation}", world.document(column[0]), f"{condition} {value}")

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        condition, _, value = seed.note.partition(" ")
        fact, rows = world.fact(seed.facts[0]), plural(row_noun(world.fact(seed.facts[0])))
        where = table_phrase(world, world.source(fact.source))
        if condition != "same":
            return self._beyond(world, seed, f"{rows} {where}", condition, value)
        noun, program = column_noun(fact), Count(seed.facts, "same", value)
        if '"' in value:
            raise SeedRefusedError("value", f"{value!r} holds a quotation mark")
        value = value if value[:1].isupper() else f'"{lower_first(value)}"'
        question = pick(
            rng,
            (
                f"How many {rows} {where} have {value} as their {noun}?",
                f"For how many {rows} {where} is the {noun} {value}?",
            ),
        )
        return ComposedDraft(question, str(execute(program, world.fact)), program, fact.entity)

    def _beyond(self, world: World, seed: Seed, rows: str, condition: str, value: str) -> ComposedDraft:
        """A question for the rows above or below a bound."""
        fact = world.fact(seed.facts[0])
        noun = amount_noun(fact)
        program = Count(seed.facts, "above" if condition == "above" else "below", value)
        bound = str(Quantity(Decimal(value), fact.unit))
        if is_plural(noun):
            raise SeedRefusedError("header", f"{noun!r} is no single value")
        question = f"How many {rows} have {with_article(noun)} {condition} {bound}?"
        return ComposedDraft(question, str(execute(program, world.fact)), program, fact.entity)


def _bounds(column: list[Fact]) -> Iterator[str]:
    """A round number between the values in the middle of a column, with at least two on either side."""
    if column[0].value_type not in ("quantity", "count", "money", "percent"):
        return
    try:
        amounts = [value_of(fact) for fact in column]
    except ExecutionError:
        return
    numbers = sorted({value.number for value in amounts if isinstance(value, Quantity)})
    if len(numbers) < _FEWEST_NUMBERS:
        return
    low, high = numbers[len(numbers) // 2 - 1], numbers[len(numbers) // 2]
    for digits in range(1, 4):
        bound = Decimal(f"{(low + high) / 2:.{digits}g}")
        if low < bound < high:
            yield f"{bound:f}"
            return
