"""Decide whether a point or a comma begins the decimals of numbers, by the other numbers of a column, table or text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal

from benchwright.values.numbers import SCALES, parse_quantity
from benchwright.values.quantities import Quantity
from benchwright.values.scripts import with_ascii_digits

_LONE_NUMBER = re.compile(r"[^\d.,]{0,4}(\d+(?:[.,]\d+)+)([^\d]{0,16})")
_WHOLE = re.compile(r"[^\d.,]{0,4}\d{1,3}[^\d]{0,16}")
_GROUPED = re.compile(r"(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|\d+)(?:\.\d+)?")
_SWAPPED = str.maketrans(".,", ",.")
_SCALED = re.compile(rf"\s?(?:{'|'.join(SCALES)})\b", re.IGNORECASE)
# References ([1,2]), codes (1,2-dichloroethane) and coordinates touch other signs; a number of a sentence does not.
_NUMBER = re.compile(
    rf"(?<![^\s$€£¥])\d+(?:[.,]\d+)+(?:{_SCALED.pattern}|(?=[.;:!?,)]*(?:\s|$)|\s?%|[^\W\d_]))", re.IGNORECASE
)
_SIGNED = re.compile(r"\d[.,]\d")
"""What every `_NUMBER` has."""


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
    English; but where points alone stand before three digits ("505.992") they may do so as well, and so may the table's
    decimal sign between whole numbers: 1.250 and 980 beside ratings of 4.5."""
    signs = sure_signs(cells)
    doubtful = [cell for cell in cells if _signs(cell) == "?"]
    if not signs and elsewhere:
        grouped = any(sign in cell for cell in doubtful for sign in elsewhere)
        signs = frozenset() if grouped and any(map(_WHOLE.fullmatch, cells)) else elsewhere
        if not signs:
            return ""
    if signs:
        return next(iter(signs)) if len(signs) == 1 else ""
    return "" if any("." in cell for cell in doubtful) and not any("," in cell for cell in doubtful) else "."


def with_english_signs(text: str, known: Collection[Decimal] = ()) -> str:
    """The text with its numbers as in English, in the digits 0 to 9: "1.234,56" as "1,234.56", where its numbers leave
    no doubt that a comma begins their decimals, or where one of them ("1.250") is then a `known` one."""
    text = with_ascii_digits(text)
    if not _SIGNED.search(text):
        return text
    numbers = numbers_in(text)
    signs = [_signs(number) for number in numbers]
    comma = "," in signs and "." not in signs
    if not comma and not any(sign == "?" and "." in number for sign, number in zip(signs, numbers, strict=True)):
        return text

    def swapped(match: re.Match[str]) -> str:
        other = match[0].translate(_SWAPPED)
        doubtful = "." in match[0] and _signs(match[0]) == "?"
        meant = doubtful and (amount := parse_quantity(other)) is not None and amount.number in known
        return other if comma or meant else match[0]

    return _NUMBER.sub(swapped, text)


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
    point, comma = _GROUPED.fullmatch(match[1]), _GROUPED.fullmatch(match[1].translate(_SWAPPED))
    if point and comma:
        return "." if "." in match[1] and _SCALED.match(match[2]) else "?"  # nobody parts the thousands of millions
    return "." if point else "," if comma else ""
