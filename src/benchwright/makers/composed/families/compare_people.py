"""Ask: How do two people of one trade compare in nationality and date of birth? (compare-contrast, two passages).

    How do the ski jumpers Andreas Kofler and Simon Ammann compare in nationality and date of birth?
        Andreas Kofler is Austrian and was born on 17 May 1984, whereas Simon Ammann is Swiss and was born on 25 June
        1981, about three years earlier.
    In terms of nationality and date of birth, how do the biathletes Katja Beer and Petra Behle compare?
        Both are German, but Katja Beer was born on 21 December 1968, ...

Gates: one trade in one or two words, told of both; nationality and a full date of birth of both; born within fifteen
years of each other, so that the comparison says something.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import numpy as np

from benchwright.english.nouns import plural
from benchwright.makers.composed.family import ComposedDraft, Family, Seed, SeedRefusedError, World
from benchwright.makers.composed.grammar import digest, in_words, pick, shown, spread_pairs
from benchwright.makers.composed.naming import person
from benchwright.programs.execution import Moment, value_of
from benchwright.programs.operations import Compare, LookUp, Trait
from benchwright.records import Fact, Modalities

_EACH = 2
_FURTHEST = 15
_HOME_NATIONS = frozenset({"English", "Scottish", "Welsh", "Northern Irish"})
_QUESTIONS = (
    "How do the {trade} {a} and {b} compare in nationality and date of birth?",
    "In terms of nationality and date of birth, how do the {trade} {a} and {b} compare?",
    "How do {a} and {b}, both {trade}, compare in nationality and date of birth?",
)


class ComparePeople(Family):
    """See the module."""

    name = "compare_people"
    style = "compare-contrast"
    combinations = (Modalities(text=2),)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        births = _by_source(world, "birth_date", "date")
        nations = _by_source(world, "nationality", "name")
        trades: dict[str, list[Fact]] = {}
        for fact in world.facts.of_relation("occupation"):
            work = fact.value.split()
            known = fact.source in births and fact.source in nations and not fact.qualifier("sense")
            plain = fact.value == fact.value.lower() and "," not in fact.value and not {"and", "or"} & set(work)
            if known and plain and len(work) <= 3:
                trades.setdefault(fact.value, []).append(fact)
        for trade in sorted(trades):
            found = 0
            by_age = sorted(trades[trade], key=lambda fact: (_year(births[fact.source]), digest(fact.id)))
            buckets: dict[int, list[Fact]] = {}
            for fact in by_age:
                buckets.setdefault(_year(births[fact.source]) // 10, []).append(fact)
            for decade in sorted(buckets):
                for one, two in spread_pairs(buckets[decade], _EACH):
                    if one.entity != two.entity and found < 400:
                        found += 1
                        facts = (nations[one.source], nations[two.source], births[one.source], births[two.source])
                        yield Seed(tuple(fact.id for fact in facts), trade, world.document(one), trade)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        first, second, early, late = (world.fact(fact) for fact in seed.facts)
        a, b = person(world, first), person(world, second)
        question = pick(rng, _QUESTIONS).format(trade=plural(seed.note), a=a, b=b)
        return ComposedDraft(
            question=question,
            answer=_answer(a, b, (first, second), (early, late)),
            program=Compare(
                (
                    Trait("nationality", LookUp(first.id), LookUp(second.id)),
                    Trait("date of birth", LookUp(early.id), LookUp(late.id)),
                )
            ),
            entity=first.entity,
        )


def _by_source(world: World, relation: str, kind: str) -> dict[str, Fact]:
    return {
        fact.source: fact
        for fact in world.facts.of_relation(relation)
        if fact.value_type == kind and fact.span.read == "text" and fact.subject_type == "person"
    }


def _year(fact: Fact) -> int:
    return int(fact.value.replace(",", " ").split()[-1])


def _answer(a: str, b: str, nations: tuple[Fact, Fact], births: tuple[Fact, Fact]) -> str:
    """One sentence that weaves both traits together."""
    left, right = value_of(births[0]), value_of(births[1])
    if not isinstance(left, Moment) or not isinstance(right, Moment):
        raise SeedRefusedError("dates")
    if left.date == right.date or abs(left.date.year - right.date.year) > _FURTHEST:
        raise SeedRefusedError("dates", "born on one day, or generations apart")
    older = left.date < right.date
    gap = _gap(abs(_day(left) - _day(right)))
    if {nations[0].value, nations[1].value} & {"British"} and {one.value for one in nations} & _HOME_NATIONS:
        raise SeedRefusedError("nations", "who is English is British too")
    if nations[0].value == nations[1].value:
        return (
            f"Both are {nations[0].value}, but {a} was born on {shown(births[0])}, {gap} "
            f"{'before' if older else 'after'} {b}, who was born on {shown(births[1])}."
        )
    return (
        f"{a} is {nations[0].value} and was born on {shown(births[0])}, whereas {b} is {nations[1].value} and was born "
        f"{gap} {'later' if older else 'earlier'}, on {shown(births[1])}."
    )


def _day(moment: Moment) -> int:
    """The number of the day of a full date of our era."""
    date = moment.date
    return datetime.date(date.year, date.month or 1, date.day or 1).toordinal()


def _gap(days: int) -> str:
    """How far apart, in words that are never wrong by more than their own vagueness."""
    if days < 60:
        return f"{days} day{'s' if days > 1 else ''}"
    if days < 330:
        return f"about {in_words(round(days / 30.44))} months"
    whole, rest = divmod(days / 365.25, 1)
    if 0.3 <= rest <= 0.7 and whole:
        return "about a year and a half" if whole == 1 else f"about {in_words(int(whole))} and a half years"
    count = round(days / 365.25)
    return f"about {in_words(count)} year{'s' if count > 1 else ''}"
