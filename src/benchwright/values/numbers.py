"""Read numbers and quantities: "approximately 4.5 million inhabitants (2011 census)"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from benchwright.values.units import PREFIXES, unit_named


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of something. `unit` is the canonical name of a unit ("square kilometre"), "" for a bare number;
    `approximate` says that the text hedged (about, more than, c.)."""

    number: Decimal
    unit: str = ""
    approximate: bool = False


# fmt: off
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}
# fmt: on
NUMBER_WORDS: Mapping[str, int] = {
    **{word: value for value, word in enumerate(_SMALL)},
    **_TENS,
    **{f"{ten}-{_SMALL[unit]}": value + unit for ten, value in _TENS.items() for unit in range(1, 10)},
}
"""The numbers up to ninety-nine by their words."""

SCALES: Mapping[str, int] = {
    "hundred": 2,
    "thousand": 3,
    "lakh": 5,
    "million": 6,
    "mn": 6,
    "crore": 7,
    "billion": 9,
    "bn": 9,
    "trillion": 12,
}
"""Words for powers of ten, with their exponents."""

_DIGITS = re.compile(
    r"(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)(?:\.\d+)?|\.\d+"
)
_HEDGE = re.compile(
    r"(?:about|around|approximately|approx\.?|roughly|circa|c\.|ca\.|nearly|almost|some|over|more than|less than|"
    r"fewer than|at least|at most|up to|under|an estimated|estimated|est\.|~|≈|>|<)\s*",
    re.IGNORECASE,
)
# What a trailing parenthesis may say without changing the number: when and how it was counted, or the same again in
# other units. Anything else (an "(tie)", a "(3 penalties)") is not ours to drop.
_ASIDE = re.compile(
    r"\s*\(\s*(?:(?:as of|in|at)\s+)?(?:the\s+)?(?:[A-Z][a-z]+\.?\s+)?(?:\d{4})?"
    r"\s*(?:,?\s*(?:est\.?|estimate|census))?\s*\)\s*$"
)
_CONVERSION = re.compile(r"\s*\(\s*([^()]*\d[^()]*)\)\s*$")
# A hard space is a space, except between the thousands of a number.
_HARD_SPACE = re.compile(r"(?<!\d)[\u00a0\u2009\u202f]|[\u00a0\u2009\u202f](?!\d{3}(?!\d))")
_FOOTNOTES = re.compile(r"(?:\s*\[\s*[^\[\]]{1,12}\s*\])+\s*$")
_FEET_INCHES = re.compile(r"(\d{1,2})\s*(?:ft\.?|feet|foot|′|')\s*(\d{1,2}(?:\.\d+)?)\s*(?:in\.?|inch(?:es)?|″|\")$")


def parse_number(text: str) -> Decimal | None:
    """A bare number, in digits or as a word up to ninety-nine; None for anything else (ranges, codes, fractions)."""
    text = text.strip()
    sign = 1
    if text[:1] in ("-", "−", "+"):
        sign = 1 if text[0] == "+" else -1
        text = text[1:]
    if _DIGITS.fullmatch(text):
        return sign * Decimal(re.sub(r"[,\u00a0\u2009\u202f]", "", text))
    word = NUMBER_WORDS.get(text.casefold())
    return None if word is None else Decimal(sign * word)


def parse_quantity(text: str) -> Quantity | None:
    """Read a whole text as one number with at most one unit, or None.

    Understands thousands separators, "4.5 million", signs of percent and currency, feet with inches (given in inches),
    hedges, and ignores footnote marks, "(2025 est.)" and a repetition in another unit "(220 mi)". A word that is no
    known unit, a range or two numbers refuse: a guessed quantity is worse than none.
    """
    text = _HARD_SPACE.sub(" ", _FOOTNOTES.sub("", text)).strip().rstrip(".;,")
    text = _ASIDE.sub("", text).strip()
    aside = _CONVERSION.search(text)
    if aside:
        other = _read(aside[1].strip())
        main = _read(text[: aside.start()].strip())
        # Only a unit of the same kind repeats the quantity.
        if other is None or main is None or _dimension(other) != _dimension(main) or other.unit == main.unit:
            return None
        return main
    return _read(text)


def _dimension(quantity: Quantity) -> str:
    unit = unit_named(quantity.unit)
    return "" if unit is None else unit.dimension


def _read(text: str) -> Quantity | None:
    approximate = False
    while match := _HEDGE.match(text):
        approximate, text = True, text[match.end() :]
    feet = _FEET_INCHES.fullmatch(text)
    if feet:
        return Quantity(Decimal(feet[1]) * 12 + Decimal(feet[2]), "inch", approximate)
    sign = 1
    if text[:1] in ("-", "−") and text[1:2] in "$€£¥₹":
        sign, text = -1, text[1:]
    unit = ""
    for prefix in PREFIXES:
        if text.startswith(prefix):
            known = unit_named(prefix)
            unit = known.name if known else ""
            text = text[len(prefix) :].lstrip()
            break
    number, rest = _leading_number(text)
    if number is None:
        return None
    number *= sign
    first, _, after = rest.partition(" ")
    if first.casefold() in SCALES:
        number = number.scaleb(SCALES[first.casefold()])
        rest = after.strip()
    if rest:
        known = unit_named(rest)
        if known is None or (unit and not known.dimension.endswith(unit)):
            return None
        unit = unit or known.name
    return Quantity(number, unit, approximate)


_LEADING = re.compile(rf"[-−+]?(?:{_DIGITS.pattern})(?![\d,.:/–-]*\d)")


def _leading_number(text: str) -> tuple[Decimal | None, str]:
    """The number that a text begins with, and what follows it."""
    match = _LEADING.match(text)
    if match:
        return parse_number(match[0]), text[match.end() :].strip()
    word, _, rest = text.partition(" ")
    return (parse_number(word), rest.strip()) if word.casefold() in NUMBER_WORDS else (None, text)


def format_number(number: Decimal) -> str:
    """Digits with commas between the thousands, no exponent, no trailing zeros: 8804190 gives "8,804,190".

    Raises ValueError for infinities and NaN. `parse_quantity(format_number(x))` gives x again.
    """
    if not number.is_finite():
        raise ValueError(f"{number} is not a number that can be shown")
    if number == 0:
        return "0"
    shown = f"{number:,f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def convert(quantity: Quantity, unit: str) -> Quantity | None:
    """The same amount in another unit of the same dimension; None where the two cannot be compared."""
    if quantity.unit == unit:
        return quantity
    source, target = unit_named(quantity.unit), unit_named(unit)
    if source is None or target is None or source.dimension != target.dimension:
        return None
    return Quantity(quantity.number * source.factor / target.factor, target.name, quantity.approximate)


_SIGNED = {"dollar": "$", "US dollar": "US$", "euro": "€", "pound sterling": "£"}


def show_quantity(number: Decimal, unit: str = "") -> str:
    """As an answer shows it: "1,234 square kilometres", "1 person", "$5", "12%". An unknown unit is put as it is."""
    shown = format_number(number)
    if unit in _SIGNED:
        return f"-{_SIGNED[unit]}{shown[1:]}" if shown.startswith("-") else f"{_SIGNED[unit]}{shown}"
    if unit == "percent":
        return f"{shown}%"
    known = unit_named(unit)
    word = known.word(number) if known else unit
    return f"{shown} {word}".strip()
