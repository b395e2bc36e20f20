"""Call LangChain's retrievers and runnables. Knows their public attributes, and imports nothing of LangChain.

A retriever is told the number of hits where it has a field for it: `k`, or `k` among its `search_kwargs`. A runnable is
given the question as a text, or under the only member that its input schema requires. Its answer is a text, a message,
the last of its `messages`, or a member of its own (ANSWERS, CONTEXTS), as the chains of LangChain name them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.systems.frameworks.class_names import is_of
from benchwright.evaluate.systems.frameworks.framework_document import FrameworkDocument

ANSWERS = ("answer", "result", "output", "output_text")
CONTEXTS = ("context", "source_documents", "documents")
MESSAGE = ("langchain_core", "BaseMessage")


def call_retriever(retriever: Any) -> Callable[[str, int], Any]:
    """A retriever's documents for a query."""
    fields = type(retriever).model_fields

    def call(query: str, k: int) -> Any:
        update: dict[str, Any] = {}
        if "k" in fields:
            update["k"] = k
        if isinstance(getattr(retriever, "search_kwargs", None), Mapping):
            update["search_kwargs"] = {**retriever.search_kwargs, "k": k}
        return (retriever.model_copy(update=update) if update else retriever).invoke(query)

    return call


def call_runnable(runnable: Any) -> Callable[[str, int], Any]:
    """The documents that a chain ends with: its retriever does not learn how many are wanted."""
    prepare = _prepare_input(runnable)
    return lambda query, k: runnable.invoke(prepare(query))


def ask_runnable(runnable: Any) -> Callable[[str], Any]:
    """A chain's or an agent's answer to a question."""
    prepare = _prepare_input(runnable)
    return lambda question: _reply(runnable.invoke(prepare(question)))


def read_document(document: Any) -> FrameworkDocument:
    """LangChain's `Document`: `source` among its metadata is where it came from, `start_index` its place there."""
    text, metadata = document.page_content, document.metadata
    source, start = metadata.get("source"), metadata.get("start_index")
    name = source if isinstance(source, str) else ""
    placed = bool(name and text) and isinstance(start, int) and start >= 0
    return FrameworkDocument(
        text, document.id or "", name, start if placed else None, start + len(text) if placed else None
    )


def _prepare_input(runnable: Any) -> Callable[[str], object]:
    """How the runnable is given a question. UsageError if it requires several members."""
    schema = runnable.get_input_jsonschema()
    members = schema.get("properties", {}) if schema.get("type") == "object" else {}
    required = [one for one in schema.get("required", members) if one in members]
    if "messages" in members and required in ([], ["messages"]):
        return lambda question: {"messages": [("user", question)]}
    if len(required) > 1:
        raise UsageError(
            f"the {type(runnable).__name__} takes several inputs ({', '.join(required)})",
            hint="give a function that calls it with a question",
        )
    return (lambda question: {required[0]: question}) if required else (lambda question: question)


def _reply(value: Any) -> Any:
    if isinstance(value, str) or is_of(value, MESSAGE):
        return {"answer": _text(value), "contexts": []}
    if not isinstance(value, Mapping):
        return value
    answer = next((name for name in ANSWERS if name in value), "")
    contexts: Any = next((value[name] for name in CONTEXTS if name in value), [])
    listed = [contexts] if isinstance(contexts, str) and contexts.strip() else contexts or []
    if answer:
        return {"answer": _text(value[answer]), "contexts": listed}
    messages = value.get("messages")
    if isinstance(messages, list) and messages:
        return {"answer": _text(messages[-1]), "contexts": listed}
    return dict(value)


def _text(value: Any) -> Any:
    """A message's words; `text` was a method before LangChain 1."""
    if not is_of(value, MESSAGE):
        return value
    text = value.text
    return str(text if isinstance(text, str) else text())
