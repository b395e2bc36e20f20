"""Count the years between two dates, only where everybody counts them alike."""

from __future__ import annotations

from benchwright.makers.composed.family import SeedRefusedError
from benchwright.values import Date, years_between


def counted_alike(early: Date, late: Date) -> int:
    """The years between, if everybody counts them alike: complete years equal the calendar's difference, and less than
    half a year is left over. Raises RefusedError otherwise."""
    years = years_between(early, late)
    if years < 1 or years != late.year - early.year:
        raise SeedRefusedError("years-counted")
    if early.month is not None and late.month is not None and late.month - early.month >= 6:
        raise SeedRefusedError("years-counted")
    return years
