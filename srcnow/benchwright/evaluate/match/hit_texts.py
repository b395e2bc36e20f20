"""Look up the text of hits, sources and chunks alike, as answer recall searches it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.evaluate.match.chunk_coverage import ChunkCoverage
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.runs import Run

_KEPT = 16_384  # texts of sources that are kept at a time


class HitTexts:
    """The texts of a run's hits: a source's own; a chunk's, else what stands at its place in its document, or all of
    the document that it names. "" where nothing is known of it."""

    def __init__(self, run: Run, corpus: Corpus) -> None:
        self._run = run
        self._corpus = corpus
        self._coverage = ChunkCoverage(corpus)
        self._source = lru_cache(maxsize=_KEPT)(self._text_of)
        # the text alone: a whole source is much more work, and there may be a million hits
        self._texts = corpus.columns.table.column("text")

    def __getitem__(self, row: int) -> str:
        source = str(self._run.sources[row])
        if source in self._corpus:
            return self._source(source)
        chunk = self._run.chunks[row] if self._run.chunks else None
        return "" if chunk is None else chunk.text or self._coverage.text(chunk)

    def _text_of(self, source: str) -> str:
        return str(self._texts[self._corpus.position(source)].as_py())


def mean_length(matches: MatchedRun, texts: HitTexts, depth: int) -> float:
    """How many characters the first `depth` hits of a question have together, on average."""
    totals = [
        sum(len(texts[int(row)]) for row in matches.hits[matches.ranks(place, depth)])
        for place in range(len(matches.gold))
    ]
    return float(np.mean(totals))
