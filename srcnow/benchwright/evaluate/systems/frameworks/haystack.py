"""Call Haystack's pipelines. Knows their public methods, and imports nothing of Haystack.

The question goes into every input that nothing is connected to and that has to be filled or takes anything (such as the
variables of a prompt). As a retriever, a pipeline gets the number of hits at every free `top_k`. Its documents
are those of the one component whose documents go to no other component that returns documents; its answer is what one
component returns as `answers` or `replies`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from benchwright.errors import UsageError
from benchwright.evaluate.systems.frameworks.class_names import is_of
from benchwright.evaluate.systems.frameworks.framework_document import FrameworkDocument

ANSWERS = ("answers", "replies")
"""What components that answer call their output: those that build answers, and generators."""
DOCUMENT = ("haystack", "Document")

_HINT = "give a function that runs it"


def call_pipeline(pipeline: Any) -> Callable[[str, int], Any]:
    """The documents that a pipeline finds. UsageError if it is not clear where they come out, or where a query goes
    in."""
    questions = _question_inputs(pipeline)
    counts = [(name, "top_k") for name, sockets in pipeline.inputs().items() if "top_k" in sockets]
    place = _documents_output(pipeline)
    if place is None:
        raise UsageError("the pipeline returns no documents", hint="measure it with evaluate_systems")
    name, socket = place

    def call(query: str, k: int) -> Any:
        data = _data([*((place, query) for place in questions), *((place, k) for place in counts)])
        return pipeline.run(data, include_outputs_from={name})[name][socket]

    return call


def ask_pipeline(pipeline: Any) -> Callable[[str], Any]:
    """A pipeline's answer to a question, with the documents that it was made of. UsageError as for retrievers."""
    questions = _question_inputs(pipeline)
    component, socket = _answer_output(pipeline)
    place = _documents_output(pipeline)

    def call(question: str) -> Any:
        shown = {component} if place is None else {component, place[0]}
        outputs = pipeline.run(_data((one, question) for one in questions), include_outputs_from=shown)
        answers = outputs[component][socket]
        first = answers[0] if answers else None
        documents = outputs.get(place[0], {}).get(place[1], []) if place else []
        return {"answer": _text(first), "contexts": list(getattr(first, "documents", None) or documents)}

    return call


def read_document(document: Any) -> FrameworkDocument:
    """Haystack's `Document`: `source_id` among its `meta` is what a splitter cut it from, `split_idx_start` its place
    there."""
    text = document.content or ""
    source, start = document.meta.get("source_id"), document.meta.get("split_idx_start")
    name = source if isinstance(source, str) else ""
    placed = bool(name and text) and isinstance(start, int) and start >= 0
    end = start + len(text) if placed else None
    return FrameworkDocument(text, document.id, name, start if placed else None, end, document.score)


def _data(filled: Iterable[tuple[tuple[str, str], object]]) -> dict[str, dict[str, object]]:
    data: dict[str, dict[str, object]] = {}
    for (name, socket), value in filled:
        data.setdefault(name, {})[socket] = value
    return data


def _question_inputs(pipeline: Any) -> list[tuple[str, str]]:
    """The components and sockets that a question goes into."""
    found = []
    for name, sockets in pipeline.inputs().items():
        for socket, described in sockets.items():
            anything = described["type"] is Any
            if not anything and not described["is_mandatory"]:
                continue
            if not anything and str not in (described["type"], *get_args(described["type"])):
                raise UsageError(f"the pipeline's input {name}.{socket} does not take a text", hint=_HINT)
            found.append((name, socket))
    if not found:
        raise UsageError("the pipeline has no input that a question could go into", hint=_HINT)
    return found


def _documents_output(pipeline: Any) -> tuple[str, str] | None:
    """The component and socket whose documents are the last; None where no component returns any."""
    outputs: Mapping[str, Mapping[str, Any]] = pipeline.outputs(include_components_with_connected_outputs=True)
    places = {
        name: socket
        for name, sockets in outputs.items()
        for socket, described in sockets.items()
        if _is_documents(described["type"])
    }
    last = [name for name in places if not places.keys() & set(pipeline.graph.successors(name))]
    if len(last) > 1:
        raise UsageError(f"the pipeline returns documents in several places ({', '.join(last)})", hint=_HINT)
    return (last[0], places[last[0]]) if last else None


def _is_documents(kind: Any) -> bool:
    """Whether a socket's type is a list of documents."""
    kinds = [one for one in get_args(kind) if isinstance(one, type)]
    return any((one.__module__.partition(".")[0], one.__name__) == DOCUMENT for one in kinds)


def _answer_output(pipeline: Any) -> tuple[str, str]:
    outputs: Mapping[str, Mapping[str, Any]] = pipeline.outputs()
    for wanted in ANSWERS:
        found = [name for name, sockets in outputs.items() if wanted in sockets]
        if len(found) > 1:
            raise UsageError(f"the pipeline answers in several places ({', '.join(found)})", hint=_HINT)
        if found:
            return found[0], wanted
    raise UsageError("the pipeline returns no answers or replies", hint="measure it with evaluate_retrieval")


def _text(answer: Any) -> Any:
    """The words of an answer: `data` of Haystack's answers, `text` of its messages, or the text itself."""
    if is_of(answer, ("haystack", "ChatMessage")):
        return answer.text
    return getattr(answer, "data", answer)
