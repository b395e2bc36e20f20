"""Sentences that sound like a relation and tell of something else.

Of whom a thing has its name, where its branches are, what a film of somebody has won, who did another thing, and what
was done in one of several ways.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.graphs.relations import Relation
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import Hit
from benchwright.makers.lists.evidence.nearby import in_place, only_named, other_capital
from benchwright.makers.lists.evidence.others import (
    gave_way,
    given_unasked,
    is_of_prize,
    of_compound,
    of_kin,
    of_language,
    of_other_kind,
    of_players,
    of_series,
    of_the_latter,
    only_managed,
)
from benchwright.makers.lists.evidence.outline import BREAKS, COPULAS
from benchwright.makers.lists.evidence.past import holds
from benchwright.makers.lists.evidence.reading import Reading
from benchwright.makers.lists.evidence.tokens import listed
from benchwright.makers.lists.evidence.whose import of_another, of_named, of_parents
from benchwright.values.nations import COUNTRY_OF

_OWNERS = listed("its their his her")
_NAMED = listed("named renamed")
_HONOURS = (["honor"], ["honour"], ["memory"])
_BRANCHES = listed(
    "branch branches subsidiary subsidiaries division divisions affiliate affiliates parent successor predecessor "
    "sister rival competitor"
)
_BRANCH_WITHIN = 8
_OUTER = listed("satellite branch regional overseas international foreign additional")
_OUTPOSTS = listed("campus campuses office offices branches centers centres locations facilities plants")
_CLAUSES = listed("it they to with who which that")
_WINS = listed("won received earned garnered gained was were")
_ADVERBS = listed("also later subsequently eventually ultimately then itself")
_WORKS = listed("film movie drama comedy series show play novel book song album documentary")
_PRIZED = (("director", "direct"), ("directing", "direct"), ("screenplay", "wr"), ("writing", "wr"))
_THEM = listed("him her them")
_OBJECTS = _THEM | listed("his their me us")
_STAGED = listed("stage broadway theatrical theatre theater radio operatic musical television")
_VERSIONS = listed("adaptation adaptations version versions musical musicals production play")
_NEW = listed("a an its new later")
_SOURCES = listed("based adapted from")
_SCRIPTS = listed("screenplay script teleplay")
_NO_VERBS = listed("a an the in on at by to for from with as of his her its their")
_PASSED = listed(", in on")
_KNOWN = listed("known noted famous recognized recognised renowned")
_BODIES = listed("work works")
_DIRECTS = ("direct", "helm", "filmmak", "auteur", "film by", "films by")
_GUESTS = listed("guest recurring cameo episode episodes")
_PASSIVES = listed("was been be being")
_LASTING = listed("until through throughout since seasons")
_OTHERS = listed("for well")
_BACK = listed("which whom latter former it")
_STARS = ("star", "regular", "main", "lead", "title", "cast", "best", "known", "breakthrough")
_REGIONS = listed("area region")
_PARTED = ("separate from", "not part of", "not a part of")
_TOLD_AFTER = 16
_TOLD_NEAR = 7
_NEAR = 1.0  # what may stand between "by" and a name of the list behind it
_ALSO_WITHIN = 2


def elsewhere(reading: Reading, statement: Statement, own: Sequence[Hit]) -> bool:
    """Whether what a sentence tells is not of the page's entity, or not of what it mentions."""
    relation = statement.relation
    person = (relation.subject if statement.about == "subject" else relation.object).who
    return (
        ("named" not in relation.hypothesis and named_after(reading, own))
        or (_of_place(relation) and branch(reading))
        or ((_of_place(relation) or in_place(relation)) and _in(statement) and around(reading))
        or (person and _of_prizes(relation) and won_by_work(reading))
        or adapted(reading, statement.opens)
        or parted(reading)
        or only_named(statement, reading)
        or other_capital(relation, reading, [hit for hit in own if not hit.weak])
        or of_compound(statement, reading)
        or of_kin(statement, reading)
        or of_language(statement, reading)
        or of_other_kind(statement, reading)
        or of_series(statement, reading)
        or of_another(statement, reading, [hit for hit in own if not hit.weak])
        or of_parents(statement, reading)
        or of_named(statement, reading)
        or (" in {" not in relation.hypothesis and " at {" not in relation.hypothesis and at_the_house_of(reading))
    )


def other_deed(reading: Reading, statement: Statement, own: Sequence[Hit], rivals: Sequence[Hit]) -> bool:
    """Whether a sentence tells another deed than the relation's, or leaves open which of several it was."""
    told = statement.relation.hypothesis
    strong = [hit for hit in own if not hit.weak]
    return (
        alternatives(reading, strong)
        or taken(reading, strong, rivals)
        or ("written by" in told and by_another_hand(reading))
        or done_to_another(reading, strong, rivals)
        or ("directed by" in told and statement.about == "object" and only_known_for(reading, strong))
        or ("regular role" in told and in_passing_part(reading, strong, statement.about == "object"))
        or gave_way(statement, reading)
        or only_managed(statement, reading)
        or of_the_latter(statement, reading)
        or of_players(statement, reading)
        or given_unasked(statement, reading)
    )


def named_after(reading: Reading, own: Sequence[Hit]) -> bool:
    """Whether the mention is but what something has its name of: "takes its name from the Ohio River"; a relative
    behind it ("which flows through it") may tell more."""
    words, (first, last) = reading.words.folded, reading.mention
    ends = []
    for at in range(first):
        if words[at] in _NAMED and words[at + 1] in ("after", "for"):
            ends.append(at + 2)
        if words[at] in _NAMED and words[at + 1] == "in" and words[at + 2 : at + 3] in _HONOURS:
            ends.append(at + 4)
        if words[at] in ("name", "names") and words[at - 1] in _OWNERS | {"s", "the"}:
            ends += [to + 1 for to in range(at + 1, min(at + 6, first)) if words[to] in ("from", "after")]
    relative = set(words[last : last + 2]) & {"which", "that", "where"}
    if any(hit.first == last or (relative and last < hit.first <= last + _TOLD_NEAR) for hit in own if not hit.weak):
        return False
    return any(not {",", *BREAKS} & set(words[end:first]) and reading.built.apart(end, first) <= 2 for end in ends)


def branch(reading: Reading) -> bool:
    """Whether the subject of a sentence is something of the page's entity that lies where it likes: "its branches , A
    and B , are based in", or it has only outposts there: "has satellite campuses in"."""
    words, copula = reading.words, reading.built.copula
    if _has_outposts(reading):
        return True
    begins = (
        0 if words.folded[0] in _OWNERS else next((at for at in range(5) if words.folded[at : at + 1] == ["s"]), None)
    )
    if begins is None or copula is None or not begins < copula < reading.mention[0]:
        return False
    led = words.folded[begins + 1 : copula]
    nouns = [at for at, word in enumerate(led[:_BRANCH_WITHIN]) if word in _BRANCHES]
    if not nouns or set(led) & _CLAUSES or led[nouns[0] + 1 : nouns[0] + 2] == ["of"]:
        return False
    return all(word.islower() for word in words.written[begins + 1 : begins + 2 + nouns[0]] if word.isalpha())


def _has_outposts(reading: Reading) -> bool:
    words, first = reading.words.folded, reading.mention[0]
    for at in range(max(0, first - _TOLD_AFTER), first - 1):
        if words[at] in _OUTER and words[at + 1] in _OUTPOSTS and "in" in words[at + 2 : first]:
            return not any(reading.built.breaks[at:first]) and not COPULAS & set(words[at + 2 : first])
    return False


def around(reading: Reading) -> bool:
    """Whether a city is named for what lies around it: "the Atlanta metropolitan area", "a suburb of Atlanta"."""
    words, (first, last) = reading.words, reading.mention
    told = " ".join(words.written[first:last])
    city = words.folded[first - 1] != "," and told not in COUNTRY_OF and words.folded[first:last] != ["u", "s"]
    ahead = words.folded[last : last + 3]
    if city and words.folded[max(0, first - 3) : first] == ["a", "suburb", "of"]:
        return True
    return city and ahead[:1] in (["metropolitan"], ["metro"]) and bool(set(ahead[1:]) & _REGIONS)


def won_by_work(reading: Reading) -> bool:
    """Whether a relative tells what a work has won, and not who made it: "his drama A ( 1984 ) , which also won"."""
    words, inside, first = reading.words, reading.built.inside, reading.mention[0]
    relatives = [at for at in range(2, first) if words.folded[at] in ("which", "that")]
    if not relatives:
        return False
    at = relatives[-1]
    verb = at + 1
    while verb < first and words.folded[verb] in _ADVERBS:
        verb += 1
    if words.folded[verb] not in _WINS or set(words.folded[verb:first]) & (_OBJECTS | BREAKS | {"who"}):
        return False
    if reading.anchor is not None and not reading.pronoun and reading.anchor[0] > at:
        return False  # "which won him" or "for Redford"
    own_prize = any(
        work in words.folded[first : reading.mention[1]] and any(word.startswith(deed) for word in words.folded[:at])
        for work, deed in _PRIZED
    )
    if own_prize:
        return False  # "director of A , which won the Award for Best Director"
    before = at - 2 if words.folded[at - 1] == "," else at - 1
    dated = inside[before]
    while before > 0 and inside[before]:
        before -= 1
    if reading.anchor is not None and reading.anchor[1] == before + 1:
        return False
    return dated or words.written[before][0].isupper() or words.folded[before] in _WORKS


def adapted(reading: Reading, opens: bool) -> bool:
    """Whether the mention belongs to what was made of a film or show: "a stage adaptation with songs by"."""
    words, first = reading.words.folded, reading.mention[0]
    for at in range(max(0, first - 2 * _TOLD_AFTER), first - 1):
        if words[at] in _STAGED and words[at + 1] in _VERSIONS and not set(words[at + 2 : first]) & BREAKS:
            if words[at + 2 : first] in (["of"], ["of", "the"]):
                return True
            new = bool(set(words[max(0, at - 2) : at]) & _NEW) and not set(words[:at]) & _SOURCES
            if new and not opens and words[at + 2] in ("with", "featuring", "by"):
                return True
    return False


def parted(reading: Reading) -> bool:
    """Whether a relative behind the mention takes it out again: "which is separate from the county"."""
    words, last = reading.words.folded, reading.mention[1]
    behind = words[last : last + _TOLD_AFTER]
    if behind[:2] not in ([",", "which"], [",", "that"]):
        return False
    return any(told in " ".join(behind) for told in _PARTED)


def at_the_house_of(reading: Reading) -> bool:
    """Whether somebody only owns the place where something was: "at Disney 's Hollywood Studios"."""
    words, (first, last) = reading.words, reading.mention
    owns = (
        words.folded[last : last + 2] == ["'", "s"] and last + 2 < len(words) and words.written[last + 2][0].isupper()
    )
    return owns and words.folded[first - 1 : first] == ["at"]


def alternatives(reading: Reading, strong: Sequence[Hit]) -> bool:
    """Whether the deed is one of several that are joined by "or": "has written , directed , or produced"."""
    words, first = reading.words.folded, reading.mention[0]
    for at in range(first):
        if words[at] == "either" and words[at + 1] not in _NO_VERBS and "or" in words[at + 1 : min(at + 6, first)]:
            return not set(words[at:first]) & BREAKS
    verbs = [hit.first for hit in strong if hit.end <= first and words[hit.first].endswith("ed")]
    return bool(verbs) and _or(words, max(verbs))


def _or(words: Sequence[str], at: int) -> bool:
    """Whether "or" joins a verb in the past to another one: "directed , or produced"."""
    ahead = [word for word in words[at + 1 : at + 5] if word not in _PASSED]
    behind = [word for word in words[max(0, at - 4) : at] if word not in _PASSED]
    return (ahead[:1] == ["or"] and ahead[1:2] != [] and ahead[1].endswith("ed")) or (
        behind[-1:] == ["or"] and len(behind) > 1 and behind[-2].endswith("ed")
    )


def taken(reading: Reading, strong: Sequence[Hit], rivals: Sequence[Hit]) -> bool:
    """Whether the mention did what another relation tells, and the cue behind it is for other names: "produced by A ,
    and starring B" gives A no part."""
    words, (first, last) = reading.words, reading.mention
    if not strong or any(hit.end <= first for hit in strong):
        return False
    by = [hit for hit in rivals if hit.end < first and words.folded[hit.end] == "by"]
    if not any(reading.built.apart(hit.end + 1, first) <= _NEAR and _no_break(reading, hit.end, first) for hit in by):
        return False
    cue = min(strong, key=lambda hit: hit.first)
    if words.folded[last - 1] in words.folded[last:]:
        return False  # "directed by John Wayne and starring Wayne"
    between = words.folded[last : cue.first]
    if "by" in between:
        return True
    if set(between) & (_OBJECTS | BREAKS | {"who", "whom", "also"}):
        return False
    follows = words.written[cue.end : cue.end + 1]
    return words.folded[cue.end - 1].endswith("ing") and follows != [] and follows[0][0].isupper()


def _no_break(reading: Reading, first: int, last: int) -> bool:
    return not any(reading.built.breaks[first:last])


def by_another_hand(reading: Reading) -> bool:
    """Whether the screenplay is given to somebody else behind the mention: "co-written by A from a screenplay by B"."""
    words, last = reading.words.folded, reading.mention[1]
    behind = words[last : last + 2 * _ALSO_WITHIN + 3]
    for at, word in enumerate(behind[:-1]):
        if word in _SCRIPTS and behind[at + 1] == "by":
            return "from" in behind[:at] and words[last - 1] not in words[last:] and not set(behind[:at]) & BREAKS
    return False


def done_to_another(reading: Reading, strong: Sequence[Hit], rivals: Sequence[Hit]) -> bool:
    """Whether the page's person did something to another one: "having directed him in A" is no part of the director."""
    words, first = reading.words.folded, reading.mention[0]
    for hit in rivals:
        if hit.end >= first or words[hit.end] not in _THEM or words[hit.end + 1] not in ("in", "on"):
            continue
        before = hit.first - 1
        subject = reading.anchor is not None and reading.anchor[1] == hit.first
        if (subject or words[before] == "having") and not any(
            hit.end <= one.first and one.end <= first and words[one.end - 1] not in ("film", "films") for one in strong
        ):
            return True
    return False


def only_known_for(reading: Reading, strong: Sequence[Hit]) -> bool:
    """Whether a film is but one of the works that somebody is known for, and nothing says that they directed it."""
    words, first = reading.words, reading.mention[0]
    if not strong or any(
        " ".join(words.folded[hit.first : hit.end]).replace("co - ", "").startswith(_DIRECTS) for hit in strong
    ):
        return False
    known = any(words.folded[at] in _KNOWN and "for" in words.folded[at + 1 : at + 3] for at in range(first))
    return known or bool(set(words.folded[:first]) & _BODIES)


def in_passing_part(reading: Reading, strong: Sequence[Hit], of_person: bool) -> bool:
    """Whether a part in a series is told as one more, as a guest's or as a first one, and not as a star's or a
    regular's; on a person's page (`of_person`) "was cast in" does not tell either."""
    words, first = reading.words.folded, reading.mention[0]
    was_cast = of_person and _was_cast(words, first)
    if any(word.startswith(_STARS) and not (was_cast and word == "cast") for word in words):
        return False
    if set(words[:first]) & _GUESTS or (of_person and _debuts(words, first)):
        return True
    if was_cast and not _LASTING & set(words[first:]):
        return True
    cues = [hit.first for hit in strong if hit.end <= first]
    return bool(cues) and "also" in words[max(0, max(cues) - _ALSO_WITHIN) : max(cues)]


def _was_cast(words: Sequence[str], first: int) -> bool:
    """Whether somebody "was then cast": no cast member."""
    casts = [at for at in range(1, first) if words[at] == "cast"]
    return any(words[at - 1] in _PASSIVES or (words[at - 1] in _ADVERBS and words[at - 2] in _PASSIVES) for at in casts)


def _debuts(words: Sequence[str], first: int) -> bool:
    """Whether a part is told as a first one: "made her television debut portraying"."""
    debuts = [at for at in range(first) if words[at] == "debut"]
    return bool(debuts) and not {",", "and"} & set(words[debuts[-1] : first])


def without_prizes(reading: Reading, own: Sequence[Hit], relation: Relation) -> Sequence[Hit]:
    """The cues without those that are words of another prize's name than the mention's: "the Award for Best Screenplay
    for A and a nomination for Best Director" does not say who directed A, nor does "Best Director for A and Best
    Screenplay for B" say it of B."""
    words, first = reading.words, reading.mention[0]
    prizes = [at for at in range(first) if words.written[at] == "Best"]
    if not prizes or "for" not in words.folded[prizes[-1] : first] or _of_prizes(relation):
        return own
    if any(told in relation.hypothesis for told in ("directed by", "written by")):
        own = [
            hit for hit in own if not _OTHERS & set(words.folded[hit.end : prizes[-1]]) or not is_of_prize(reading, hit)
        ]
    if any(hit.end <= first for hit in own if not hit.weak):
        return own
    return [hit for hit in own if not _of_prize(reading, hit)]


def in_title(reading: Reading, hit: Hit) -> bool:
    """Whether a cue is a word of a title, which an article with a capital tells: "America : A Citizen 's Guide"."""
    written, at = reading.words.written, hit.first
    return at > 1 and written[at][0].isupper() and written[at - 1] in ("A", "An", "The")


def _of_prize(reading: Reading, hit: Hit) -> bool:
    words, at, last = reading.words, hit.first, reading.mention[1]
    while at > last and words.written[at][0].isupper() and words.written[at] != "Best":
        at -= 1
    behind = words.folded[hit.end : hit.end + _TOLD_AFTER]
    return at > last and words.written[at] == "Best" and not set(words.folded[last:at] + behind) & _BACK


def _in(statement: Statement) -> bool:
    """Whether the sentence mentions the place, and not what is there."""
    return (statement.about == "subject") != ("from {subject}" in statement.relation.hypothesis)


def _of_prizes(relation: Relation) -> bool:
    return any(word in relation.hypothesis for word in (" won ", "award", "nominat"))


def _of_place(relation: Relation) -> bool:
    """Whether a relation tells where something is."""
    return "border" not in relation.hypothesis and (
        (holds(relation) and " in {" in relation.hypothesis) or "team from" in relation.hypothesis
    )
