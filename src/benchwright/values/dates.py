"""Read calendar dates as texts write them: to the day, to the month, to the year or to the decade."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import total_ordering

from benchwright.values.units import UNITS

# fmt: off
MONTHS: tuple[str, ...] = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)
# fmt: on
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _is_leap(year: int) -> bool:
    """Whether the year had a 29 February. Up to 1700 every fourth had: those dates are Julian."""
    astronomical = year if year > 0 else year + 1
    return astronomical % 4 == 0 and (year <= 1700 or year % 100 != 0 or year % 400 == 0)


@total_ordering
@dataclass(frozen=True, slots=True)
class Date:
    """A day, a month, a year or the ten years that begin with it. Years before our era are negative, and there is no
    year 0.

    Ordered by time; a less exact date comes before the days that it holds. Raises ValueError for a day that the
    calendar does not have, and for a day without a month.
    """

    year: int
    month: int | None = None
    day: int | None = None
    decade: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.year == 0 or abs(self.year) > 9999:
            raise ValueError(f"there is no year {self.year}")
        if self.decade and (self.year < 0 or self.year % 10 or self.month is not None):
            raise ValueError(f"no decade begins with {self.year}")
        if self.month is None:
            if self.day is not None:
                raise ValueError("a day needs its month")
            return
        if not 1 <= self.month <= 12:
            raise ValueError(f"there is no month {self.month}")
        if self.day is not None:
            last = 28 if self.month == 2 and not _is_leap(self.year) else _LENGTHS[self.month - 1]
            if not 1 <= self.day <= last:
                raise ValueError(f"{MONTHS[self.month - 1]} {self.year} has no day {self.day}")

    @property
    def precision(self) -> str:
        """`day`, `month`, `year` or `decade`."""
        return "decade" if self.decade else "year" if self.month is None else "month" if self.day is None else "day"

    @property
    def key(self) -> tuple[int, int, int]:
        """What dates are ordered by."""
        return (self.year, self.month or 0, self.day or 0)

    def __lt__(self, other: Date) -> bool:
        return self.key < other.key

    def __str__(self) -> str:
        if self.decade:
            return f"{self.year}s"
        year = f"{-self.year} BC" if self.year < 0 else str(self.year) if self.year >= 1000 else f"AD {self.year}"
        parts = (str(self.day) if self.day else "", MONTHS[self.month - 1] if self.month else "", year)
        return " ".join(filter(None, parts))


_MONTH_NUMBER: dict[str, int] = {name.casefold(): number for number, name in enumerate(MONTHS, 1)}
_MONTH_NUMBER |= {name[:3].casefold(): number for number, name in enumerate(MONTHS, 1)} | {"sept": 9}

_MONTH = (
    r"(?P<month>Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?\.?|July?\.?|Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DAY = r"(?:the\s+)?(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_AD = r"(?:AD|A\.D\.|CE|C\.E\.)"
_YEAR = rf"(?P<ad>{_AD}\s*)?(?P<year>\d{{1,4}})(?!\d)(?:\s*(?:(?P<bc>BCE|B\.C\.E\.|BC|B\.C\.)|(?P<ce>{_AD}))(?!\w))?"
YEAR = re.compile(_YEAR)
"""A pattern for a year with its era."""
_DATED = (
    rf"{_DAY}\s+(?:of\s+)?{_MONTH}\s*,?\s+{_YEAR}",
    rf"{_MONTH}\s+{_DAY}(?:\s*,\s*|\s+(?:of\s+)?){_YEAR}",
    rf"{_MONTH}\s*,?\s+(?:of\s+)?{_YEAR}",
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)",
)
_DIGIT = re.compile(r"\d")
"""Without one a text has no date."""
_DATES = tuple(re.compile(form) for form in _DATED)
_LONGEST_DATE = 60
"""Characters of a date with single spaces: none of the forms can have more."""
_LONG = re.compile(r"\d{4}")
"""What every bare year, every decade and every date of digits has."""
_NAMED = re.compile("|".join((*(name[:3] for name in MONTHS), *(rf"{first}\.?[CDE]" for first in "ABC"))))
_BARE = re.compile(r"(?<![\w.,$€£/])\d{4}(?!\d)|\d{4}-\d\d-")
"""Every date that is found in a text has a month or an era (`_NAMED`), or is a bare year or of digits."""
DECADE = re.compile(r"(?<![\w.,])(?P<year>[1-9]\d{2}0)['’]?s\b")
"""A pattern for ten years."""
_COUNTED = re.compile(rf"\s+(?:{'|'.join(unit.plural for unit in UNITS if len(unit.plural) > 3)})\b")
_FOUND = re.compile(
    "|".join(rf"\b{form}(?!\d)".replace("(?P<", f"(?P<{name}_") for name, form in zip("abcd", _DATED, strict=True))
    # A bare year: not part of a longer number, an amount of money or a code.
    + rf"|(?<![\w.,$€£/]){_YEAR}(?![\w%/]|[.,]\d)".replace("(?P<", "(?P<e_")
)


def parse_date(text: str) -> Date | None:
    """Read a whole text as one date: "23 October 1959", "October 23 , 1959", "Oct 1959", "1959", "44 BC",
    "1959-10-23". None for anything else, for days that do not exist, for decades and for forms that can be read in two
    ways (12/03/1975, "3 May 44")."""
    if not _DIGIT.search(text):
        return None
    text = " ".join(text.split()).removeprefix("the ")
    if len(text) > _LONGEST_DATE:
        return None
    match = next(filter(None, (form.fullmatch(text) for form in (*_DATES, YEAR))), None)
    return _date(match.groupdict(), "month") if match else None


def parse_decade(text: str) -> Date | None:
    """Read a whole text as ten years: "1990s", "the 1990's"."""
    match = DECADE.fullmatch(" ".join(text.split()).removeprefix("the ")) if _DIGIT.search(text) else None
    return Date(int(match["year"]), decade=True) if match else None


def _date(parts: Mapping[str, str | None], beside: str) -> Date | None:
    """The date of those parts; None for a day that does not exist. A year without an era needs four digits, or three
    where the part `beside` stands: two may be an abbreviated year, three a number of anything."""
    digits, month, day = parts["year"] or "0", parts.get("month"), parts.get("day")
    marked = parts.get("ad") or parts.get("ce") or parts.get("bc")
    if not marked and len(digits) < (3 if parts.get(beside) else 4):
        return None
    try:
        return Date(
            -int(digits) if parts.get("bc") else int(digits),
            None if not month else int(month) if month.isdigit() else _MONTH_NUMBER[month.rstrip(".").casefold()],
            int(day) if day else None,
        )
    except ValueError:
        return None


def find_dates(text: str) -> list[tuple[int, int, Date]]:
    """All dates in a text, left to right and without overlap, as (start, end, date) in code points.

    Bare years count from 1000 to 2099, and not where a unit follows ("in May 1500 people"). A date that the calendar
    does not have is left out.
    """
    dates = []
    for match in _FOUND.finditer(text) if _may_have_date(text) else ():
        form = (match.lastgroup or "")[:2]
        parts = {name[2:]: value for name, value in match.groupdict().items() if name.startswith(form)}
        date = _date(parts, "day")
        if date is None:
            continue
        bare = not (parts.get("ad") or parts.get("ce") or parts.get("bc") or parts.get("day"))
        if bare and ((not 1000 <= date.year <= 2099 and not date.month) or _COUNTED.match(text, match.end())):
            continue
        dates.append((match.start(), match.end(), date))
    return dates


def _may_have_date(text: str) -> bool:
    return bool(_NAMED.search(text) or (_LONG.search(text) and _BARE.search(text)))


def find_decades(text: str) -> list[tuple[int, int, Date]]:
    """All decades in a text, left to right, as (start, end, decade) in code points."""
    matches = DECADE.finditer(text) if _LONG.search(text) else ()
    return [(match.start(), match.end(), Date(int(match["year"]), decade=True)) for match in matches]


def years_between(a: Date, b: Date) -> int:
    """Complete years from the earlier to the later date, as an age is counted.

    Both must be known to the same precision, else the result would hang on what is not known: raises ValueError.
    Between two years it is their difference. There is no year 0 to count.
    """
    if a.precision != b.precision:
        raise ValueError(f"{a} and {b} are not known equally well")
    first, last = sorted((a, b), key=lambda date: date.key)
    years = last.year - first.year - (1 if first.year < 0 < last.year else 0)
    return years - ((last.key[1:]) < (first.key[1:]))
