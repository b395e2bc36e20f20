"""Tell names that are compared letter by letter from words: options (-E is not -e), paths, variables, versions.

A relation that says what its value is decides first (`since` gives versions); else the spelling does: a dash or plus
before a letter, a path, an underscore, a dollar sign.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from decimal import Decimal
from functools import lru_cache

VERSION_RELATIONS = frozenset({"since", "version", "release"})
"""Relations whose values are versions: 3.1 is not 3.10."""

_SPELLED = re.compile(
    r"[-+]{1,2}[^\W\d_][\w.+-]*|\$\w+|(?:~|\.{0,2})/[^\s/]\S*|(?!\d+/\d+/\d+$)[^\s/]+(?:/[^\s/]+){2,}/?|[A-Za-z0-9]\w*_\w+|_\w+"
)
_VERSION = re.compile(r"(?<!\w)(?:version|release|v\.?)\s*(?P<number>\d+(?:\.\w+)*(?:[-+]\w+)*)", re.IGNORECASE)
_NUMBERED = re.compile(r"\d+(?:\.\d+)+(?:\.\w+)*(?:[-+]?[A-Za-z]\w*)?|\d+")
_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]?\w)")
_SHORT_OPTION = re.compile(r"(?<![\w-])-[A-Za-z](?![\w-])")


@lru_cache(maxsize=16_384)
def is_identifier(text: str) -> bool:
    """Whether a text is spelled as an identifier."""
    return bool(_SPELLED.fullmatch(text))


def version_number(text: str, relation: str = "") -> str:
    """The number of "version 3.10", or of "3.10" where the relation gives versions; "" for another text."""
    named = _VERSION.fullmatch(text)
    if named:
        return named["number"]
    return text if relation in VERSION_RELATIONS and _NUMBERED.fullmatch(text) else ""


def short_options(text: str) -> tuple[str, ...]:
    """The options of one letter that a text names: these differ by their case alone."""
    return tuple(_SHORT_OPTION.findall(text)) if "-" in text else ()


def versions_in(text: str) -> Iterator[str]:
    """The versions that a text names as such: 3.10 of "since version 3.10"."""
    return (match["number"] for match in _VERSION.finditer(text))


def decimals_in(text: str) -> list[str]:
    """The numbers with a point in a text."""
    return _DECIMAL.findall(text) if "." in text else []


def is_other_version(number: str, versions: Collection[str]) -> bool:
    """Whether a number is worth what a version is, in other digits."""
    same = (one for one in versions if _DECIMAL.fullmatch(one) and Decimal(one) == Decimal(number))
    return number not in versions and any(same)


def find_identifier(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a text has exactly this identifier, not a longer one. The dashes of a long option may be left out."""
    for match in _finder(name).finditer(text):
        yield match.span()


@lru_cache(maxsize=4096)
def _finder(name: str) -> re.Pattern[str]:
    bare = name.lstrip("-")
    wanted = rf"(?:{re.escape(name)}|(?<!-){re.escape(bare)})" if len(bare) > 1 < len(name) else re.escape(name)
    before = r"(?<![\w$/\\.+-])" if not name[0].isdigit() else r"(?:(?<![\w.])|(?<=\bv)|(?<=\bV))"
    return re.compile(rf"{before}{wanted}(?![\w\\]|[-./+]\w|\+)")
