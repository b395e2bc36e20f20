"""Recognise objects of frameworks: how they are called, and what their documents are as hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from benchwright.errors import UsageError
from benchwright.evaluate.systems.frameworks import haystack, langchain, llama_index
from benchwright.evaluate.systems.frameworks.class_names import ClassName, class_entry
from benchwright.evaluate.systems.frameworks.framework_document import FrameworkDocument

T = TypeVar("T")

RetrieverCall = Callable[[str, int], Any]
SystemCall = Callable[[str], Any]


class SourceLookup(Protocol):
    """What is needed of a corpus: whether it has a source of this id."""

    def __contains__(self, source_id: object, /) -> bool: ...


RETRIEVERS: Mapping[ClassName, Callable[[Any], RetrieverCall] | str] = {
    ("langchain_core", "BaseRetriever"): langchain.call_retriever,
    ("langchain_core", "Runnable"): langchain.call_runnable,
    ("llama_index", "BaseRetriever"): llama_index.call_retriever,
    ("llama_index", "BaseQueryEngine"): "is a query engine: give its retriever, or measure it with evaluate_systems",
    ("haystack", "PipelineBase"): haystack.call_pipeline,
}
"""How objects are called as retrievers, or why they are not."""

SYSTEMS: Mapping[ClassName, Callable[[Any], SystemCall] | str] = {
    ("langchain_core", "BaseRetriever"): "is a retriever, which answers nothing: measure it with evaluate_retrieval",
    ("langchain_core", "Runnable"): langchain.ask_runnable,
    ("llama_index", "BaseRetriever"): "is a retriever, which answers nothing: measure it with evaluate_retrieval",
    ("llama_index", "BaseQueryEngine"): llama_index.ask_query_engine,
    ("haystack", "PipelineBase"): haystack.ask_pipeline,
}
"""How objects are called as systems, or why they are not."""

DOCUMENTS: Mapping[ClassName, Callable[[Any], FrameworkDocument]] = {
    ("langchain_core", "Document"): langchain.read_document,
    ("llama_index", "NodeWithScore"): llama_index.read_scored_node,
    ("llama_index", "BaseNode"): llama_index.read_node,
    ("haystack", "Document"): haystack.read_document,
}

UNNAMED = "document without text and id"
_LISTS = ("hits", "contexts")


def retriever_call(target: object) -> RetrieverCall | None:
    """How an object of a framework is asked for hits; None if it is of none. UsageError for one that cannot be."""
    adapt = _adapter(target, RETRIEVERS)
    return None if adapt is None else adapt(target)


def system_call(target: object) -> SystemCall | None:
    """How an object of a framework is asked a question; None if it is of none. UsageError for one that cannot be."""
    adapt = _adapter(target, SYSTEMS)
    return None if adapt is None else adapt(target)


def _adapter(target: object, entries: Mapping[ClassName, Callable[[Any], T] | str]) -> Callable[[Any], T] | None:
    entry = class_entry(target, entries)
    if isinstance(entry, str):
        problem, _, hint = entry.partition(": ")
        raise UsageError(f"the {type(target).__name__} {problem}", hint=hint)
    return entry


def documents_to_hits(value: Any, sources: SourceLookup) -> Any:
    """What a callable returned, with every document of a framework as a hit: the source whose id it has, else its text
    with its place. Everything else stays as it is."""
    if isinstance(value, dict):
        return {name: documents_to_hits(one, sources) if name in _LISTS else one for name, one in value.items()}
    if not isinstance(value, list | tuple):
        return value
    return [_hit(one, sources) for one in value]


def _hit(value: Any, sources: SourceLookup) -> Any:
    score = None
    document = value
    if isinstance(value, list | tuple) and len(value) == 2:
        document, score = value
    read = class_entry(document, DOCUMENTS)
    if read is None:
        return value
    found = read(document)
    score = found.score if score is None else score
    if found.id in sources:
        return {"source": found.id, "score": score}
    if not found.text.strip():  # a picture, perhaps: it keeps its rank, and counts as an unknown source if it is one
        name = next(one for one in (found.document, found.id, UNNAMED) if one.strip())
        return {"source": name, "score": score}
    return {"text": found.text, "document": found.document, "start": found.start, "end": found.end, "score": score}
