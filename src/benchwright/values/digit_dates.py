"""Read dates in digits: "15/06/2023" is one date, "03/04/2024" may be two.

One number over 12 says which of the two is the day. Nothing else does: who writes the month first does not say so.
"""

from __future__ import annotations

import re

from benchwright.values.dates import Date

_DIGITS = re.compile(r"(?<![\w./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![./-]?\w)")
_SIGN = re.compile(r"\d[./-]\d")
"""What every date in digits has."""


def with_dates_in_words(text: str) -> str:
    """A text with each date of digits that leaves no doubt in words: "15 June 2023"."""
    if not _SIGN.search(text):
        return text

    def written(match: re.Match[str]) -> str:
        readings = _readings(match)
        return str(readings[0]) if len(readings) == 1 else match[0]

    return _DIGITS.sub(written, text)


def undecided_dates(text: str) -> tuple[Date, ...]:
    """What the dates of digits in a text may be whose day and month cannot be told apart, both readings of each."""
    return tuple(one for match in _DIGITS.finditer(text) if len(read := _readings(match)) > 1 for one in read)


def _readings(match: re.Match[str]) -> list[Date]:
    """The days that digits may be, each once."""
    one, other, year = int(match[1]), int(match[3]), int(match[4])
    days = []
    for day, month in dict.fromkeys(((one, other), (other, one))):
        try:
            days.append(Date(year, month, day))
        except ValueError:  # a day that the calendar does not have
            continue
    return days
