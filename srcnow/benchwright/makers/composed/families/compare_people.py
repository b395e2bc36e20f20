"""Ask: How do two people with the same occupation compare in nationality and date of birth? (compare-contrast, two
passages).

    How do the ski jumpers Andreas Kofler and Simon Ammann compare in nationality and date of birth?
        Andreas Kofler is Austrian and was born on 17 May 1984, whereas Simon Ammann is Swiss and was born on 25 June
        1981, about three years earlier.
    In terms of nationality and date of birth, how do the biathletes Katja Beer and Petra Behle compare?
        Both are German, but Katja Beer was born on 21 December 1968, ...

Gates: Both passages give the same occupation in at most three words, a nationality and a full date of birth. The two
people were born within 15 years of each other.
"""

from __future__ import annotations

import datetime
from itertools import islice

from benchwright.english.nouns import plural
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import in_words, pick, show, spread_pairs
from benchwright.makers.composed.naming import is_plain_trade, person
from benchwright.makers.composed.whole_years import date_of, day_of
from benchwright.programs.operations import Compare, LookUp, Trait
from benchwright.records import Fact, Modalities
from benchwright.values import Date

_EACH = 2
_FURTHEST = 15
_MOST = 400
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

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        births = {fact.source: fact for fact in world.in_text("birth_date", "date") if fact.subject_type == "person"}
        nations = {fact.source: fact for fact in world.in_text("nationality") if fact.subject_type == "person"}
        people = (
            fact
            for fact in world.facts.of_relation("occupation")
            if fact.source in births and fact.source in nations and not fact.qualifier("sense") and is_plain_trade(fact)
        )
        for trade, facts in grouped(people, lambda fact: fact.value).items():
            decades = grouped(facts, lambda fact: f"{date_of(births[fact.source]).year // 10:04}").values()
            pairs = (pair for decade in decades for pair in spread_pairs(decade, _EACH))
            for one, two in islice((pair for pair in pairs if pair[0].entity != pair[1].entity), _MOST):
                row = (nations[one.source], nations[two.source], births[one.source], births[two.source])
                yield Seed(tuple(fact.id for fact in row), trade, world.document(one), trade)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
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


def _answer(a: str, b: str, nations: tuple[Fact, Fact], births: tuple[Fact, Fact]) -> str:
    """One sentence that weaves both traits together."""
    left, right = day_of(births[0]), day_of(births[1])
    if left == right or abs(left.year - right.year) > _FURTHEST:
        raise SeedRefusedError("dates", "born on one day, or generations apart")
    older = left < right
    gap = _gap(abs(_day(left) - _day(right)))
    if {nations[0].value, nations[1].value} & {"British"} and {one.value for one in nations} & _HOME_NATIONS:
        raise SeedRefusedError("nations", "who is English is British too")
    if nations[0].value == nations[1].value:
        return (
            f"Both are {nations[0].value}, but {a} was born on {show(births[0])}, {gap} "
            f"{'before' if older else 'after'} {b}, who was born on {show(births[1])}."
        )
    return (
        f"{a} is {nations[0].value} and was born on {show(births[0])}, whereas {b} is {nations[1].value} and was born "
        f"{gap} {'later' if older else 'earlier'}, on {show(births[1])}."
    )


def _day(date: Date) -> int:
    """The number of the day of a full date of our era."""
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
