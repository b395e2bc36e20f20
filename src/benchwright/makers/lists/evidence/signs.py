"""The signs that a sentence states a triple or does not, as named features: the numbers that `lexical` weighs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log1p

from benchwright.graphs.relations import Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.clauses import in_passing, linked, namesake, opens_in, placed, rooted
from benchwright.makers.lists.evidence.cues import CueBook, Hit
from benchwright.makers.lists.evidence.elsewhere import elsewhere, in_title, other_deed, without_prizes
from benchwright.makers.lists.evidence.outline import BREAKS, CONTRASTS, COPULAS
from benchwright.makers.lists.evidence.past import holds, lapsed, over
from benchwright.makers.lists.evidence.plain import of_country, only_nominated, plain, ranked, reach
from benchwright.makers.lists.evidence.reading import CALLED, Reading, aside, covers, distance, read
from benchwright.makers.lists.evidence.records import End
from benchwright.makers.lists.evidence.tokens import Tokens, fold, listed, words_of
from benchwright.values import bare_name
from benchwright.values.nations import COUNTRY_OF

_NEGATIONS = listed(
    "not never no neither nor without cannot n't declined refused rejected denied denies failed fails "
    "unsuccessfully unsuccessful instead unrelated"
)
_HEDGES = listed(
    "allegedly alleged reportedly rumoured rumored rumors rumours supposedly possibly perhaps probably may might "
    "could would planned plans proposed considered almost nearly attempted hoped turned disputed claims claimed "
    "unlike if"
)
_SAID = listed("said believed thought reputed reported presumed assumed purported")
_WRONG = listed("wrong false incorrect untrue mistaken erroneous")
_TAKEN_BACK_WITHIN = 12
_MEANT = listed("supposed intended meant slated")
_ADVERBS = listed("originally initially first")
_DETERMINERS = frozenset(["the", "a", "an", "his", "her", "its", "their", "this", "that", '"', "'", "(", "["])
_OF_ORIGIN = (" born ", " ethnic ", " origin", " descent", " from ")
"""Hypotheses of where somebody comes from."""
_JOINED = frozenset([",", "and", "&", "-", "or", "/", "co", "then", "also", "as", "well", "both"])


def features(statement: Statement, cues: CueBook) -> dict[str, float]:
    """The named features of a statement; a feature that is 0 is left out."""
    told = cues.of(statement.relation)
    reading = read(statement, told.inverted)
    hits = told.find(reading.words)
    own = [hit for hit in hits if not (covers(reading, hit) or aside(reading, hit) or in_title(reading, hit))]
    own = list(without_prizes(reading, own, statement.relation))
    rank = ranked(reading, statement.relation)
    if rank is not None:
        own.append(rank)
    others = cues.rivals(statement.relation, reading.words)
    found: dict[str, float] = {"bias": 1.0, f"relation {statement.relation.id}": 1.0}
    found |= _anchored(reading, statement) | _cued(reading, own, others)
    nearest = min(own, key=lambda hit: (hit.weak, distance(reading, hit, reading.mention), hit.first), default=None)
    rivals = [hit for hit in others if not covers(reading, hit)]
    found |= _rivalled(reading, nearest, rivals)
    of_pair = cues.of_pair(statement.relation, statement.rivals, reading.words) if statement.rivals else []
    of_pair = [hit for hit in of_pair if not covers(reading, hit)]
    found |= _contested(statement, nearest, of_pair)
    mentioned = _things(statement, "object" if statement.about == "subject" else "subject")
    found |= placed(reading, own, [*rivals, *of_pair], told.prepositions, mentioned.who)
    found |= _told(reading, statement, own)
    found |= _named(reading, statement, hits, own)
    found |= _shaped(reading, statement, told.prepositions, told.bare, nearest)
    found |= _doubted(reading, nearest) | _elsewhere(reading, statement)
    found["of_country"] = float(of_country(reading, statement))
    found["only_nominated"] = float(only_nominated(reading, statement.relation, own))
    found["elsewhere"] = float(elsewhere(reading, statement, own))
    found["other_deed"] = float(other_deed(reading, statement, own, rivals))
    found["plain"] = float(plain(found))
    if lapsed(reading, statement.relation):
        found["over"] = 1.0
    if holds(statement.relation):
        found |= _holding(reading, statement, own)
    return {name: value for name, value in found.items() if value}


def _anchored(reading: Reading, statement: Statement) -> dict[str, float]:
    if reading.anchor is None:
        return {}
    first, last = sorted((reading.anchor, reading.mention))
    between = reading.built.breaks[first[1] : last[0]]
    ordered = reading.first is not None and reading.second is not None and reading.first < reading.second
    return {
        "pronoun": float(reading.pronoun),
        "opens": float(statement.opens and reading.anchor[0] < 4),
        "breaks": log1p(sum(between)),
        "ordered": float(ordered),
    }


def _cued(reading: Reading, own: Sequence[Hit], others: Sequence[Hit]) -> dict[str, float]:
    """How near the cues stand, those that tell much apart from those that stand anywhere; `others` tell another
    relation."""
    found: dict[str, float] = {"no_cue": float(not own)}
    for kind, hits in (("strong", [one for one in own if not one.weak]), ("weak", [one for one in own if one.weak])):
        if not hits:
            continue
        gap = min(reach(reading, hit, others) for hit in hits)
        found |= {kind: 1.0, f"{kind}_near": exp(-gap / 4)}
        if reading.anchor is not None:
            first, last = sorted((reading.anchor, reading.mention))
            found[f"{kind}_between"] = float(any(first[1] <= hit.first and hit.end <= last[0] for hit in hits))
    return found


def _rivalled(reading: Reading, nearest: Hit | None, rivals: Sequence[Hit]) -> dict[str, float]:
    """Whether words that tell another relation stand between the cue and the mention: "directed by A, written by B"
    does not say that B directed; "written and directed by B" does say that B wrote."""
    if not rivals:
        return {}
    if nearest is None:
        gap = min(distance(reading, hit, reading.mention) for hit in rivals)
        return {"rival_alone": exp(-gap / 4)}
    nearer = [
        hit for hit in rivals if distance(reading, hit, reading.mention) < distance(reading, nearest, reading.mention)
    ]
    between = [hit for hit in nearer if _lies_between(hit, nearest, reading.mention)]
    if between and not _coordinated(reading.words, nearest, between):
        first, last = sorted((nearest.first, reading.mention[0]))
        return {
            "rival_between": 1.0,
            "rival_takes": float(any(_takes(hit, reading) for hit in between)),
            "rival_clause": float(any(word in CONTRASTS for word in reading.words.folded[first:last])),
        }
    return {}


def _contested(statement: Statement, nearest: Hit | None, rivals: Sequence[Hit]) -> dict[str, float]:
    """What the pair's other relations say: that the words are theirs alone, or that they have none here."""
    if not statement.rivals:
        return {}
    return {
        "pair_alone": float(bool(rivals) and nearest is None),
        "pair_silent": float(not rivals),
    }


def _told(reading: Reading, statement: Statement, own: Sequence[Hit]) -> dict[str, float]:
    """Whether the mention is what the sentence says that the page's entity is: "X is an American actor"."""
    built, mention = reading.built, reading.mention
    if built.copula is None or reading.anchor is None or reading.anchor[0] >= built.copula:
        return {}
    words = reading.words.written[mention[0] : mention[1]]
    demonym = " ".join(words) in COUNTRY_OF
    if not built.tells(mention):
        return {"demonym": float(demonym), "in_parentheses": float(built.inside[mention[0]])}
    assert built.predicate is not None
    first, last = built.predicate
    cued = any(first - 1 <= hit.first and hit.end <= last for hit in own)
    return {
        "predicate_opens": float(statement.opens),
        "predicate_cued": float(cued),
        "predicate_common": float(reading.common),
        "predicate_person": float(_things(statement, statement.about).who),
    }


def _named(reading: Reading, statement: Statement, hits: Sequence[Hit], own: Sequence[Hit]) -> dict[str, float]:
    """How the other end is named, and whether the cues are but nouns for what the ends are: "film" of a film."""
    mention, folded = reading.mention, reading.words.folded
    label = [fold(word) for word in words_of(bare_name(statement.mentioned))]
    named = folded[mention[0] : mention[1]]
    strong = [hit for hit in own if not hit.weak]
    things = {statement.relation.subject.one, statement.relation.object.one}
    generic = bool(strong) and all(folded[hit.end - 1] in CALLED or folded[hit.end - 1] in things for hit in strong)
    itself = any(mention[0] <= hit.first and hit.end == mention[1] for hit in hits)
    return {
        "by_label": float(named == label),
        "cut_short": float(_cut_short(reading, label)),
        "generic": float(generic),
        "itself": float(itself),
        "itself_predicate": float(itself and reading.built.tells(mention)),
    }


def _things(statement: Statement, end: End) -> Things:
    """What stands on one end of the statement's relation."""
    return statement.relation.subject if end == "subject" else statement.relation.object


def _cut_short(reading: Reading, label: Sequence[str]) -> bool:
    """Whether the mention is but a part of another prize's name: "Golden Globe for [Best Actress]" names no Academy
    Award, nor does "[Best Actress] in a Play"."""
    words, (first, last) = reading.words, reading.mention
    if "award" not in label or words.folded[first:last] == list(label):
        return False
    behind = words.folded[last : last + 3]
    if behind[:1] == ["-"] or (behind[:1] == ["in"] and _goes_on(words, last + 1)):
        return True
    at, named = first - 2, set()
    while at >= 0 and (words.written[at][0].isupper() or words.folded[at] in ("and", ",")):
        named.add(words.folded[at])
        at -= 1
    named -= {"and", ",", "award", "awards"}
    return words.folded[first - 1 : first] == ["for"] and bool(named) and not named & set(label)


def _goes_on(words: Tokens, at: int) -> bool:
    """Whether the name of a prize goes on behind its "in": "in a Play", "in Drama", but not "in a Leading Role"."""
    if words.folded[at : at + 1] in (["a"], ["an"]):
        return words.folded[at + 1 : at + 2] not in (["leading"], ["supporting"])
    return words.written[at : at + 1] != [] and words.written[at][0].isupper()


def _takes(rival: Hit, reading: Reading) -> bool:
    """Whether a rival is followed by "by" and then the name, which so is the rival's: "written by B"."""
    after = reading.words.folded[rival.end : reading.mention[0]]
    return after[:1] == ["by"] and not set(after) & BREAKS


def _lies_between(hit: Hit, cue: Hit, mention: tuple[int, int]) -> bool:
    first, last = (cue.end, mention[0]) if cue.end <= mention[0] else (mention[1], cue.first)
    return first <= hit.first and hit.end <= last


def _coordinated(words: Tokens, cue: Hit, between: Sequence[Hit]) -> bool:
    """Whether nothing but "and", commas and other cues stands between the cue and the last rival. A cue in capitals is
    a word of a name, and joins nothing: "produced by Otter Studios , released by B"."""
    if words.written[cue.first][0].isupper() and cue.first > 0:
        return False
    first = min(cue.end, *(hit.end for hit in between))
    last = max(cue.first, *(hit.first for hit in between))
    covered = {at for hit in (cue, *between) for at in range(hit.first, hit.end)}
    return all(at in covered or words.folded[at] in _JOINED for at in range(first, last))


def _shaped(
    reading: Reading, statement: Statement, prepositions: frozenset[str], bare: bool, nearest: Hit | None
) -> dict[str, float]:
    words = reading.words.folded
    found: dict[str, float] = {}
    before = _word_before(reading.words, reading.second)
    agrees = before in prepositions
    found["preposition"] = float(agrees)
    ordered = reading.first is not None and reading.second is not None and reading.first < reading.second
    strong = nearest is not None and not nearest.weak
    found["ordered_preposition"] = float(agrees and ordered)
    found["strong_preposition"] = float(agrees and strong and ordered)
    if reading.second is not None and prepositions and before in {"by", "from", "of", "in", "at", "to", "with", "for"}:
        found["other_preposition"] = float(not agrees)
    if reading.first is not None and reading.second is not None and nearest is not None:
        # only where either could have done it to the other, and the hypothesis tells by "by" which of them has
        alike = statement.relation.subject.one == statement.relation.object.one
        found["reversed"] = float(alike and "by" in prepositions and _is_reversed(reading, nearest))
    if reading.anchor is not None and reading.anchor < reading.mention:
        between = words[reading.anchor[1] : reading.mention[0]]
        copula = any(word in COPULAS for word in between)
        found["copula_bare"] = float(copula and bare)
    found["bare"] = float(bare)
    return found


def _word_before(words: Tokens, span: tuple[int, int] | None) -> str:
    """The word before a span, determiners and the names of a list before it ("in Lyon, France") left out."""
    if span is None:
        return ""
    at = span[0] - 1
    while at >= 0:
        word = words.folded[at]
        if word in _DETERMINERS or word in (",", "and") or words.written[at][0].isupper():
            at -= 1
            continue
        return word
    return ""


def _is_reversed(reading: Reading, cue: Hit) -> bool:
    """Whether the sentence tells the relation the other way round: "A was followed by B" is not "B followed by A".
    Told by "by" alone: behind the cue, and before the wrong end."""
    assert reading.first is not None
    assert reading.second is not None
    if "by" not in reading.words.folded[cue.end : cue.end + 2]:
        return cue.end <= reading.second[0] and reading.first[1] <= cue.first and cue.verb
    return reading.first[0] >= cue.end and reading.second[1] <= cue.first


def _doubted(reading: Reading, nearest: Hit | None) -> dict[str, float]:
    """Words that deny or doubt before the mention or beside the cue, in the same clause; parentheses that do not hold
    the mention are left out."""
    words, inside = reading.words, reading.built.inside
    first = min(reading.mention[0], nearest.first if nearest is not None else reading.mention[0])
    last = max(reading.mention[0], nearest.first if nearest is not None else 0)
    nested = inside[reading.mention[0]]
    window = [at for at in range(max(0, first - 6), last) if nested or not inside[at]]
    plain = [at for at in window if words.written[at][0].islower() or at == 0]  # no part of a title, nor a month
    split = any(words.folded[one] == "'" and words.folded[other] == "t" for one, other in pairwise(window))
    return {
        "denied": float(split or any(words.folded[at] in _NEGATIONS for at in plain)),
        "hedged": float(
            _intended(reading)
            or _hearsay(reading, first)
            or any(words.folded[at] in _HEDGES and not _praises(words, at) for at in plain)
        ),
    }


def _intended(reading: Reading) -> bool:
    """Whether the sentence tells of what was meant to be, however far before the mention: "was supposed to"."""
    words, breaks, first = reading.words.folded, reading.built.breaks, reading.mention[0]
    meant = (at for at in range(1, first - 1) if words[at] in _MEANT and words[at + 1] == "to")
    return any(
        words[at - 1] in COPULAS | _ADVERBS and not any(breaks[at:first]) and not COPULAS & set(words[at + 3 : first])
        for at in meant
    )


def _hearsay(reading: Reading, first: int) -> bool:
    """Whether a sentence tells what others say ("is said to have been") or takes back what it tells ("which is
    wrong")."""
    words, (begin, last) = reading.words.folded, reading.mention
    if any(
        words[at] in _SAID
        and words[at + 1] == "to"
        and words[at + 2] in ("have", "be")
        and not (BREAKS | {"since"}) & set(words[at:begin])
        for at in range(max(1, first - 6), begin - 2)
    ):
        return True
    for at in range(last, min(last + _TAKEN_BACK_WITHIN, len(words) - 2)):
        if words[at] in ("which", "this", "that") and words[at + 1] in ("is", "was"):
            told = words[at + 2 : at + 4]
            return bool(_WRONG & set(told)) or told in (["not", "true"], ["not", "correct"])
    return False


def _elsewhere(reading: Reading, statement: Statement) -> dict[str, float]:
    """Whether what is told is not of the page's entity but of something else, such as one that is named after it ("Old
    Saxony"), and whether a country only tells where somebody comes from."""
    of_subject = statement.about == "subject"
    own = [fold(word) for word in words_of(bare_name(statement.subject if of_subject else statement.object))]
    of_origin = any(word in statement.relation.hypothesis for word in _OF_ORIGIN)
    return {
        "strange": float(statement.strange and statement.anchor is None),
        "rooted": float(not of_origin and rooted(reading)),
        "namesake": float(statement.anchor is None and namesake(reading, own)),
    }


def _holding(reading: Reading, statement: Statement, own: Sequence[Hit]) -> dict[str, float]:
    """The signs for relations that ask where something is, or what it belongs to, now."""
    links = "border" not in statement.relation.hypothesis and linked(reading)
    return {
        "over": float(statement.gone or over(reading, own) or lapsed(reading, statement.relation)),
        "in_passing": float(in_passing(reading)),
        "linked": float(links),
        "opens_in": float(statement.opens and opens_in(reading)),
    }


def _praises(words: Tokens, at: int) -> bool:
    """Whether "perhaps" doubts but how well something is known: "perhaps best known for"."""
    return words.folded[at + 1 : at + 2] in (["best"], ["most"])
