"""Finds the sentences of a page that name its neighbours in the graph.

The names of all neighbours of a block of pages go into one automaton (Aho-Corasick, overlapping), so that memory is
bounded by the block and not by the graph. A match counts if its capitals fit, if it is not part of a longer name, and
if nothing else on the page goes by it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchwright.english.sentences import sentences
from benchwright.graphs.graph import Graph
from benchwright.makers.lists.evidence.names import Name, names_of, value_names
from benchwright.makers.lists.evidence.shared import Shared
from benchwright.makers.lists.evidence.tokens import Tokens, form_of, tokens, words_of
from benchwright.makers.lists.evidence.words import FUNCTION
from benchwright.values.nations import COUNTRY_OF

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

BEFORE = 2
"""Sentences before the one that names the other end that are read with it (QAMPARI, section 2.1)."""
MOST_MENTIONS = 2
"""Mentions of one entity in one sentence that are looked at."""
_MOST_DIGITS = 2
"""Of a number behind a name that says which of a series is meant."""
MOST_TOKENS = 1_000
"""What is longer is a list, or a page without full stops. It proves nothing, and reading it for each name in it would
take hours."""


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


class Finder:
    """Finds entities by their names in texts. Each call says which of them count."""

    def __init__(self, names: Iterable[Name]) -> None:
        self._by_form: dict[str, list[Name]] = {}
        for name in names:
            self._by_form.setdefault(name.form, []).append(name)
        self._forms = list(self._by_form)
        self._automaton = _automaton(self._forms)
        self.counts = {"names": len(self._forms)}
        self.counts |= dict.fromkeys(("sentences", "too_long", "part_of_longer", "ambiguous", "case"), 0)

    def find(self, text: str, own: int, wanted: Container[int], short: Sequence[Name] = ()) -> Iterator[Mention]:
        """The mentions of `wanted` entities in a text that is about the entity `own`, in order. `short` are further
        words for that entity that prove nothing alone, such as a surname."""
        words = tokens(text)
        ranges = list(sentences(text))
        self.counts["sentences"] += len(ranges)
        starts = [start for start, _ in ranges]
        long = {at for at, place in enumerate(ranges) if len(range(*words.between(*place))) > MOST_TOKENS}
        self.counts["too_long"] += len(long)
        by_sentence: dict[int, list[_Match]] = {}
        for match in self._matches(words, own, wanted, short):
            at = bisect_right(starts, words.starts[match.first]) - 1
            if at < 0 or at in long or words.ends[match.end - 1] > ranges[at][1]:
                continue
            opening = _is_opening(words, match.first, starts[at])
            if match.name.fits(words.written[match.first : match.end], opening):
                by_sentence.setdefault(at, []).append(match)
            else:
                self.counts["case"] += 1
        for at in sorted(by_sentence):
            yield from self._mentions(words, ranges, at, by_sentence[at], own)

    def _matches(self, words: Tokens, own: int, wanted: Container[int], short: Sequence[Name]) -> Iterator[_Match]:
        if self._automaton is not None:
            for form, start, end in self._automaton.find_matches_as_indexes(words.line, overlapping=True):
                for name in self._by_form.get(self._forms[form], ()):
                    if name.entity == own or name.entity in wanted:
                        yield _Match(*words.at(start, end), name)
        for name in short:
            at = words.line.find(name.form)
            while at >= 0:
                yield _Match(*words.at(at, at + len(name.form)), name)
                at = words.line.find(name.form, at + 1)

    def _mentions(
        self,
        words: Tokens,
        ranges: Sequence[tuple[int, int]],
        at: int,
        matches: Sequence[_Match],
        own: int,
    ) -> Iterator[Mention]:
        clear = self._clear(words, matches, ranges[at][0], own)
        anchors = [match for match in clear if match.name.entity == own]
        places = [(match.first, match.end, match.name.entity) for match in clear if match.name.entity != own]
        counts: dict[int, int] = {}
        for first, end, entity in sorted(places):
            if counts.get(entity, 0) >= MOST_MENTIONS:
                continue
            counts[entity] = counts.get(entity, 0) + 1
            near = min(anchors, key=lambda one: (abs(one.first - first), one.first), default=None)
            yield Mention(
                entity,
                ranges[at],
                ranges[max(0, at - BEFORE)][0],
                (words.starts[first], words.ends[end - 1]),
                None if near is None else (words.starts[near.first], words.ends[near.end - 1]),
                at == 0,
            )

    def _clear(self, words: Tokens, matches: Sequence[_Match], sentence: int, own: int) -> list[_Match]:
        """The matches of one sentence that count, one for each place. Left out are those inside others (but for a place
        behind a comma), those that share but some words with a longer one of the same entity ("the City" of London),
        those that are part of a longer name that is not looked for, and those that could be two entities."""
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
            if not torn and all(_stands_in(words, place, places[place], one, places[one], own) for one in around):
                longest.append(place)
        clear = []
        for place in sorted(longest):
            found = places[place]
            if len({one.name.entity for one in found}) > 1:
                found = [one for one in found if one.name.first]
            if len({one.name.entity for one in found}) > 1 and any(one.name.adjective for one in found):
                found = [one for one in found if one.name.adjective == _qualifies(words, place[1])]
            if len({one.name.entity for one in found}) != 1:
                self.counts["ambiguous"] += 1
            elif _is_part(words, *place, sentence, found[0].name):
                self.counts["part_of_longer"] += 1
            else:
                clear.append(found[0])
        return clear


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


def _automaton(forms: Sequence[str]) -> AhoCorasick | None:
    if not forms:
        return None
    from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

    return AhoCorasick(forms, matchkind=MatchKind.Standard, implementation=Implementation.ContiguousNFA)


def _is_opening(words: Tokens, first: int, sentence: int) -> bool:
    """Whether a token is the first word of its sentence."""
    begin, _ = words.between(sentence, words.starts[first])
    return not any(token[0].isalnum() for token in words.folded[begin:first])


def _is_part(words: Tokens, first: int, end: int, sentence: int, name: Name) -> bool:
    """Whether the words belong to a longer name. A common noun does if it is written large inside a sentence: the
    "Blues" of the "Kozmic Blues Band"."""
    if name.proper:
        return _goes_on(words, first, end, sentence, name)
    return words.written[first][0].isupper() and not _is_opening(words, first, sentence)


def _goes_on(words: Tokens, first: int, end: int, sentence: int, name: Name) -> bool:
    """Whether capitals or a number beside a proper name say that it is part of a longer one: "New York" in "New York
    Times", "California" in "Southern California", "Kung Fu Panda" in "Kung Fu Panda 3"."""
    if end < len(words) and words.starts[end] - words.ends[end - 1] <= 2 and not _stops(words, end):
        after = words.written[end]
        if after[0].isupper():
            return True
        if after.isdigit() and len(after) <= _MOST_DIGITS:
            behind = words.written[end + 1] if end + 1 < len(words) else ""
            if not behind[:1].isalpha() or behind in FUNCTION:
                return True
        if (
            after == "-"
            and end + 1 < len(words)
            and words.starts[end + 1] == words.ends[end] == words.ends[end - 1] + 1
        ):
            return words.written[end + 1][0].isupper()
    if first == 0 or words.starts[first - 1] < sentence or end - first > 1:
        return False
    if words.written[first - 1] == "-" and words.starts[first] == words.ends[first - 1]:
        return first > 1 and words.starts[first - 1] == words.ends[first - 2]
    opening = first == 1 or words.starts[first - 2] < sentence
    before = words.written[first - 1]
    return before[0].isupper() and not opening and not _stops(words, first) and before not in COUNTRY_OF


def _stands_in(
    words: Tokens,
    place: tuple[int, int],
    names: Sequence[_Match],
    longer: tuple[int, int],
    around: Sequence[_Match],
    own: int,
) -> bool:
    """Whether a name inside a longer one of another entity is meant for itself too: Oregon in "Salem , Oregon", where
    that is but another way to say Salem."""
    entities = {one.name.entity for one in around}
    if own in entities or any(one.name.entity in entities for one in names):
        return False
    before, after = words.folded[longer[0] : place[0]], words.folded[place[1] : longer[1]]
    return not after and before[-1:] == [","] and not any(one.name.first for one in around)


def _qualifies(words: Tokens, end: int) -> bool:
    """Whether a word such as "French" says what the noun behind it is, and is not the language."""
    if end >= len(words) or words.starts[end] - words.ends[end - 1] > 2:
        return False
    after = words.written[end]
    return after.isalpha() and after.islower() and after not in FUNCTION


def _stops(words: Tokens, at: int) -> bool:
    """Whether more than a space stands before a token: a full stop that is not a token. One behind a single letter is
    part of a name ("U.S. News")."""
    return words.starts[at] - words.ends[at - 1] > 1 and words.ends[at - 1] - words.starts[at - 1] > 1
