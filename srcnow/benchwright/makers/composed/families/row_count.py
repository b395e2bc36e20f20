"""Ask: How many rows of a table meet a condition? (numerical, one table).

    How many rows of the "Broker Overview" table of the Celery documentation have "Yes" in the "Monitoring"   3
        column?
    How many products in the table "price list 2026" have the category Spare part?                            6
    How many levels in the "Logging Levels" table of the Python 3.11.2 documentation have a numeric value     3
        below 25?

Gates: Benchwright has read every row of the table. The page has no other table with this name. The column has few
different values, and the value occurs at least twice but not in every row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from benchwright.english.articles import with_article
from benchwright.english.nouns import is_plural, plural
from benchwright.makers.composed.cell_questions import amount_noun, column_noun, row_noun
from benchwright.makers.composed.family import Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import digest, lower_first
from benchwright.makers.composed.open_lookup import ColumnArithmetic, numbers_of, whole_columns
from benchwright.makers.composed.table_names import table_name
from benchwright.programs.operations import Count, Expression
from benchwright.records import Fact, Modalities
from benchwright.values import Quantity

_PER_COLUMN, _FEWEST, _MOST_WORDS, _MOST_VALUES, _FEWEST_NUMBERS = 2, 2, 5, 0.6, 6


class RowCount(ColumnArithmetic):
    """See the module."""

    name = "row_count"

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

    def ask(self, world: World, seed: Seed, rng: Rng) -> tuple[str, Expression]:
        condition, _, value = seed.note.partition(" ")
        fact = world.fact(seed.facts[0])
        rows, table = plural(row_noun(fact, "row")), table_name(world, world.source(fact.source))
        where = f"of {table}" if rows == "rows" else f"in {table}"
        noun = column_noun(fact) if condition == "same" else amount_noun(fact)
        if is_plural(noun) or (condition == "same" and '"' in value):
            raise SeedRefusedError("header", f"{noun!r} is no single value")
        if condition != "same":
            bound = str(Quantity(Decimal(value), fact.unit))
            question = f"How many {rows} {where} have {with_article(noun)} {condition} {bound}?"
            return question, Count(seed.facts, "above" if condition == "above" else "below", value)
        shown = value if value[:1].isupper() else f'"{lower_first(value)}"'
        if noun.startswith('"'):
            return f'How many {rows} {where} have "{value}" in the {noun} column?', Count(seed.facts, "same", value)
        return f"How many {rows} {where} have the {noun} {shown}?", Count(seed.facts, "same", value)


def _bounds(column: list[Fact]) -> Iterator[str]:
    """A round number between the values in the middle of a column, with at least two on either side."""
    numbers = sorted(set(numbers_of(column)))
    if len(numbers) < _FEWEST_NUMBERS:
        return
    low, high = numbers[len(numbers) // 2 - 1], numbers[len(numbers) // 2]
    for digits in range(1, 4):
        bound = Decimal(f"{(low + high) / 2:.{digits}g}")
        if low < bound < high:
            yield f"{bound:f}"
            return
