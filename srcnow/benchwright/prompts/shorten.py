"""Shortens a source that is too long for a request, by rule, with a mark where something was left out.

Its beginning is kept first, then what has most of the words that it is asked for, then the rest as far as it fits, all
in the source's order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_UNITS = re.compile(r"[^\n]*?[.!?。！？](?=\s)[^\S\n]*|[^\n]+|\n+")
_MARK_LENGTH = 40


def mark(characters: int) -> str:
    """What stands where characters were left out."""
    return f"[... {characters} characters left out ...]"


def shorten(text: str, limit: int, about: str, *, rows: bool, head: int = 1) -> tuple[str, int]:
    """The text in at most `limit` characters and how many characters were left out (0: the whole text).

    A table (`rows`) is cut between rows and keeps its first `head` rows; a passage is cut between sentences and keeps
    its first third. Rows and sentences that hold words of `about` come next, those with most of them first, then the
    others in order. A single one that is longer than all the room is cut within.
    """
    if len(text) <= limit:
        return text, 0
    units = text.splitlines(keepends=True) if rows else [match[0] for match in _UNITS.finditer(text)]
    first = min(head, len(units)) if rows else _within(units, limit // 3)
    words = _words(about)
    shared = {index: len(words & _words(units[index])) for index in range(first, len(units))}
    matching = sorted((index for index in shared if shared[index]), key=lambda index: -shared[index])
    chosen: set[int] = set()
    used = _MARK_LENGTH  # every stretch that is kept may need a mark behind it, and the first one a mark before it
    for index in dict.fromkeys([*range(first), *matching, *range(first, len(units))]):
        stretches = 1 - sum(neighbour in chosen for neighbour in (index - 1, index + 1))
        cost = len(units[index]) + stretches * _MARK_LENGTH
        if used + cost <= limit:
            chosen.add(index)
            used += cost
    if not chosen:
        start = max(limit - _MARK_LENGTH, 0)
        return f"{text[:start].rstrip()} {mark(len(text) - start)}", len(text) - start
    return _joined(units, chosen)


def _joined(units: Sequence[str], chosen: set[int]) -> tuple[str, int]:
    """The kept units in order with a mark in each gap, and how many characters fell into the gaps."""
    pieces: list[str] = []
    gap = lost = 0
    for index, unit in enumerate([*units, ""]):
        if index not in chosen and index < len(units):
            gap += len(unit)
            continue
        if gap:
            ends_line = not pieces or pieces[-1].endswith("\n")
            pieces.append(f"{'' if ends_line else ' '}{mark(gap)}{chr(10) if ends_line else ' '}")
            lost, gap = lost + gap, 0
        pieces.append(unit)
    return "".join(pieces).rstrip(), lost


def _within(units: Sequence[str], limit: int) -> int:
    """How many of the first units fit into `limit` characters."""
    total = 0
    for index, unit in enumerate(units):
        total += len(unit)
        if total > limit:
            return index
    return len(units)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w{3,}|\d+", text)}
