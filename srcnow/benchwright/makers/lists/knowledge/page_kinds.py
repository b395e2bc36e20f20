"""Reads on a person's own page what kind of person it is: "X is an American actor and producer".

The types of a graph and its descriptions know more professions than pages state. Where a question asks for people by
what they do (`Things.told`: "which producers ..."), a sentence of the page has to say so, as it has to state a triple.
Otherwise a reader of the corpus could not find or check the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.english.sentences import sentences
from benchwright.graphs.described import head
from benchwright.graphs.graph import Graph
from benchwright.graphs.hierarchy import Codes
from benchwright.makers.lists.evidence.layout import layout
from benchwright.makers.lists.evidence.pages import Pages, opens_with_another

VERSION = 1
_READ = 12  # sentences of a page
_AGAIN = re.compile(
    r"(?:He|She|They) (?:is|was|are|were|has been|had been)(?: also| additionally| primarily| mainly)? "
    r"(?:(?:a|an|one of the|known as an?) )"
)
"""How a later sentence speaks about the page's person: "He is also a producer"."""


@dataclass(frozen=True, slots=True)
class KindStatement:
    """A sentence, by the position of its source in the corpus and its range, and the kinds that it tells: noun phrases
    in lower case ("american film director")."""

    source: int
    start: int
    end: int
    kinds: tuple[str, ...]

    def tells(self, nouns: Set[str], ruled_out: Set[str] = frozenset()) -> bool:
        """Whether a kind is one of these nouns or ends in one, word by word, and in none that is ruled out: a "record
        producer" is not a producer where the records are ruled out."""
        return any(
            not nouns.isdisjoint(endings) and ruled_out.isdisjoint(endings)
            for endings in map(set, map(_endings, self.kinds))
        )


class PageKinds:
    """The pages of a graph's entities, read for kinds. Safe to share between threads."""

    def __init__(self, graph: Graph, corpus: Corpus, pages: Pages) -> None:
        self._graph = graph
        self._texts = corpus.columns.table.column("text")
        self._pages = pages
        self.of = lru_cache(maxsize=1 << 18)(self._read)
        """The sentences of an entity's page that tell of what kinds it is, in their order; () without a page."""

    def _read(self, code: int) -> tuple[KindStatement, ...]:
        sources = self._pages.of(code)
        if not sources:
            return ()
        text = self._texts[sources[0]].as_py()
        entity = self._graph.entity(code)
        if opens_with_another(text, [entity.label, *entity.aliases]):
            return ()
        return tuple(KindStatement(sources[0], *place) for place in _tellings(text))

    def with_page(self, codes: Codes) -> Codes:
        """Those that have a page at all."""
        return codes[np.isin(codes, self._pages.codes)]

    def telling(self, code: int, nouns: Set[str], ruled_out: Set[str]) -> KindStatement | None:
        """The first sentence of an entity's page that tells it by one of these nouns; None if none does."""
        return next((one for one in self.of(code) if one.tells(nouns, ruled_out)), None)


def _tellings(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    for number, (start, end) in zip(range(_READ), sentences(text), strict=False):
        phrase = _opened(text[start:end]) if number == 0 else _told_again(text[start:end])
        kinds = head(phrase) if phrase else ()
        if kinds:
            yield start, end, kinds


def _opened(sentence: str) -> str:
    """What follows the copula of an opening; "" where it has none."""
    parts = layout(sentence)
    return "" if parts.copula is None else sentence[parts.words.ends[parts.copula] :].strip()


def _told_again(sentence: str) -> str:
    match = _AGAIN.match(sentence)
    return sentence[match.end() :] if match else ""


def _endings(phrase: str) -> Iterator[str]:
    """A phrase, and what is left of it without its first words."""
    yield phrase
    at = phrase.find(" ")
    while at >= 0:
        yield phrase[at + 1 :]
        at = phrase.find(" ", at + 1)
