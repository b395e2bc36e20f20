"""Sentences of a page that name its neighbours in the graph.

The names of all neighbours of a block of pages go into one automaton (Aho-Corasick, overlapping), so that memory is
bounded by the block and not by the graph. A match counts if its capitals fit, if it is no part of a longer name, and if
nothing else on the page goes by it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchwright.english.sentences import sentences
from benchwright.graphs.graph import Graph
from benchwright.makers.lists.evidence.implied import STORIES, Implied, implied_of, leads_to
from benchwright.makers.lists.evidence.names import Name, names_of, value_names
from benchwright.makers.lists.evidence.shared import Shared
from benchwright.makers.lists.evidence.tokens import Tokens, form_of, listed, tokens, words_of
from benchwright.values.nations import COUNTRY_OF

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

BEFORE = 2
"""Sentences before the one that names the other end that are read with it (QAMPARI, section 2.1)."""
MOST_MENTIONS = 2
"""Mentions of one entity in one sentence that are looked at, notes on what it is called elsewhere aside."""
MOST_TOKENS = 1_000
"""A longer sentence is none, but a list or a page without full stops. Nobody could check a fact by it, and reading it
for each name that stands in it would take hours."""

_BEFORE_NAMES = listed(
    "north south east west northern southern eastern western central new upper lower saint st fort lake mount mt "
    "port los las san santa el greater great old royal republic university college bishop cape isle county"
)
_AFTER_TITLES = listed(
    "president minister premier governor senator mayor king queen prince princess emperor empress duke duchess "
    "earl count lord lady sir dame baron general colonel captain major admiral judge justice dr doctor professor "
    "mr mrs ms pope bishop cardinal director producer actor actress singer author writer composer coach saint rev "
    "reverend chancellor secretary"
)
_SIDES = listed(
    "north south east west northern southern eastern western central northeast northwest southeast southwest "
    "northeastern northwestern southeastern southwestern"
)
_CONTINENTS = listed("africa asia europe")
_NO_PART = ["south", "africa"]
_OTHER_THERE = listed("ireland cyprus australia sahara samoa cape territory islands rhodesia sudan korea union")
"""Places of which "Northern X" or "Western X" is the name of another one."""
_KINDS = listed("western technicolor christmas")
"""Words with a capital that say of what kind a film from a country is, and do not go on with a name."""
_PEOPLES = listed("african afro anglo asian latin native euro pan north south inter trans non anti")
"""What stands with a hyphen before a country's adjective that then is not the country's: "African-American"."""
_OF_FILMS = listed("film films movie movies")
_NOT_THAT_KIND = listed("and vice deputy assistant acting anti non prime attorney casting art bass steel air n '")
"""Words before a noun with which it means something else: an assistant director is no director."""
_PARTS_OF_SERIES = listed("2 3 4 5 6 7 8 9 10 11 12 13")
_ORDINALS = listed("first second third fourth fifth sixth seventh eighth ninth tenth")
_LONGEST_NOTE = 8
_ONLY_WHOLE = listed("general president minister officer fiction")
_NO_NOUNS = listed(
    "a an and are as at but by can for from had has have he in into is it its language languages name names of on or "
    "pronunciation she speaker speakers speaking than that the they this to translation was were which who with word "
    "words"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity that is named in a sentence. `sentence` and `mention` are ranges of the text, `premise` is where the
    sentences before begin, `anchor` the words that name the page's own entity, None if there are none; `opens` says
    that it is the first sentence of the text."""

    entity: int
    sentence: tuple[int, int]
    premise: int
    mention: tuple[int, int]
    anchor: tuple[int, int] | None
    opens: bool


@dataclass(frozen=True, slots=True)
class _Match:
    first: int  # token
    end: int  # behind the last token
    name: Name


@dataclass(frozen=True, slots=True)
class _Hint:
    first: int  # token
    end: int
    words: Implied


class Finder:
    """Finds entities by their names in texts. Which of them count is told for every text."""

    def __init__(self, names: Iterable[Name], implied: Iterable[Implied] = ()) -> None:
        self._by_form: dict[str, list[Name]] = {}
        for name in names:
            self._by_form.setdefault(name.form, []).append(name)
        self._implied: dict[str, list[Implied]] = {}
        for words in implied:
            self._implied.setdefault(words.form, []).append(words)
        self._forms = [*self._by_form, *(form for form in self._implied if form not in self._by_form)]
        self._automaton = _automaton(self._forms)
        self.counts = {"names": len(self._forms)}
        self.counts |= dict.fromkeys(("sentences", "too_long", "part_of_longer", "ambiguous", "case"), 0)

    def find(self, text: str, own: int, wanted: Mapping[int, object], short: Sequence[Name] = ()) -> Iterator[Mention]:
        """The mentions of `wanted` entities in a text that is about the entity `own`, in order. `short` are further
        words for that entity that prove nothing alone, such as a surname."""
        told = tokens(text)
        ranges = list(sentences(text))
        self.counts["sentences"] += len(ranges)
        starts = [start for start, _ in ranges]
        long = {at for at, place in enumerate(ranges) if len(range(*told.between(*place))) > MOST_TOKENS}
        self.counts["too_long"] += len(long)
        by_sentence: dict[int, list[_Match]] = {}
        hints: dict[int, list[_Hint]] = {}
        for match in self._matches(told, own, wanted, short):
            at = bisect_right(starts, told.starts[match.first]) - 1
            if at < 0 or at in long or told.ends[match.end - 1] > ranges[at][1]:
                continue
            if isinstance(match, _Hint):
                if match.words.fits(told, match.first, match.end, told.between(*ranges[at])):
                    hints.setdefault(at, []).append(match)
                continue
            opening = _is_opening(told, match.first, starts[at])
            if match.name.fits(told.written[match.first : match.end], opening):
                by_sentence.setdefault(at, []).append(match)
            else:
                self.counts["case"] += 1
        for at in sorted(by_sentence.keys() | hints.keys()):
            yield from self._mentions(told, ranges, at, by_sentence.get(at, ()), hints.get(at, ()), own)

    def _matches(
        self, told: Tokens, own: int, wanted: Mapping[int, object], short: Sequence[Name]
    ) -> Iterator[_Match | _Hint]:
        if self._automaton is not None:
            for form, start, end in self._automaton.find_matches_as_indexes(told.line, overlapping=True):
                for name in self._by_form.get(self._forms[form], ()):
                    if name.entity == own or name.entity in wanted:
                        yield _Match(*told.at(start, end), name)
                for words in self._implied.get(self._forms[form], ()):
                    if words.entity in wanted and words.entity != own:
                        yield _Hint(*told.at(start, end), words)
        for name in short:
            at = told.line.find(name.form)
            while at >= 0:
                yield _Match(*told.at(at, at + len(name.form)), name)
                at = told.line.find(name.form, at + 1)

    def _mentions(
        self,
        told: Tokens,
        ranges: Sequence[tuple[int, int]],
        at: int,
        matches: Sequence[_Match],
        hints: Sequence[_Hint],
        own: int,
    ) -> Iterator[Mention]:
        kept = self._clear(told, matches, ranges[at][0], own)
        anchors = [match for match in kept if match.name.entity == own]
        named = {match.name.entity for match in kept}
        places = [(match.first, match.end, match.name.entity) for match in kept if match.name.entity != own]
        for hint in hints:
            inside = any(match.first < hint.end and hint.first < match.end for match in anchors)
            if hint.words.entity not in named and not inside:
                places.append((hint.first, hint.end, hint.words.entity))
        taken: dict[int, int] = {}
        for first, end, entity in sorted(places):
            if taken.get(entity, 0) >= MOST_MENTIONS:
                continue
            if told.folded[end : end + 1] != [":"]:  # "( German : Hessen )" tells of a name and takes no place
                taken[entity] = taken.get(entity, 0) + 1
            near = min(anchors, key=lambda one: (abs(one.first - first), one.first), default=None)
            yield Mention(
                entity,
                ranges[at],
                ranges[max(0, at - BEFORE)][0],
                (told.starts[first], told.ends[end - 1]),
                None if near is None else (told.starts[near.first], told.ends[near.end - 1]),
                at == 0,
            )

    def _clear(self, told: Tokens, matches: Sequence[_Match], sentence: int, own: int) -> list[_Match]:
        """The matches of one sentence without those inside others (but for a place behind a comma, and for what a
        compound noun is), those that share but some words with a longer one of the same entity ("the City" of London),
        those that are part of a longer name that nobody looks for, and those that could be two entities; one for each
        place."""
        places: dict[tuple[int, int], list[_Match]] = {}
        for match in matches:
            places.setdefault((match.first, match.end), []).append(match)
        longest: list[tuple[int, int]] = []
        for place in sorted(places, key=lambda one: (one[0] - one[1], one)):
            around = [one for one in longest if one[0] <= place[0] and place[1] <= one[1]]
            same = {one.name.entity for one in places[place]}
            torn = any(
                one[0] < place[1] and place[0] < one[1] and same == {found.name.entity for found in places[one]}
                for one in longest
                if one not in around
            )
            if not torn and all(_stands_in(told, place, places[place], one, places[one], own) for one in around):
                longest.append(place)
        kept = []
        for place in sorted(longest):
            found = places[place]
            if len({one.name.entity for one in found}) > 1:
                found = [one for one in found if one.name.first]
            if len({one.name.entity for one in found}) > 1 and any(one.name.adjective for one in found):
                found = [one for one in found if one.name.adjective == _qualifies(told, place[1])]
            if len({one.name.entity for one in found}) != 1:
                self.counts["ambiguous"] += 1
            elif _is_part(told, *place, sentence, found[0].name):
                self.counts["part_of_longer"] += 1
            else:
                kept.append(found[0])
        return kept


def short_names(code: int, label: str) -> tuple[Name, ...]:
    """The last word of a name of two or three capitalised words: how a page goes on to call a person."""
    words = words_of(label)
    if not 2 <= len(words) <= 3 or not all(word[0].isupper() and word.isalpha() for word in words):
        return ()
    last = words[-1]
    return (Name(code, (last,), form_of([last]), False, False),) if len(last) > 2 else ()


def names_in(graph: Graph, codes: Sequence[int], shared: Shared) -> Iterator[Name]:
    """The names of these entities and values of a graph, without aliases that tell nothing."""
    import numpy as np
    import pyarrow as pa

    at = pa.array(np.asarray(codes, dtype=np.int64))
    columns = [graph.column(name).take(at).to_pylist() for name in ("id", "label", "kind", "unit")]
    for code, id, label, kind, unit in zip(codes, *columns, strict=True):
        if kind == "entity":
            aliases = [alias for alias in graph.aliases(code) if not shared.too_many(alias, label)]
            yield from names_of(code, label, aliases)
        else:
            yield from value_names(code, kind, id, label, unit)


def implied_in(graph: Graph, codes: Sequence[int]) -> Iterator[Implied]:
    """The words that tell of these entities without naming them."""
    import numpy as np
    import pyarrow as pa

    at = pa.array(np.asarray(codes, dtype=np.int64))
    columns = [graph.column(name).take(at).to_pylist() for name in ("label", "kind")]
    for code, label, kind in zip(codes, *columns, strict=True):
        if kind == "entity":
            yield from implied_of(code, label)


def _automaton(forms: Sequence[str]) -> AhoCorasick | None:
    if not forms:
        return None
    from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

    return AhoCorasick(forms, matchkind=MatchKind.Standard, implementation=Implementation.ContiguousNFA)


def _is_opening(told: Tokens, first: int, sentence: int) -> bool:
    """Whether a token is the first word of its sentence."""
    begin, _ = told.between(sentence, told.starts[first])
    return not any(token[0].isalnum() for token in told.folded[begin:first])


def _is_part(told: Tokens, first: int, end: int, sentence: int, name: Name) -> bool:
    """Whether the words belong to a longer name. A common noun does if it is written large inside a sentence: the
    "Blues" of the "Kozmic Blues Band"."""
    if name.proper:
        return _goes_on(told, first, end, sentence, name)
    return told.written[first][0].isupper() and not _is_opening(told, first, sentence)


def _goes_on(told: Tokens, first: int, end: int, sentence: int, name: Name) -> bool:
    """Whether capitals beside a proper name say that it is part of a longer one: "New York" in "New York Times"."""
    if end < len(told) and told.starts[end] - told.ends[end - 1] <= 2:
        after = told.written[end]
        kind = name.adjective and told.folded[end] in _KINDS
        if after[0].isupper() and not kind and not _stops(told, end):
            return True
        if _is_numbered(told, end) or _is_the_third(told, end) or (not name.adjective and _has_subtitle(told, end)):
            return True
        if after == "-" and end + 1 < len(told) and told.starts[end + 1] == told.ends[end] == told.ends[end - 1] + 1:
            return told.written[end + 1][0].isupper() and not (name.adjective and _is_of_two(told, end))
    if first == 0 or told.starts[first - 1] < sentence:
        return False
    before = told.written[first - 1]
    if before in COUNTRY_OF and told.folded[first] in _KINDS:
        return False  # an American Western
    if before == "-" and name.adjective and first > 1 and told.folded[first - 2] in _PEOPLES:
        return True
    if not before[0].isupper() or _stops(told, first):
        return False
    if _is_region(told, first, end):
        return False
    if told.folded[first - 1] in _BEFORE_NAMES:
        return True
    alone = end - first == 1
    opening = first == 1 or told.starts[first - 2] < sentence
    return alone and not opening and told.folded[first - 1] not in _AFTER_TITLES


def _is_numbered(told: Tokens, end: int) -> bool:
    """Whether a number behind a name tells which of a series is meant: "Kung Fu Panda 3", but not "Paris 3 times"."""
    if told.folded[end] not in _PARTS_OF_SERIES or _stops(told, end):
        return False
    after = told.written[end + 1 : end + 2]
    return not after or not after[0].isalpha() or after[0] in _NO_NOUNS


def _is_the_third(told: Tokens, end: int) -> bool:
    """Whether an ordinal with a capital behind a name tells the same: "Shrek the Third"."""
    if told.folded[end] != "the" or _stops(told, end) or end + 1 >= len(told):
        return False
    return told.folded[end + 1] in _ORDINALS and told.written[end + 1][0].isupper()


def _has_subtitle(told: Tokens, end: int) -> bool:
    """Whether a title goes on behind a note in parentheses: "America ( The Book ) : A Guide"."""
    if told.folded[end] != "(" or ")" not in told.folded[end : end + _LONGEST_NOTE]:
        return False
    after = told.folded.index(")", end) + 1
    goes_on = told.written[end + 1][0].isupper() and told.folded[after : after + 1] == [":"]
    return goes_on and after + 1 < len(told) and told.written[after + 1][0].isupper()


def _stands_in(
    told: Tokens,
    place: tuple[int, int],
    names: Sequence[_Match],
    longer: tuple[int, int],
    around: Sequence[_Match],
    own: int,
) -> bool:
    """Whether a name inside a longer one of another entity is meant for itself too. "Salem , Oregon" tells of Oregon,
    where that is but another way to say Salem; a romantic comedy is a comedy, and a superhero film of superheroes."""
    entities = {one.name.entity for one in around}
    if own in entities or any(one.name.entity in entities for one in names):
        return False
    before, after = told.folded[longer[0] : place[0]], told.folded[place[1] : longer[1]]
    if not after and before and before[-1] == ",":
        return not any(one.name.first for one in around)
    if any(word[0].isupper() for word in told.written[place[0] : place[1]]):
        side = bool(before) and not after and place[1] - place[0] == 1 and set(before) <= _SIDES
        return side and told.folded[place[0]] in _CONTINENTS and before + told.folded[slice(*place)] != _NO_PART
    if after:
        return not before and len(after) == 1 and after[0] in _OF_FILMS
    return not set(before) & _NOT_THAT_KIND and told.folded[place[0]] not in _ONLY_WHOLE


def _qualifies(told: Tokens, end: int) -> bool:
    """Whether a word such as "French" says what the noun behind it is, and is not the language."""
    if end >= len(told) or told.starts[end] - told.ends[end - 1] > 2:
        return False
    after = told.written[end]
    return after.isalpha() and after.islower() and after not in _NO_NOUNS


def _is_of_two(told: Tokens, hyphen: int) -> bool:
    """Whether a hyphen stands between the adjectives of two countries of a film: a person who is called so comes from
    one of them."""
    at = hyphen
    while at + 1 < len(told) and told.folded[at] == "-" and told.written[at + 1] in COUNTRY_OF:
        at += 2
    return at > hyphen and leads_to(told, at, len(told), STORIES)


def _is_region(told: Tokens, first: int, end: int) -> bool:
    """Whether the word before a name says in which part of it: "Southern California" lies in California, "East Asia" in
    Asia, but Northern Ireland and South Africa are something else."""
    side, name = told.folded[first - 1], told.folded[end - 1]
    if first >= 3 and told.folded[first - 2] == "of" and told.written[first - 3][0].isupper():
        return False  # the University of Southern California
    if side in _SIDES and end - first == 1 and name in _CONTINENTS | {"england"}:
        return [side, name] != _NO_PART
    return side.endswith("ern") and side in _SIDES and name not in _OTHER_THERE


def _stops(told: Tokens, at: int) -> bool:
    """Whether more than a space stands before a token: a full stop that no token tells. One behind a single letter is
    part of a name ("U.S. News")."""
    return told.starts[at] - told.ends[at - 1] > 1 and told.ends[at - 1] - told.starts[at - 1] > 1
