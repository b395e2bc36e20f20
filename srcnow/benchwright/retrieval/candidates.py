"""Find candidate sources for a question with its entity as the query (SMMQG, section 3.1, step 3).

For every modality the nearest m * k sources of it, where the question needs m of that modality and k is the plan's
`candidates_per_source`. Images are found by their words (caption and verbalisation), which the paper found better than
image vectors. As in the paper the seed is not among the candidates by right: it is there if the entity finds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock

from benchwright.records import Modalities, Modality
from benchwright.retrieval.encoders.base import Encoder
from benchwright.retrieval.encoding import Bytes
from benchwright.retrieval.exact_neighbours import top_k
from benchwright.retrieval.vectors import VectorStore

_KEPT = 4096


class Candidates:
    """Finds candidates in one corpus. Safe for several threads and tasks; what was found lately is kept.

    Attempts that wait for models share one event loop: encoding and searching are done beside it, in threads.
    """

    def __init__(self, store: VectorStore, encoder: Encoder, per_source: int = 2) -> None:
        self._store = store
        self._encoder = encoder
        self._per_source = per_source
        self._encoding = Lock()  # encoders need not be safe for several threads
        self._near = lru_cache(maxsize=_KEPT)(self._search)
        self._vector = lru_cache(maxsize=_KEPT)(self._encode)

    async def find(self, entity: str, wants: Modalities) -> Mapping[Modality, tuple[str, ...]]:
        """The candidates of each wanted modality, nearest first, ties by id; fewer where the corpus has not as many."""
        return await asyncio.to_thread(self.find_now, entity, wants)

    def find_now(self, entity: str, wants: Modalities) -> Mapping[Modality, tuple[str, ...]]:
        """The same, for a caller that may wait."""
        counts = {modality: getattr(wants, modality.value) * self._per_source for modality in Modality}
        return {modality: self._near(entity, modality, count) for modality, count in counts.items() if count}

    def vector(self, text: str) -> Bytes:
        """A text as the corpus' vectors are: int8 [dimensions]. For telling questions apart as well."""
        return self._vector(text)

    def _search(self, entity: str, modality: Modality, count: int) -> tuple[str, ...]:
        return tuple(source for source, _ in top_k(self._store, self._vector(entity), count, modality))

    def _encode(self, text: str) -> Bytes:
        with self._encoding:
            vector: Bytes = self._store.query(self._encoder, [text])[0]
        return vector
