"""Make text from others safe to show: nothing hidden in it, nothing endless.

Names of systems, titles and texts come out of files and services that others wrote. Control characters and marks that
turn the direction of writing are shown as escapes, wherever they end up; escaping for HTML or LaTeX comes after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Control characters but tab and line feed, what turns the direction of writing, and halves of surrogate pairs.
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_SPACE = re.compile(r"\s+")

NAME = 24
"""Characters of a system's name where room is short."""


def visible(text: str) -> str:
    """The text with what cannot be seen as escapes; line feeds and tabs stay."""
    return UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def line(text: str, longest: int = 0) -> str:
    """The text on one line, cut at its end if it is longer than `longest` characters (0: never)."""
    whole = visible(_SPACE.sub(" ", text).strip())
    return whole if not longest or len(whole) <= longest else whole[: longest - 1].rstrip() + "…"


def shortened(name: str, longest: int = NAME) -> str:
    """A name with its middle cut out: both ends tell systems apart better than the beginning alone."""
    whole = line(name)
    if len(whole) <= longest:
        return whole
    head = longest // 2
    tail = longest - 1 - head
    return f"{whole[:head]}…{whole[len(whole) - tail :]}"


def short_names(names: Sequence[str], longest: int = NAME) -> dict[str, str]:
    """A short name for each, no two alike: those that would be are numbered."""
    shorts: dict[str, str] = {}
    used: set[str] = set()
    for name in dict.fromkeys(names):
        short, number = shortened(name, longest), 2
        while short in used:
            ending = f" ({number})"
            short, number = shortened(name, longest - len(ending)) + ending, number + 1
        used.add(short)
        shorts[name] = short
    return shorts


_CELL = 120
"""Characters of a cell in a table of Markdown."""


def markdown_cell(text: str, longest: int = _CELL) -> str:
    """Words of others as one cell of a table, or a title: nothing in them is Markdown or HTML."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>|#&!" else letter for letter in line(text, longest))
