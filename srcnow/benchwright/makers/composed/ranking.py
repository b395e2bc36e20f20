"""Find three rows of a table of which one comes first, and word that ranking.

The three are named in the question, because a table seldom lists all things of a kind: "the largest country of Africa"
would be false of a table with nine of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from benchwright.english.joining import join_or
from benchwright.makers.composed.family import SeedRefusedError, World, grouped
from benchwright.makers.composed.grammar import digest, name, numeric, sure, year_of
from benchwright.makers.composed.row_questions import cells_of
from benchwright.programs.execution import ExecutionError, execute, value_of
from benchwright.programs.operations import Extreme
from benchwright.records import Fact
from benchwright.values import Quantity

_CHOICES = 3
_KIND = "country"
_PER_COLUMN = 12


@dataclass(frozen=True, slots=True)
class WordedRanking:
    """A worded ranking: `described` stands for the leader in a longer question, which `put` completes; `question` asks
    for the leader alone."""

    program: Extreme
    described: str
    question: str
    leader: str
    bridge: str
    choices: tuple[str, ...]
    offer: str

    def put(self, question: str) -> str:
        """A question about the leader, with the names that it is one of at its end."""
        return f"{question.removesuffix('?')}: {self.offer}?"

    @property
    def aside(self) -> str:
        """The leader's description with the names that it is one of right behind it."""
        return f"{self.described} ({self.offer})"


def trios(world: World) -> Iterator[tuple[tuple[Fact, ...], Fact, str]]:
    """Threes of one column of one table, each with its leader and "most" or "least"."""
    for relation_name in world.lexicon.names:
        relation = world.lexicon[relation_name]
        if not relation.most or not relation.least or relation.scoped:
            continue
        cells = (fact for fact in cells_of(world, (relation_name,)) if numeric(fact) and sure(fact))
        columns = grouped((fact for fact in cells if fact.subject_type == _KIND), lambda fact: fact.source)
        for column in columns.values():
            for trio in islice(_threes(column), _PER_COLUMN):
                amounts = [value_of(fact) for fact in trio]
                if not all(isinstance(amount, Quantity) for amount in amounts):
                    continue
                order = sorted(trio, key=lambda fact: value_of(fact).number)  # type: ignore[union-attr]
                yield trio, order[-1], "most"
                yield trio, order[0], "least"


def _threes(facts: list[Fact]) -> Iterator[tuple[Fact, ...]]:
    """Each row with two that follow it in a fixed shuffled order. None where a thing has two rows."""
    if len({fact.entity for fact in facts}) < max(_CHOICES + 1, len(facts)):
        return
    order = sorted(facts, key=lambda fact: digest(fact.id))
    for step in (1, 2, 3):
        for at in range(len(order)):
            trio = dict.fromkeys((at + step * hop) % len(order) for hop in range(_CHOICES))
            if len(trio) == _CHOICES:
                yield tuple(order[place] for place in trio)


def rank(world: World, trio: Sequence[Fact], note: str) -> WordedRanking:
    """Word a ranking. Raises SeedRefusedError for a tie, and for figures of different years."""
    relation = world.lexicon[trio[0].relation]
    program = Extreme(tuple(fact.id for fact in trio), note == "most")
    try:
        leader = execute(program, world.fact)
    except ExecutionError as error:
        raise SeedRefusedError("tie", str(error)) from error
    predicate = relation.most if note == "most" else relation.least
    if any(value_of(fact).number == 0 for fact in trio):  # type: ignore[union-attr]  # execute saw amounts
        raise SeedRefusedError("zero", "a thing that has none of it makes an odd ranking")
    choices = tuple(name(fact) for fact in trio)
    if any(" and " in choice for choice in choices):
        raise SeedRefusedError("names", "a list of names that hold an 'and' is hard to read")
    year = year_of(trio)
    when = f" in {year}" if year else ""
    leading = next(fact for fact in trio if fact.subject == str(leader))
    return WordedRanking(
        program=program,
        described=f"the {_KIND} {_describing(predicate)}{when}",
        question=f"Which of {join_or(choices)} {predicate}{when}?",
        leader=name(leading),
        bridge=leading.subject,
        choices=choices,
        offer=join_or(choices),
    )


def _describing(predicate: str) -> str:
    """ "has the largest area" as it goes after a noun: "with the largest area"."""
    return f"with {predicate.removeprefix('has ')}" if predicate.startswith("has the ") else f"that {predicate}"


def picture_matters(world: World, picture: Fact, trio: Sequence[Fact]) -> bool:
    """Does one have to know which of the three comes first to say what this picture of it shows?"""
    losers = [fact.entity for fact in trio if fact.entity != picture.entity]
    relation = world.lexicon.get(picture.relation)
    others = [[one for one in world.facts.of_entity(loser) if one.relation == picture.relation] for loser in losers]
    if relation is not None and relation.presupposes and not all(others):
        return False  # one of them has no such stripe, and gives itself away
    return all(words_of_value(one) != words_of_value(picture) for facts in others for one in facts)


def words_of_value(fact: Fact) -> frozenset[str]:
    """The words of a value that is a list, in no order."""
    return frozenset(fact.value.replace(",", "").split())
