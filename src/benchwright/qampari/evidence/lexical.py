"""The checker `lexical`: reads a sentence by its words, on this machine, with no model.

It looks for words that tell the relation (the cues of its entry in the book) near the two names, for the preposition
that the hypothesis has, for the direction, for cues of another relation that stand nearer, for what the sentence says
that its subject is, and for words that deny or doubt. What else the graph holds of the pair is asked too. From these
named features a logistic function makes the score. `perf/evidence.py --fit` fitted the weights, but for those of
doubts, on half of 900 sentences that a model had labelled and half of Re-DocRED's. At the threshold 94.8 % of what is
accepted in the first half of the 900 is right, and 90.9 % in the other, which was not fitted; the recall is 73 % and
70 % (`perf/evidence.py`, with intervals). Where that is too little, `judge` asks a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from math import exp, log1p
from types import MappingProxyType
from typing import Final

from benchwright.graphs.relations import RelationBook
from benchwright.qampari.evidence.checker import Statement
from benchwright.qampari.evidence.cues import CueBook, Hit
from benchwright.qampari.evidence.outline import BREAKS, COPULAS, Outline, listed_apart, outline
from benchwright.qampari.evidence.tokens import Tokens, fold, listed, tokens, words_of
from benchwright.values import bare_name
from benchwright.values.nations import COUNTRY_OF

VERSION = 2
THRESHOLD = 0.84

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "bias": -0.1,
        "bare": 1.08,
        "breaks": -0.33,
        "by_label": 0.29,
        "copula_bare": 0.53,
        "demonym": -0.35,
        "denied": -3.0,
        "generic": -0.22,
        "hedged": -3.5,
        "in_parentheses": -0.71,
        "itself": 1.1,
        "itself_predicate": 0.25,
        "no_cue": -0.67,
        "opens": 0.44,
        "ordered": 0.26,
        "ordered_preposition": 0.44,
        "other_preposition": -0.3,
        "pair_alone": -0.11,
        "pair_silent": 0.41,
        "predicate_common": 0.32,
        "predicate_cued": 0.22,
        "predicate_opens": 0.35,
        "preposition": 0.38,
        "pronoun": 0.32,
        "reversed": -2.0,
        "rival_alone": -0.28,
        "rival_between": -0.63,
        "rival_clause": -2.0,
        "rival_takes": -2.5,
        "strong": 0.48,
        "strong_between": 0.91,
        "strong_near": 1.09,
        "strong_preposition": 0.26,
        "weak": -0.14,
        "weak_between": 0.53,
        "weak_near": 0.37,
    }
)
"""Weights of the features of `features`; one that is not listed has none."""

_NEGATIONS = listed(
    "not never no neither nor without cannot n't declined refused rejected denied denies failed fails "
    "unsuccessfully unsuccessful instead unrelated"
)
_HEDGES = listed(
    "allegedly alleged reportedly rumoured rumored rumors rumours supposedly possibly perhaps probably may might "
    "could would planned plans proposed considered almost nearly attempted hoped turned disputed claims claimed "
    "unlike if"
)
_DETERMINERS = frozenset(["the", "a", "an", "his", "her", "its", "their", "this", "that", '"', "'", "(", "["])
_PRONOUNS = frozenset(["he", "she", "it", "they", "his", "her", "its", "their", "him", "them"])
_CALLED = listed(
    "film movie series show novel book album song single band group city town village country company university "
    "college school game team club organization organisation state films movies shows books albums songs bands groups "
    "cities towns countries companies universities colleges schools teams clubs television music states"
)
_RELATIVES = frozenset(["which", "whom", "whose", "who"])
_JOINED = frozenset([",", "and", "&", "-", "or", "/", "co", "then", "also", "as", "well", "both"])


@dataclass(frozen=True, slots=True)
class _Reading:
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


class Lexical:
    """Scores sentences for relations of one book; the others of the book are the rivals."""

    name = "lexical"

    def __init__(
        self, book: RelationBook, threshold: float = THRESHOLD, weights: Mapping[str, float] = WEIGHTS
    ) -> None:
        self.threshold = threshold
        self._weights = dict(weights)
        self._cues = CueBook(book)

    @property
    def fingerprint(self) -> str:
        told = repr((VERSION, sorted(self._weights.items()), self._cues.fingerprint))
        return sha256(told.encode()).hexdigest()

    def score(self, statements: Sequence[Statement]) -> list[float]:
        """One score for each statement, 0 to 1."""
        return [self.score_of(features(one, self._cues)) for one in statements]

    def score_of(self, found: Mapping[str, float]) -> float:
        """The logistic function of the weighted features."""
        total = sum(self._weights.get(name, 0.0) * value for name, value in found.items())
        return 1 / (1 + exp(-max(-50.0, min(50.0, total))))

    def features(self, statement: Statement) -> dict[str, float]:
        """What the score is made from, by name."""
        return features(statement, self._cues)


def features(statement: Statement, cues: CueBook) -> dict[str, float]:
    """The named features of a statement; a feature that is 0 is left out."""
    told = cues.of(statement.relation)
    reading = _read(statement, told.inverted)
    hits = told.find(reading.words)
    own = [hit for hit in hits if not _covers(reading, hit) and not _aside(reading, hit)]
    found: dict[str, float] = {"bias": 1.0} | _anchored(reading, statement) | _cued(reading, own)
    nearest = min(own, key=lambda hit: (hit.weak, _gap(reading, hit, reading.mention), hit.first), default=None)
    rivals = [hit for hit in cues.rivals(statement.relation, reading.words) if not _covers(reading, hit)]
    found |= _rivalled(reading, nearest, rivals)
    of_pair = cues.of_pair(statement.relation, statement.rivals, reading.words) if statement.rivals else []
    found |= _contested(statement, nearest, [hit for hit in of_pair if not _covers(reading, hit)])
    found |= _told(reading, statement, own)
    found |= _named(reading, statement, hits, own)
    found |= _shaped(reading, statement, told.prepositions, told.bare, nearest)
    found |= _doubted(reading, nearest)
    return {name: value for name, value in found.items() if value}


def _read(statement: Statement, inverted: bool) -> _Reading:
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
    return _Reading(words, built, mention, anchor, first, second, pronoun, common)


def _meant(words: Tokens, mention: tuple[int, int]) -> tuple[int, int] | None:
    """A word that may stand for the page's own entity: a pronoun, or "the film"; the first of the sentence."""
    for at, word in enumerate(words.folded):
        if mention[0] <= at < mention[1]:
            continue
        if word in _PRONOUNS:
            return at, at + 1
        if word in ("the", "this") and at + 1 < len(words) and words.folded[at + 1] in _CALLED and at < 6:
            return at, at + 2
    return None


def _covers(reading: _Reading, hit: Hit) -> bool:
    """Whether a cue is part of a name: "director" of "Funeral Director", "University" of "Yale University"."""
    spans = [reading.mention] + ([reading.anchor] if reading.anchor is not None and not reading.pronoun else [])
    return any(first < hit.end and hit.first < end for first, end in spans)


def _aside(reading: _Reading, hit: Hit) -> bool:
    """Whether a cue stands in parentheses that belong to another name: "A ( for which he won ) , B" tells nothing of B,
    and A's are those that follow A or stand around it."""
    inside = reading.built.inside
    if not inside[hit.first]:
        return False
    begin = hit.first
    while begin > 0 and inside[begin - 1]:
        begin -= 1
    return begin != reading.mention[1] and not (begin <= reading.mention[0] and all(inside[begin : reading.mention[0]]))


def _gap(reading: _Reading, hit: Hit, span: tuple[int, int]) -> float:
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


def _anchored(reading: _Reading, statement: Statement) -> dict[str, float]:
    if reading.anchor is None:
        return {}
    first, last = sorted((reading.anchor, reading.mention))
    between = reading.words.folded[first[1] : last[0]]
    ordered = reading.first is not None and reading.second is not None and reading.first < reading.second
    return {
        "pronoun": float(reading.pronoun),
        "opens": float(statement.opens and reading.anchor[0] < 4),
        "breaks": log1p(sum(word in BREAKS for word in between)),
        "ordered": float(ordered),
    }


def _cued(reading: _Reading, own: Sequence[Hit]) -> dict[str, float]:
    """How near the cues stand, those that tell much apart from those that stand anywhere."""
    found: dict[str, float] = {"no_cue": float(not own)}
    for kind, hits in (("strong", [one for one in own if not one.weak]), ("weak", [one for one in own if one.weak])):
        if not hits:
            continue
        gap = min(_gap(reading, hit, reading.mention) for hit in hits)
        found |= {kind: 1.0, f"{kind}_near": exp(-gap / 4)}
        if reading.anchor is not None:
            first, last = sorted((reading.anchor, reading.mention))
            found[f"{kind}_between"] = float(any(first[1] <= hit.first and hit.end <= last[0] for hit in hits))
    return found


def _rivalled(reading: _Reading, nearest: Hit | None, rivals: Sequence[Hit]) -> dict[str, float]:
    """Whether words that tell another relation stand between the cue and the mention: "directed by A, written by B"
    does not say that B directed; "written and directed by B" does say that B wrote."""
    if not rivals:
        return {}
    if nearest is None:
        gap = min(_gap(reading, hit, reading.mention) for hit in rivals)
        return {"rival_alone": exp(-gap / 4)}
    nearer = [hit for hit in rivals if _gap(reading, hit, reading.mention) < _gap(reading, nearest, reading.mention)]
    between = [hit for hit in nearer if _lies_between(hit, nearest, reading.mention)]
    if between and not _coordinated(reading.words, nearest, between):
        first, last = sorted((nearest.first, reading.mention[0]))
        return {
            "rival_between": 1.0,
            "rival_takes": float(any(_takes(hit, reading) for hit in between)),
            "rival_clause": float(any(word in BREAKS for word in reading.words.folded[first:last])),
        }
    return {}


def _contested(statement: Statement, nearest: Hit | None, rivals: Sequence[Hit]) -> dict[str, float]:
    """What the pair's other relations say: that the words are theirs alone, or that they have none here."""
    if not statement.rivals:
        return {}
    return {"pair_alone": float(bool(rivals) and nearest is None), "pair_silent": float(not rivals)}


def _told(reading: _Reading, statement: Statement, own: Sequence[Hit]) -> dict[str, float]:
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
    }


def _named(reading: _Reading, statement: Statement, hits: Sequence[Hit], own: Sequence[Hit]) -> dict[str, float]:
    """How the other end is named, and whether the cues are but nouns for what the ends are: "film" of a film."""
    mention, folded = reading.mention, reading.words.folded
    label = [fold(word) for word in words_of(bare_name(statement.mentioned))]
    named = folded[mention[0] : mention[1]]
    strong = [hit for hit in own if not hit.weak]
    things = {statement.relation.subject.one, statement.relation.object.one}
    generic = bool(strong) and all(folded[hit.end - 1] in _CALLED or folded[hit.end - 1] in things for hit in strong)
    itself = any(mention[0] <= hit.first and hit.end == mention[1] for hit in hits)
    return {
        "by_label": float(named == label),
        "generic": float(generic),
        "itself": float(itself),
        "itself_predicate": float(itself and reading.built.tells(mention)),
    }


def _takes(rival: Hit, reading: _Reading) -> bool:
    """Whether a rival is followed by "by" and then the name, which so is the rival's: "written by B"."""
    after = reading.words.folded[rival.end : reading.mention[0]]
    return after[:1] == ["by"] and not set(after) & BREAKS


def _lies_between(hit: Hit, cue: Hit, mention: tuple[int, int]) -> bool:
    first, last = (cue.end, mention[0]) if cue.end <= mention[0] else (mention[1], cue.first)
    return first <= hit.first and hit.end <= last


def _coordinated(words: Tokens, cue: Hit, between: Sequence[Hit]) -> bool:
    """Whether nothing but "and", commas and other cues stands between the cue and the last rival."""
    first = min(cue.end, *(hit.end for hit in between))
    last = max(cue.first, *(hit.first for hit in between))
    covered = {at for hit in (cue, *between) for at in range(hit.first, hit.end)}
    return all(at in covered or words.folded[at] in _JOINED for at in range(first, last))


def _shaped(
    reading: _Reading, statement: Statement, prepositions: frozenset[str], bare: bool, nearest: Hit | None
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
        found["reversed"] = float(_is_reversed(reading, nearest, "by" in prepositions))
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


def _is_reversed(reading: _Reading, cue: Hit, passive: bool) -> bool:
    """Whether the sentence tells the relation the other way round: "A was followed by B" is not "B followed by A".
    Told by "by" alone: behind the cue, and before the wrong end."""
    assert reading.first is not None
    assert reading.second is not None
    after = reading.words.folded[cue.end : cue.end + 2]
    if "by" not in after:
        return passive and cue.end <= reading.second[0] and reading.first[1] <= cue.first and cue.verb
    agent = reading.second if passive else reading.first
    other = reading.first if passive else reading.second
    return other[0] >= cue.end and agent[1] <= cue.first


def _doubted(reading: _Reading, nearest: Hit | None) -> dict[str, float]:
    """Words that deny or doubt before the mention or beside the cue, in the same clause."""
    words = reading.words.folded
    first = min(reading.mention[0], nearest.first if nearest is not None else reading.mention[0])
    window = words[max(0, first - 6) : max(reading.mention[0], nearest.first if nearest is not None else 0)]
    split = any(one == "t" and other == "'" for other, one in pairwise(window))
    return {
        "denied": float(split or any(word in _NEGATIONS for word in window)),
        "hedged": float(any(word in _HEDGES for word in window)),
    }
