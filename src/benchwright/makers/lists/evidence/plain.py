"""Sentences that say a thing by how they are made: signs that speak for a statement.

"Is the eighth-largest in the UK" tells where something is with no word for it, "an American crime film" where it was
made, and who "went on to write, produce and star in" a film has written it as much as starred in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.graphs.relations import Relation
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.implied import STORIES, leads_to
from benchwright.makers.lists.evidence.outline import COPULAS
from benchwright.makers.lists.evidence.reading import Reading, distance
from benchwright.makers.lists.evidence.tokens import listed
from benchwright.values.nations import COUNTRY_OF

_SHARED = listed(", and & then also both")
_KINDS = STORIES | listed("sitcom drama comedy thriller western programme program cartoon documentary anime franchise")
_TELLS = COPULAS | listed("ranks ranked ranking making makes has having")
_RANKED_WITHIN = 8
_TOLD_WITHIN = 9
_NO_RANKS = listed("west east northwest northeast southwest southeast interest rest forest guest request test latest")
_PLACES = listed(
    "state states province provinces region regions department departments county counties district districts city "
    "cities town towns island islands territory territories canton cantons municipality municipalities nation nations "
    "country countries emirate emirates prefecture prefectures university universities college colleges school schools "
    "institution institutions borough boroughs area areas place places settlement settlements voivodeships"
)
_WHICH_PART = listed(
    "north south east west northern southern eastern western central northeast northwest southeast southwest "
    "northeastern northwestern southeastern southwestern mainland continental contiguous all the"
)
_OWNED_WITHIN = 6
_BESIDE = 0.7
_OF_NOMINATIONS = 4
_WHERE = ("is located in {", "is in {", "country in {", "part of {")


def reach(reading: Reading, hit: Hit, others: Sequence[Hit]) -> float:
    """How far a cue is from the mention, verbs that share its object passed over: "wrote , directed and produced"."""
    first = reading.mention[0]
    if not hit.verb or hit.end > first:
        return distance(reading, hit, reading.mention)
    last = hit
    for other in sorted(others, key=lambda one: one.first):
        between = reading.words.folded[last.end : other.first]
        if other.verb and last.end < other.first < first and between and set(between) <= _SHARED:
            last = other
    return distance(reading, last, reading.mention)


def ranked(reading: Reading, relation: Relation) -> Hit | None:
    """What tells where something is by its rank, as a cue: "is the eighth-[largest] in the UK", "is one of Italy 's
    twenty [regions]", "one of the 20 [regions] of Italy"; None if nothing does."""
    if not any(told in relation.hypothesis for told in _WHERE) or "place" in relation.hypothesis:
        return None
    words, (first, last) = reading.words.folded, reading.mention
    if words[last : last + 2] == ["'", "s"]:
        behind = words[last + 2 : last + 2 + _OWNED_WITHIN]
        place = next((at for at, word in enumerate(behind) if word in _PLACES), None)
        one_of = words[max(0, first - 3) : first - 1] == ["one", "of"] or words[max(0, first - 2) : first] == [
            "one",
            "of",
        ]
        if place is None or not (one_of or _tells(reading, first)):
            return None
        return Hit(last + 2 + place, last + 3 + place, False)
    at = first - 1
    while at > 0 and words[at] in _WHICH_PART:
        at -= 1
    if at < 1 or words[at] not in ("in", "of"):
        return None
    begin = max(0, at - _RANKED_WITHIN)
    if any(reading.built.breaks[begin:at]):
        begin = 1 + max(to for to in range(begin, at) if reading.built.breaks[to])
    ranks = [to for to in range(begin, at) if _is_rank(words, to)]
    if not ranks or (words[at] == "of" and words[at - 1] not in _PLACES) or not _tells(reading, ranks[0] + 1):
        return None
    return Hit(at - 1, at, False)


def _is_rank(words: Sequence[str], at: int) -> bool:
    word = words[at]
    if word in ("most", "least") or (word == "one" and words[at + 1 : at + 2] == ["of"]) or word == "among":
        return True
    return word.endswith("est") and len(word) > 5 and word not in _NO_RANKS


def _tells(reading: Reading, end: int) -> bool:
    """Whether a verb before it says that the rank is somebody's."""
    return any(word in _TELLS for word in reading.words.folded[max(0, end - _TOLD_WITHIN) : end])


def plain(found: Mapping[str, float]) -> bool:
    """Whether a telling cue stands right beside the mention and governs it, and no word of another relation between."""
    return found.get("strong_near", 0.0) >= _BESIDE and bool(found.get("governed")) and not found.get("rival_between")


def of_country(reading: Reading, statement: Statement) -> bool:
    """Whether a page opens with the country of a film or programme: "is a 1975 [American] crime drama film"."""
    relation = statement.relation
    words, (first, last) = reading.words, reading.mention
    if not relation.hypothesis.endswith("was produced in {object}.") or not statement.opens:
        return False
    told = " ".join(words.written[first:last]) in COUNTRY_OF and reading.built.tells((first, last))
    return told and leads_to(words, last, len(words), _KINDS)


def only_nominated(reading: Reading, relation: Relation, own: Sequence[Hit]) -> bool:
    """Whether a prize was not won but aimed at: "received two nominations , for [A]", "[A] nomination"."""
    if " won " not in relation.hypothesis:
        return False
    words, (first, last) = reading.words.folded, reading.mention
    behind = words[last : last + 3]
    ends = next((at for at, word in enumerate(behind) if not word.isalpha() or word == "and"), len(behind))
    if any(word.startswith("nominat") for word in behind[:ends]):
        return True
    strong = [hit for hit in own if not hit.weak]
    if strong and all(_nominations(words[hit.end : hit.end + _OF_NOMINATIONS]) for hit in strong):
        return True  # "has received three nominations"
    before = [hit.end for hit in strong if hit.end <= first]
    return bool(before) and _nominations(words[max(before) : first])


def _nominations(words: Sequence[str]) -> bool:
    return any(word.startswith(("nominat", "nominee")) for word in words)
