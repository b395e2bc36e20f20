"""Ask: How many years lie between two birth dates or two independence dates? (numerical).

    How many years older is the tennis player Tímea Babos than fellow tennis player Reilly Opelka?    4 years
    How many years older is the author Colleen McCullough than fellow author Robert James Waller?     2 years
    How many years after Panama did Poland become independent?                                        15 years

Gates: Both dates are full dates in prose and have the same relation. Counting by calendar years and counting by
complete years give the same number. The subjects are two countries, or two people with the same occupation who were
born within 15 years of each other. Dates in tables don't qualify, because a column of dates is easy to misread.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World, grouped
from benchwright.makers.composed.grammar import name, pick, spread_pairs
from benchwright.makers.composed.naming import is_plain_trade, person
from benchwright.makers.composed.whole_years import date_of, in_years, years_apart
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

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        trades = {fact.source: fact.value for fact in world.facts.of_relation("occupation") if is_plain_trade(fact)}
        for relation in sorted(set(_QUESTIONS) - {"trade"}):
            dates = [fact for fact in world.facts.of_relation(relation) if fact.value_type == "date"]
            days = (fact for fact in dates if date_of(fact).precision == "day")
            for key, facts in grouped(days, lambda fact: self._group(fact, trades)).items():
                for one, two in spread_pairs(facts, _EACH) if key else ():
                    both_in_text = world.modalities(one, two) == wants
                    if one.entity != two.entity and one.source != two.source and both_in_text:
                        yield Seed((one.id, two.id), relation, world.document(one), trades.get(one.source, ""))

    def _group(self, fact: Fact, trades: Mapping[str, str]) -> tuple[str, ...]:
        """What two things must share to be compared; empty for what is compared with nothing."""
        if fact.subject_type == "person":
            trade = trades.get(fact.source, "")
            return ("person", trade, str(date_of(fact).year // 10)) if trade else ()
        return (fact.relation, fact.subject_type) if fact.relation == "independence" else ()

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        people = one.relation == "birth_date"
        early, late, years = years_apart(one, two, _GENERATION if people else _LONGEST)
        if people:
            a, b, trade = person(world, early, ""), person(world, late, ""), seed.note
        else:
            a, b, trade = name(early), name(late), ""
        return ComposedDraft(
            question=pick(rng, _QUESTIONS["trade" if people else one.relation]).format(a=a, b=b, trade=trade),
            answer=in_years(years),
            program=YearsBetween(LookUp(early.id), LookUp(late.id)),
            entity=early.entity,
        )
