"""How a sentence is built, as far as that can be told without a grammar.

Which tokens stand in parentheses, how far two places are apart when lists are passed over, and what the sentence says
that its subject is ("X is an American actor"). "It stars A ( Tom ) , B , C and D" tells as much of D as of A: names,
commas and what stands in parentheses count for nothing between a cue and a name, function words for little, and a word
such as "but" for much. Knows no relations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from benchwright.makers.lists.evidence.tokens import Tokens, listed, tokens

COPULAS = listed("is was are were be been being became becomes remains")
CONTRASTS = listed("but while whereas although when after before because though however")
BREAKS = CONTRASTS | {";", ":"}
_SMALL = listed(
    "a an the of in on at by to for from with and or as is was are were his her its their this that these those s "
    "also both other such including include includes into de la le von van"
)
_ENDS = listed(
    "who whom whose which that best known noted famous when where while because but in on at by for from with to "
    "during about as since until if although though whereas born starring directed written produced created based "
    "formed founded made set"
)
_NO_PREDICATE_BEFORE = listed("who whom whose which that when where while because if although but as")
_AFTER_PARTICIPLE = listed("a an the by in on for from at as with to his her its their and")
_SMALL_COST = 0.25
_BREAK_COST = 3.0
_MEMBER = 3  # words that an entry of a list of common nouns may have
_TORN = 30  # tokens of a sentence within which a parenthesis may end that was opened before it
_OPENING = 60  # tokens within which a copula is the sentence's own


@dataclass(frozen=True, slots=True)
class Outline:
    """`costs` are sums: costs[i] tells what the tokens before the i-th count. `inside` says which tokens stand in
    parentheses or brackets, `breaks` which end a clause. `copula` is where the sentence's own one stands, and
    `predicate` what follows it up to the first clause, as ranges of tokens; None where there is none."""

    costs: tuple[float, ...]
    inside: tuple[bool, ...]
    breaks: tuple[bool, ...]
    copula: int | None
    predicate: tuple[int, int] | None

    def apart(self, first: int, last: int) -> float:
        """What stands between two tokens, names, lists and parentheses left out."""
        return self.costs[last] - self.costs[first] if first < last else 0.0

    def tells(self, span: tuple[int, int]) -> bool:
        """Whether a range of tokens stands in the predicate, outside parentheses."""
        found = self.predicate
        return found is not None and found[0] <= span[0] and span[1] <= found[1] and not self.inside[span[0]]


@lru_cache(maxsize=256)
def outline(text: str) -> Outline:
    """The outline of a sentence; the last few are kept."""
    words = tokens(text)
    inside = _nested(words.folded)
    breaks = tuple(_breaks(words, at) and not nested for at, nested in enumerate(inside))
    copula = _copula(words, inside)
    found = None if copula is None else (copula + 1, _end(words, inside, copula + 1))
    return Outline((0.0, *accumulate(_costs(words, inside, breaks))), inside, breaks, copula, found)


def _nested(words: Sequence[str]) -> tuple[bool, ...]:
    """Which tokens stand in parentheses; one that is never closed opens nothing, and one that is closed near the start
    was opened in the sentence before, which a full stop inside ("5 June [ O.S .") had ended."""
    inside = [False] * len(words)
    opened: list[int] = []
    for at, word in enumerate(words):
        if word in ("(", "["):
            opened.append(at)
        elif word in (")", "]") and (opened or at < _TORN):
            first = opened.pop() if opened else 0
            if not opened:
                inside[first : at + 1] = [True] * (at + 1 - first)
    return tuple(inside)


def _breaks(words: Tokens, at: int) -> bool:
    """Whether a token ends a clause; the colon of a title ("Ice Age : The Meltdown") does not."""
    word = words.folded[at]
    if word not in BREAKS:
        return False
    around = words.written[at - 1 : at] + words.written[at + 1 : at + 2]
    return word != ":" or at == 0 or not all(one[0].isupper() or one[0].isdigit() for one in around)


def _costs(words: Tokens, inside: Sequence[bool], breaks: Sequence[bool]) -> list[float]:
    costs = []
    for word, written, nested, ends in zip(words.folded, words.written, inside, breaks, strict=True):
        if ends:
            costs.append(_BREAK_COST)
        elif nested or not word[0].isalpha() or written[0].isupper():
            costs.append(0.0)
        else:
            costs.append(_SMALL_COST if word in _SMALL else 1.0)
    return costs


def _copula(words: Tokens, inside: Sequence[bool]) -> int | None:
    """The first copula of the sentence outside parentheses, unless a clause has begun before it."""
    for at, word in enumerate(words.folded[:_OPENING] if not any(inside) else words.folded):
        if inside[at]:
            continue
        if word in COPULAS:
            return at
        if word in _NO_PREDICATE_BEFORE and at > 0 and not _naming(words, at):
            return None
    return None


def _naming(words: Tokens, at: int) -> bool:
    """Whether an "as" belongs to "known as", which stands before the copula of many openings."""
    return words.folded[at] == "as" and words.folded[at - 1] in ("known", "credited", "professionally", "to", "simply")


def _end(words: Tokens, inside: Sequence[bool], at: int) -> int:
    """Where the predicate ends: before a relative, a preposition, a participle with what belongs to it."""
    while at < len(words):
        word = words.folded[at]
        if not inside[at]:
            if word in (";", ":") or (word in _ENDS and words.written[at][0].islower()):
                return at
            if word == "of" and at and words.folded[at - 1] != "one":
                return at
            if word.endswith(("ed", "ing")) and words.written[at][0].islower():
                after = words.folded[at + 1 : at + 2]
                if after and after[0] in _AFTER_PARTICIPLE and after[0] != "and":
                    return at
        at += 1
    return at


def listed_apart(words: Tokens, built: Outline, first: int, last: int) -> float:
    """What stands between two tokens when the second belongs to a list of common nouns ("rock , pop and soul"): entries
    of at most three words in the middle count for nothing."""
    total, entry, size, begun = 0.0, 0.0, 0, False
    for at in range(first, last):
        if built.inside[at]:
            continue
        word = words.folded[at]
        if word in (",", "and", "or", "&", "/"):
            if begun and size <= _MEMBER:
                entry = 0.0
            total += entry
            entry, size, begun = 0.0, 0, True
            continue
        entry += built.costs[at + 1] - built.costs[at]
        size += 1
    return total + entry
