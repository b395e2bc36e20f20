"""Rerank a retriever's hits by a cross-encoder: `rerank(a,<cross-encoder>)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.retrievers.base import Progress, Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.retrievers.hybrid import best_first
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.evaluate.runs import Run, RunHit, run_of
from benchwright.retrieval.encoding import described
from benchwright.retrieval.rerank import CrossEncoderScorer

DEPTH = 100
"""So many hits of the first retriever are read again, or k if that is more."""


class Scorer(Protocol):
    """What is needed of a model; `retrieval.rerank.CrossEncoderScorer` is one."""

    @property
    def model(self) -> str: ...
    def score(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None, /) -> NDArray[np.float64]: ...


@dataclass(frozen=True, eq=False)
class Reranked:
    """The first retriever's hits by the model's score, ties by id. The passage is the source's text after its title.
    Hits that the corpus has not cannot be read: they are left out, and counted."""

    inner: Retriever
    scorer: Scorer
    context: RetrieverContext

    @property
    def name(self) -> str:
        return f"rerank({self.inner.name},{self.scorer.model})"

    @property
    def restricts(self) -> bool:
        return self.inner.restricts

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        corpus, depth, total = self.context.corpus, max(k, DEPTH), len(queries)
        # Reading again takes nearly all the time: the first search is a tenth of the way.
        first = self.inner.retrieve(queries, depth, lambda done, of: progress(done // 10, total))
        listed = [best_first(first, query.id)[:depth] for query in queries]
        readable = [[source for source in dict.fromkeys(one) if source in corpus] for one in listed]
        texts = {source: described(corpus.source(source)) for one in readable for source in one}
        pairs = [(query.text, texts[source]) for query, one in zip(queries, readable, strict=True) for source in one]

        def tell(done: int, of: int) -> None:
            progress(total // 10 + (total - total // 10) * done // max(1, of), total)

        scores = self.scorer.score(pairs, tell).tolist()
        hits: list[tuple[str, list[RunHit]]] = []
        start = 0
        for query, one in zip(queries, readable, strict=True):
            scored = zip(one, scores[start : start + len(one)], strict=True)
            start += len(one)
            best = sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:k]
            hits.append((query.id, [RunHit(source, score) for source, score in best]))
        notes = dict(first.notes)
        if lost := sum(len(dict.fromkeys(one)) for one in listed) - sum(map(len, readable)):
            notes["unknown sources"] = notes.get("unknown sources", 0) + lost
        described_as = {"model": self.scorer.model, "depth": depth, "first": dict(first.described)}
        return run_of(self.name, hits, failed=first.failed, notes=notes, described=described_as)


@retrievers.register("rerank")
def open_rerank(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """The first argument is a retriever of its own, the second a model's name or folder."""
    inner, model = arguments
    return Reranked(open_retriever(inner, context), CrossEncoderScorer(model), context)
