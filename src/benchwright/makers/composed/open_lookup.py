"""Ask for the value of one open fact: what several families share that differ in relations and modalities only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchwright.facts.keys import covers_column
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World, grouped
from benchwright.makers.composed.open_questions import is_of_open_form, question_for
from benchwright.programs.operations import LookUp
from benchwright.records import Fact, Modalities
from benchwright.values import name_key

_PER_NAME = 2
"""Questions for one name: of a list that every release note gives, nobody asks eleven times."""


class OpenLookUp(Family):
    """A family that looks one open fact up. `relations` are its relations, or what they begin with (`cell:`)."""

    style = "information-extraction"
    combinations: tuple[Modalities, ...] = (Modalities(text=1), Modalities(table=1))
    relations: tuple[str, ...] = ()
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        told: Counter[str] = Counter()
        for fact in open_facts(world, *self.relations):
            told[f"{fact.relation} {name_key(fact.subject)}"] += 1
            if world.modalities(fact) == wants and told[f"{fact.relation} {name_key(fact.subject)}"] <= _PER_NAME:
                yield Seed((fact.id,), fact.relation, world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        question = question_for(world, fact, rng)
        return ComposedDraft(
            question=question.text(rng),
            answer=question.value,
            program=LookUp(fact.id),
            entity=fact.entity,
            names=(fact.subject,),
        )


def open_facts(world: World, *relations: str) -> Iterator[Fact]:
    """The open facts of these relations, in a stable order; "cell:" stands for those of every column."""
    for name in sorted(world.facts.relations()):
        if name in relations or any(one.endswith(":") and name.startswith(one) for one in relations):
            yield from filter(is_of_open_form, world.facts.of_relation(name))


def whole_columns(world: World, least: int = 4) -> Iterator[list[Fact]]:
    """The open facts of each column whose every row was read, rows in order; short tables are left out."""
    for column in grouped(open_facts(world, "cell:", "row:"), lambda fact: (fact.source, fact.relation)).values():
        table = world.source(column[0].source).table
        if table is None or len(column) < least or table.lacks_rows:
            continue
        if covers_column(table.rows, [fact.span.cells[-1] for fact in column]):
            yield column
