"""Read times of day: "17:05", "5:05 p.m." and "17.05 h" are one. "5:05" alone may be before or after noon."""

from __future__ import annotations

import re

_TIME = re.compile(
    r"(?<![\w.:,/$€£-])(?P<hour>[01]?\d|2[0-3])(?:(?P<sign>[:.])(?P<minute>[0-5]\d)(?:\s?h\b)?)?"
    r"(?:\s?(?P<half>[ap])(?:\.\s?m\.|m\b))?(?![\w:/]|[.,]\d)",
    re.IGNORECASE,
)
_MIDDAY = 12


def time_of_day(text: str) -> str:
    """A whole text as a time of the 24-hour clock, "17:05"; "" for anything else ("17.05" is a number), and where it is
    not said whether it is before noon: not by a.m. or p.m., a zero before the hour, or an hour past 12."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return ""
    is_told = (match["half"] and 1 <= int(match["hour"]) <= _MIDDAY) or (
        not match["half"] and match["sign"] == ":" and (match["hour"][0] == "0" or int(match["hour"]) > _MIDDAY)
    )
    return _of_day(match) if is_told else ""


def with_times_of_day(text: str) -> str:
    """A text with its times as of the 24-hour clock. For texts that tell a time: elsewhere "9.40" is a number."""
    return _TIME.sub(_of_day, text)


def _of_day(match: re.Match[str]) -> str:
    hour, half = int(match["hour"]), (match["half"] or "").lower()
    if not (half or match["minute"]) or (half and not 1 <= hour <= _MIDDAY):
        return match[0]
    if half:
        hour = hour % _MIDDAY + (_MIDDAY if half == "p" else 0)
    return f"{hour:02}:{match['minute'] or '00'}"
