"""What a callable and an endpoint have in common as retrievers: queries go out with k, hits come back, cut at k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from benchwright.evaluate.retrievers.base import Progress, Query, RetrieverContext
from benchwright.evaluate.runs import Run, run_of
from benchwright.evaluate.systems.ask_system import Asking, count_kinds
from benchwright.evaluate.systems.base import System
from benchwright.evaluate.systems.collect_replies import PendingQuestion, collect
from benchwright.evaluate.systems.reply_format import read_hits
from benchwright.records import Json


def asking_of(surroundings: RetrieverContext, progress: Progress = lambda done, total: None) -> Asking:
    """How the surroundings say that systems outside are asked."""
    return Asking(
        folder=surroundings.folder,
        concurrency=surroundings.concurrency,
        timeout=surroundings.timeout,
        keys=surroundings.keys,
        key_env=surroundings.key_env,
        again=surroundings.again,
        retry_failed=surroundings.retry_failed,
        stop=surroundings.stop,
        progress=progress,
        notify=surroundings.notify,
    )


class OutsideRetriever:
    """A retriever that is somebody else's."""

    def __init__(self, system: System, surroundings: RetrieverContext, *, restricts: bool) -> None:
        self._system, self._surroundings, self._restricts = system, surroundings, restricts
        self._again = surroundings.again

    @property
    def name(self) -> str:
        return self._system.name

    @property
    def restricts(self) -> bool:
        return self._restricts

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        """Raises as `collect` does."""
        asks = [PendingQuestion(query.id, self._asked(query, k)) for query in queries]
        asking = replace(asking_of(self._surroundings, progress), again=self._again)
        self._again = False  # what this run has asked, the next one need not
        how = asking.collecting(self._system, self._surroundings.gold, "retriever", {"k": k})
        kept = collect(self._system, asks, partial(read_hits, k=k), how)
        return run_of(
            self.name,
            ((query.id, one.reply.contexts) for query, one in zip(queries, kept, strict=True)),
            failed={query.id: one.reply.failure for query, one in zip(queries, kept, strict=True) if one.reply.failure},
            notes=count_kinds(kept),
            described={"retriever": self.name, "k": k},
        )

    def _asked(self, query: Query, k: int) -> Json:
        asked: Json = {"id": query.id, "query": query.text, "k": k}
        if query.modalities is not None and self._system.heeds("modalities"):
            asked["modalities"] = [str(modality) for modality in query.modalities]
        return asked
