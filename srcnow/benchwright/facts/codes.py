"""Tell codes from numbers: a column of codes is read as it is written, and nothing is computed from it.

ZIP code        Release     Dial code      Price
02108           2.9         +49            2.90
02903           2.10        +351           12.10    only prices: written again, their numbers give the same digits
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.headers import Header
from benchwright.values import words_of

_VOCABULARY = Vocabulary.of("benchwright.facts", "codes")
_HEADS = _VOCABULARY.words("heads")
_NUMBERS = _VOCABULARY.words("numbers")
_LEADING_ZERO = re.compile(r"(?<![\d.,])0\d")
_DECIMALS = re.compile(r"v?\d+[.](\d+)")


def are_codes(header: Header, cells: Sequence[str]) -> bool:
    """Whether the filled cells of a column look like numbers and are codes: the header says so ("ZIP code", "Phone"),
    or their numbers would be written otherwise (leading zeros, 2.10 after 2.9, a plus sign before each). An amount has
    a unit or a scale."""
    if header.unit or header.scale:
        return False
    return names_code(header.name) or any(map(has_leading_zero, cells)) or _are_versions(cells) or _are_signed(cells)


def has_leading_zero(text: str) -> bool:
    """Whether a text holds a whole number that begins with a zero, as no amount does: "0755", "02108"."""
    return _LEADING_ZERO.search(text) is not None


def names_code(header: str) -> bool:
    """Whether the head of a header is a word for codes: "ZIP code of the office", "article no."; a "number of" things
    is an amount."""
    phrase, of, _ = header.partition(" of ")
    words = [word for word in words_of(phrase) if not word.isdigit()]
    return bool(words) and (words[-1] in _HEADS or (words[-1] in _NUMBERS and not of and len(words) > 1))


def _are_versions(cells: Sequence[str]) -> bool:
    """Whether bare numbers have decimals of several lengths, and one of them ends with a zero: no amount is 2.10 among
    others like 2.9."""
    decimals = [match[1] for cell in cells if (match := _DECIMALS.fullmatch(cell))]
    return len(set(map(len, decimals))) > 1 and any(digits.endswith("0") for digits in decimals)


def _are_signed(cells: Sequence[str]) -> bool:
    """Whether each has a plus sign, as dial codes have: a change goes up or down."""
    return len(cells) > 1 and all(cell.startswith("+") for cell in cells)
