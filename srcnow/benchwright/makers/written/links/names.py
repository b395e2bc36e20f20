"""Finds the names that sources share: candidates by form, and every place of them by one look through all texts.

A name is what the corpus treats as one: a subject of facts, the key of a table's row, the name of an entry, a code
(`max_connections`, NAT64, `--force`), or words that stand capitalised within sentences more often than not. Headings
alone make no name. Which names link sources is for how few of them share one, never for the capitals.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchwright.english.language import ENGLISH
from benchwright.records import Source
from benchwright.values import words_of

Key = tuple[str, ...]
"""A name as it is compared: its folded words."""

LONGEST = 6
_SHORTEST = 3
_FEWEST_SEEN = 2
_ORDINARY = 4
"""A word that is written like any other links only where so many times fewer sources have it."""
_CODE = re.compile(
    r"(?<![\w./-])(?:--?[a-z][\w-]{2,}|[A-Za-z]\w*(?:[_.:]+\w+)+|[A-Z][a-z]+(?:[A-Z][a-z]*)+|[a-z]+[A-Z]\w+|[A-Z]{2,}\w*\d*|[A-Za-z]+\d+\w*)(?![\w/])"
)
_CAPITALS = re.compile(
    r"[^\W\d_a-z][\w’']*(?:-\w+)*(?:\s+(?:(?:of|the|de|la|du|von|van|der|and|for|del|al)\s+){0,2}[^\W\d_a-z][\w’']*(?:-\w+)*){0,4}"
)
_NUMERAL = re.compile(r"\d+(?:st|nd|rd|th)?|[ivxlcdm]+")
_SIGNS = re.compile(r"[_.:/]|^-")
"""A code of several words is written so, or is not that code: `Host.type` is no host type."""
_PARTS = re.compile(r"\s*[:|–—>]\s*|\s+-\s+")
NUMBERING = re.compile(r"^\W*(?:(?:chapter|section|appendix|part)\s+)?\d+(?:\.\d+)*[.):]?\s+", re.IGNORECASE)
_SMALL = re.compile(r"(?<!\w)[a-z]{2,}(?!\w)")
_INSIDE = re.compile(r"[\w,;’'\"”]\s+[\"“‘'(]*$")


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Of each name the sources that state it (`stated`: in their text) and those that are about it (`owned`: the title,
    the last heading or an entry is called so), by position and ascending. `shown` is a name
    as it is written most often."""

    shown: Mapping[Key, str]
    stated: Mapping[Key, Sequence[int]]
    owned: Mapping[Key, Sequence[int]]
    rows: Mapping[Key, Sequence[int]]

    @classmethod
    def build(cls, sources: Sequence[Source], subjects: Iterable[str], most: int) -> NameIndex:
        """The names that at least two and at most `most` sources share. `subjects` are those of facts."""
        shown = _candidates(sources, subjects)
        ordinary = _ordinary_words(sources)
        index = _Matcher(shown)
        stated: defaultdict[Key, list[int]] = defaultdict(list)
        owned: defaultdict[Key, list[int]] = defaultdict(list)
        rows: defaultdict[Key, list[int]] = defaultdict(list)
        for at, source in enumerate(sources):
            body = _body(source)
            for key in index.found(words_of(body)):
                if len(key) == 1 or not _SIGNS.search(shown[key]) or shown[key].lstrip("-") in body:
                    stated[key].append(at)
            for key in index.called(_labels(source)):
                owned[key].append(at)
            for key in index.whole(row_keys(source)):
                rows[key].append(at)
        shared: list[Key] = []
        for key in shown:
            count = len({*stated.get(key, ()), *owned.get(key, ())})
            if 2 <= count <= (most // _ORDINARY if len(key) == 1 and key[0] in ordinary else most):
                shared.append(key)
        return cls(
            {key: shown[key] for key in shared},
            {key: tuple(stated.get(key, ())) for key in shared},
            {key: tuple(owned.get(key, ())) for key in shared},
            {key: tuple(rows.get(key, ())) for key in shared},
        )

    def sharing(self, key: Key) -> tuple[int, ...]:
        """The sources that state the name or are about it, ascending."""
        return tuple(sorted({*self.stated[key], *self.owned[key]}))


class _Matcher:
    """Finds keys in words: by their first word, the longest first."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self._keys = frozenset(keys)
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for key in self._keys:
            lengths[key[0]].add(len(key))
        self._lengths = {word: sorted(found, reverse=True) for word, found in lengths.items()}

    def found(self, words: Sequence[str]) -> set[Key]:
        """The keys among the words; a name that is a part of a longer one at the same place is not found there."""
        found: set[Key] = set()
        at = 0
        while at < len(words):
            step = 1
            for length in self._lengths.get(words[at], ()):
                key = tuple(words[at : at + length])
                if key in self._keys:
                    found.add(key)
                    step = length
                    break
            at += step
        return found

    def called(self, labels: Iterable[str]) -> set[Key]:
        """The keys that one of the labels, or a part of it, is for, with at most one word more: "SSLCipherSuite
        Directive", "2.3. The xBestIndex Method", "Peru: trade by year". A name in a long title is only mentioned."""
        found: set[Key] = set()
        for label in labels:
            for part in _PARTS.split(NUMBERING.sub("", label)):
                words = words_of(part)
                telling = len([word for word in words if word not in ENGLISH])
                found |= {key for key in self.found(words) if len([w for w in key if w not in ENGLISH]) + 1 >= telling}
        return found

    def whole(self, texts: Iterable[str]) -> set[Key]:
        """The keys that are one of the texts as a whole."""
        return {key for text in texts if (key := tuple(words_of(text))) in self._keys}


def _body(source: Source) -> str:
    """What the source states; of a table its cells, without the title."""
    if source.table is None:
        return source.text
    return "\n".join(" | ".join(row) for row in (*source.table.header, *source.table.rows))


def _labels(source: Source) -> Iterator[str]:
    """What a source is called by."""
    yield source.title
    if source.place.headings:
        yield source.place.headings[-1]
    for entry in source.entries:
        if entry.kind in ("definition", "run-in", "section"):
            yield source.text[slice(*entry.name)]


def row_keys(source: Source) -> Iterator[str]:
    """The first cell of each row, where it names something."""
    for row in () if source.table is None else source.table.rows:
        if row and any(letter.isalpha() for letter in row[0]):
            yield row[0]


def _candidates(sources: Sequence[Source], subjects: Iterable[str]) -> dict[Key, str]:
    """All that may be a name, as it is shown."""
    forms: defaultdict[Key, Counter[str]] = defaultdict(Counter)

    def add(name: str) -> None:
        key = tuple(words_of(name))
        if _may_be(key):
            forms[key][" ".join(name.split())] += 1

    for subject in subjects:
        add(subject)
    inside: Counter[Key] = Counter()  # capitalised within a sentence
    anywhere: Counter[str] = Counter()  # single words, however they are written
    written: defaultdict[Key, Counter[str]] = defaultdict(Counter)
    for source in sources:
        for name in row_keys(source):
            add(name)
        for entry in source.entries:
            if entry.kind in ("definition", "run-in"):
                add(source.text[slice(*entry.name)])
        body = _body(source)
        for match in _CODE.finditer(body):
            key = tuple(words_of(match[0]))
            if len(key) > 1:
                add(match[0])
            elif _may_be(key):
                inside[key] += 1
                written[key][match[0]] += 1
        anywhere.update(words_of(body))
        for match in _CAPITALS.finditer(body):
            if _INSIDE.search(body[max(match.start() - 4, 0) : match.start()]):
                key = tuple(words_of(match[0]))
                if _may_be(key):
                    inside[key] += 1
                    written[key][" ".join(match[0].split())] += 1
    headers = Counter(
        tuple(words_of(cell)) for source in sources if source.table for row in source.table.header for cell in row
    )
    for key in [key for key in forms if headers[key] >= _FEWEST_SEEN]:
        del forms[key]  # what several tables have a column for is an attribute, not a thing
    for key, count in inside.items():
        if count >= _FEWEST_SEEN and (len(key) > 1 or 2 * count > anywhere[key[0]]):
            forms[key].update(written[key])
    for key in _kinds_of_section(sources) & forms.keys():
        del forms[key]
    return {key: min(shown, key=lambda form: (-shown[form], form)) for key, shown in forms.items()}


def _kinds_of_section(sources: Sequence[Source]) -> set[Key]:
    """The headings that several documents have below their own title: "Introduction" and "Edge Attributes" are kinds of
    sections, and nobody asks about them by that name."""
    below = {
        (source.document, tuple(words_of(NUMBERING.sub("", heading))))
        for source in sources
        for heading in source.place.headings[1:]
    }
    counts = Counter(key for _, key in below)
    return {key for key, count in counts.items() if count >= _FEWEST_SEEN}


def _ordinary_words(sources: Sequence[Source]) -> frozenset[str]:
    """The words that are written small at least half of the time."""
    small: Counter[str] = Counter()
    anywhere: Counter[str] = Counter()
    for source in sources:
        body = _body(source)
        small.update(_SMALL.findall(body))
        anywhere.update(words_of(body))
    return frozenset(word for word, count in small.items() if 2 * count >= anywhere[word])


def _may_be(key: Key) -> bool:
    """Long enough to be found again, no phrase, not numbers and function words alone."""
    return (
        0 < len(key) <= LONGEST
        and sum(map(len, key)) >= _SHORTEST
        and any(len(word) > 1 and word not in ENGLISH and not _NUMERAL.fullmatch(word) for word in key)
    )
