"""The text of hits, whatever they are, and how long it is. What answer recall looks in, and what readers would read.

Systems with other chunk sizes retrieve other amounts of text in k hits. `characters@k` says how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.evaluate.match.chunk_coverage import ChunkCoverage
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measure_values import MeasureValues, scored
from benchwright.evaluate.runs import Run

_KEPT = 16_384  # texts of sources that are kept at a time


class HitTexts:
    """The texts of a run's hits: a source's own; a chunk's, else what stands at its place in its document, or all of
    the document that it names. "" where nothing is known of it."""

    def __init__(self, run: Run, corpus: Corpus) -> None:
        self._run = run
        self._corpus = corpus
        self._showing = ChunkCoverage(corpus)
        self._source = lru_cache(maxsize=_KEPT)(self._text_of)
        # the text alone: a whole source is much more work, and there may be a million hits
        self._texts = corpus.columns.table.column("text")

    def __getitem__(self, row: int) -> str:
        source = str(self._run.sources[row])
        if source in self._corpus:
            return self._source(source)
        chunk = self._run.chunks[row] if self._run.chunks else None
        return "" if chunk is None else chunk.text or self._showing.text(chunk)

    def _text_of(self, source: str) -> str:
        return str(self._texts[self._corpus.position(source)].as_py())

    def key(self, row: int) -> str:
        """A name for the text: hits with the same one have the same text. "" where the text is its own name."""
        source = str(self._run.sources[row])
        return source if source in self._corpus else ""


def characters(found: MatchedRun, run: Run, corpus: Corpus, cutoffs: Sequence[int]) -> tuple[MeasureValues, ...]:
    """`characters@k` for each k: how many characters the first k hits of a question have together."""
    texts = HitTexts(run, corpus)
    deepest = max(cutoffs, default=0)
    sums = np.zeros((len(found.gold), deepest + 1))
    for place in range(len(found.gold)):
        rows = found.hits[found.starts[place] : min(found.starts[place + 1], found.starts[place] + deepest)]
        lengths = np.cumsum([0, *(len(texts[int(row)]) for row in rows)])
        sums[place, : len(lengths)] = lengths
        sums[place, len(lengths) :] = lengths[-1]
    return tuple(scored(f"characters@{k}", sums[:, k]) for k in cutoffs)
