"""Answers out of OpenTelemetry spans: what is the question, the answer and the contexts, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from handmade import benchmark

from benchwright.errors import UsageError
from benchwright.evaluate.systems.span_file import read_span_rows
from benchwright.workflows.evaluate import evaluate_systems


def span(trace: str, id: str, parent: str = "", end: int = 1, **attributes: Any) -> dict[str, Any]:
    def typed(value: Any) -> dict[str, Any]:
        if isinstance(value, str):
            return {"stringValue": value}
        return {"intValue": str(value)} if isinstance(value, int) else {"doubleValue": value}

    listed = [{"key": name.replace("__", "."), "value": typed(value)} for name, value in attributes.items()]
    times = {"endTimeUnixNano": str(end)}
    return {"traceId": trace, "spanId": id, "parentSpanId": parent, "name": "x", **times, "attributes": listed}


def document(list_: str, place: int, **members: Any) -> dict[str, Any]:
    return {f"{list_}.{place}.document.{name}": value for name, value in members.items()}


def export(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def written(path: Path, *exports: dict[str, Any]) -> Path:
    path.write_text("\n".join(map(json.dumps, exports)), "utf-8")
    return path


ROOT = span("t1", "a", end=9, input__value="How deep is Lake Thun?", output__value="217 metres")
FOUND = {
    **document("retrieval.documents", 1, id=7, content="second", score=0.5),
    **document("retrieval.documents", 0, id="lake", content="first", score=0.9),
}


def rows(path: Path, corpus: tuple[str, ...] = ()) -> list[Any]:
    return [row for _, row in read_span_rows(path, corpus)[1]]


def test_a_trace_is_a_question_with_the_documents_of_its_retriever(tmp_path: Path) -> None:
    early = span("t1", "b", "a", 2, **document("retrieval.documents", 0, content="a first search"))
    late = span("t1", "c", "a", 3, **FOUND)
    path = written(tmp_path / "spans.json", export(late, early), export(ROOT, span("t2", "z", llm__model="m")))
    texts = [{"text": "first", "score": 0.9}, {"text": "second", "score": 0.5}]
    assert rows(path) == [{"question": "How deep is Lake Thun?", "answer": "217 metres", "contexts": texts}]
    assert rows(path, ("lake",))[0]["contexts"] == [{"source": "lake", "score": 0.9}, texts[1]]


def test_what_a_reranker_kept_counts(tmp_path: Path) -> None:
    kept = span("t1", "d", "a", 4, **document("reranker.output_documents", 0, content="kept"))
    path = written(tmp_path / "spans.json", export(ROOT, kept, span("t1", "e", "a", 5, **FOUND)))
    assert rows(path)[0]["contexts"] == [{"text": "kept"}]


def test_json_inputs_and_a_missing_output(tmp_path: Path) -> None:
    asked = {"input__mime_type": "application/json", "input__value": '{"question": "Why?", "user": "u7"}'}
    path = written(tmp_path / "spans.json", export(span("t1", "a", **asked)))
    assert rows(path) == [{"question": "Why?", "answer": None, "contexts": []}]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[]", "cannot be read as spans"),
        ("no JSON", "cannot be read as spans"),
        ('{"resourceSpans": []}', "has no trace with a question"),
        (json.dumps(export(span("t", "a", input__mime_type="application/json", input__value="[1]"))), "JSON without"),
    ],
)
def test_what_is_no_answer_is_one_line(tmp_path: Path, text: str, line: str) -> None:
    path = tmp_path / "spans.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=line):
        read_span_rows(path)


def test_a_system_is_measured_by_its_spans(tmp_path: Path) -> None:
    """Lake Thun is answered, with its source first; the other two questions have no trace."""
    bench = benchmark(tmp_path)
    path = written(tmp_path / "spans.json", export(ROOT, span("t1", "c", "a", 3, **FOUND)))
    done = evaluate_systems(bench, f"traced=spans:{path}", k=[1])
    assert done.summary.mean("traced", "answer-parts") == pytest.approx(1 / 3)
    assert done.summary.mean("traced", "recall@1") == pytest.approx(1 / 3)
    assert done.failed == {"traced": 2}
