"""Divides a sentence into parentheses, parts and the predicate that says what its subject is.

"It stars A ( Tom ) , B , C and D" states as much about D as about A. So distances are counted in words that are not
names: names, commas and what stands in parentheses count for nothing, words of grammar for little. Knows no relations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from benchwright.makers.lists.evidence.tokens import Tokens, tokens
from benchwright.makers.lists.evidence.words import FUNCTION, PREPOSITIONS

_COPULAS: Final = ("is", "are", "was", "were", "became", "remains")
_GRAMMAR_COST: Final = 0.25
_SEMICOLON_COST: Final = 3.0

Tokened = tuple[int, int]
"""A range of tokens."""


@dataclass(frozen=True, slots=True)
class Layout:
    """`costs` are sums for `apart`. `inside` says which tokens stand in parentheses. `copula` is the place of the first
    "is" or "was", and `predicate` the range that follows it up to a preposition or a participle; None where
    there is none."""

    words: Tokens
    costs: tuple[float, ...]
    inside: tuple[bool, ...]
    copula: int | None
    predicate: Tokened | None

    def apart(self, first: int, last: int) -> float:
        """How many words stand between two tokens, names, commas and parentheses left out."""
        return self.costs[last] - self.costs[first] if first < last else 0.0

    def predicates(self, span: Tokened) -> bool:
        """Whether a range of tokens belongs to the predicate, outside parentheses."""
        whole = self.predicate
        return whole is not None and whole[0] <= span[0] and span[1] <= whole[1] and not self.inside[span[0]]


@lru_cache(maxsize=256)
def layout(sentence: str) -> Layout:
    """The layout of a sentence. The last few are kept."""
    words = tokens(sentence)
    inside = _nested(words.folded)
    copula = next((at for at, word in enumerate(words.folded) if word in _COPULAS and not inside[at]), None)
    predicate = None if copula is None else (copula + 1, _end(words, inside, copula + 1))
    return Layout(words, (0.0, *accumulate(_costs(words, inside))), inside, copula, predicate)


def _nested(words: Sequence[str]) -> tuple[bool, ...]:
    """Which tokens stand in parentheses. One that is never closed opens nothing."""
    inside = [False] * len(words)
    opened: list[int] = []
    for at, word in enumerate(words):
        if word in ("(", "["):
            opened.append(at)
        elif word in (")", "]") and opened:
            first = opened.pop()
            if not opened:
                inside[first : at + 1] = [True] * (at + 1 - first)
    return tuple(inside)


def _costs(words: Tokens, inside: Sequence[bool]) -> list[float]:
    costs = []
    for word, written, nested in zip(words.folded, words.written, inside, strict=True):
        if nested or written[0].isupper():
            costs.append(0.0)
        elif word == ";":
            costs.append(_SEMICOLON_COST)
        elif not word[0].isalpha():
            costs.append(0.0)
        else:
            costs.append(_GRAMMAR_COST if word in FUNCTION else 1.0)
    return costs


def _end(words: Tokens, inside: Sequence[bool], at: int) -> int:
    """Where the predicate that begins at a token ends."""
    while at < len(words):
        word = words.folded[at]
        if not inside[at] and words.written[at][0].islower():
            if word in PREPOSITIONS and not (word == "of" and words.folded[at - 1] == "one"):
                return at
            participle = word.endswith(("ed", "ing")) and at + 1 < len(words)
            if participle and words.folded[at + 1] in FUNCTION and words.folded[at + 1] != "and":
                return at
        elif word in (";", ":") and not inside[at]:
            return at
        at += 1
    return at
