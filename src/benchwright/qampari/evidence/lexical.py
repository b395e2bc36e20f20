"""The checker `lexical`: reads a sentence by its words, on this machine, with no model.

It looks for words that tell the relation (the cues of its entry in the book) near the two names, for the preposition
that the hypothesis has, for the direction, for cues of another relation that stand nearer, and for words that deny or
doubt. From these named features a logistic function makes the score. The weights were set by hand, beginning from a fit
on half of the labelled sentences of Re-DocRED (`perf/evidence.py --fit`), whose features do not hold enough doubts and
pronouns to fit theirs. The threshold was set by reading what was accepted on a graph of Freebase, for precision.
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
from benchwright.qampari.evidence.tokens import Tokens, listed, tokens

VERSION = 1
THRESHOLD = 0.7

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "bias": -0.9,
        "no_cue": -1.6,
        "only_weak": -0.8,
        "strong": 0.8,
        "strong_near": 0.6,
        "strong_between": 0.8,
        "strong_near_anchor": 0.6,
        "weak_near": 0.8,
        "weak_near_anchor": 0.4,
        "ordered_preposition": 0.6,
        "other_preposition": -0.4,
        "copula_bare": 1.5,
        "opens": 0.3,
        "pronoun": -0.2,
        "unnamed": -0.7,
        "rival_alone": -0.5,
        "rival_between": -1.0,
        "rival_nearer": -0.6,
        "rival_takes": -2.5,
        "reversed": -2.0,
        "denied": -3.0,
        "hedged": -2.5,
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
_BREAKS = frozenset([";", ":", "but", "while", "whereas", "although", "when", "after", "before", "because"])
_DETERMINERS = frozenset(["the", "a", "an", "his", "her", "its", "their", "this", "that", '"', "'", "(", "["])
_COPULAS = frozenset(["is", "was", "are", "were", "be", "been", "being", "became", "becomes"])
_PRONOUNS = frozenset(["he", "she", "it", "they", "his", "her", "its", "their", "him", "them"])
_CALLED = listed(
    "film movie series show novel book album song single band group city town village country company university "
    "college school game team club organization organisation state"
)
_JOINED = frozenset([",", "and", "&", "-", "or", "/", "co", "then", "also", "as", "well", "both"])


@dataclass(frozen=True, slots=True)
class _Reading:
    """A sentence as tokens, with ranges of tokens: the name that the search found, the name of the page's own entity or
    what stands for it, and the same two as the hypothesis has them, one end `first` and the other `second`. None where
    the sentence does not name an end."""

    words: Tokens
    mention: tuple[int, int]
    anchor: tuple[int, int] | None
    first: tuple[int, int] | None
    second: tuple[int, int] | None
    pronoun: bool


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
    own = [hit for hit in told.find(reading.words) if not _covers(reading, hit)]
    found: dict[str, float] = {"bias": 1.0}
    found |= _anchored(reading, statement)
    found |= _cued(reading, own)
    nearest = min(own, key=lambda hit: (hit.weak, _gap(hit, reading.mention), hit.first), default=None)
    rivals = [hit for hit in cues.rivals(statement.relation, reading.words) if not _covers(reading, hit)]
    found |= _rivalled(reading, nearest, rivals)
    found |= _shaped(reading, statement, told.prepositions, told.bare, nearest)
    found |= _doubted(reading, nearest)
    return {name: value for name, value in found.items() if value}


def _read(statement: Statement, inverted: bool) -> _Reading:
    start, end = statement.sentence
    words = tokens(statement.text[start:end])

    def place(span: tuple[int, int]) -> tuple[int, int]:
        return words.between(span[0] - start, span[1] - start)

    mention = place(statement.mention)
    anchor = place(statement.anchor) if statement.anchor is not None else None
    pronoun = False
    if anchor is None:
        anchor = _meant(words, mention)
        pronoun = anchor is not None
    leads = (statement.about == "subject") != inverted
    first, second = (anchor, mention) if leads else (mention, anchor)
    return _Reading(words, mention, anchor, first, second, pronoun)


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


def _gap(hit: Hit, span: tuple[int, int]) -> int:
    """Tokens between a cue and a span."""
    return max(0, hit.first - span[1], span[0] - hit.end)


def _anchored(reading: _Reading, statement: Statement) -> dict[str, float]:
    if reading.anchor is None:
        return {"unnamed": 1.0, "unnamed_opening": float(statement.opens)}
    first, last = sorted((reading.anchor, reading.mention))
    between = reading.words.folded[first[1] : last[0]]
    leads = reading.anchor[0] < 4
    ordered = reading.first is not None and reading.second is not None and reading.first < reading.second
    return {
        "pronoun": float(reading.pronoun),
        "leads": float(leads),
        "opens": float(statement.opens and leads),
        "far": log1p(len(between)),
        "tight": exp(-len(between) / 5),
        "breaks": log1p(sum(word in _BREAKS for word in between)),
        "commas": log1p(between.count(",")),
        "ordered": float(ordered),
        "ordered_tight": exp(-len(between) / 5) if ordered else 0.0,
    }


def _cued(reading: _Reading, own: Sequence[Hit]) -> dict[str, float]:
    """How near the cues stand, those that tell much apart from those that stand anywhere."""
    found: dict[str, float] = {"no_cue": float(not own)}
    for kind, hits in (("strong", [one for one in own if not one.weak]), ("weak", [one for one in own if one.weak])):
        if not hits:
            continue
        gap = min(_gap(hit, reading.mention) for hit in hits)
        found |= {kind: 1.0, f"{kind}_near": exp(-gap / 4), f"{kind}_beside": float(gap <= 2)}
        if reading.anchor is not None:
            first, last = sorted((reading.anchor, reading.mention))
            found[f"{kind}_between"] = float(any(first[1] <= hit.first and hit.end <= last[0] for hit in hits))
            found[f"{kind}_near_anchor"] = exp(-min(_gap(hit, reading.anchor) for hit in hits) / 4)
    found["only_weak"] = float("weak" in found and "strong" not in found)
    return found


def _rivalled(reading: _Reading, nearest: Hit | None, rivals: Sequence[Hit]) -> dict[str, float]:
    """Whether words that tell another relation stand between the cue and the mention: "directed by A, written by B"
    does not say that B directed; "written and directed by B" does say that B wrote."""
    if not rivals:
        return {}
    if nearest is None:
        gap = min(_gap(hit, reading.mention) for hit in rivals)
        return {"rival_alone": exp(-gap / 4)}
    nearer = [hit for hit in rivals if _gap(hit, reading.mention) < _gap(nearest, reading.mention)]
    between = [hit for hit in nearer if _lies_between(hit, nearest, reading.mention)]
    if between and not _coordinated(reading.words, nearest, between):
        return {"rival_between": 1.0, "rival_takes": float(any(_takes(hit, reading) for hit in between))}
    return {"rival_nearer": float(bool(nearer) and not between)}


def _takes(rival: Hit, reading: _Reading) -> bool:
    """Whether a rival is followed by "by" and then the name, which so is the rival's: "written by B"."""
    after = reading.words.folded[rival.end : reading.mention[0]]
    return after[:1] == ["by"] and not set(after) & _BREAKS


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
        copula = any(word in _COPULAS for word in between)
        found["copula"] = float(copula)
        found["copula_bare"] = float(copula and bare)
        found["apposed"] = float(bool(between) and between[-1] == "," and len(between) <= 3)
    found["parenthesis"] = float(_in_parenthesis(words, reading.mention[0]))
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


def _in_parenthesis(words: Sequence[str], at: int) -> bool:
    opened = [place for place in range(at) if words[place] == "("]
    return bool(opened) and ")" not in words[opened[-1] : at]


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
