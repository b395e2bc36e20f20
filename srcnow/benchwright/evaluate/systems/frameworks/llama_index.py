"""Call LlamaIndex's retrievers and query engines. Knows their public attributes, and imports nothing of LlamaIndex.

A retriever is told the number of hits where it has a `similarity_top_k`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from benchwright.evaluate.systems.frameworks.framework_document import FrameworkDocument


def call_retriever(retriever: Any) -> Callable[[str, int], Any]:
    """A retriever's nodes for a query."""

    def call(query: str, k: int) -> Any:
        asked = retriever
        if isinstance(getattr(retriever, "similarity_top_k", None), int):
            asked = copy.copy(retriever)
            asked.similarity_top_k = k
        return asked.retrieve(query)

    return call


def ask_query_engine(engine: Any) -> Callable[[str], Any]:
    """A query engine's answer to a question, with the nodes that it was made of."""

    def call(question: str) -> Any:
        response = engine.query(question)
        streamed = hasattr(response, "response_gen")
        answer = str(response) if streamed or not isinstance(response.response, str | None) else response.response
        return {"answer": answer, "contexts": list(response.source_nodes)}

    return call


def read_scored_node(scored: Any) -> FrameworkDocument:
    """A `NodeWithScore`."""
    return read_node(scored.node, scored.score)


def read_node(node: Any, score: float | None = None) -> FrameworkDocument:
    """A node. What it was cut from is named by `ref_doc_id`, its place there by `start_char_idx` and `end_char_idx`."""
    document = node.ref_doc_id or ""
    start, end = getattr(node, "start_char_idx", None), getattr(node, "end_char_idx", None)
    placed = bool(document) and start is not None and end is not None and end > start
    return FrameworkDocument(
        node.get_content(), node.node_id, document, start if placed else None, end if placed else None, score
    )
