"""Read a system's answers out of OpenTelemetry spans, as tracing leaves them: OTLP in JSON, one export a line or file.

The attributes are those of OpenInference (semantic conventions, github.com/Arize-ai/openinference). A trace is a
question: the root span has the question (`input.value`) and the answer (`output.value`; without one the system
abstained). Its contexts are the documents of its reranker spans where it has any, else of its retriever spans: of the
last such span that ended. A trace whose root has no input is not a question and is passed over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.object_rows import Row, member
from benchwright.evaluate.systems.frameworks import SourceLookup
from benchwright.files.bounded import parse_json, read_regular

PREFIX = "spans:"
_DOCUMENT = re.compile(r"(retrieval\.documents|reranker\.output_documents)\.(\d+)\.document\.(id|content|score)")
_INPUTS = ("question", "user_input", "query", "input")
_OUTPUTS = ("answer", "response", "output", "result")


@dataclass(frozen=True, slots=True)
class _Span:
    trace: str
    parent: str
    end: int
    attributes: Mapping[str, Any]


def read_span_rows(path: Path, corpus: SourceLookup | None = None) -> tuple[bytes, list[tuple[str, Row]]]:
    """The bytes of the file, and a prediction for each trace with its place. A document whose id is a source of
    `corpus` is a hit on it; others are texts. UsageError for what is no OTLP, and where no trace is a question."""
    traces: dict[str, list[_Span]] = defaultdict(list)
    try:
        content = read_regular(path)
        for export in _exports(content.decode("utf-8-sig")):
            for span in _spans(export):
                traces[span.trace].append(span)
        rows = [(f"trace {trace[:40]}", row) for trace, spans in traces.items() if (row := _row(spans, corpus))]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} cannot be read as spans: {error}", hint="OTLP in JSON, one export a line") from None
    if not rows:
        raise UsageError(
            f"{path} has no trace with a question", hint="set input.value and output.value on the root span"
        )
    return content, rows


def _exports(text: str) -> Iterator[Mapping[str, Any]]:
    """The whole file, or each of its lines."""
    try:
        yield parse_json(text)
    except ValueError:
        yield from (parse_json(line) for line in text.split("\n") if line.strip())


def _spans(export: Mapping[str, Any]) -> Iterator[_Span]:
    for resource in export["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                attributes = {one["key"]: _value(one["value"]) for one in span.get("attributes", ())}
                parent = str(span.get("parentSpanId") or "")
                yield _Span(str(span["traceId"]), parent, int(span.get("endTimeUnixNano") or 0), attributes)


def _value(value: Mapping[str, Any]) -> Any:
    """The value of an attribute: OTLP writes its type beside it, and integers as texts."""
    kind, content = next(iter(value.items()), ("", None))
    return int(str(content)) if kind == "intValue" else content


def _row(spans: Iterable[_Span], corpus: SourceLookup | None) -> Row | None:
    listed = sorted(spans, key=lambda span: span.end)
    root = next((span.attributes for span in listed if not span.parent), {})
    question = _text(root, "input", _INPUTS)
    if question is None:
        return None
    found = [_documents(span) for span in listed]
    for kind in ("reranker.output_documents", "retrieval.documents"):
        of_kind = [one[kind] for one in found if kind in one]
        if of_kind:
            contexts = [_context(of_kind[-1][place], corpus) for place in sorted(of_kind[-1])]
            break
    else:
        contexts = []
    return {"question": question, "answer": _text(root, "output", _OUTPUTS), "contexts": contexts}


def _text(attributes: Mapping[str, Any], side: str, names: tuple[str, ...]) -> str | None:
    """The input or output of a span; of one that is JSON the text, or the member that is usual."""
    value = attributes.get(f"{side}.value")
    if value is None:
        return None
    if attributes.get(f"{side}.mime_type") == "application/json":
        value = parse_json(str(value))
        if isinstance(value, dict):
            value = member(value, names)
        if not isinstance(value, str):
            raise ValueError(f"a root span's {side}.value is JSON without one of {', '.join(names)} as a text")
    return str(value)


def _documents(span: _Span) -> dict[str, dict[int, dict[str, Any]]]:
    """By list and place, the members of the documents that a span has."""
    found: dict[str, dict[int, dict[str, Any]]] = {}
    for name, value in span.attributes.items():
        if match := _DOCUMENT.fullmatch(name):
            found.setdefault(match[1], {}).setdefault(int(match[2]), {})[match[3]] = value
    return found


def _context(document: Mapping[str, Any], corpus: SourceLookup | None) -> Mapping[str, Any]:
    id, content = document.get("id"), document.get("content")
    score = {} if document.get("score") is None else {"score": document["score"]}
    known = id is not None and corpus is not None and str(id) in corpus
    if known or content is None:
        return {"source": str(id or ""), **score}
    return {"text": str(content), **score}
