"""Splits a text into words with their places, so that a name is found however it was written or tokenised.

"Washington , D.C ." and "Washington, D.C." are the same words here: white space tells nothing, full stops are left out
but inside numbers, the commas of grouped thousands go, and quotes and dashes are plain. Case is folded, and what stands
in the text is kept beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from benchwright.values.names import fold as values_fold

_TOKEN = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+\.\d+|[\w\u0300-\u036f]+|[^\w\s.]")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words and signs of a text in order: folded, as they stand, and their ranges in code points. `line` is the
    folded ones with a space around each; `places` where each of them begins in it, behind its space."""

    folded: list[str]
    written: list[str]
    starts: list[int]
    ends: list[int]
    line: str
    places: list[int]

    def __len__(self) -> int:
        return len(self.folded)

    def at(self, start: int, end: int) -> tuple[int, int]:
        """Which tokens a range of `line` covers, spaces around them included, as (first, behind the last)."""
        return bisect_left(self.places, start + 1), bisect_left(self.places, end)

    def between(self, start: int, end: int) -> tuple[int, int]:
        """The tokens that begin inside a range of the text."""
        return bisect_left(self.starts, start), bisect_left(self.starts, end)


@lru_cache(maxsize=256)
def tokens(text: str) -> Tokens:
    """The tokens of a text; those of the last few are kept, for many statements are about one sentence."""
    matches = list(_TOKEN.finditer(text))
    written = [match[0] for match in matches]
    folded = [fold(one) for one in written]
    places, at = [], 1
    for one in folded:
        places.append(at)
        at += len(one) + 1
    starts, ends = [match.start() for match in matches], [match.end() for match in matches]
    return Tokens(folded, written, starts, ends, f" {' '.join(folded)} ", places)


def fold(token: str) -> str:
    """One token as names are compared by."""
    return values_fold(token.replace(",", "") if token[0].isdigit() else token)


def words_of(name: str) -> list[str]:
    """The tokens of a name as they are written."""
    return _TOKEN.findall(name)


def form_of(written: list[str]) -> str:
    """What stands in `Tokens.line` where these words stand in the text."""
    return f" {' '.join(map(fold, written))} "
