"""Places that a sentence names and in which it puts nothing: what is near them, institutions that are called after
them, and capitals of another kind than a country's or state's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchwright.graphs.relations import Relation
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.past import holds
from benchwright.makers.lists.evidence.reading import Reading
from benchwright.makers.lists.evidence.tokens import listed
from benchwright.values.nations import COUNTRY_OF

_WITHIN = re.compile(r" (?:in|from) \{(subject|object)\}|\} is (?:a )?part of \{(subject|object)\}")
_OF_OBJECTS = re.compile(r" (?:in|from) \{object\}")
_CAPITAL = re.compile(r"\} is the capital of \{")
_OF_INSTITUTIONS = listed(
    "university universities college school academy institute conservatory diocese archdiocese see bishop archbishop "
    "patriarch bank church museum society parliament assembly senate court ministry government constitution provinces "
    "governor mayor president minister king queen prince princess duke duchess earl count lord ambassador treaty "
    "battle siege gulf sea strait"
)
"""What with "of" and a place makes a name that is not the place's."""
_BEFORE_PLACES = listed("the downtown central")
_AFAR = listed("near outside")
_SIDES = listed(
    "north south east west northeast northwest southeast southwest northwards southwards eastwards westwards"
)
_MEASURES = listed("miles mile mi km kilometres kilometers kilometre kilometer minutes hours")
_KINDS = listed("city town village")
_PLACES = listed("place places country state city town region area continent county province island")
_APART = (
    ["close", "to"], ["outside", "of"], ["adjacent", "to"], ["independent", "of"], ["independent", "from"],
    ["separated", "from"], ["separate", "from"], ["seceded", "from"],
)  # fmt: skip
_MEASURED_WITHIN = 6
_EDGES = listed("border borders mainland coast")
_SUBURBS = listed("suburb suburbs")
_OTHER_CAPITALS = listed(
    "judicial cultural financial commercial economic industrial spiritual religious culinary musical fashion "
    "entertainment media tourism former longtime onetime ancient historic historical old summer winter unofficial "
    "temporary interim provisional wartime"
)


def only_named(statement: Statement, reading: Reading) -> bool:
    """Whether a sentence names a place without placing it: but as part of another name, or as what the page's thing is
    near to."""
    holder = _holder(statement.relation)
    if holder is None:
        return False
    named = not in_place(statement.relation) and called_after(reading)  # the Battle of Lund took place in Lund
    return named or (holder != statement.about and (beside(reading) or in_suburb(reading)))


def called_after(reading: Reading) -> bool:
    """Whether the place is but part of an institution's or office's name: "the University of Lund"; the City of Lund
    is Lund."""
    words, at = reading.words, reading.mention[0] - 1
    if words.folded[at : at + 1] == ["the"]:
        at -= 1
    if at < 1 or words.folded[at] != "of" or words.folded[at - 2 : at] == ["state", "university"]:
        return False
    return words.written[at - 1][0].isupper() and words.folded[at - 1] in _OF_INSTITUTIONS


def beside(reading: Reading) -> bool:
    """Whether something is only near a place, or a side, a distance or a parting away from it; but "the north of
    England" is England's, and what is near France's border may be in it."""
    words, (at, last) = reading.words.folded, reading.mention
    if words[last : last + 2] == ["'", "s"] or _EDGES & set(words[last : last + 1]):
        return False
    if at > 2 and words[at - 1] == "of" and words[at - 2] in _KINDS:
        at -= 2  # "near the town of Lund"
    while at > 0 and words[at - 1] in _BEFORE_PLACES:
        at -= 1
    if at < 2:
        return False
    before = words[at - 2 : at]
    if before[1] in _AFAR or before in _APART:
        return True
    if before[1] == "from":
        return bool(_MEASURES & set(words[max(0, at - _MEASURED_WITHIN) : at]))
    if before[1] != "of" or before[0] not in _SIDES:
        return False
    side = at - 2
    while side > 0 and words[side - 1] in _SIDES | {"-", "and"}:
        side -= 1
    return words[side - 1 : side] != ["the"] or words[max(0, side - 2) : side] == ["to", "the"]


def in_suburb(reading: Reading) -> bool:
    """Whether it is another town by a city: "in the Lund suburb of Orth"."""
    words, (first, last) = reading.words, reading.mention
    country = " ".join(words.written[first:last]) in COUNTRY_OF or words.folded[first:last] == ["u", "s"]
    return not country and bool(_SUBURBS & set(words.folded[last : last + 1]))


def other_capital(relation: Relation, reading: Reading, strong: Sequence[Hit]) -> bool:
    """Whether every capital of a sentence is one of another kind: "the judicial capital", "its summer capital"."""
    if _CAPITAL.search(relation.hypothesis) is None:
        return False
    words = reading.words.folded
    capitals = [hit.first for hit in strong if words[hit.first].startswith("capital")]
    return bool(capitals) and all(at > 0 and words[at - 1] in _OTHER_CAPITALS for at in capitals)


def in_place(relation: Relation) -> bool:
    """Whether a relation tells by "in" or "from" at which place something was done: "was born in", "comes from"."""
    told = relation.hypothesis
    if holds(relation) or "independent" in told or _OF_OBJECTS.search(told) is None:
        return False
    return bool(_PLACES & set(relation.object.one.split()))


def _holder(relation: Relation) -> str | None:
    """The end that holds the other one in a relation that tells where something is, or where something was done."""
    told = relation.hypothesis
    found = _WITHIN.search(told)
    if found is None or "border" in told:
        return None
    if not (holds(relation) or "team from" in told or in_place(relation)):
        return None
    return found[1] or found[2]
