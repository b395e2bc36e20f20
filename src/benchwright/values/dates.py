"""Read calendar dates as texts write them: to the day, to the month or to the year."""

from __future__ import annotations

import re
from dataclasses import dataclass

MONTHS: tuple[str, ...] = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _is_leap(year: int) -> bool:
    """Whether the year had a 29 February. Up to 1700 every fourth had: those dates are Julian."""
    astronomical = year if year > 0 else year + 1
    return astronomical % 4 == 0 and (year <= 1700 or year % 100 != 0 or year % 400 == 0)


@dataclass(frozen=True, slots=True)
class Date:
    """A day, a month or a year. Years before our era are negative, and there is no year 0.

    Ordered by time; a less exact date comes before the days that it holds. Raises ValueError for a day that the
    calendar does not have, and for a day without a month.
    """

    year: int
    month: int | None = None
    day: int | None = None

    def __post_init__(self) -> None:
        if self.year == 0 or abs(self.year) > 9999:
            raise ValueError(f"there is no year {self.year}")
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
        """`day`, `month` or `year`."""
        return "year" if self.month is None else "month" if self.day is None else "day"

    @property
    def key(self) -> tuple[int, int, int]:
        """What dates are ordered by."""
        return (self.year, self.month or 0, self.day or 0)

    def __lt__(self, other: Date) -> bool:
        return self.key < other.key

    def __le__(self, other: Date) -> bool:
        return self.key <= other.key

    def __gt__(self, other: Date) -> bool:
        return self.key > other.key

    def __ge__(self, other: Date) -> bool:
        return self.key >= other.key

    def __str__(self) -> str:
        year = f"{-self.year} BC" if self.year < 0 else str(self.year) if self.year >= 1000 else f"AD {self.year}"
        parts = (str(self.day) if self.day else "", MONTHS[self.month - 1] if self.month else "", year)
        return " ".join(filter(None, parts))


_MONTH_NUMBER: dict[str, int] = {name.casefold(): number for number, name in enumerate(MONTHS, 1)}
_MONTH_NUMBER |= {name[:3].casefold(): number for number, name in enumerate(MONTHS, 1)} | {"sept": 9}

_MONTH = (
    r"(?P<month>Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?\.?|July?\.?|Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?:(?:AD|A\.D\.)\s*)?(?P<year>\d{1,4})(?!\d)(?P<era>\s*(?:BCE|BC|B\.C\.|CE|AD|A\.D\.)(?!\w))?"
_DATED = (
    re.compile(rf"{_DAY}\s+(?:of\s+)?{_MONTH}\s*,?\s+{_YEAR}"),
    re.compile(rf"{_MONTH}\s+{_DAY}\s*,\s*{_YEAR}"),
    re.compile(rf"{_MONTH}\s+{_DAY}\s+{_YEAR}"),
    re.compile(rf"{_MONTH}\s*,?\s+(?:of\s+)?{_YEAR}"),
)
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)")
_ONLY_YEAR = re.compile(rf"{_YEAR}")


def parse_date(text: str) -> Date | None:
    """Read a whole text as one date: "23 October 1959", "October 23 , 1959", "Oct 1959", "1959", "44 BC",
    "1959-10-23". None for anything else, for days that do not exist and for forms that can be read in two ways
    (12/03/1975, "3 May 44")."""
    text = " ".join(text.split()).removeprefix("the ")
    for pattern in _DATED:
        match = pattern.fullmatch(text)
        if match:
            return _built(match)
    match = _ISO.fullmatch(text) or _ONLY_YEAR.fullmatch(text)
    return _built(match) if match else None


def _built(match: re.Match[str]) -> Date | None:
    parts = match.groupdict()
    digits = parts["year"]
    era = (parts.get("era") or "").strip().replace(".", "")
    marked = bool(era) or "AD" in match[0].replace(".", "")
    # Two digits may be an abbreviated year, three a number of anything: both must say that they are years.
    if not marked and (len(digits) < 3 or (len(digits) == 3 and not parts.get("month"))):
        return None
    month = parts.get("month")
    day = parts.get("day")
    try:
        return Date(
            -int(digits) if era in ("BC", "BCE") else int(digits),
            None if not month else int(month) if month.isdigit() else _MONTH_NUMBER[month.rstrip(".").casefold()],
            int(day) if day else None,
        )
    except ValueError:
        return None


_LONG_YEAR = r"(?P<year>\d{3,4})(?![\d])(?P<era>\s*(?:BCE|BC|B\.C\.)(?!\w))?"
_FOUND = re.compile(
    "|".join(
        (
            rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}\s*,?\s+{_LONG_YEAR}".replace("(?P<", "(?P<a_"),
            rf"\b{_MONTH}\s+{_DAY}\s*,?\s+{_LONG_YEAR}".replace("(?P<", "(?P<b_"),
            rf"\b{_MONTH}\s*,?\s+(?:of\s+)?{_LONG_YEAR}".replace("(?P<", "(?P<c_"),
            r"\b(?P<d_year>\d{4})-(?P<d_month>\d\d)-(?P<d_day>\d\d)\b",
            # A bare year: not part of a longer number, an amount of money or a code.
            r"(?<![\w.,$€£/])(?P<e_year>1[0-9]\d\d|20\d\d)(?![\w%/]|[.,]\d)",
            r"(?<![\w.,$€£/])(?P<f_year>\d{1,4})(?P<f_era>\s*(?:BCE|BC|B\.C\.)(?!\w))",
        )
    )
)


def find_dates(text: str) -> list[tuple[int, int, Date]]:
    """All dates in a text, left to right and without overlap, as (start, end, date) in code points.

    Bare years count from 1000 to 2099. A date that the calendar does not have is left out.
    """
    found = []
    for match in _FOUND.finditer(text):
        form = (match.lastgroup or "")[:2]
        parts = {name[2:]: value for name, value in match.groupdict().items() if name.startswith(form)}
        month, day = parts.get("month"), parts.get("day")
        year = int(parts["year"] or 0)
        try:
            date = Date(
                -year if parts.get("era") else year,
                None if not month else int(month) if month.isdigit() else _MONTH_NUMBER[month.rstrip(".").casefold()],
                int(day) if day else None,
            )
        except ValueError:
            continue
        found.append((match.start(), match.end(), date))
    return found


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
