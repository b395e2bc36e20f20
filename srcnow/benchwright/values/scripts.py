"""Tell which scripts a text is written in, and read the digits of any of them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Letters of scripts without spaces between words, as a pattern's range."""
_SEPARATORS = str.maketrans({"\u066b": ".", "\u066c": ","})
"""Arabic decimal and thousands separators."""
_ANY_LETTERS = frozenset({"FULLWIDTH", "MODIFIER", "MATHEMATICAL", "SCRIPT", "DOUBLE-STRUCK", "FEMININE", "MASCULINE"})
"""First words of the names of letters that are forms of other letters."""


@lru_cache(maxsize=4096)
def _script_of(letter: str) -> str:
    """The first word of a letter's Unicode name, which is its script: LATIN, CYRILLIC, CJK; "" for a letter of none."""
    name = unicodedata.name(letter, "").partition(" ")[0]
    return "" if name in _ANY_LETTERS else name


def scripts_of(text: str) -> frozenset[str]:
    """The scripts of a text's letters, by their names in Unicode."""
    if text.isascii():
        return frozenset({"LATIN"}) if any(map(str.isalpha, text)) else frozenset()
    return frozenset(filter(None, map(_script_of, {letter for letter in text if letter.isalpha()})))


def with_ascii_digits(text: str) -> str:
    """The text with the decimal digits of all scripts as 0 to 9, and Arabic separators as stop and comma. No character
    changes its place. Raised and lowered digits stay: they are no amounts."""
    if text.isascii():
        return text
    text = text.translate(_SEPARATORS)
    others = {one for one in text if not one.isascii() and unicodedata.category(one) == "Nd"}
    return text.translate({ord(one): str(unicodedata.decimal(one)) for one in others}) if others else text
