"""A sentence as `lexical` reads it for one triple: where the two ends stand, and how far a cue is from them."""

from __future__ import annotations

from dataclasses import dataclass

from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.outline import Outline, listed_apart, outline
from benchwright.makers.lists.evidence.tokens import Tokens, listed, tokens

_PRONOUNS = frozenset(["he", "she", "it", "they", "his", "her", "its", "their", "him", "them"])
CALLED = listed(
    "film movie series show novel book album song single band group city town village country company university "
    "college school game team club organization organisation state films movies shows books albums songs bands groups "
    "cities towns countries companies universities colleges schools teams clubs television music states"
)
_RELATIVES = frozenset(["which", "whom", "whose", "who"])


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as tokens, with ranges of tokens: the name that the search found, the name of the page's own entity or
    what stands for it, and the same two as the hypothesis has them, one end `first` and the other `second`. None where
    the sentence does not name an end. `common` says that the mention is a common noun."""

    words: Tokens
    built: Outline
    mention: tuple[int, int]
    anchor: tuple[int, int] | None
    first: tuple[int, int] | None
    second: tuple[int, int] | None
    pronoun: bool
    common: bool


def read(statement: Statement, inverted: bool) -> Reading:
    start, end = statement.sentence
    sentence = statement.text[start:end]
    words, built = tokens(sentence), outline(sentence)

    def place(span: tuple[int, int]) -> tuple[int, int]:
        return words.between(span[0] - start, span[1] - start)

    mention = place(statement.mention)
    anchor = place(statement.anchor) if statement.anchor is not None else None
    pronoun = False
    if anchor is None and statement.opens and built.copula is not None and built.copula <= mention[0]:
        anchor = 0, built.copula  # a page opens with what it is about, if under a longer name
    if anchor is None:
        anchor = _meant(words, mention)
        pronoun = anchor is not None
    common = all(word[0].islower() for word in words.written[mention[0] : mention[1]] if word[0].isalpha())
    leads = (statement.about == "subject") != inverted
    first, second = (anchor, mention) if leads else (mention, anchor)
    return Reading(words, built, mention, anchor, first, second, pronoun, common)


def _meant(words: Tokens, mention: tuple[int, int]) -> tuple[int, int] | None:
    """A word that may stand for the page's own entity: a pronoun, or "the film"; the first of the sentence."""
    for at, word in enumerate(words.folded):
        if mention[0] <= at < mention[1]:
            continue
        if word in _PRONOUNS:
            return at, at + 1
        if word in ("the", "this") and at + 1 < len(words) and words.folded[at + 1] in CALLED and at < 6:
            return at, at + 2
    return None


def covers(reading: Reading, hit: Hit) -> bool:
    """Whether a cue is part of a name: "director" of "Funeral Director", "University" of "Yale University"."""
    spans = [reading.mention] + ([reading.anchor] if reading.anchor is not None and not reading.pronoun else [])
    return any(first < hit.end and hit.first < end for first, end in spans)


def aside(reading: Reading, hit: Hit) -> bool:
    """Whether a cue stands in parentheses that belong to another name: "A ( for which he won ) , B" tells nothing of B,
    and A's are those that follow A or stand around it."""
    inside = reading.built.inside
    if not inside[hit.first]:
        return False
    begin = hit.first
    while begin > 0 and inside[begin - 1]:
        begin -= 1
    return begin != reading.mention[1] and not (begin <= reading.mention[0] and all(inside[begin : reading.mention[0]]))


def distance(reading: Reading, hit: Hit, span: tuple[int, int]) -> float:
    """How far a cue is from a span, lists and parentheses passed over; but a relative takes the last entry of the list
    before it: "A , B and C , for which he won" tells of C."""
    first, last = (hit.end, span[0]) if hit.first < span[0] else (span[1], hit.first)
    if first >= last:
        return 0.0
    if span == reading.mention and first == span[1]:
        between = range(first, last)
        relative = next((at for at in between if reading.words.folded[at] in _RELATIVES), None)
        if relative is not None and any(reading.words.folded[at] in (",", "and") for at in range(first, relative - 2)):
            return float(sum(not reading.built.inside[at] for at in between))
    apart = reading.built.apart(first, last)
    if reading.common and apart > 1 and span == reading.mention:
        apart = min(apart, listed_apart(reading.words, reading.built, first, last))
    return apart
