"""Read hits that are named otherwise: ids of whole pages, and ids of sources that came as texts.

`paper.pdf#page3` is page 3 of the document `paper.pdf`: who retrieves pictures of pages has one id a page, and the
corpus lists them by these names. Pages count from 1. A system whose contexts are plain strings may mean ids of sources.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.evaluate.runs import Run, TextChunk

_PAGE = re.compile(r"(.+)#page([1-9][0-9]{0,8})", re.DOTALL)


def resolve_ids(run: Run, corpus: Corpus) -> Run:
    """The run with every id of a page as a chunk that names its document and page, and every text that is nothing but a
    source's id as that source; the run itself where it has none. An id that the corpus has for a source stays."""
    chunks: dict[int, TextChunk | None] = {}
    sources = list(run.sources)
    for row, source in enumerate(run.sources):
        if "#page" in source and source not in corpus and (match := _PAGE.fullmatch(source)):
            chunks[row], sources[row] = TextChunk(document=match[1], page=int(match[2])), ""
    for row, chunk in enumerate(run.chunks):
        if chunk is None:
            continue
        if chunk.page is None and "#page" in chunk.document and chunk.document not in corpus:
            if match := _PAGE.fullmatch(chunk.document):
                chunks[row] = replace(chunk, document=match[1], page=int(match[2]))
        elif chunk.text in corpus and chunk == TextChunk(chunk.text):
            chunks[row], sources[row] = None, chunk.text
    if not chunks:
        return run
    whole = [chunks.get(row, chunk) for row, chunk in enumerate(run.chunks or (None,) * len(sources))]
    return replace(run, sources=np.array(sources, dtype=object), chunks=tuple(whole) if any(whole) else ())
