"""Decide whether a point or a comma begins the decimals of numbers, by the other numbers of a column, table or text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchwright.values import Quantity, parse_quantity
from benchwright.values.numbers import SCALES

_LONE_NUMBER = re.compile(r"[^\d.,]{0,4}(\d+(?:[.,]\d+)+)([^\d]{0,16})")
_GROUPED = re.compile(r"(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|\d+)(?:\.\d+)?")
_SWAPPED = str.maketrans(".,", ",.")
_SCALED = re.compile(rf"\s?(?:{'|'.join(SCALES)})\b", re.IGNORECASE)
# References ([1,2]), codes (1,2-dichloroethane) and coordinates touch other signs; a number of a sentence does not.
_NUMBER = re.compile(
    rf"(?<![^\s$€£¥])\d+(?:[.,]\d+)+(?:{_SCALED.pattern}|(?=[.;:!?,)]*(?:\s|$)|\s?%|[^\W\d_]))", re.IGNORECASE
)


def numbers_in(text: str) -> list[str]:
    """The numbers of a text that hold a point or a comma, with the scale word behind them."""
    return _NUMBER.findall(text)


def sure_signs(cells: Sequence[str]) -> frozenset[str]:
    """The decimal signs that numbers of a column leave no doubt about: the point of 1,234.5, 0.75 and 1.234 million,
    the comma of 0,125 and 1.234.567."""
    return frozenset(sign for sign in map(_signs, cells) if sign in (".", ","))


def decimal_sign(cells: Sequence[str], elsewhere: frozenset[str] = frozenset()) -> str:
    """What begins the decimals of a column's numbers, "." or ","; "" where nobody can tell. Numbers without doubt
    decide, else those of the table (`elsewhere`). Without any a comma parts thousands, for the header was understood as
    English; but where points alone stand before three digits ("505.992") they may do so as well."""
    signs = sure_signs(cells) or elsewhere
    if signs:
        return next(iter(signs)) if len(signs) == 1 else ""
    doubtful = [cell for cell in cells if _signs(cell) == "?"]
    return "" if any("." in cell for cell in doubtful) and not any("," in cell for cell in doubtful) else "."


def quantity_as_written(text: str, decimal: str) -> Quantity | None:
    """The amount that a text is. A fact shows it as it is written, so it is refused where its points or commas are not,
    or may not be, those of English: 1,234 beside 0,5."""
    doubtful = decimal != "." and any(_signs(number) == "?" for number in numbers_in(text))
    return None if doubtful else parse_quantity(text)


def _signs(cell: str) -> str:
    """The decimal sign in which the one number of a cell can be read; "?" for both, "" for none."""
    match = _LONE_NUMBER.fullmatch(cell.strip())
    if match is None:
        return ""
    point, comma = (_GROUPED.fullmatch(text) for text in (match[1], match[1].translate(_SWAPPED)))
    if point and comma:
        return "." if "." in match[1] and _SCALED.match(match[2]) else "?"  # nobody parts the thousands of millions
    return "." if point else "," if comma else ""
