"""How the mention stands in its clause, as named features: the cue that it depends on, its parentheses, what follows.

Whether "for" joins it to a prize is told too, and whether it names a country or a place but in passing.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.reading import Reading, distance
from benchwright.makers.lists.evidence.tokens import listed
from benchwright.values.nations import COUNTRY_OF

_EARNS = listed("earned garnered won received brought gained gave")
_REACH = 4.0  # words that may stand between a name and the word that governs it
_TOLD_AHEAD = 12
_ROOTS = listed("descent origin ancestry heritage parents parentage extraction roots immigrants emigrants stock")
_ROOTS_WITHIN = 5
_LINKS = listed("connecting connects connect connected linking links linked separating separates")
_LINKED_WITHIN = 14
_LISTED = 1.0  # what a list of names may count between a verb and an entry of it
_OF_PLACES = listed(
    "state states province provinces region regions department county counties district districts city cities town "
    "island islands territory territories coast mainland side part border capital municipality voivodeship canton"
)
_NAMED_AFTER = listed(
    "old new great greater lower upper little north south east west northern southern eastern western"
)
_SIDES = listed("central southeast southwest northeast northwest southeastern southwestern northeastern northwestern")
_NO_NOUNS = listed(
    "a an the of in on at by to for from with and or as is are was were be has have had s that which who whose whom "
    "where when while but it its he she they since during after before until according"
)


def placed(
    reading: Reading, own: Sequence[Hit], rivals: Sequence[Hit], prepositions: frozenset[str], person: bool
) -> dict[str, float]:
    """The features of a mention's place; `rivals` are cues of other relations, `prepositions` the hypothesis's, and
    `person` says that the mention names people."""
    return (
        _governed(reading, own, rivals)
        | _in_parentheses(reading, person)
        | {"owns": float(reading.words.folded[reading.mention[1] : reading.mention[1] + 2] == ["'", "s"])}
        | {"unanchored": float(reading.anchor is None)}
        | (_for_which(reading, own) if "for" in prepositions else {})
    )


def _governed(reading: Reading, own: Sequence[Hit], rivals: Sequence[Hit]) -> dict[str, float]:
    """Whether a cue of the relation is what the mention depends on: of all cues before it the nearest when lists are
    passed over ("directed by A and starring B , C and [D]")."""

    def nearest(hits: Sequence[Hit]) -> tuple[float, int]:
        before = [hit for hit in hits if not hit.weak and hit.end <= reading.mention[0]]
        return min(((distance(reading, hit, reading.mention), -hit.end) for hit in before), default=(99.0, 0))

    mine, theirs = nearest(own), nearest(rivals)
    return {"governed": float(mine[0] <= _REACH and mine <= theirs)}


def _in_parentheses(reading: Reading, person: bool) -> dict[str, float]:
    """Whether a year in parentheses follows, as behind a film, whether a person alone stands in parentheses, as an
    actor does behind a character, and whether they tell but the language of a name ("[French] : Gand")."""
    words, (first, last) = reading.words.folded, reading.mention
    after = words[last : last + 2]
    dated = after[:1] == ["("] and len(after) == 2 and after[1][:4].isdigit() and len(after[1]) >= 4
    alone = person and words[first - 1 : first] == ["("] and words[last : last + 1] == [")"]
    called = words[first - 1 : first] == ["("] and words[last : last + 1] in ([":"], ["pronunciation"])
    return {"dated": float(dated), "alone_in_parentheses": float(alone), "language_note": float(called)}


def _for_which(reading: Reading, own: Sequence[Hit]) -> dict[str, float]:
    """Whether "for" joins the cue and the mention: "nominated for her role in [A]", "[A] , for which he won", "[A] , a
    role that earned her"."""
    words, inside, (first, last) = reading.words.folded, reading.built.inside, reading.mention
    after = [words[at] for at in range(last, min(len(words), last + 2 * _TOLD_AHEAD)) if not inside[at]][:_TOLD_AHEAD]
    joined = " ".join(after)
    behind = any(told in joined for told in ("for which", "for whom")) or any(
        f"{link} {verb}" in joined for link in ("which", "that") for verb in _EARNS
    )
    before = False
    for hit in own:
        if hit.end <= first:
            links = [at for at in range(hit.end, first) if words[at] == "for"]
            before = before or any(
                reading.built.apart(at, first) <= _REACH and not any(reading.built.breaks[at:first]) for at in links
            )
    return {"for_which": float(behind), "for_before": float(before)}


def rooted(reading: Reading) -> bool:
    """Whether a country only tells where somebody comes from: "Canadian-born", "of Irish and German descent"."""
    words, (first, last) = reading.words, reading.mention
    if words.folded[last : last + 2] == ["-", "born"]:
        return True
    if " ".join(words.written[first:last]) not in COUNTRY_OF:
        return False
    for at in range(last, min(last + _ROOTS_WITHIN, len(words))):
        if words.folded[at] in _ROOTS:
            return True
        if not (words.folded[at] in ("and", "-", ",", "/", "or") or words.written[at][0].isupper()):
            return False
    return False


def namesake(reading: Reading, own: Sequence[str]) -> bool:
    """Whether a sentence begins with another thing's name that holds that of the page's entity: "Old Saxony"."""
    words = reading.words.folded
    return words[1 : 1 + len(own)] == list(own) and words[0] in _NAMED_AFTER


def in_passing(reading: Reading) -> bool:
    """Whether a country only says of what kind something is that is no place, and not what the page is about: "the
    U.S. film industry" is told at the home of it, and Hollywood is not what is American."""
    words, (first, last) = reading.words, reading.mention
    if reading.built.tells((first, last)) or reading.built.inside[first] or words.folded[first - 1 : first] != ["the"]:
        return False
    if " ".join(words.written[first:last]) not in COUNTRY_OF and words.folded[first:last] != ["u", "s"]:
        return False
    nouns = []
    for at in range(last, len(words)):
        word = words.folded[at]
        if word in _NO_NOUNS or not word.isalpha() or not words.written[at].islower():
            break
        nouns.append(word)
    return bool(nouns) and not set(nouns) & _OF_PLACES


def linked(reading: Reading) -> bool:
    """Whether the mention is but one of those that something connects: "a range connecting Thailand and Malaysia", "at
    the crossroads of Europe and Asia"; but what is at those of "Central and Eastern Europe" is in Europe."""
    words, first = reading.words.folded, reading.mention[0]
    if "crossroads" in words[max(0, first - _LINKED_WITHIN) : first]:
        at = first - 1 - words[:first][::-1].index("crossroads")
        return reading.built.apart(at + 1, first) <= _LISTED and len(_places(reading, at + 2)) > 1
    verbs = (at for at in range(max(0, first - _LINKED_WITHIN), first) if words[at] in _LINKS)
    return any(reading.built.apart(at + 1, first) <= _LISTED for at in verbs)


def _places(reading: Reading, at: int) -> set[str]:
    """The names of a list of places; what tells of a part of one is none."""
    words, found = reading.words, set()
    while at < len(words) and (words.written[at][0].isupper() or words.folded[at] in (",", "and", "the", "-")):
        if words.written[at][0].isupper() and words.folded[at] not in _NAMED_AFTER | _SIDES:
            found.add(words.folded[at])
        at += 1
    return found


def opens_in(reading: Reading) -> bool:
    """Whether an opening says at once where its subject is: "X is a state of [Y]", "X is a city in Z , [Y]"."""
    built, words = reading.built, reading.words.folded
    if built.copula is None or built.predicate is None or reading.anchor is None or reading.anchor[0] >= built.copula:
        return False
    end, first = built.predicate[1], reading.mention[0]
    joins = words[end : end + 1] in (["of"], ["in"], ["on"], ["at"])
    return joins and end <= first and built.apart(end, first) <= _LISTED
