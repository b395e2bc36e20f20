"""Normalise answers, so that different spellings of one answer count as equal.

`plain` follows SQuAD's form (lower case, no punctuation, no articles) for every script, but tells 3.5 from 35 and 5 %
from $5, and keeps "A" (a blood group). The keys add what numbers with units and dates amount to: "1,000" is "1000",
"5 km" is "5000 metres", "4 July 1776" is "July 4, 1776".
"""

from __future__ import annotations

import re
import string
import unicodedata
from decimal import Decimal
from functools import lru_cache

from benchwright.values import Quantity, parse_date, parse_quantity, unit_named

Key = tuple[str, str, Decimal | str]

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_POINT = "\ue000"  # stands for a decimal point while the other full stops are taken out
_LEADING_ZERO = re.compile(r"0\d")
_LAST_SIGN = 0x20000  # behind this plane Unicode has no punctuation
_KEPT = 65_536
_LONGEST = 200  # characters that a number or a date may have


@lru_cache(maxsize=1)
def _signs() -> dict[int, str | None]:
    """ASCII punctuation goes, as in SQuAD ("U.S." is "us"); that of other scripts parts words."""
    signs: dict[int, str | None] = {
        code: " " for code in range(128, _LAST_SIGN) if unicodedata.category(chr(code)).startswith("P")
    }
    signs |= dict.fromkeys(map(ord, string.punctuation + "’‘"))
    return signs


def plain(text: str) -> str:
    """The normal form of a text: in Unicode's compatible form, lower case, no punctuation but decimal points, no commas
    of thousands, no articles, single spaces. A text of nothing else stays as it is, in lower case."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace(_POINT, " ")
    points = _DECIMAL_POINT.sub(_POINT, _GROUPED.sub("", folded)).translate(_signs())
    return " ".join(_ARTICLES.sub(" ", points).split()).replace(_POINT, ".") or " ".join(folded.split())


@lru_cache(maxsize=_KEPT)
def gold_keys(text: str) -> tuple[Key, ...]:
    """What a right answer is known by. An answer is the same if it has one of these keys (`said_keys`).

    A bare number is right where the gold has a percent or currency sign, and the reverse, as it is in SQuAD's form; two
    different units never are.
    """
    keys = _value_keys(text)
    quantity = _quantity(text)
    if quantity is not None and not quantity.unit:
        return (*keys, ("signed", "", quantity.number.normalize()))
    if quantity is not None and _is_sign(quantity.unit):
        return (*keys, ("bare", "", quantity.number.normalize()))
    return keys


@lru_cache(maxsize=_KEPT)
def said_keys(text: str) -> tuple[Key, ...]:
    """What somebody's answer is known by; the first one tells it from others. () for an empty answer."""
    if not plain(text):
        return ()
    keys = _value_keys(text)
    quantity = _quantity(text)
    if quantity is not None and not quantity.unit:
        return (*keys, ("bare", "", quantity.number.normalize()))
    if quantity is not None and _is_sign(quantity.unit):
        return (*keys, ("signed", "", quantity.number.normalize()))
    return keys


def _value_keys(text: str) -> tuple[Key, ...]:
    quantity = _quantity(text)
    if quantity is not None:
        unit = unit_named(quantity.unit)
        size, dimension = (unit.size(quantity.number), unit.dimension) if unit else (quantity.number, quantity.unit)
        return (("quantity", dimension, size.normalize()),)
    date = parse_date(text) if len(text) <= _LONGEST else None
    if date is not None:
        return (("date", "", str(date)),)
    return (("text", "", plain(text)),)


def _quantity(text: str) -> Quantity | None:
    """The number that the text is, if it is one: not a hedged one, whose hedge matters, and no code like 007."""
    folded = unicodedata.normalize("NFKC", text).strip()
    if not folded or len(folded) > _LONGEST or _LEADING_ZERO.match(folded):
        return None
    quantity = parse_quantity(folded)
    return None if quantity is None or quantity.approximate else quantity


def _is_sign(unit: str) -> bool:
    meaning = unit_named(unit)
    return meaning is not None and (meaning.dimension == "share" or meaning.dimension.startswith("money:"))
