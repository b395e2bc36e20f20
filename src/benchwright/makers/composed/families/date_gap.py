"""Ask: How many years lie between two dates of one kind? (numerical).

    How many years older is the tennis player Tímea Babos than fellow tennis player Reilly Opelka?    4 years
    How many years older is the author Colleen McCullough than fellow author Robert James Waller?     2 years
    How many years after Panama did Poland become independent?                                        15 years

Gates: two full dates of one relation; the difference of the calendar years equals the complete years, and no more than
half a year is left over, so that both ways of counting agree; both are countries, or people of one trade who were born
within fifteen years. Tables are left out: readers found that a column of opening dates may be that of one play there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import ComposedDraft, Family, Seed, SeedRefusedError, World
from benchwright.makers.composed.grammar import name, pick, spread_pairs
from benchwright.makers.composed.naming import person
from benchwright.makers.composed.whole_years import counted_alike
from benchwright.programs.execution import Moment, value_of
from benchwright.programs.operations import LookUp, YearsBetween
from benchwright.records import Fact, Modalities

_EACH = 2
_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "date_gap")
_QUESTIONS = _VOCABULARY.rows("questions")
_LONGEST = 60
_GENERATION = 15


class DateGap(Family):
    """See the module."""

    name = "date_gap"
    style = "numerical"
    combinations = (Modalities(text=2),)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        trades = {fact.source: _plain(fact.value) for fact in world.facts.of_relation("occupation")}
        for relation in sorted(set(_QUESTIONS) - {"trade"}):
            groups: dict[tuple[str, ...], list[Fact]] = {}
            for fact in world.facts.of_relation(relation):
                date = value_of(fact) if fact.value_type == "date" else None
                if isinstance(date, Moment) and date.date.precision == "day":
                    groups.setdefault(self._group(fact, trades), []).append(fact)
            for key in sorted(groups):
                if key == ("",):
                    continue
                for one, two in spread_pairs(groups[key], _EACH):
                    read = {one.span.read, two.span.read}
                    if one.entity != two.entity and one.source != two.source and read == {"text"}:
                        yield Seed((one.id, two.id), relation, world.document(one))

    def _group(self, fact: Fact, trades: Mapping[str, str]) -> tuple[str, ...]:
        """What two things must share to be compared."""
        if fact.subject_type == "person":
            trade = trades.get(fact.source, "")
            year = value_of(fact)
            return ("person", trade, str(year.date.year // 10)) if trade and isinstance(year, Moment) else ("",)
        return (fact.relation, fact.subject_type) if fact.relation == "independence" else ("",)

    def _trade(self, world: World, fact: Fact) -> str:
        """What a person is, in up to three plain words; "" if the passage does not say it so shortly."""
        told = [other.value for other in world.facts.of_source(fact.source) if other.relation == "occupation"]
        return _plain(told[0]) if told else ""

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        left, right = value_of(one), value_of(two)
        if not isinstance(left, Moment) or not isinstance(right, Moment) or left == right:
            raise SeedRefusedError("equal")
        early, late = (one, two) if left.date < right.date else (two, one)
        years = counted_alike(min(left.date, right.date), max(left.date, right.date))
        people = one.relation == "birth_date" and wants == Modalities(text=2)
        if years > (_GENERATION if people else _LONGEST):
            raise SeedRefusedError("far-apart")
        if people:
            a, b, trade = person(world, early, ""), person(world, late, ""), self._trade(world, one)
        else:
            a, b, trade = name(early), name(late), ""
        return ComposedDraft(
            question=pick(rng, _QUESTIONS["trade" if people else one.relation]).format(a=a, b=b, trade=trade),
            answer=f"{years} {'year' if years == 1 else 'years'}",
            program=YearsBetween(LookUp(early.id), LookUp(late.id)),
            entity=early.entity,
        )


def _plain(trade: str) -> str:
    """A trade in up to three small words, "" if it is more than that."""
    words = trade.split()
    return trade if trade == trade.lower() and len(words) <= 3 and "and" not in words and "," not in trade else ""
