"""Provide the ceiling and the floor of a benchmark: `oracle` finds everything, `random` draws.

No other retriever may read the gold.

`oracle` gives the sources of the first gold set and nothing else: no retriever scores higher on what k sources can
show, but by precision where other gold sets are there to be found, too. `random` draws sources evenly: a retriever
that does not beat it finds nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchwright.evaluate.retrievers.base import Progress, Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.runs import Longs, Run, RunHit, run_of
from benchwright.records import Modality


@dataclass(frozen=True, eq=False)
class Oracle:
    """The first gold set of each question, its most relevant sources first (by grade, then id), scores descending."""

    context: RetrieverContext
    name: str = "oracle"
    restricts: bool = True

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        gold, corpus = self.context.gold, self.context.corpus
        hits: list[tuple[str, list[RunHit]]] = []
        for query in queries:
            place = gold.position.get(query.id)
            wanted: list[str] = []
            if place is not None and gold.questions[place].gold_sets:
                question = gold.questions[place]
                first = [one for one in question.gold_sets[0] if one in corpus]
                wanted = sorted(first, key=lambda source, q=question: (-q.grades.get(source, 1), source))  # type: ignore[misc]
            if query.modalities is not None:
                wanted = [source for source in wanted if corpus.modality(source) in query.modalities]
            hits.append((query.id, [RunHit(source, 1.0 / rank) for rank, source in enumerate(wanted[:k], 1)]))
        progress(len(queries), len(queries))
        return run_of(self.name, hits)


@dataclass(frozen=True, eq=False)
class Random:
    """k sources of the corpus drawn evenly, without repeats: by the seed and the question's id only, so that a question
    gets the same ones beside any other questions."""

    context: RetrieverContext
    name: str = "random"
    restricts: bool = True

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        hits = [(query.id, self._draw(query, k)) for query in queries]
        progress(len(queries), len(queries))
        return run_of(self.name, hits, described={"seed": self.context.seed})

    def _draw(self, query: Query, k: int) -> list[RunHit]:
        among = self._rows(query.modalities)
        if not len(among):
            return []
        entropy = int.from_bytes(hashlib.sha256(query.id.encode("utf-8", "surrogatepass")).digest(), "big")
        generator = np.random.default_rng(np.random.SeedSequence([self.context.seed, entropy]))
        drawn = among[generator.choice(len(among), size=min(k, len(among)), replace=False)]
        ids = self.context.corpus.ids
        return [RunHit(ids[row], 1.0 / rank) for rank, row in enumerate(drawn.tolist(), 1)]

    def _rows(self, modalities: tuple[Modality, ...] | None) -> Longs:
        if modalities is None:
            return np.arange(len(self.context.corpus.ids), dtype=np.int64)
        rows = [self._by_modality[modality] for modality in Modality if modality in modalities]
        return np.sort(np.concatenate(rows)) if rows else np.empty(0, dtype=np.int64)

    @cached_property
    def _by_modality(self) -> dict[Modality, Longs]:
        kinds = self.context.corpus.modalities
        return {
            modality: np.array([row for row, kind in enumerate(kinds) if kind is modality], dtype=np.int64)
            for modality in Modality
        }


@retrievers.register("oracle")
def open_oracle(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """The ceiling."""
    return Oracle(context)


@retrievers.register("random")
def open_random(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """The floor."""
    return Random(context)
