"""Turns a sentence and a triple into the named numbers that the checker `lexical` weighs.

They come from the sentence and from what the relation's entry declares (its cues, kind, tense, ends and `not_when`),
and from nothing else: neither `label` nor `hypothesis` is read. `perf/evidence.py --fit` fits their weights and prints
what the fit loses without each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log1p
from typing import Final

from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import CueBook, Hit
from benchwright.makers.lists.evidence.layout import Layout, Tokened, layout
from benchwright.makers.lists.evidence.words import DOUBTS, PAST, PLACE_KINDS, PREDICATE_KINDS, PRONOUNS
from benchwright.values.nations import COUNTRY_OF

_NEAR: Final = 4.0
"""Words after which the nearness of a cue falls to 1/e."""
_DOUBT_WITHIN: Final = 3
"""Tokens before a name and its cue in which a doubt counts."""
_PAST_WITHIN: Final = 6
_FAR: Final = 1e9
_OPENING: Final = 6
"""Tokens within which "the film" at the beginning of a sentence means what its page is about."""
_AGAINST_WITHIN: Final = 4
_IN: Final = ("in", "at")


@dataclass(frozen=True, slots=True)
class _Positions:
    """A sentence and where its two ends stand: `mention` names the other end, `anchor` names what the page is about or
    stands for it (None if nothing does). `named`: the anchor is a name and no pronoun."""

    layout: Layout
    mention: Tokened
    anchor: Tokened | None
    named: bool

    def free(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits that are not part of a name, and not in the parentheses of another name."""
        spans = [self.mention] + ([self.anchor] if self.anchor is not None and self.named else [])
        return [
            hit
            for hit in hits
            if not any(first < hit.end and hit.first < end for first, end in spans) and not self._aside(hit)
        ]

    def _aside(self, hit: Hit) -> bool:
        inside = self.layout.inside
        begin = hit.first
        if not inside[begin]:
            return False
        while begin > 0 and inside[begin - 1]:
            begin -= 1
        first, end = self.mention
        return begin != end and not (begin <= first and all(inside[begin:first]))

    def gap(self, hit: Hit) -> float:
        """How far a hit is from the mention."""
        first, end = self.mention
        return self.layout.apart(hit.end, first) if hit.first < first else self.layout.apart(end, hit.first)

    def between(self, hit: Hit) -> bool:
        """Whether a hit stands between the two ends."""
        if self.anchor is None:
            return False
        first, last = sorted((self.anchor, self.mention))
        return first[1] <= hit.first and hit.end <= last[0]


def features(statement: Statement, cues: CueBook) -> dict[str, float]:
    """The features of a statement that are not 0, by name."""
    reading = _read(statement)
    words = reading.layout.words
    hits = cues.of(statement.relation).find(words)
    places = {(hit.first, hit.end) for hit in hits}
    own = reading.free(hits)
    strong = [hit for hit in own if not hit.weak]
    nearest = min(own, key=lambda hit: (hit.weak, reading.gap(hit), hit.first), default=None)
    rivals = [
        hit
        for hit in reading.free(cues.rivals(statement.relation).find(words))
        if not hit.weak and (hit.first, hit.end) not in places
    ]
    pair = [
        hit
        for matcher in cues.of_ids(statement.rivals)
        for hit in reading.free(matcher.find(words))
        if not hit.weak and (hit.first, hit.end) not in places
    ]
    against = reading.free(cues.against(statement.relation).find(words))
    first, end = reading.mention
    numbers: dict[str, float] = {
        "cue_near": max((exp(-reading.gap(hit) / _NEAR) for hit in strong), default=0.0),
        "cue_between": any(map(reading.between, strong)),
        "cue_before": any(hit.end <= first for hit in strong),
        "cue_in_name": any(first <= hit.first and hit.end == end for hit in hits),
        "other_cue": min(map(reading.gap, rivals), default=_FAR) < (_FAR if nearest is None else reading.gap(nearest)),
        "pair_rival": bool(pair) and bool(strong),
        "rivals": log1p(len(statement.rivals)),
        "not_when": _speaks_against(reading, nearest, against),
        "named": reading.named,
        "ordered": reading.anchor is not None and reading.anchor < reading.mention,
        "in_parentheses": reading.layout.inside[first],
        "doubted": bool(strong) and nearest is not None and _doubted(reading, nearest),
        "past": statement.relation.tense == "now"
        and not PAST.isdisjoint(words.folded[max(0, first - _PAST_WITHIN) : first]),
    }
    numbers |= _predicate(reading, statement, own) | _typed(reading, statement)
    return {name: float(number) for name, number in numbers.items() if number}


def _read(statement: Statement) -> _Positions:
    start, stop = statement.sentence
    parts = layout(statement.text[start:stop])
    words = parts.words
    mention = words.between(statement.mention[0] - start, statement.mention[1] - start)
    if statement.anchor is not None:
        return _Positions(parts, mention, words.between(statement.anchor[0] - start, statement.anchor[1] - start), True)
    if statement.opens and parts.copula is not None and parts.copula <= mention[0]:
        return _Positions(parts, mention, (0, parts.copula), True)  # a page opens with what it is about
    return _Positions(parts, mention, next(_stand_ins(parts, mention), None), False)


def _stand_ins(parts: Layout, mention: Tokened) -> Iterator[Tokened]:
    """The words that may stand for what the page is about: a pronoun, or "the film"."""
    words = parts.words
    for at, word in enumerate(words.folded):
        if mention[0] <= at < mention[1]:
            continue
        if word in PRONOUNS:
            yield at, at + 1
        elif word in ("the", "this") and at < _OPENING:
            noun = words.written[at + 1 : at + 2]
            if noun and noun[0][0].islower() and words.folded[at + 2 : at + 3] != ["of"]:
                yield at, at + 2


def _speaks_against(reading: _Positions, nearest: Hit | None, against: Sequence[Hit]) -> bool:
    """Whether a word of `not_when` is nearer to the mention than its own nearest strong cue."""
    limit = reading.gap(nearest) if nearest is not None and not nearest.weak else _AGAINST_WITHIN
    return any(reading.gap(hit) <= limit for hit in against)


def _predicate(reading: _Positions, statement: Statement, own: Sequence[Hit]) -> dict[str, float]:
    """Whether the mention is what the sentence says that the page's subject is: "X is an American actor"."""
    parts = reading.layout
    if parts.copula is None or reading.anchor is None or reading.anchor[0] >= parts.copula:
        return {}
    if not parts.predicates(reading.mention) or parts.predicate is None:
        return {}
    first, end = parts.predicate
    return {
        "predicate": statement.relation.kind in PREDICATE_KINDS,
        "predicate_cue": any(first - 1 <= hit.first < end for hit in own),
    }


def _typed(reading: _Positions, statement: Statement) -> dict[str, float]:
    """Whether the mention stands as what its end is declared to be: a place behind "in" does; a club called London
    does not, and neither does the adjective of a country where no country is asked for."""
    words, (first, end) = reading.layout.words, reading.mention
    kind = statement.relation.kind
    written = words.written[first:end]
    place = statement.relation.ends[1 if statement.about == "subject" else 0] == "place"
    before = words.folded[first - 1] if first else ""
    located = kind in PLACE_KINDS and place
    at = first - 1
    while at >= 0 and (words.folded[at] in (",", "and", "the") or words.written[at][0].isupper()):
        at -= 1
    return {
        "common": all(word[0].islower() for word in written if word[0].isalpha()),
        "place_in": located and at >= 0 and words.folded[at] in (*_IN, "of", "on"),
        "place_of_other": not place and before in _IN,
        "adjective": kind not in PREDICATE_KINDS | PLACE_KINDS and " ".join(written) in COUNTRY_OF,
    }


def _doubted(reading: _Positions, nearest: Hit) -> bool:
    """Whether a word that denies or doubts stands before the mention and its cue, or between them."""
    words, mention = reading.layout.words, reading.mention[0]
    window = range(max(0, min(mention, nearest.first) - _DOUBT_WITHIN), max(mention, nearest.first))
    return any(words.folded[at] in DOUBTS and (words.written[at][0].islower() or not at) for at in window)
