"""Turns objects of LangChain, LlamaIndex and Haystack into calls, and their documents into hits. Imports none of them.

An object is recognised by its class or a class above it: the package that this class was defined in, and its name.

    langchain    BaseRetriever, Runnable; Document, BaseMessage
    llama_index  BaseRetriever, BaseQueryEngine; BaseNode, NodeWithScore
    haystack     Pipeline; Document
"""

from benchwright.evaluate.systems.frameworks.framework_objects import (
    SourceLookup,
    documents_to_hits,
    retriever_call,
    system_call,
)

__all__ = ["SourceLookup", "documents_to_hits", "retriever_call", "system_call"]
