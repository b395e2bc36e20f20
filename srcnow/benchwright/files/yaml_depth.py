"""Tells whether a YAML text is nested too deeply to be parsed: the time for it grows with the square of the depth."""

from __future__ import annotations

import re

DEEPEST = 100
"""Brackets inside one another; what we read needs ten."""

_BRACKET = re.compile(r"[\[\]{}]")


def is_too_deep(text: str) -> bool:
    """Whether more than DEEPEST brackets are open at one place of the text."""
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "[{" else max(depth - 1, 0)
        if depth > DEEPEST:
            return True
    return False
