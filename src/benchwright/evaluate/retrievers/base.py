"""What a retriever is, and what it is opened with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from benchwright.corpus.store import Corpus
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Run
from benchwright.models.keys import Keys
from benchwright.records import Modality
from benchwright.registry import Registry

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked. With `modalities` only sources of these are wanted (the answer's modality is known)."""

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
    """What retrievers may be opened with: the corpus, the gold (for `oracle` only), the seed, and for systems outside
    how to ask them. `folder` is where replies are kept, so that a stopped run goes on; with `again` they are asked for
    anew, with `retry_failed` those that failed for good. `key_env` names the variable that holds an address's token."""

    corpus: Corpus
    gold: Gold
    seed: int = 13
    keys: Keys = field(default_factory=lambda: Keys({}))
    folder: Path | None = None
    concurrency: int = 8
    timeout: float = 60.0
    key_env: str = ""
    again: bool = False
    retry_failed: bool = False
    stop: threading.Event | None = None
    notify: Callable[[str], None] = lambda _: None


OpenRetriever = Callable[[tuple[str, ...], RetrieverContext], Retriever]
"""Opens a retriever from its arguments: `hybrid(bm25,dense:wordllama)` has two, `dense:wordllama` one, `bm25` none."""

retrievers: Registry[OpenRetriever] = Registry("retriever", "benchwright.retrievers")
