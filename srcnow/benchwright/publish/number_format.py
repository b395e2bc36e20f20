"""Format numbers, in one place for terminal, page, LaTeX and figures.

Measures are shown from 0 to 1, latency in seconds. A number has two decimals, three where 1,000 questions and more make
the third one say something. One that is not known to hold its interval has a `~` before it, unless none is; where there
is none there is a dash, never NaN.
"""

from __future__ import annotations

import math

from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.summary import ALPHA, Summary
from benchwright.statistics import Interval

NONE = "–"
ROUGH = "~"
MINUS = "−"
THIRD_DECIMAL = 1000
_MOST_PLACES = 6


def decimals(summary: Summary) -> int:
    """How many decimals every mean and interval of a summary has."""
    return 3 if summary.questions >= THIRD_DECIMAL else 2


def unit(measure: str) -> str:
    """` s` for what is measured in seconds; "" for a share, and where no measure is named."""
    symbol = parse_measure(measure).family.unit if measure else ""
    return f" {symbol}" if symbol else ""


def has_end(measure: str) -> bool:
    """Whether a measure has a largest value, which is then 1."""
    return math.isfinite(parse_measure(measure).family.high)


def less_is_better(measure: str) -> bool:
    """Whether a smaller value of a measure is the better one."""
    return not parse_measure(measure).family.higher_is_better


def better(measure: str, one: float, other: float) -> bool:
    """Whether `one` is the better value of a measure."""
    return one < other if less_is_better(measure) else one > other


def number(value: float | None, places: int = 2, *, measure: str = "", signed: bool = False) -> str:
    """`0.62`, `+0.08`, `1.24 s`; a dash for None and NaN. Minus is a minus sign."""
    if value is None or not math.isfinite(value):
        return NONE
    symbol = unit(measure)
    if symbol:
        places = 3 if abs(value) < 1 else 2 if abs(value) < 100 else 0
    rounded = round(value, places)
    sign = MINUS if rounded < 0 else "+" if signed and rounded > 0 else ""
    return f"{sign}{abs(rounded):,.{places}f}{symbol}"


def mean(
    estimate: Interval, places: int = 2, *, measure: str = "", signed: bool = False, doubtful: bool = False
) -> str:
    """The mean, marked where its interval is `doubtful` (`Summary.doubtful`): `~0.62`."""
    text = number(estimate.mean, places, measure=measure, signed=signed)
    return ROUGH + text if doubtful and text != NONE else text


def interval(estimate: Interval, places: int = 2, *, measure: str = "", signed: bool = False) -> str:
    """`[0.55, 0.69]`; "" where there is none."""
    if estimate.low is None or estimate.high is None:
        return ""
    low, high = (number(one, places, measure=measure, signed=signed) for one in (estimate.low, estimate.high))
    symbol = unit(measure)
    return f"[{low.removesuffix(symbol)}, {high.removesuffix(symbol)}]"


def estimate(one: Interval, places: int = 2, *, measure: str = "", signed: bool = False, doubtful: bool = False) -> str:
    """`0.62 [0.55, 0.69]`."""
    around = interval(one, places, measure=measure, signed=signed)
    return f"{mean(one, places, measure=measure, signed=signed, doubtful=doubtful)} {around}".rstrip()


def probability(p: float | None) -> str:
    """`< 0.001`, `0.004`, `0.31`, `1`; a dash where nothing was tested. Just below ALPHA it has as many digits as it
    takes to be seen there: 0.0496 is never shown as 0.050, which would not be real."""
    if p is None or not math.isfinite(p):
        return NONE
    if p < 0.001:
        return "< 0.001"
    places = 3 if p < 0.0995 else 2
    while (p < ALPHA) != (round(p, places) < ALPHA):
        if places == _MOST_PLACES:
            return f"< {ALPHA}"
        places += 1
    return f"{p:.{places}f}" if p < 0.995 else "1"


def probability_is(p: float | None) -> str:
    """`p < 0.001`, `p = 0.03`, for sentences."""
    text = probability(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"
