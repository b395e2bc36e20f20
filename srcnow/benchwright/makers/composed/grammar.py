"""Fill in small words of questions: articles, possessives, capitals, years, small numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import TypeVar

from benchwright.english.articles import with_the
from benchwright.facts.types import NUMERIC_TYPES
from benchwright.makers.composed.family import Rng, SeedRefusedError
from benchwright.programs.execution import is_apart, value_of
from benchwright.records import Fact
from benchwright.values import Quantity, bare_name

Item = TypeVar("Item")

_SURE = 0.9
_COUNTED_SOMEHOW = frozenset({"gdp", "gdp_per_head"})
"""Figures that mean nothing without how they were counted (at purchasing power parity, at which rate)."""


def name(fact: Fact) -> str:
    """The subject as a sentence names it, without the parenthesis of its title: "the Philippines", "Mount Kenya"."""
    plain = bare_name(fact.subject)
    if fact.qualifier("article"):
        return f"{fact.qualifier('article')} {plain}"
    return with_the(plain) if fact.subject_type in ("country", "place") else plain


def possessive(word: str) -> str:
    """Kenya's, the Philippines'."""
    return f"{word}'" if word.endswith("s") else f"{word}'s"


_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(count: int) -> str:
    """A small number as a sentence spells it: three, but 13."""
    return _SMALL[count] if 0 <= count < len(_SMALL) else str(count)


def show(fact: Fact) -> str:
    """A fact's value with its unit, as an answer states it."""
    return str(value_of(fact))


def lower_first(text: str) -> str:
    """The text as it goes on after a comma; a first word that is a name or initials stays."""
    first = text.split(" ", 1)[0]
    return text if first != first.capitalize() or first == "I" else text[:1].lower() + text[1:]


def upper_first(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def pick(rng: Rng, options: Sequence[Item]) -> Item:
    """One of the options, by the attempt's own random numbers."""
    return options[int(rng.integers(len(options)))]


def year_of(facts: Iterable[Fact]) -> str:
    """The year that all facts are of, "" if none says; raises SeedRefusedError when they are of different years."""
    years = {fact.qualifier("year") for fact in facts}
    if len(years) > 1:
        raise SeedRefusedError("years", f"the facts are of different years: {', '.join(sorted(years))}")
    return years.pop() if years else ""


def dated(question: str, year: str) -> str:
    """A question about figures, with the year that they are of."""
    return f"According to {year} figures, {lower_first(question)}" if year else question


def numeric(fact: Fact) -> bool:
    """Has the fact a number as its value?"""
    return fact.value_type in NUMERIC_TYPES


def sure(fact: Fact) -> bool:
    """Is the fact read and linked without doubt, its value not hedged ("about 3,000"), and clear without a footnote?"""
    hedged = fact.qualifier("approximate") or fact.relation in _COUNTED_SOMEHOW
    return fact.confidence >= _SURE and not hedged


def larger_first(one: Fact, two: Fact) -> tuple[Fact, Fact, Decimal, Decimal]:
    """The fact with the larger amount, the one with the smaller, and both numbers. Raises SeedRefusedError for amounts
    that are equal, not above zero, or not of one unit."""
    first, second = value_of(one), value_of(two)
    if not isinstance(first, Quantity) or not isinstance(second, Quantity) or first.unit != second.unit:
        raise SeedRefusedError("units")
    if first.number == second.number:
        raise SeedRefusedError("equal")
    if not is_apart(first, second):
        raise SeedRefusedError("rounded", "the figures differ by no more than they are rounded")
    if min(first.number, second.number) <= 0:
        raise SeedRefusedError("incomparable", "nobody asks how much more something is than nothing")
    if first.number > second.number:
        return one, two, first.number, second.number
    return two, one, second.number, first.number


def digest(*parts: str) -> str:
    """What seeded-looking but fixed orders are sorted by."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def spread_pairs(facts: Sequence[Fact], each: int) -> Iterator[tuple[Fact, Fact]]:
    """Pairs of facts in a fixed order that looks random: each fact with the `each` next ones. Keeps the number of
    pairs linear in the number of facts; small groups give all their pairs."""
    order = sorted(facts, key=lambda fact: digest(fact.id))
    if len(order) <= 2 * each + 1:
        yield from combinations(order, 2)
        return
    for at, fact in enumerate(order):
        for step in range(1, each + 1):
            yield fact, order[(at + step) % len(order)]
