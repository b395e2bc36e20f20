"""Words of a sentence that belong to something other than the mention: a compound's, a parent's, a programme's, a
prize's, and to whom somebody gave way.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.graphs.relations import Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.implied import PLAYERS
from benchwright.makers.lists.evidence.names import plurals
from benchwright.makers.lists.evidence.outline import COPULAS
from benchwright.makers.lists.evidence.reading import Reading
from benchwright.makers.lists.evidence.tokens import listed
from benchwright.values.nations import COUNTRY_OF

_JOINTS = listed("- /")
_WAYS = listed("computer hand cel cgi stop 3d 2d")
"""What with a hyphen before "animated" says only how."""
_BIRTH = listed("born raised")
_PASSED = listed("in on at near of and the , ( ) -")
_CHILDREN = listed("son daughter child children grandson granddaughter nephew niece")
_KIN = listed(
    "father mother parents wife husband brother sister grandfather grandmother grandparents grandson granddaughter "
    "stepfather stepmother uncle aunt"
)
_WHOSE = listed("his her s whose their")
_KIN_WITHIN = 24
_FILMS = listed("film films movie movies")
_SHOWS = listed(
    "series show shows sitcom sitcoms miniseries programme programmes program programs telenovela telenovelas"
)
_MANY = listed("films movies shows sitcoms programmes programs telenovelas")
_LISTING = listed("including such like ,")
_LISTED = 1.0  # what the words of a list may count between its noun and an entry
_JOINED_WITHIN = 4
_ON_TELEVISION = listed("television tv made")
_SERIES = listed("franchise series trilogy saga tetralogy quadrilogy")
_LATER = listed("second third fourth fifth sixth seventh eighth ninth tenth")
_GONE = listed("fired replaced dismissed sacked removed dropped")
_LEFT = listed("left quit departed withdrew resigned")
_REPLACING = listed("replaced replacing")
_LATELY = listed("was were then been subsequently later also originally eventually initially")
_OF_ENTRY = listed("and in the as of , ' s")
_HONOURS = listed("honorary lifetime fellowship achievement special")
_MANAGES = ("manage", "coach")
_MANAGES_WITHIN = 6
_BANDS = listed("band group duo trio quartet quintet supergroup of")
_BAND_WITHIN = 7
_PLAYING = frozenset(word for players in PLAYERS.values() for one in players for word in (one, *plurals(one)))


def of_compound(statement: Statement, reading: Reading) -> bool:
    """Whether a genre is but one half of a compound: a comedy-drama is no comedy; but a computer-animated film is
    animated, and where the compound is what the genre is called, the mention is all of it."""
    if _mentioned(statement).one != "genre":
        return False
    words, (first, last) = reading.words, reading.mention
    behind = last + 1 < len(words) and words.folded[last] in _JOINTS and _touches(reading, last)
    before = first > 1 and words.folded[first - 1] in _JOINTS and _touches(reading, first - 1)
    return behind or (before and words.folded[first - 2] not in _WAYS)


def _touches(reading: Reading, at: int) -> bool:
    words = reading.words
    return words.starts[at] == words.ends[at - 1] and words.starts[at + 1] == words.ends[at]


def of_kin(statement: Statement, reading: Reading) -> bool:
    """Whether a nationality is that of somebody's parent or spouse: "born in London to English actor Bo Sand", "the son
    of an Irish painter", "his Danish wife"."""
    if "nationality" not in statement.relation.hypothesis:
        return False
    words, (first, last) = reading.words.folded, reading.mention
    if words[last : last + 1] != [] and words[last] in _KIN:
        return True
    at = first - 1
    while at > 0 and words[at] in COPULAS | {"a", "an", "the", ","}:
        at -= 1
    if at > 0 and words[at] in _KIN and words[at - 1] in _WHOSE:
        return True
    return any(
        _leads_to_parents(words, at) and _goes_on_to(reading, at) for at in range(max(1, first - _KIN_WITHIN), first)
    )


def _leads_to_parents(words: Sequence[str], at: int) -> bool:
    if words[at] == "of":
        return words[at - 1] in _CHILDREN
    if words[at] != "to":
        return False
    begun = next((to for to in range(at - 1, max(-1, at - _KIN_WITHIN), -1) if words[to] in _BIRTH), None)
    return begun is not None


def _goes_on_to(reading: Reading, at: int) -> bool:
    """Whether the sentence goes on from there to the mention without another subject or a verb."""
    words, first = reading.words, reading.mention[0]
    if words.folded[at] == "to":
        born = max(to for to in range(at) if words.folded[to] in _BIRTH)
        passed = range(born + 1, at)
        if any(words.written[to][0].islower() and words.folded[to] not in _PASSED for to in passed):
            return False
    if reading.anchor is not None and at < reading.anchor[0] < first:
        return False
    return not (COPULAS | {"who", "which", "in"}) & set(words.folded[at:first])


def of_language(statement: Statement, reading: Reading) -> bool:
    """Whether an adjective only tells in which language a name is written: "( traditional Chinese : ... )"."""
    words, (first, last) = reading.words, reading.mention
    return (
        "language" not in _mentioned(statement).one
        and reading.built.inside[first]
        and words.folded[last : last + 1] == [":"]
        and " ".join(words.written[first:last]) in COUNTRY_OF
    )


def of_other_kind(statement: Statement, reading: Reading) -> bool:
    """Whether the noun before the mention, lists passed over, says that it is a programme and no film, or the other way
    round: "numerous television series , including A ( 1983 ) and B"; after "films and television series" it may be
    either."""
    wanted = _mentioned(statement).one
    if wanted not in ("film", "television programme"):
        return False
    words, first = reading.words.folded, reading.mention[0]
    mine = _FILMS if wanted == "film" else _SHOWS
    at = next((at for at in range(first - 1, 0, -1) if _is_noun(reading, at, _FILMS | _SHOWS)), None)
    if at is None or words[at] in mine or not _governs(reading, at):
        return False
    if any(reading.built.breaks[at:first]) or reading.built.inside[at] != reading.built.inside[first]:
        return False
    if wanted == "television programme" and words[at - 1] in _ON_TELEVISION | {"-"}:
        return False
    return not mine & set(words[max(0, at - _JOINED_WITHIN) : at])


def _is_noun(reading: Reading, at: int, nouns: frozenset[str]) -> bool:
    return reading.words.folded[at] in nouns and reading.words.written[at][0].islower()  # and no word of a title


def _governs(reading: Reading, at: int) -> bool:
    """Whether a noun says what the mention is: as the name behind it, or as an entry of the list behind it if it is a
    plural or the list is announced ("series , including A , B")."""
    words, first = reading.words, reading.mention[0]
    if reading.built.apart(at + 1, first) > _LISTED:
        return False
    if words.folded[at + 1] in _LISTING:
        return bool({"including", "such", "like"} & set(words.folded[at + 1 : at + 3]))
    if words.written[at + 1].islower():
        return False  # "went on with the series in A"
    alone = not any(words.folded[to] == "," and not reading.built.inside[to] for to in range(at + 1, first))
    return alone or words.folded[at] in _MANY


def of_series(statement: Statement, reading: Reading) -> bool:
    """Whether the mention names a series of films and none of them: "the Grey Heron film series", "a fifth Grey Heron
    film". Of what is a sequel, the second one is that of the first: "the second part of the Grey Heron franchise"."""
    sequel = "sequel to" in statement.relation.hypothesis
    if not sequel and _mentioned(statement).one != "film":
        return False
    words, (first, last) = reading.words.folded, reading.mention
    behind = words[last : last + 2]
    if behind[:1] == [] or (sequel and "second" in words[:first]):
        return False
    told = behind[0] in _SERIES or (behind[0] in _FILMS and bool(_SERIES & set(behind[1:])))
    return told or (behind[0] in _FILMS and bool(_LATER & set(words[max(0, first - 1) : first])))


def gave_way(statement: Statement, reading: Reading) -> bool:
    """Whether somebody was to make a film and did not: "the original director , A , was fired"."""
    if _mentioned(statement) is not statement.relation.object or not statement.relation.object.who:
        return False
    if statement.relation.subject.one != "film":
        return False
    words, (first, last) = reading.words.folded, reading.mention
    if words[first - 1 : first] != [] and words[first - 1] in _REPLACING:
        return True
    at = last
    while at < len(words) and words[at] in {",", "had"} | _LATELY:
        at += 1
    behind = words[at : at + 1]
    return behind != [] and ((behind[0] in _GONE and words[at - 1] in _LATELY) or behind[0] in _LEFT)


def only_managed(statement: Statement, reading: Reading) -> bool:
    """Whether somebody manages or trains the team that a sentence names: "a former player who now is the manager of
    [Lund City]"."""
    if "played for" not in statement.relation.hypothesis:
        return False
    words, first = reading.words.folded, reading.mention[0]
    near = words[max(0, first - _MANAGES_WITHIN) : first]
    at = next((at for at in range(len(near) - 1, -1, -1) if near[at].startswith(_MANAGES)), None)
    return at is not None and not any(word.startswith(("play", "appear", "sign", "join")) for word in near[at:])


def of_the_latter(statement: Statement, reading: Reading) -> bool:
    """Whether a prize was for other entries of a list: "known for [A] , B and C , the latter two of which won", "B ,
    for which he won a prize , C and [A]"."""
    if not any(told in statement.relation.hypothesis for told in ("award for {", "for an award")):
        return False
    words, built, (first, last) = reading.words, reading.built, reading.mention
    after = next((at for at in range(last, len(words) - 1) if words.folded[at] == "latter"), None)
    if after is not None:
        least = 2 if words.folded[after + 1] in ("two", "both") else 1
        joins = [at for at in range(last, after - 1) if words.folded[at] in (",", "and") and not built.inside[at]]
        if sum(words.written[at + 1][0].isupper() for at in joins) >= least:
            return True
    begins = [at for at in range(first - 1) if words.folded[at] == "for" and words.folded[at + 1] == "which"]
    if not begins or "which" in words.folded[last : last + 2 * _JOINED_WITHIN]:
        return False
    ends = [at for at in range(begins[-1] + 2, first) if words.folded[at] == "," and not built.inside[at]]
    entry = range(ends[-1] + 1, first) if ends else range(0)
    listed = all(built.inside[at] or words.written[at][0].isupper() or words.folded[at] in _OF_ENTRY for at in entry)
    return bool(ends) and listed


def given_unasked(statement: Statement, reading: Reading) -> bool:
    """Whether an honour is told that nobody is nominated for, where nominations are asked for."""
    if "was nominated for the {" not in statement.relation.hypothesis:
        return False
    honour = bool(_HONOURS & set(statement.object.casefold().split()))
    return honour and not any(word.startswith("nominat") for word in reading.words.folded)


def of_players(statement: Statement, reading: Reading) -> bool:
    """Whether what somebody is tells neither of a band nor of a recording: "is an English singer and [bassist]"."""
    told = statement.relation.hypothesis
    if not told.endswith(("on a recording.", "in a band.")):
        return False
    words, (first, last) = reading.words.folded, reading.mention
    if " ".join(words[first:last]) not in _PLAYING:
        return False
    behind = set(words[last : last + _BAND_WITHIN])
    return told.endswith("on a recording.") or not _BANDS & behind


def is_of_prize(reading: Reading, hit: Hit) -> bool:
    """Whether a cue before the mention is a word of a prize's name: "Best Director for A and Best Screenplay for B"."""
    words, at = reading.words, hit.first
    while at > 0 and words.written[at][0].isupper() and words.written[at] != "Best":
        at -= 1
    return at < hit.first and words.written[at] == "Best"


def _mentioned(statement: Statement) -> Things:
    relation = statement.relation
    return relation.object if statement.about == "subject" else relation.subject
