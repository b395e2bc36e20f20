"""Count the years between two dates, only where everybody counts them alike."""

from __future__ import annotations

from benchwright.makers.composed.family import SeedRefusedError
from benchwright.programs.execution import value_of
from benchwright.records import Fact
from benchwright.values import Date, years_between


def date_of(fact: Fact) -> Date:
    """The date that a fact gives, to the day or less. Raises SeedRefusedError where it gives none."""
    value = value_of(fact)
    if not isinstance(value, Date):
        raise SeedRefusedError("dates", f"{fact.value!r} is not a date")
    return value


def day_of(fact: Fact) -> Date:
    """The same, but only a full date will do."""
    date = date_of(fact)
    if date.precision != "day":
        raise SeedRefusedError("dates", f"{fact.value!r} is not a day")
    return date


def years_apart(one: Fact, two: Fact, most: int) -> tuple[Fact, Fact, int]:
    """The fact with the earlier date, the one with the later, and the years between, if everybody counts them alike:
    complete years equal the calendar's difference, and less than half a year is left over. Raises SeedRefusedError
    otherwise, and for more years than `most`."""
    early, late = sorted((one, two), key=date_of)
    start, end = date_of(early), date_of(late)
    years = years_between(start, end)
    if years < 1 or years != end.year - start.year:
        raise SeedRefusedError("years-counted")
    if start.month is not None and end.month is not None and end.month - start.month >= 6:
        raise SeedRefusedError("years-counted")
    if years > most:
        raise SeedRefusedError("far-apart")
    return early, late, years


def in_years(years: int) -> str:
    """A number of years as an answer: "1 year", "12 years"."""
    return f"{years} {'year' if years == 1 else 'years'}"
