"""The interface of retrievers, and what they are opened with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from benchwright.corpus.store import Corpus
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Doubles, Run
from benchwright.evaluate.systems.base import AskingOptions
from benchwright.evaluate.systems.base import Progress as Progress
from benchwright.records import Modality
from benchwright.registry import Registry


@dataclass(frozen=True, slots=True)
class Query:
    """A question as retrievers get it. With `modalities` only sources of these are wanted (the answer's modality is
    known)."""

    id: str
    text: str
    modalities: tuple[Modality, ...] | None = None


class Retriever(Protocol):
    """`retrieve` gives the k best hits of every query; fewer where there are not as many. A query that could not be
    answered is in `Run.failed`, never dropped. `restricts` says whether it heeds `Query.modalities` itself; of one that
    does not, hits of other modalities are taken out of what it returned."""

    @property
    def name(self) -> str: ...
    @property
    def restricts(self) -> bool: ...
    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run: ...


@dataclass(frozen=True, eq=False)
class RetrieverContext:
    """What a retriever is opened with: the corpus, the gold (for `oracle` only), the seed, and how external systems are
    asked."""

    corpus: Corpus
    gold: Gold
    seed: int = 13
    asking: AskingOptions = field(default_factory=AskingOptions)


def queries_by_modalities(queries: Sequence[Query]) -> dict[tuple[Modality, ...] | None, list[int]]:
    """The places of the queries by the modalities that they may find: each group is searched at once."""
    groups: dict[tuple[Modality, ...] | None, list[int]] = {}
    for place, query in enumerate(queries):
        only = None if query.modalities is None else tuple(kind for kind in Modality if kind in query.modalities)
        groups.setdefault(only, []).append(place)
    return groups


def run_of_rows(
    name: str,
    queries: Sequence[Query],
    ids: Sequence[str],
    rows: NDArray[np.int32],
    scores: Doubles,
    described: Mapping[str, Any],
    failed: Mapping[str, str] | None = None,
) -> Run:
    """A run out of rows of the corpus and their scores [queries, k]; a row of -1 is not a hit."""
    real = rows >= 0
    starts = np.concatenate(([0], np.cumsum(real.sum(axis=1)))).astype(np.int64)
    sources = np.array(ids, dtype=object)[rows[real]]
    questions = tuple(query.id for query in queries)
    return Run(name, questions, starts, sources, scores[real], failed=failed or {}, described=described)


OpenRetriever = Callable[[tuple[str, ...], RetrieverContext], Retriever]
"""Opens a retriever from its arguments: `hybrid(bm25,dense:wordllama)` has two, `dense:wordllama` one, `bm25` none."""

retrievers: Registry[OpenRetriever] = Registry("retriever", "benchwright.retrievers")
