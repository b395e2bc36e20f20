"""Join items as a sentence lists them: "A, B and C"."""

from __future__ import annotations

from collections.abc import Iterable


def join_and(items: Iterable[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    return _join(list(items), "and")


def join_or(items: Iterable[str]) -> str:
    """ "A", "A or B", "A, B or C"."""
    return _join(list(items), "or")


def _join(items: list[str], conjunction: str) -> str:
    if len(items) < 2:
        return "".join(items)
    # A comma before the last item keeps names with an "and" apart: "Kenya, Trinidad and Tobago, and Togo".
    comma = "," if len(items) > 2 and any(" and " in item for item in items) else ""
    return f"{', '.join(items[:-1])}{comma} {conjunction} {items[-1]}"
