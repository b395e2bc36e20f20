"""Hold a run as columns: what a retriever returned for all questions.

Hits name a source of the corpus, or they are chunks of another system: words, perhaps with the document and the place
that they were cut from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TextChunk:
    """A piece of text as another system cut it. `start` and `end` count code points of the document's text as the
    corpus has it; without them the words are looked for. `document` is a document's name in the corpus, or the end
    of it."""

    text: str = ""
    document: str = ""
    start: int | None = None
    end: int | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class RunHit:
    """One hit: the id of a source, or else a chunk. `score` is higher for better; None where only the order counts."""

    source: str = ""
    score: float | None = None
    chunk: TextChunk | None = None


@dataclass(frozen=True, eq=False)
class Coded:
    """The column `of` as codes: `of[j]` is `names[codes[j]]`, and no name comes twice."""

    of: NDArray[np.object_]
    codes: Longs
    names: Sequence[str]


@dataclass(frozen=True, eq=False)
class Run:
    """Hits of one retriever. Those of `questions[i]` are `starts[i]:starts[i + 1]` of the columns, as they came in: not
    yet sorted, and not yet freed of repeats. `sources[j]` is "" where the hit is `chunks[j]`; `chunks` is () where no
    hit is one. `failed` says by question what went wrong (its hits are none), `notes` counts what was left out on the
    way in, by reason. `coded` says the sources as codes where whoever made the run had them."""

    name: str
    questions: tuple[str, ...]
    starts: Longs
    sources: NDArray[np.object_]
    scores: Doubles
    chunks: Sequence[TextChunk | None] = ()
    failed: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)
    described: Mapping[str, Any] = field(default_factory=dict)
    coded: Coded | None = None

    def __len__(self) -> int:
        return len(self.sources)

    @cached_property
    def position(self) -> dict[str, int]:
        """The place of each question, by id."""
        return {question: place for place, question in enumerate(self.questions)}

    def hits(self, question: str) -> slice:
        """Where the hits of a question stand; nowhere for one that the run has not."""
        place = self.position.get(question)
        return slice(0, 0) if place is None else slice(int(self.starts[place]), int(self.starts[place + 1]))

    def codes(self) -> tuple[Longs, Sequence[str]]:
        """The sources as codes [hits], and the names that they stand for, each once."""
        if self.coded is not None and self.coded.of is self.sources:  # a copy with other sources has other codes
            return self.coded.codes, self.coded.names
        code = {name: place for place, name in enumerate(dict.fromkeys(self.sources))}
        return np.fromiter(map(code.__getitem__, self.sources), np.int64, len(self.sources)), tuple(code)


def run_of(
    name: str,
    hits: Iterable[tuple[str, Sequence[RunHit]]],
    *,
    failed: Mapping[str, str] | None = None,
    notes: Mapping[str, int] | None = None,
    described: Mapping[str, Any] | None = None,
) -> Run:
    """A run of hits in hand, best first. Where one hit of a question has no score, its hits are scored by their order:
    -1, -2 ... (a list that says its order and no scores has no ties)."""
    questions: list[str] = []
    starts = [0]
    sources: list[str] = []
    scores: list[float] = []
    chunks: list[TextChunk | None] = []
    for question, listed in hits:
        questions.append(question)
        ordered = any(hit.score is None for hit in listed)
        for place, hit in enumerate(listed, 1):
            sources.append(hit.source)
            scores.append(-float(place) if ordered or hit.score is None else hit.score)
            chunks.append(hit.chunk)
        starts.append(len(sources))
    return Run(
        name,
        tuple(questions),
        np.array(starts, dtype=np.int64),
        np.array(sources, dtype=object),
        np.array(scores, dtype=np.float64),
        tuple(chunks) if any(chunk is not None for chunk in chunks) else (),
        dict(failed or {}),
        dict(notes or {}),
        dict(described or {}),
    )
