"""Give what families over open facts share: one fact is looked up, a column is computed with, two things are compared.

`OpenLookUp` differs in relations and modalities only. `ColumnArithmetic` is a question with a number as its answer.
`RowComparison` takes two things of one group and two relations that both have, with other values.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from benchwright.facts.keys import covers_column
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, numeric, pick, spread_pairs
from benchwright.makers.composed.open_questions import OpenQuestion, is_of_open_form, question_for
from benchwright.programs.execution import ExecutionError, execute, value_of
from benchwright.programs.operations import Compare, Expression, LookUp, Trait, facts_of
from benchwright.records import Fact, Modalities
from benchwright.values import Quantity, name_key

_PER_NAME, _PER_PAIR = 2, 2
"""Questions for one name, and for one pair: of a list that every release note gives, nobody asks eleven times."""
_LONGEST_COMPARED = 4
"""Words of a value that is compared."""


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


class ColumnArithmetic(Family):
    """A family that computes with the cells of one column."""

    style = "numerical"
    combinations: tuple[Modalities, ...] = (Modalities(table=1),)
    after_lexicon = True

    @abstractmethod
    def ask(self, world: World, seed: Seed, rng: Rng) -> tuple[str, Expression]:
        """The question and the program that answers it. Raises SeedRefusedError."""

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        question, program = self.ask(world, seed, rng)
        first = world.fact(next(iter(facts_of(program))))
        names = tuple(world.fact(fact).subject for fact in seed.facts) if len(seed.facts) == 2 else ()
        return ComposedDraft(question, str(execute(program, world.fact)), program, first.entity, names=names)


class RowComparison(Family):
    """A family that compares two things in two relations. `relations` are its relations, or what they begin with."""

    style = "compare-contrast"
    after_lexicon = True
    relations: tuple[str, ...] = ()

    @abstractmethod
    def group(self, world: World, fact: Fact) -> tuple[str, str, str]:
        """What two things that are compared have in common."""

    @abstractmethod
    def names(self, world: World, one: Fact, two: Fact) -> tuple[str, str]:
        """Both things as the question names them, and its context ("" for none). Raises SeedRefusedError."""

    @abstractmethod
    def noun(self, fact: Fact) -> str:
        """What the relation of the fact is called. Raises SeedRefusedError."""

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        facts = (fact for fact in open_facts(world, *self.relations) if len(fact.value.split()) <= _LONGEST_COMPARED)
        things = grouped(facts, lambda fact: fact.entity)
        firsts = (facts[0] for facts in things.values() if len(facts) > 1)
        for group in grouped(firsts, lambda fact: self.group(world, fact)).values():
            for one, two in spread_pairs(group, 1):
                left, right = ({fact.relation: fact for fact in things[thing.entity]} for thing in (one, two))
                both = [(left[name], right[name]) for name in left if name in right]
                shared = [pair for pair in both if _differ(*pair)]
                pairs = (tuple(fact for both in pair for fact in both) for pair in combinations(shared, 2))
                for chosen in sorted(pairs, key=lambda facts: digest(*(fact.id for fact in facts)))[:_PER_PAIR]:
                    sources = {fact.source for fact in chosen}
                    if Modalities.of(world.ground.modality(source) for source in sources) == wants:
                        stratum = f"{chosen[0].relation} {chosen[2].relation}"
                        yield Seed(tuple(fact.id for fact in chosen), stratum, world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        facts = [world.fact(fact) for fact in seed.facts]
        one, two = facts[:2]
        check_apart(one, two)
        things, where = self.names(world, one, two)
        nouns = [self.noun(fact) for fact in facts[::2]]
        clause = f"how do {things} {pick(rng, ('differ', 'compare'))} in {' and '.join(nouns)}"
        traits = (
            Trait(noun, LookUp(left.id), LookUp(right.id))
            for noun, left, right in zip(nouns, facts[::2], facts[1::2], strict=True)
        )
        return ComposedDraft(
            question=OpenQuestion(clause, where, "", "").text(rng),
            answer=" ".join(question_for(world, fact, rng).answer for fact in facts),
            program=Compare(tuple(traits)),
            entity=one.entity,
            names=(one.subject, two.subject),
        )


def _differ(one: Fact, two: Fact) -> bool:
    return one.value_type == two.value_type and name_key(one.value) != name_key(two.value)


def check_apart(one: Fact, two: Fact) -> None:
    """Raises SeedRefusedError where the name of one thing holds the other's."""
    first, second = name_key(one.subject), name_key(two.subject)
    if first in second or second in first:
        raise SeedRefusedError("alike", f"the names {one.subject!r} and {two.subject!r} are easily mixed up")


def open_facts(world: World, *relations: str) -> Iterator[Fact]:
    """The open facts of these relations, in a stable order; "cell:" stands for those of every column."""
    for name in sorted(world.facts.relations()):
        if name in relations or any(one.endswith(":") and name.startswith(one) for one in relations):
            yield from filter(is_of_open_form, world.facts.of_relation(name))


def numbers_of(column: Sequence[Fact]) -> list[Decimal]:
    """The numbers of a column of amounts; none if a cell has none."""
    try:
        values = [value_of(fact) for fact in column] if numeric(column[0]) else []
    except ExecutionError:
        return []
    return [value.number for value in values if isinstance(value, Quantity)]


def whole_columns(world: World, least: int = 4) -> Iterator[list[Fact]]:
    """The open facts of each column whose every row was read, rows in order; short tables are left out."""
    for column in grouped(open_facts(world, "cell:", "row:"), lambda fact: (fact.source, fact.relation)).values():
        table = world.source(column[0].source).table
        if table is None or len(column) < least or table.lacks_rows:
            continue
        if covers_column(table.rows, [fact.span.cells[-1] for fact in column]):
            yield column
