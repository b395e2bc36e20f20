"""Of whom a clause tells: of the page's person, or of their kin, animals, works and ideas.

"Her mother was born in Lund" stands on a page about her and tells nothing of where she was born, nor does "the daughter
of a man from Lund".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from benchwright.graphs.relations import Relation
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.outline import BREAKS, COPULAS
from benchwright.makers.lists.evidence.reading import Reading
from benchwright.makers.lists.evidence.tokens import listed

_KINSHIP = listed("spouse spouses sibling siblings parent parents child children relative married relationship partner")
_PERSONS = listed("person musician")
_KIN = listed(
    "father mother parents parent wife wives husband husbands spouse brother brothers sister sisters sibling siblings "
    "son sons daughter daughters child children grandfather grandmother grandparents grandparent "
    "grandson granddaughter grandchildren uncle uncles aunt aunts cousin cousins nephew nephews niece nieces "
    "stepfather stepmother stepson stepdaughter stepbrother stepsister widow widower fiancé fiancée girlfriend "
    "boyfriend twins ancestors ancestor"
)
_CHILDREN = listed("son daughter child children grandson granddaughter")
_HIS = listed("his her their whose")
_NOMINATIVES = listed("he she they i we")
_AUXILIARIES = COPULAS | listed("has had have did also later then now still both all first probably himself herself")
_LIVING = listed(
    "born raised bred educated schooled buried interred died dies lived lives live resided resides reside studied"
)
"""What people do and undergo, so that its subject is the one who did."""
_ACTIVE = _LIVING | listed("grew wrote taught won made became sang led ran fought came went served moved")
_HIMSELF = listed("body remains ashes corpse heart family self life childhood youth years majesty highness")
"""Nouns with "his" that tell of the person."""
_OPENERS = BREAKS | listed(", and that where ( if as")
_PREPOSITIONS = listed("of for in on at to from with by about behind")
_RANKS = listed("first second third fourth fifth last only one eldest oldest youngest elder younger")
_SOME = listed("one two three both all some many several most")
_TRADES = ("ist", "mmer", "player", "cian")
_AMONG = listed("one among of")
_NP_WITHIN = 7
_ASIDE_WITHIN = 14
_PREDICATE_WITHIN = 6
_PARENTS_WITHIN = 14
_TOLD_AFTER = 8


def of_another(statement: Statement, reading: Reading, strong: Sequence[Hit]) -> bool:
    """Whether the subject of the clause is not the page's person, but kin of theirs or another being or thing: "his
    father was", "Bo Sand's sister is", "her dog was born", "the idea for her play was born"."""
    relation = statement.relation
    page = relation.subject if statement.about == "subject" else relation.object
    if not (page.who or _PERSONS & set(page.one.split())) or tells_of_kin(relation):
        return False
    before = [hit for hit in strong if hit.end <= reading.mention[0]]
    if not before or _brought_along(reading):
        return False
    cue = max(before, key=lambda hit: hit.first)
    verb = _verb(reading, cue)
    if verb is None:
        return False
    end = _without_asides(reading, verb)
    if reading.words.folded[end - 1 : end] == ["and"]:
        verb = _joined(reading, end - 1)  # "her father was a smith and was born in"
        end = _without_asides(reading, verb)
    first = _subject(reading, end)
    if first is None or _has_person(reading, first, verb):
        return False
    words = reading.words.folded
    led, noun = _led(reading, first, end)
    if led and noun in _KIN:
        return True
    return words[cue.first] in _LIVING and _is_thing(reading, led, noun, first, end)


def of_parents(statement: Statement, reading: Reading) -> bool:
    """Whether a place is where somebody's parents come from: "the daughter of a man from Lund", "born to a family from
    Lund"."""
    relation = statement.relation
    page = relation.subject if statement.about == "subject" else relation.object
    if not (page.who or _PERSONS & set(page.one.split())):
        return False
    words, at = reading.words, reading.mention[0]
    while at > 0 and (words.folded[at - 1] in ("the", ",") or words.written[at - 1][0].isupper()):
        at -= 1
    if at < 3 or words.folded[at - 1] != "from" or words.folded[at - 2] == ",":
        return False
    for to in range(at - 2, max(0, at - _PARENTS_WITHIN), -1):
        if words.folded[to] in BREAKS | COPULAS | _NOMINATIVES or words.folded[to] in ("in", "from"):
            return False
        child = words.folded[to] == "of" and words.folded[to - 1] in _CHILDREN
        if child or (words.folded[to] == "to" and words.folded[to - 1] == "born"):
            return True
    return False


def of_named(statement: Statement, reading: Reading) -> bool:
    """Whether what somebody does is told of another one by name: "the band 's [guitarist] Bo Sand" on a page about a
    singer, or of many: "has influenced [guitarists]"."""
    relation = statement.relation
    page = relation.subject if statement.about == "subject" else relation.object
    words, (first, last) = reading.words, reading.mention
    noun = words.folded[last - 1]
    if not (page.who and reading.common) or not noun.removesuffix("s").endswith(_TRADES):
        return False
    if noun.endswith("s"):
        return not _AMONG & set(words.folded[max(0, first - _ASIDE_WITHIN) : first])
    named = words.written[last : last + 1]
    if not named or not named[0][0].isupper() or words.starts[last] - words.ends[last - 1] > 1:
        return False
    return reading.anchor is None or reading.pronoun or reading.anchor[0] != last


def tells_of_kin(relation: Relation) -> bool:
    """Whether a relation is one between kin, of which "his father was" tells."""
    return bool(_KINSHIP & set(relation.hypothesis.rstrip(".").split()))


def _brought_along(reading: Reading) -> bool:
    """Whether the clause goes on with the person in it: "her parents lived in Lund , where she was born"."""
    behind = reading.words.folded[reading.mention[1] : reading.mention[1] + _TOLD_AFTER]
    return any(
        one in ("when", "where", "with", "until") and other in _NOMINATIVES | {"him", "her", "them"}
        for one, other in pairwise(behind)
    )


def _verb(reading: Reading, cue: Hit) -> int | None:
    """Where the verb of a cue's clause begins: its auxiliary ("was later born"), or the copula before a noun ("is a
    graduate of")."""
    words, at = reading.words.folded, cue.first
    if cue.verb or words[at] in _ACTIVE:
        while at > 0 and words[at - 1] in _AUXILIARIES:
            at -= 1
        return at
    for to in range(at - 1, max(0, at - _PREDICATE_WITHIN), -1):
        if words[to] in COPULAS | {"has", "had"}:
            return to
        if words[to] in BREAKS | _PREPOSITIONS | {",", "and"}:
            return None
    return None


def _joined(reading: Reading, end: int) -> int:
    """Where the verb begins that "and" joins another one to; there if none is found."""
    words = reading.words.folded
    for at in range(end - 1, max(0, end - _ASIDE_WITHIN), -1):
        if words[at] in BREAKS:
            return end
        if words[at] in COPULAS:
            while at > 0 and words[at - 1] in _AUXILIARIES:
                at -= 1
            return at
    return end


def _without_asides(reading: Reading, end: int) -> int:
    """Where a subject ends, what is told of it between commas and in parentheses left out."""
    words, inside = reading.words.folded, reading.built.inside
    while end > 0 and inside[end - 1] and not inside[reading.mention[0]]:
        end -= 1
    if end > 1 and words[end - 1] == ",":
        commas = [at for at in range(end - 2, max(0, end - _ASIDE_WITHIN), -1) if words[at] == ","]
        return commas[0] if commas else end
    return end


def _subject(reading: Reading, end: int) -> int | None:
    """Where the noun phrase that ends there begins its clause, None if it does not."""
    words = reading.words.folded
    for at in range(end - 1, max(-1, end - _NP_WITHIN - 2), -1):
        opens = at == 0 or words[at - 1] in _OPENERS or words[at] == "whose"
        opens = opens or (words[at] in _HIS and words[at - 1].isdigit())  # "In 1960 her father died"
        if words[at] in COPULAS:
            return None
        if opens and words[at] != ",":
            return at
    return None


def _has_person(reading: Reading, first: int, verb: int) -> bool:
    """Whether the page's person is the subject or one of it: "she and her brother", "their son Lee"."""
    words, anchor = reading.words.folded, reading.anchor
    at = first
    while at > 0 and words[at - 1] not in BREAKS and (words[at - 1] in (",", "and") or _names(reading, at - 1)):
        at -= 1  # "Lee , Ada Roe and their children"
    if _NOMINATIVES & set(words[max(0, at - 1) : verb]):
        return True
    if anchor is None or reading.pronoun:
        return False
    return at <= anchor[0] < verb and words[anchor[1] : anchor[1] + 1] != ["'"]


def _names(reading: Reading, at: int) -> bool:
    return reading.words.written[at][0].isupper() or reading.words.folded[at] in _KIN | _HIS


def _led(reading: Reading, first: int, end: int) -> tuple[bool, str]:
    """Whether a noun phrase begins with a possessive, and its noun: names behind it and what a preposition adds left
    out."""
    words = reading.words
    if words.folded[first] in _SOME and words.folded[first + 1] == "of":
        first += 2  # "one of her sisters"
    own = next((at for at in range(first, end - 1) if words.folded[at : at + 2] == ["'", "s"]), None)
    begins = first + 1 if words.folded[first] in _HIS else first if own is None else own + 2
    if own is not None and any(words.folded[at] in _PREPOSITIONS for at in range(first, own)):
        return False, ""
    added = next((at for at in range(begins, end) if words.folded[at] in _PREPOSITIONS), end)
    nouns = [at for at in range(begins, added) if words.written[at].islower() and words.written[at].isalpha()]
    return begins > first and bool(nouns), words.folded[nouns[-1]] if nouns else ""


def _is_thing(reading: Reading, led: bool, noun: str, first: int, end: int) -> bool:
    """Whether a noun phrase names another being or thing: one of the person's, or one with the person's behind a
    preposition ("the idea for her play")."""
    words = reading.words.folded
    if noun == "" or noun in _RANKS:
        return False
    if led:
        return words[first] != "whose" and noun not in _HIMSELF
    theirs = any(words[at] in _PREPOSITIONS and words[at + 1] in _HIS for at in range(first + 1, end - 1))
    return words[first] in ("the", "a", "an") and noun not in _CHILDREN and theirs
