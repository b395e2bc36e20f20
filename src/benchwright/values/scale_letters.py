"""Read letters that scale numbers: "5.4M" is 5.4 million where nothing else is meant."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal

from benchwright.values.numbers import MONEY_SCALES, SCALES, parse_quantity

_LETTERED = re.compile(r"(?<![\w.,-])(?P<number>\d+(?:[.,]\d+)*)(?P<letter>[kmb])(?!\w)", re.IGNORECASE)
_SIGN = re.compile(r"\d[kmbKMB]")
"""What every number with a letter has."""
_WORDS = {zeros: word for word, zeros in SCALES.items() if len(word) > len("mln")}
"""The word for each power of ten, which is no abbreviation."""


def with_scale_words(text: str, known: Collection[Decimal] | None = None) -> str:
    """The text with words for the letters that scale its numbers: "5.4M" as "5.4 million". An m may be metres, and 747B
    a code: with `known` numbers, letters are read only where one of the text's numbers is then a known one."""

    def scaled(match: re.Match[str]) -> str:
        return f"{match['number']} {_WORDS[MONEY_SCALES[match['letter'].casefold()]]}"

    def is_known(match: re.Match[str]) -> bool:
        amount = parse_quantity(scaled(match))
        return amount is not None and (known is None or amount.number in known)

    if not _SIGN.search(text):
        return text
    return _LETTERED.sub(scaled, text) if any(map(is_known, _LETTERED.finditer(text))) else text
