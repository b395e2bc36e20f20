"""Finds the pages that may name a thing, and the things that a page may name, from indexes.

The corpus' index of words says which texts hold all words of a name. The names of all things with pages are kept as
hashes, and the words of a text are looked up among them. Both find too much (capitals, longer names, namesakes) and
rarely too little: the caller reads the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from benchwright.corpus.store import Corpus
from benchwright.graphs.graph import Graph
from benchwright.makers.lists.evidence.mentions import names_in
from benchwright.makers.lists.evidence.pages import Pages
from benchwright.makers.lists.evidence.shared import Shared, name_hash
from benchwright.makers.lists.evidence.tokens import tokens
from benchwright.makers.lists.queries.query_types import Codes
from benchwright.retrieval.word_index import WordIndex, word_index, words_of

LONGEST = 10
"""Words of a name that is looked up in a text; longer ones are hardly ever written out."""
MOST_TOKENS = 50_000
"""Words and signs of a page that are looked up."""
MOST_KEPT = 4096
"""Things of which what was found is kept: several relations ask for those that are near one thing."""
_STEP = 4096

Hashes = npt.NDArray[np.int64]


class NamedPages:
    """The pages of one graph in one corpus by the names in them. Safe to read from several threads once it was asked
    for the first time."""

    def __init__(self, graph: Graph, corpus: Corpus, pages: Pages, shared: Shared) -> None:
        self._graph = graph
        self._corpus = corpus
        self._pages = pages
        self._shared = shared
        self._texts = corpus.columns.table.column("text")
        self.naming = lru_cache(maxsize=MOST_KEPT)(self._naming)
        """The things, ascending, on whose pages the words of one of a thing's names stand side by side."""
        self.named_on = lru_cache(maxsize=MOST_KEPT)(self._named_on)
        """The things with pages, ascending, one of whose names stands on the page of a thing, its own aside."""

    def _naming(self, code: int) -> Codes:
        positions: set[int] = set()
        for words, exact in self._phrases(code):
            apart = re.compile(r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", 0 if exact else re.I)
            for position in self._index.having_all([" ".join(words)]).tolist():
                if position not in positions and apart.search(self._texts[position].as_py()):
                    positions.add(position)
        return self._owners(np.array(sorted(positions), np.int64))

    def _named_on(self, code: int) -> Codes:
        hashes, owners = self._names
        named: set[int] = set()
        for position in self._pages.of(code):
            wanted = np.array(sorted(_rows(self._texts[position].as_py())), np.int64)
            first, last = np.searchsorted(hashes, wanted), np.searchsorted(hashes, wanted, side="right")
            for start, end in zip(first[last > first].tolist(), last[last > first].tolist(), strict=True):
                named.update(owners[start:end].tolist())
        return np.array(sorted(named - {code}), np.int32)

    def _phrases(self, code: int) -> Iterator[tuple[list[str], bool]]:
        """The names of a thing as the index has them, and whether capitals matter; each once."""
        exactness: dict[tuple[str, ...], bool] = {}
        for name in names_in(self._graph, [code], self._shared):
            written = " ".join(name.words)
            words = tuple(re.findall(r"[^\W_]+", written) if name.exact else words_of(written))
            exactness[words] = exactness.get(words, True) and name.exact
        yield from ((list(words), exact) for words, exact in exactness.items() if words)

    def _owners(self, positions: npt.NDArray[np.int64]) -> Codes:
        """The things whose pages are among these sources, ascending."""
        sources, owners = self._owned
        first, last = np.searchsorted(sources, positions), np.searchsorted(sources, positions, side="right")
        listed = [owners[start:end] for start, end in zip(first.tolist(), last.tolist(), strict=True)]
        return np.unique(np.concatenate([np.zeros(0, np.int32), *listed]))

    # ------------------------------------------------------------------ what is worked out once
    @cached_property
    def _index(self) -> WordIndex:
        return word_index(self._corpus, self._corpus.computed("words"))

    @cached_property
    def _owned(self) -> tuple[npt.NDArray[np.int64], Codes]:
        """Sources that are pages, ascending, and whose they are."""
        pairs = [(position, code) for code in self._pages.codes.tolist() for position in self._pages.of(code)]
        table = np.array(sorted(pairs), np.int64).reshape(-1, 2)
        return table[:, 0], table[:, 1].astype(np.int32)

    @cached_property
    def _names(self) -> tuple[Hashes, Codes]:
        """The names of all things with pages as hashes, ascending, and whose they are: 12 bytes a name."""
        hashes: list[Hashes] = []
        owners: list[Codes] = []
        codes = self._pages.codes.tolist()
        for start in range(0, len(codes), _STEP):
            part = codes[start : start + _STEP]
            hashed = [(name_hash(name.form), name.entity) for name in names_in(self._graph, part, self._shared)]
            hashes.append(np.array([one for one, _ in hashed], np.int64))
            owners.append(np.array([one for _, one in hashed], np.int32))
        whole = np.concatenate([np.zeros(0, np.int64), *hashes])
        order = np.argsort(whole, kind="stable")
        return whole[order], np.concatenate([np.zeros(0, np.int32), *owners])[order]


def _rows(text: str) -> set[int]:
    """The hashes of all rows of words of a text that could be a name."""
    words = tokens(text)
    folded: Sequence[str] = words.folded[:MOST_TOKENS]
    hashes: set[int] = set()
    for first in range(len(folded)):
        if not folded[first][0].isalnum():
            continue
        form = " "
        for word in folded[first : first + LONGEST]:
            form += f"{word} "
            hashes.add(name_hash(form))
    return hashes
