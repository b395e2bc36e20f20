"""Ask: How much higher or larger is one thing than another? (numerical).

    According to 2025 figures, by how many years is the median age in Vietnam higher than in India?  table     3.4 years
    How much higher is the mean elevation of Namibia than that of Italy?                            2text     603 metres
    According to 2023 figures, how much larger is the electricity generating capacity of Guatemala     2table
        than that of Nepal?                                                                          2,142,000 kilowatts

Gates: Both values have the same relation, unit and year, and both are exact. The two subjects have the same type. The
larger value is at most 50 times the smaller one. If the question uses two sources, both subjects are countries.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from benchwright.makers.composed.fact_questions import counted
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import dated, larger_first, name, numeric, pick, spread_pairs, sure, year_of
from benchwright.programs.execution import execute
from benchwright.programs.operations import Difference, LookUp
from benchwright.records import Fact, Modalities, Modality

_EACH = 3
_FARTHEST = Decimal(50)


class MeasureGap(Family):
    """See the module."""

    name = "measure_gap"
    style = "numerical"
    combinations = (Modalities(table=1), Modalities(table=2), Modalities(text=2), Modalities(text=1, table=1))

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for relation_name in world.lexicon.names:
            relation = world.lexicon[relation_name]
            if not relation.difference or relation.scoped:
                continue
            figures = (
                fact
                for fact in world.facts.of_relation(relation_name)
                if numeric(fact) and sure(fact) and (fact.subject_type == "country" or wants.total == 1)
            )
            alike = grouped(
                (fact for fact in figures if fact.subject_type != "person"),
                lambda fact: (fact.subject_type, fact.unit, fact.qualifier("year")),
            )
            for facts in alike.values():
                for one, two in self._pairs(world, facts, wants):
                    if one.entity != two.entity:
                        yield Seed((one.id, two.id), relation_name, world.document(one))

    def _pairs(self, world: World, facts: list[Fact], wants: Modalities) -> Iterator[tuple[Fact, Fact]]:
        if wants.total == 1:
            cells = (fact for fact in facts if world.modality(fact) is Modality.TABLE)
            for table in grouped(cells, lambda fact: fact.source).values():
                yield from spread_pairs(table, _EACH)
            return
        for one, two in spread_pairs(facts, 2 * _EACH):
            if one.source != two.source and world.modalities(one, two) == wants:
                yield one, two

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        more, less, high, low = larger_first(one, two)
        if high > _FARTHEST * low:
            raise SeedRefusedError("incomparable")
        program = Difference(LookUp(more.id), LookUp(less.id))
        relation = world.lexicon[one.relation]
        question = pick(rng, relation.difference).format(a=name(more), b=name(less))
        return ComposedDraft(
            question=dated(question, year_of((one, two))),
            answer=counted(str(execute(program, world.fact)), more),
            program=program,
            entity=more.entity,
        )
