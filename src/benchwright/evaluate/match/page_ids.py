"""Read ids of whole pages: `paper.pdf#page3` is page 3 of the document `paper.pdf`.

Who retrieves pictures of pages has one id a page, and the corpus lists them by these names. Pages count from 1.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.evaluate.runs import Run, TextChunk

_PAGE = re.compile(r"(.+)#page([1-9][0-9]{0,8})", re.DOTALL)


def with_pages(run: Run, corpus: Corpus) -> Run:
    """The run with every id of a page as a chunk that names its document and page; the run itself where it has none.
    An id that the corpus has for a source of its own stays."""
    chunks: dict[int, TextChunk] = {}
    for row, source in enumerate(run.sources):
        if "#page" in source and source not in corpus and (match := _PAGE.fullmatch(source)):
            chunks[row] = TextChunk(document=match[1], page=int(match[2]))
    for row, chunk in enumerate(run.chunks):
        if chunk is not None and chunk.page is None and "#page" in chunk.document and chunk.document not in corpus:
            match = _PAGE.fullmatch(chunk.document)
            if match:
                chunks[row] = replace(chunk, document=match[1], page=int(match[2]))
    if not chunks:
        return run
    sources = np.array(["" if row in chunks else source for row, source in enumerate(run.sources)], dtype=object)
    listed = run.chunks or (None,) * len(run.sources)
    return replace(run, sources=sources, chunks=tuple(chunks.get(row, chunk) for row, chunk in enumerate(listed)))
