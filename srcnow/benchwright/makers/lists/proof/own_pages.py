"""Decides whether a source is about a thing, rather than only naming it.

A good list has to be gathered from the pages of its answers. The page of the given thing may state much of it in one
place, so it is used only where the pages of the answers say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote

from benchwright.corpus.store import Corpus
from benchwright.graphs.graph import GraphEntity
from benchwright.makers.lists.proof.evidence_sets import EvidenceSet
from benchwright.values import bare_name, name_key

_WIKI = "/wiki/"


class OwnPages:
    """The pages of one corpus. Safe to share between threads."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._names = lru_cache(maxsize=1 << 16)(self._names_of)

    def about(self, source: str, entity: GraphEntity) -> bool:
        """Whether the source is (a part of) the page of an entity: of the document or address that the entity names,
        or titled with its label."""
        names, title = self._names(source)
        if entity.page and (entity.page in names or unquote(entity.page.partition(_WIKI)[2]) in names - {""}):
            return True
        return bool(title) and title == name_key(entity.label)

    def strays(self, each: EvidenceSet, entities: Sequence[GraphEntity]) -> int:
        """How many sources of a set are the page of none of these."""
        return sum(not any(self.about(source, one) for one in entities) for source in each.sources)

    def _names_of(self, source: str) -> tuple[frozenset[str], str]:
        document = self._corpus.document(source)
        title = self._corpus.titles[self._corpus.position(source)]
        names = {source, document, document.rpartition(_WIKI)[2]} - {""}
        return frozenset(names), name_key(bare_name(title)) if title else ""
