"""Turn names, numbers, dates and texts into the one form in which a graph holds them.

What cannot be taken raises ValueRefusedError, whose reason is what the drop is counted by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from benchwright.graphs.items import GraphValue
from benchwright.values.dates import MONTHS, Date

_DIGITS = 60
"""Digits on either side of the point of a number: one with a large exponent could be written out at any length."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]+")
_GROUPED = 10_000
_TIME = re.compile(r"([+-]?)(\d{1,16})(?:-(\d\d)(?:-(\d\d))?)?(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?")
_REFORM = 2_299_161  # the day number of 15 October 1582


class ValueRefusedError(ValueError):
    """A value that a graph does not take; `reason` is a slug, the message an example."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail[:100]


def one_line(text: str, most: int | None) -> str:
    """A name or text with blanks squeezed and control characters out. ValueRefusedError: `long-name` beyond `most`
    characters (None: of any length, as descriptions are, which a load cuts), `bad-text` with half a character (a
    surrogate) that no file can hold."""
    if not text.isprintable() or "  " in text or text[:1] == " " or text[-1:] == " ":
        text = " ".join(_CONTROL.sub(" ", text).split())
        if not text.isprintable() and any("\ud800" <= character <= "\udfff" for character in text):
            raise ValueRefusedError("bad-text", text.encode("ascii", "replace").decode())
    if most is not None and len(text) > most:
        raise ValueRefusedError("long-name", text)
    return text


def names_of(label: str, others: Iterable[str]) -> tuple[str, ...]:
    """Aliases: each once, without the label itself and without empty ones, in their order."""
    named = dict.fromkeys(others)
    named.pop(label, None)
    named.pop("", None)
    return tuple(named)


def number_value(written: str | int | float | Decimal, unit: str = "", language: str = "en") -> GraphValue:
    """A number without exponent and trailing zeros; its label groups thousands from 10,000 on where the language is
    English. ValueRefusedError: `bad-number` for what is none, or has more than 60 digits on either side of the
    point."""
    try:
        number = Decimal(str(written).strip())
    except InvalidOperation:
        raise ValueRefusedError("bad-number", str(written)) from None
    shape = number.as_tuple()
    if (
        not isinstance(shape.exponent, int)  # infinite, or not a number
        or number.adjusted() >= _DIGITS
        or shape.exponent < -_DIGITS
    ):
        raise ValueRefusedError("bad-number", str(written))
    text = format(number, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        text = "0"
    grouped = abs(number) >= _GROUPED and language.split("-")[0] == "en"
    return GraphValue("number", text, _grouped(text) if grouped else text, unit)


def _grouped(text: str) -> str:
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}{point}{rest}"


def text_value(written: str, most: int) -> GraphValue:
    """A text on one line. ValueRefusedError: `empty`, `long-name`, `bad-text`."""
    text = one_line(written, most)
    if not text:
        raise ValueRefusedError("empty")
    return GraphValue("text", text, text)


def truth_value(truth: bool) -> GraphValue:
    """A truth value is the text "yes" or "no": what a person would write in such a column."""
    text = "yes" if truth else "no"
    return GraphValue("text", text, text)


def date_value(
    written: str,
    precision: str = "day",
    *,
    julian: bool = False,
    astronomical: bool = False,
    language: str = "en",
) -> GraphValue:
    """A date as ISO 8601 (Gregorian, 1 BC is the year 0000), cut to `precision` (day, month or year).

    `written` is a time of Wikidata or XSD ("+1879-03-14T00:00:00Z"). With `julian` a day is of the Julian calendar, and
    its label stays so: that is how books write it. `astronomical` says that years before our era are counted as in XSD
    1.1 (0 is 1 BC); a day before 15 October 1582 is then Gregorian, and its label turned back to the Julian calendar.
    ValueRefusedError: `bad-date`; `far-date` beyond the years 9998 BC and AD 9998.
    """
    match = _TIME.fullmatch(written.strip())
    if match is None:
        raise ValueRefusedError("bad-date", written)
    year = int(match[2]) * (-1 if match[1] == "-" else 1)
    if astronomical and year <= 0:
        year -= 1
    if year == 0:
        raise ValueRefusedError("bad-date", written)
    if abs(year) > 9998:
        raise ValueRefusedError("far-date", written)
    month = int(match[3] or 0) if precision != "year" else 0
    day = int(match[4] or 0) if precision == "day" else 0
    try:
        if month and day:
            number = _day_number(_astronomical(year), month, day, julian)
            return _day_value(number, None if astronomical else julian, language)
        whole = Date(year, month or None)
    except ValueError:
        raise ValueRefusedError("bad-date", written) from None
    iso = _iso(_astronomical(year), month)
    return GraphValue("date", iso, str(whole) if language.split("-")[0] == "en" else iso)


def _astronomical(year: int) -> int:
    return year + 1 if year < 0 else year


def _iso(year: int, month: int = 0, day: int = 0) -> str:
    text = f"-{-year:04d}" if year < 0 else f"{year:04d}"
    return text + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if day else "")


def _day_number(year: int, month: int, day: int, julian: bool) -> int:
    """The Julian day number of a day of either calendar, years counted as astronomers do. ValueError for a day that
    the calendar does not have."""
    late = (14 - month) // 12  # January and February are months 11 and 12 of a year that begins in March
    years, months = year + 4_800 - late, month + 12 * late - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4
    number -= 32_083 if julian else years // 100 - years // 400 + 32_045
    if _calendar(number, julian) != (year, month, day):
        raise ValueError(f"there is no {day}.{month}.")
    return number


def _day_value(number: int, julian: bool | None, language: str) -> GraphValue:
    year, month, day = _calendar(number, julian=False)
    iso = _iso(year, month, day)
    if julian is None:
        julian = number < _REFORM
    shown_year, shown_month, shown_day = _calendar(number, julian)
    if language.split("-")[0] != "en":
        return GraphValue("date", iso, iso)
    before = shown_year <= 0
    era = f"{1 - shown_year} BC" if before else str(shown_year) if shown_year >= 1000 else f"AD {shown_year}"
    return GraphValue("date", iso, f"{shown_day} {MONTHS[shown_month - 1]} {era}")


def _calendar(number: int, julian: bool) -> tuple[int, int, int]:
    """The astronomical year, month and day of a Julian day number."""
    centuries, days = 0, number + 32_082
    if not julian:
        centuries = (4 * number + 128_179) // 146_097
        days = number + 32_044 - 146_097 * centuries // 4
    years = (4 * days + 3) // 1_461
    days -= 1_461 * years // 4
    months = (5 * days + 2) // 153
    year = 100 * centuries + years - 4_800 + months // 10
    return year, months + 3 - 12 * (months // 10), days - (153 * months + 2) // 5 + 1
