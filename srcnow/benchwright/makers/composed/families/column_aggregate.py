"""Ask: What is the highest, lowest, average or total value in a column? (numerical, one table).

    What is the highest lead time in the table "price list 2026"?                                              21 days
    What is the average "total_bill" value of the rows whose "day" is Sun in the "tips" data set, to two        21.41
        decimal places?
    What do the values under "Claims" add up to in the table "Insurance 1973"?                                   3,151

Gates: Benchwright has read every row of the table. The column has one unit and at least six different values. Only
plural counts, such as "Claims", have totals. Amounts on a logarithmic scale, such as decibels, have no averages. A
group is a value that occurs at least twice in a column with few different values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchwright.english.nouns import is_plural, plural
from benchwright.makers.composed.cell_questions import amount_noun, column_noun, extreme, row_noun
from benchwright.makers.composed.family import Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, numeric
from benchwright.makers.composed.open_lookup import ColumnArithmetic, whole_columns
from benchwright.makers.composed.table_names import table_name
from benchwright.programs.operations import Aggregate, Expression
from benchwright.records import Fact, Modalities

_FEWEST_VALUES, _MOST_GROUPS, _PER_PAIR, _MOST_WORDS = 6, 12, 2, 4


class ColumnAggregate(ColumnArithmetic):
    """See the module."""

    name = "column_aggregate"

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        columns = {column[0].id: column for column in whole_columns(world)}
        for table in grouped((column[0] for column in columns.values()), lambda fact: fact.source).values():
            groups = [columns[fact.id] for fact in table if _makes_groups(columns[fact.id])]
            for column in (columns[fact.id] for fact in table if numeric(fact)):
                if len({fact.value for fact in column}) < _FEWEST_VALUES:
                    continue
                for function in ("highest", "lowest", "average", "total"):
                    yield _seed(world, column, function)
                for group in groups:
                    yield from _of_groups(world, column, group)

    def ask(self, world: World, seed: Seed, rng: Rng) -> tuple[str, Expression]:
        name, _, value = seed.note.partition(" ")
        function = next(one for one in ("highest", "lowest", "average", "total") if one == name)
        fact, other = world.fact(seed.facts[0]), world.fact(seed.facts[-1])
        column = tuple(one for one in seed.facts if world.fact(one).relation == fact.relation)
        program = Aggregate(function, column, seed.facts[len(column) :], value)
        noun, where = amount_noun(fact), f"in {table_name(world, world.source(fact.source))}"
        header = fact.qualifier("header")
        counted = is_plural(header) and fact.value_type == "count"
        if is_plural(noun) if function != "total" else not counted:
            raise SeedRefusedError("header", f"nobody asks for the {function} of {noun!r}")
        if function == "total":
            return f'What do the values under "{header}" add up to {where}?', program
        rows = f" of the {plural(row_noun(fact, 'row'))} whose {column_noun(other)} is {value}" if value else ""
        if function == "average":
            return f"What is the average {noun}{rows} {where}, to two decimal places?", program
        return f"What is the {extreme(noun, largest=function == 'highest')}{rows} {where}?", program


def _makes_groups(column: list[Fact]) -> bool:
    """Whether a column has few different values of few words, each in several rows."""
    counts = Counter(fact.value for fact in column)
    worded = all(len(value.split()) <= _MOST_WORDS and '"' not in value and value[-1].isalnum() for value in counts)
    return column[0].value_type == "text" and worded and 2 <= len(counts) <= _MOST_GROUPS and min(counts.values()) > 1


def _of_groups(world: World, column: list[Fact], group: list[Fact]) -> Iterator[Seed]:
    """One question each for some of the groups, over the rows of that group."""
    values = sorted({fact.value for fact in group}, key=lambda value: digest(column[0].id, group[0].id, value))
    for value in values[:_PER_PAIR]:
        function = min(("highest", "lowest", "average"), key=lambda name: digest(column[0].id, value, name))
        yield _seed(world, column, function, group, value)


def _seed(world: World, column: list[Fact], function: str, group: list[Fact] | None = None, value: str = "") -> Seed:
    facts = tuple(fact.id for fact in (*column, *(group or ())))
    note = f"{function} {value}".rstrip()
    return Seed(facts, f"{function} {column[0].relation}", world.document(column[0]), note)
