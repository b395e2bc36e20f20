"""Retrieve by an encoder's vectors, exactly: `dense:<encoder>`, or `clip:<model>` for images by their pixels.

The corpus is encoded at the first use. With CLIP a text is cut to what the tower takes (77 tokens with most models),
which the run's description counts. These models put texts nearer to texts than to images: over all modalities images
come late. With the answer's modality known, or in a hybrid, the order among images counts.

A score is the cosine of question and source, up to the rounding of the stored vectors (int8).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchwright.evaluate.retrievers.base import (
    Progress,
    Query,
    RetrieverContext,
    queries_by_modalities,
    retrievers,
    run_of_rows,
)
from benchwright.evaluate.runs import Run
from benchwright.records import Modality
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.encoders.base import Encoder, EncoderSettings
from benchwright.retrieval.encoding import Bytes
from benchwright.retrieval.exact_neighbours import Nearest, nearest
from benchwright.retrieval.vectors import VectorStore

_AT_ONCE = 1024
WORDLESS = "the encoder finds no word in the question"


class DenseRetriever:
    """Vectors searched by a question's own. Opening is cheap; the first `retrieve` encodes what is not yet encoded."""

    restricts = True

    def __init__(self, name: str, context: RetrieverContext, encoder: Encoder) -> None:
        self.name = name
        self._context = context
        self._encoder = encoder

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        """A question without a word that the encoder knows has failed: all sources are equally far from it. Raises what
        encoders raise."""
        store = self._store()
        rows = np.full((len(queries), k), -1, dtype=np.int32)
        scores = np.zeros((len(queries), k), dtype=np.int32)
        wordless: list[int] = []
        done = 0
        for only, places in queries_by_modalities(queries).items():
            for start in range(0, len(places), _AT_ONCE):
                part = places[start : start + _AT_ONCE]
                vectors = store.query(self._encoder, [queries[place].text for place in part])
                hits = _nearest(store, vectors, k, only)
                rows[part], scores[part] = hits.rows, hits.scores
                wordless += [place for place, vector in zip(part, vectors, strict=True) if not vector.any()]
                done += len(part)
                progress(done, len(queries))
        rows[wordless] = -1
        failed = {queries[place].id: WORDLESS for place in wordless}
        cosines = scores.astype(np.float64) * store.scale**2
        return run_of_rows(self.name, queries, store.ids, rows, cosines, self._described(store), failed)

    def _store(self) -> VectorStore:
        tenths = 0

        def report(done: int, total: int) -> None:
            nonlocal tenths
            if done * 10 // total > tenths or done == total:
                tenths = done * 10 // total
                self._context.asking.notify(f"{self.name}: {done:,} of {total:,} sources encoded")

        return VectorStore.build(self._context.corpus, self._encoder, report, self._context.asking.notify)

    def _described(self, store: VectorStore) -> dict[str, Any]:
        return {
            "encoder": self._encoder.name,
            "identity": store.manifest["identity"],
            "dimensions": store.dimensions,
            **{f"sources {name}": number for name, number in store.manifest.get("counts", {}).items()},
        }


def _nearest(store: VectorStore, queries: Bytes, k: int, only: tuple[Modality, ...] | None) -> Nearest:
    """The k nearest of some modalities: of each its k nearest, and the best k of those."""
    if only is None or len(only) == len(Modality):
        return nearest(store, queries, k)
    if len(only) == 1:
        return nearest(store, queries, k, only[0])
    if not only:
        return Nearest(np.full((len(queries), k), -1, np.int32), np.zeros((len(queries), k), np.int32))
    parts = [nearest(store, queries, k, modality) for modality in only]
    rows = np.concatenate([part.rows for part in parts], axis=1)
    scores = np.concatenate([part.scores for part in parts], axis=1)
    best = np.lexsort((store.rank[rows], -scores.astype(np.int64), rows < 0), axis=1)[:, :k]
    return Nearest(np.take_along_axis(rows, best, axis=1), np.take_along_axis(scores, best, axis=1))


@retrievers.register("dense")
def open_dense(arguments: tuple[str, ...], context: RetrieverContext) -> DenseRetriever:
    """Raises UsageError for an encoder that cannot be used as named, MissingExtraError without its extra."""
    (encoder,) = arguments
    settings = EncoderSettings(
        keys=context.asking.keys, concurrency=context.asking.concurrency, notify=context.asking.notify
    )
    return DenseRetriever(f"dense:{encoder}", context, get_encoder(encoder, settings))


@retrievers.register("clip")
def open_clip(arguments: tuple[str, ...], context: RetrieverContext) -> DenseRetriever:
    """Raises UsageError for a model that is not there, MissingExtraError without the extra `neural`."""
    from benchwright.retrieval.encoders.clip import ClipEncoder
    from benchwright.retrieval.pixels import PixelEncoder

    (model,) = arguments
    return DenseRetriever(f"clip:{model}", context, PixelEncoder(ClipEncoder(model), context.corpus))
