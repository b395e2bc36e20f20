"""Callables and HTTP endpoints as retrievers: queries go out with k, hits come back, cut at k.

    def search(query: str, k: int) -> list[str] | list[tuple[str, float]] | list[dict]        my_search:search
    POST {"id", "query", "k", "modalities"?}  ->  {"hits": [...]} or the bare list            http://HOST/search

Plain strings are ids of sources, pairs are id and score, objects are like a system's contexts (`evaluate.systems`). A
callable restricts itself to modalities if it takes `modalities`, a list of `text`, `table` and `image`, or None. An
endpoint is sent them where the answer's modality is known; hits of others are taken out in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Progress, Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.runs import Run
from benchwright.evaluate.systems.ask_system import ask_all, open_system
from benchwright.evaluate.systems.base import GivenSystem, System
from benchwright.evaluate.systems.collect_replies import PendingQuestion
from benchwright.evaluate.systems.python_callable import PythonSystem
from benchwright.evaluate.systems.reply_format import read_hits
from benchwright.records import Json


@dataclass(eq=False)
class OutsideRetriever:
    """A retriever that is an external system."""

    system: System
    context: RetrieverContext
    restricts: bool

    def __post_init__(self) -> None:
        self._again = self.context.asking.again
        self._resume = self.context.asking.resume

    @property
    def name(self) -> str:
        return self.system.name

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        """Raises as `collect` does."""
        options = replace(self.context.asking, again=self._again, resume=self._resume, progress=progress)
        self._again, self._resume = False, True  # replies of this run need not be asked for again by the next one
        questions = [PendingQuestion(query.id, self._request(query, k)) for query in queries]
        read = partial(read_hits, k=k)
        replies = ask_all(self.system, self.context.gold, "retriever", {"k": k}, questions, read, options)
        written = self.system.identity if isinstance(self.system, PythonSystem) else self.name
        return replies.run({"retriever": written, "k": k})

    def _request(self, query: Query, k: int) -> Json:
        request: Json = {"id": query.id, "query": query.text, "k": k}
        if query.modalities is not None and self.system.heeds("modalities"):
            request["modalities"] = [str(modality) for modality in query.modalities]
        return request


@retrievers.register("python")
def open_python(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """The retriever that `module:callable` stands for. Raises UsageError."""
    if len(arguments) != 1:
        raise UsageError("a Python retriever is one module:callable", hint="write it like my_search:search")
    return open_callable(arguments[0], context)


def open_callable(given: str | GivenSystem, context: RetrieverContext) -> Retriever:
    """The retriever that a callable, an object of a framework or the name of one is. Raises UsageError."""
    asking = replace(context.asking, corpus=context.corpus)
    system = PythonSystem(given, "query", needed=("k",), optional=("id", "modalities"), options=asking)
    return OutsideRetriever(system, context, system.heeds("modalities"))


@retrievers.register("http")
def open_http(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """The retriever at an address. Raises UsageError."""
    if len(arguments) != 1:
        raise UsageError("an endpoint is one address", hint="write it like http://127.0.0.1:8000/search")
    return OutsideRetriever(open_system(arguments[0], context.asking), context, False)
