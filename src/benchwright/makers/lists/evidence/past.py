"""What was and is no more: the signs that a sentence tells of another time.

"Lies in", "borders" and "is the capital of" ask for what holds, so that "the former capital", "historically lay within"
or "from 1130 to 1816" prove nothing of it; of "played for" and "has been a citizen of" they may.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchwright.graphs.relations import Relation
from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.outline import Outline, outline
from benchwright.makers.lists.evidence.reading import Reading
from benchwright.makers.lists.evidence.tokens import Tokens, listed, tokens
from benchwright.values.dates import MONTHS

_HOLDS = re.compile(
    r"\} (?:borders|belongs to|lies in|contains) \{|\} is (?:in|located in|based in|(?:a )?part of|a country in) \{"
    r"|\} is (?:the capital|the county seat|a \S+-level)|^A part of|\} has the form of government"
)
"""Hypotheses of what may end: where something lies, what it belongs to, what it is the seat of."""
_PRESENT = re.compile(r"\} is (?!or was )")
_BELONGS = re.compile(r"\} belongs to \{")
_OVER = listed("formerly abolished defunct merged ceased dissolved disestablished erstwhile")
_LAPSED = (["in", "the", "past"], ["historically", ","], ["formerly", ","], ["previously", ","])
_PAST = listed("was were had lay belonged formed")
_CALLED = listed("known called named titled spelled spelt branded styled president prime king residence home")
_HISTORIC = listed("a the part within in lay was were belonged located situated")
_NOW = listed("now today currently")
_SINCE = listed("until till")
_WAS = frozenset(["was", "were"])
_PARTS = frozenset([",", ";", "and", "but", "while"])
_ARTICLES = listed("a an the one its their")
_RANKS = listed("first second third only last largest")
_MONTHS = frozenset(month.lower() for month in MONTHS)


def holds(relation: Relation) -> bool:
    """Whether a relation asks for what holds now, and may have ended."""
    return _HOLDS.search(relation.hypothesis) is not None


def changes_hands(relation: Relation) -> bool:
    """Whether a relation tells of what can be sold, so that one sentence of a page may take back another."""
    return _BELONGS.search(relation.hypothesis) is not None


def over(reading: Reading, own: Sequence[Hit]) -> bool:
    """Whether a sentence tells of something that has ended: by a word before the mention, or behind it in the same
    clause. Parentheses tell of something else, unless they hold the mention or stand between a cue and it."""
    first = reading.mention[0]
    begins = min((hit.end for hit in own if not hit.weak and hit.end <= first), default=first)
    return _told(reading.words, reading.built, reading.mention, begins) or _was(reading, own)


def lapsed(reading: Reading, relation: Relation) -> bool:
    """Whether a sentence opens with what was, of a relation that asks for what is: "In the past , it was also"."""
    words, first = reading.words.folded, reading.mention[0]
    opens = any(words[: len(told)] == told for told in _LAPSED)
    lasts = holds(relation) or _PRESENT.search(relation.hypothesis) is not None
    return (
        opens
        and lasts
        and not _NOW & set(words[:first])
        and any(word in _PAST or word.endswith("ed") for word in words[:first])
    )


def ended(sentence: str, mention: tuple[int, int]) -> bool:
    """The same of a sentence that nobody has read for a relation yet; `mention` is a range of it."""
    words = tokens(sentence)
    span = words.between(*mention)
    return _told(words, outline(sentence), span, span[0])


def former(opening: str) -> bool:
    """Whether a page opens with what its entity was: "X was a region", "X is a former region"."""
    words, built = tokens(opening), outline(opening)
    if built.copula is None or built.predicate is None:
        return False
    first, last = built.predicate
    told = words.folded[first:last]
    if words.folded[built.copula] in _WAS:
        return told[:1] != [] and told[0] in _ARTICLES
    return any(word in ("former", "defunct") for word in told[:3])


def _told(words: Tokens, built: Outline, mention: tuple[int, int], begins: int) -> bool:
    first, last = mention
    inside = built.inside
    clause = next((at for at in range(last, len(words)) if words.folded[at] in _PARTS and not inside[at]), len(words))
    places = [at for at in range(clause) if inside[first] or not inside[at] or begins <= at < first]
    begun = max(
        (at for at in range(first) if words.folded[at] in _NOW), default=-1
    )  # "former manor , now in [England]"
    if words.folded[last : last + 1] == ["between"] and set(words.folded[:first]) & _WAS:  # "was part of [A] between"
        years = words.folded[last + 1 : last + 4]
        return len(years) == 3 and _is_year(years[0]) and years[1] == "and" and _is_year(years[2])
    return any(_ends(words, at) for at in places if at > begun and not first <= at < last)


def _ends(words: Tokens, at: int) -> bool:
    """Whether a word says that something has ended; "formerly Rhodesia" and "formerly known as" tell of a name."""
    word, after = words.folded[at], [*words.folded[at + 1 : at + 4], "", "", ""]
    if word in _OVER or word == "once":
        named = at + 1 < len(words) and words.written[at + 1][0].isupper()
        return not named and after[0] not in _CALLED | {"again", "a", "more"}
    if word == "historically":
        return after[0] in _HISTORIC  # and not "a historically black university"
    if word == "former":
        return not set(after) & _CALLED
    if word == "used":
        return after[0] == "to"
    if word == "sold":
        return after[0] in ("to", "by", "its", "off") or (after[0] != "" and words.written[at + 1][0].isupper())
    if word in _SINCE or word == "before":
        told = after[1:3] if after[0] in ("the", "its") else after[:1]
        return any(_is_year(one) for one in told) or after[0] in _MONTHS
    if word == "from":
        return _is_year(after[0]) and after[1] in ("to", "until", "-") and _is_year(after[2])
    return word == "at" and after[:2] == ["that", "time"]


def _was(reading: Reading, own: Sequence[Hit]) -> bool:
    """Whether the sentence says what its subject was, by the cue: "it was the capital of"; but "the first county in
    Texas" lies there still."""
    words, built, copula = reading.words.folded, reading.built, reading.built.copula
    if copula is None or built.predicate is None or words[copula] not in _WAS or copula >= reading.mention[0]:
        return False
    rank = words[copula + 2 : copula + 3]
    if words[copula + 1] not in _ARTICLES or set(rank) & _RANKS:
        return False
    return any(copula < hit.first < built.predicate[1] for hit in own if not hit.weak)


def _is_year(word: str) -> bool:
    return len(word.removesuffix("s")) == 4 and word.removesuffix("s").isdigit()
