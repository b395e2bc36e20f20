"""Finds the text sources of a corpus that are an entity's page. A page may have been cut into many passages.

An entity that says what its page is (`Entity.page`) is found by source id, by document name, by the address of an
article, by title; one that says nothing has a page only if exactly one document has its label as title, and no other
entity has that label: a page of the wrong namesake would prove wrong things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.english.sentences import sentences
from benchwright.graphs.graph import Graph
from benchwright.graphs.hierarchy import Codes
from benchwright.makers.lists.evidence.tokens import fold, words_of
from benchwright.records import Modality
from benchwright.values import name_key

_WIKI = "/wiki/"
_OPENING = 2  # sentences that may name the entity
_LEAST_LETTERS = 3
_LIKE = 4  # letters of words of which one may be a part of the other


class Pages:
    """Entity -> positions of its sources. `codes` are the entities that have a page, ascending; `counts` says how
    many pages were found in which way, and `missing` how many entities named a page that the corpus does not have."""

    def __init__(self, pages: Mapping[int, tuple[int, ...]], counts: Mapping[str, int], missing: int = 0) -> None:
        self._pages = pages
        self.codes: Codes = np.array(sorted(pages), dtype=np.int32)
        self.counts = dict(sorted(counts.items()))
        self.missing = missing

    def of(self, code: int) -> tuple[int, ...]:
        """The positions of its text sources in the corpus, in order; () if it has no page."""
        return self._pages.get(code, ())

    def __len__(self) -> int:
        return len(self._pages)


def find_pages(graph: Graph, corpus: Corpus) -> Pages:
    """The pages of all entities of a graph."""
    library = _Library(corpus)
    pages: dict[int, tuple[int, ...]] = {}
    counts: Counter[str] = Counter()
    missing = 0
    labelled: Counter[str] = Counter()
    silent: list[tuple[int, str]] = []
    for code, label, kind, page in _rows(graph):
        if kind != "entity":
            continue
        key = name_key(label)
        if key in library.titled:
            labelled[key] += 1
        if page:
            how, sources = library.look_up(page)
            if sources:
                pages[code] = sources
                counts[how] += 1
            else:
                missing += 1
        elif key in library.titled:
            silent.append((code, key))
    for code, key in silent:
        sources = library.by_title(key)
        if sources and labelled[key] == 1:
            pages[code] = sources
            counts["label"] += 1
    return Pages(pages, counts, missing)


def is_of_another(text: str, title: str, names: Sequence[str]) -> bool:
    """Whether a page is about something else than the entity whose page it is said to be: its title is the entity's
    label, of which it then has no word, only another name, as where Jalisco's text stands below "Hidalgo" because a
    graph calls that so. A title in another language than the label proves nothing."""
    first, *others = [_long_words(name) for name in names]
    words = _long_words(text)
    titled = any(_alike(one, other) for one in first for other in _long_words(title))
    if not titled or any(_alike(one, other) for one in first for other in words):
        return False
    return any(name and name <= words for name in others)


def opens_with_another(text: str, names: Sequence[str]) -> bool:
    """Whether the first sentences of a page have no word of the first of its entity's names and none of its other
    names: what they say is about something else then."""
    ranges = [place for place, _ in zip(sentences(text), range(_OPENING), strict=False)]
    if not ranges:
        return False
    words = _long_words(text[: ranges[-1][1]])
    first, *others = [_long_words(name) for name in names]
    own = not first or any(_alike(one, other) for one in first for other in words)
    return not own and not any(name and name <= words for name in others)


def _long_words(text: str) -> set[str]:
    return {fold(word) for word in words_of(text) if len(word) >= _LEAST_LETTERS and word[0].isalnum()}


def _alike(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) >= _LIKE and (one in other or other in one))


class _Library:
    """The text sources of a corpus by id, by document, and by title."""

    def __init__(self, corpus: Corpus) -> None:
        self._ids: dict[str, int] = {}
        self._documents: dict[str, list[int]] = {}
        self.titled: dict[str, set[str]] = {}
        rows = zip(corpus.ids, corpus.titles, corpus.columns.strings("document"), corpus.modalities, strict=True)
        for position, (id, title, document, modality) in enumerate(rows):
            if modality is not Modality.TEXT:
                continue
            self._ids[id] = position
            sources = self._documents.setdefault(document, [])
            key = name_key(title)
            if key and not (sources and key in self.titled and document in self.titled[key]):
                self.titled.setdefault(key, set()).add(document)
            sources.append(position)
        self._titles = corpus.titles

    def look_up(self, page: str) -> tuple[str, tuple[int, ...]]:
        """How the page was found, and its sources; ("", ()) if the corpus does not have it."""
        names = [page]
        if _WIKI in page:
            tail = unquote(page.partition(_WIKI)[2].partition("#")[0].partition("?")[0])
            names += [_WIKI + tail, tail]
        for name in names:
            if name in self._documents:
                return "document", tuple(self._documents[name])
            if name in self._ids:
                return "source", (self._ids[name],)
        sources = self.by_title(name_key(names[-1]))
        return ("title", sources) if sources else ("", ())

    def by_title(self, key: str) -> tuple[int, ...]:
        """The sources with this title, if they are of one document; else ()."""
        documents = self.titled.get(key, set())
        if len(documents) != 1:
            return ()
        (document,) = documents
        return tuple(at for at in self._documents[document] if name_key(self._titles[at]) == key)


def _rows(graph: Graph) -> Iterator[tuple[int, str, str, str]]:
    """(code, label, kind, page) of every entity, without all of them in memory at once."""
    table = [graph.column(name) for name in ("label", "kind", "page")]
    step = 65_536
    for start in range(0, graph.size, step):
        columns = [column.slice(start, step).to_pylist() for column in table]
        yield from zip(range(start, graph.size), *columns, strict=False)
