"""Answers from a file: each form, and what is refused in one line."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.systems.ask_system import open_system
from benchwright.evaluate.systems.base import AskingOptions, RawReply
from benchwright.evaluate.systems.predictions_file import PredictionsFile

ASKED = {"id": "q1", "question": "How long is it?"}


def told(path: Path, text: str) -> RawReply:
    path.write_text(text, encoding="utf-8")
    return asyncio.run(PredictionsFile(path).ask(ASKED))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"id": "q1", "answer": "77 km"}\n\n{"id": "q2", "answer": "x"}\n'),
        ("a.jsonl", '{"user_input": "How long is it?", "response": "77 km"}'),
        ("a.json", '[{"question_id": "q1", "prediction": "77 km"}]'),
        ("a.csv", "id,answer\nq1,77 km\n"),
        ("a.json", json.dumps({"samples": [{"id": 1, "input": "How long is it?", "output": {"completion": "77 km"}}]})),
    ],
)
def test_every_form_gives_the_answer(tmp_path: Path, name: str, text: str) -> None:
    assert told(tmp_path / name, text) == RawReply({"contexts": [], "answer": "77 km"})


def test_contexts_and_citations_come_along(tmp_path: Path) -> None:
    reply = told(tmp_path / "a.jsonl", '{"id": "q1", "answer": ["a"], "retrieved_contexts": ["t"], "citations": [0]}')
    assert reply.value == {"answer": ["a"], "contexts": ["t"], "citations": [0]}


def test_a_question_without_a_prediction_has_failed(tmp_path: Path) -> None:
    reply = told(tmp_path / "a.jsonl", '{"id": "q2", "answer": "x"}')
    assert (reply.kind, reply.failure) == ("missing", "has no prediction for the question")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.jsonl", "", "has no predictions"),
        ("a.jsonl", '{"answer": "x"}', "line 1 of .* has no id or question"),
        ("a.jsonl", '{"id": "q1"}', "line 1 of .* has no answer"),
        ("a.jsonl", '{"id": "q1", "answer": "x"}\n{"id": "q1", "answer": "y"}', "line 2 of .* answers 'q1' again"),
        ("a.jsonl", "[1]", "cannot be read: entry 1 is"),
        ("a.jsonl", "no json", "cannot be read"),
        ("a.json", '{"a": 1}', "neither a list nor a log"),
        ("a.csv", 'id,answer\nq1,"open', "cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        told(tmp_path / name, text)


def test_a_missing_file_and_a_changed_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        open_system(str(tmp_path / "none.jsonl"), AskingOptions())
    path = tmp_path / "mine.jsonl"
    identities = []
    for answer in ("x", "y"):
        path.write_text(json.dumps({"id": "q1", "answer": answer}))
        system = open_system(str(path), AskingOptions())
        assert system.name == "mine"
        identities.append(system.identity)
    assert identities[0] != identities[1]
