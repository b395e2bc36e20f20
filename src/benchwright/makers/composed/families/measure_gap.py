"""Ask: By how much does one thing's measure exceed another's? (numerical).

    According to 2025 figures, by how many years is the median age in Vietnam higher than in India?  table     3.4 years
    How much higher is the mean elevation of Namibia than that of Italy?                            2text     603 metres
    According to 2023 figures, how much larger is the electricity generating capacity of Guatemala     2table
        than that of Nepal?                                                                          2,142,000 kilowatts

Gates: one relation with a wording for differences, one unit, one year, two subjects of one type; both values exact; the
larger at most fifty times the smaller, since nobody asks how much larger a continent is than a village. Out of two
sources only countries: any two of them are worth comparing, while two villages of two lists have nothing in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from benchwright.makers.composed.fact_questions import counted
from benchwright.makers.composed.family import ComposedDraft, Family, Seed, SeedRefusedError, World
from benchwright.makers.composed.grammar import dated, name, numeric, pick, spread_pairs, sure, year_of
from benchwright.programs.execution import Amount, ExecutionError, execute, value_of
from benchwright.programs.operations import Difference, LookUp
from benchwright.records import Fact, Modalities

_EACH = 3
_FARTHEST = Decimal(50)


class MeasureGap(Family):
    """See the module."""

    name = "measure_gap"
    style = "numerical"

    def covers(self, wants: Modalities) -> bool:
        return wants in (
            Modalities(table=1),
            Modalities(table=2),
            Modalities(text=2),
            Modalities(text=1, table=1),
        )

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        for relation_name in world.lexicon.names:
            relation = world.lexicon[relation_name]
            if not relation.difference or relation.scoped:
                continue
            groups: dict[tuple[str, str, str], list[Fact]] = {}
            for fact in world.facts.of_relation(relation_name):
                apart = wants.total > 1 and fact.subject_type != "country"
                if numeric(fact) and sure(fact) and fact.subject_type != "person" and not apart:
                    groups.setdefault((fact.subject_type, fact.unit, fact.qualifier("year")), []).append(fact)
            for key in sorted(groups):
                for one, two in self._pairs(world, groups[key], wants):
                    if one.entity != two.entity:
                        yield Seed((one.id, two.id), relation_name, world.document(one))

    def _pairs(self, world: World, facts: list[Fact], wants: Modalities) -> Iterator[tuple[Fact, Fact]]:
        if wants.total == 1:
            tables: dict[str, list[Fact]] = {}
            for fact in facts:
                if world.modality(fact) == "table":
                    tables.setdefault(fact.source, []).append(fact)
            for source in sorted(tables):
                yield from spread_pairs(tables[source], _EACH)
            return
        for one, two in spread_pairs(facts, 2 * _EACH):
            kinds = sorted((world.modality(one), world.modality(two)))
            if one.source != two.source and kinds == sorted(["text"] * wants.text + ["table"] * wants.table):
                yield one, two

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        left, right = value_of(one), value_of(two)
        if not isinstance(left, Amount) or not isinstance(right, Amount) or left.number == right.number:
            raise SeedRefusedError("equal")
        more, less = (one, two) if left.number > right.number else (two, one)
        high, low = max(left.number, right.number), min(left.number, right.number)
        if low <= 0 or high > _FARTHEST * low:
            raise SeedRefusedError("incomparable")
        program = Difference(LookUp(more.id), LookUp(less.id))
        try:
            gap = execute(program, world.fact)
        except ExecutionError as error:
            raise SeedRefusedError("program", str(error)) from error
        relation = world.lexicon[one.relation]
        question = pick(rng, relation.difference).format(a=name(more), b=name(less))
        return ComposedDraft(
            question=dated(question, year_of((one, two))),
            answer=counted(str(gap), more),
            program=program,
            entity=more.entity,
        )
