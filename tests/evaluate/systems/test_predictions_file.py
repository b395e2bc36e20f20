"""Answers from a file: each form, and what is refused in one line."""

from __future__ import annotations

import asyncio
import csv
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


@pytest.mark.parametrize(
    ("cell", "contexts"),
    [
        ("['first text', \"second's\"]", ["first text", "second's"]),  # as pandas writes a column of lists
        ('["first text", "second\'s"]', ["first text", "second's"]),
        ("['one text']", ["one text"]),
        ("[]", []),
        ("", []),
        ("  ", []),
    ],
)
def test_a_cell_of_a_csv_file_holds_a_list_of_contexts(tmp_path: Path, cell: str, contexts: list[str]) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerows([["user_input", "retrieved_contexts", "response"], [ASKED["question"], cell, "77 km"]])
    reply = asyncio.run(PredictionsFile(path).ask(ASKED))
    assert reply == RawReply({"answer": "77 km", "contexts": contexts})


@pytest.mark.parametrize(
    "cell", ["a text", "['a' 'b']", "['a'\n 'b']", "{'a': 1}", "[open", "[" * 5000, "__import__('os')"]
)
def test_contexts_that_are_no_list_are_refused_before_anything_is_scored(tmp_path: Path, cell: str) -> None:
    line = json.dumps({"id": "q1", "answer": "x", "contexts": cell})
    with pytest.raises(UsageError, match=r"line 1 of .* has contexts that are no list"):
        told(tmp_path / "a.jsonl", line)


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\u0085", "\x0c", "\x1e"])
def test_only_a_line_feed_ends_a_line_of_json(tmp_path: Path, letter: str) -> None:
    text = json.dumps({"id": "q1", "answer": f"77{letter}km"}, ensure_ascii=False) + "\r\n"
    assert told(tmp_path / "a.jsonl", text) == RawReply({"contexts": [], "answer": f"77{letter}km"})


def test_null_is_an_abstention(tmp_path: Path) -> None:
    assert told(tmp_path / "a.jsonl", '{"id": "q1", "answer": null}') == RawReply({"contexts": [], "answer": None})
    with pytest.raises(UsageError, match=r"line 2 of .* has no answer"):
        told(tmp_path / "a.csv", "id,answer\nq1\n")


def predictions(path: Path, *rows: dict[str, object]) -> PredictionsFile:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return PredictionsFile(path)


def answer(file: PredictionsFile, id: str, question: str) -> object:
    reply = asyncio.run(file.ask({"id": id, "question": question}))
    return reply.value["answer"] if isinstance(reply.value, dict) else reply.failure


def test_the_words_of_a_question_count_before_a_number_that_may_be_the_id_of_another(tmp_path: Path) -> None:
    """Rows are numbered 1, 2, 3, and the benchmark's ids are numbers too."""
    asked = {"3": "How long?", "1": "How wide?", "8": "How deep?"}
    rows = [{"id": row, "question": text, "answer": text[4:]} for row, text in enumerate(asked.values(), 1)]
    file = predictions(tmp_path / "a.jsonl", *rows)
    assert {id: answer(file, id, text) for id, text in asked.items()} == {"3": "long?", "1": "wide?", "8": "deep?"}


def test_an_id_counts_where_the_words_hold_the_question_and_not_where_they_are_others(tmp_path: Path) -> None:
    prompt = {"id": "q1", "question": "Answer briefly.\nHow  long is it?", "answer": "77 km"}
    file = predictions(tmp_path / "a.jsonl", prompt, {"id": "q2", "question": "How wide is it?", "answer": "3 m"})
    assert answer(file, "q1", "How long is it?") == "77 km"
    missing = "has no prediction for the question (the one with its id is for other words)"
    assert answer(file, "q2", "How deep is it?") == missing


def test_an_id_tells_questions_of_the_same_words_apart(tmp_path: Path) -> None:
    rows = [{"id": id, "question": "Who won?", "answer": id.upper()} for id in ("a", "b")]
    file = predictions(tmp_path / "a.jsonl", *rows)
    assert (answer(file, "a", "Who won?"), answer(file, "b", "Who won?")) == ("A", "B")


def test_two_predictions_for_one_question_are_refused_whatever_their_numbers(tmp_path: Path) -> None:
    rows = [{"id": row, "question": "Who won?", "answer": text} for row, text in enumerate(["nobody", "Ann"])]
    with pytest.raises(UsageError, match=r"line 2 of .* answers 'Who won\?' again, as line 1 does"):
        answer(predictions(tmp_path / "a.jsonl", *rows), "f00d", "Who won?")


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


def test_the_gold_answer_beside_the_prediction_is_refused_and_not_scored(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"line 1 .* has several answers: 'answer' and 'prediction'"):
        predictions(tmp_path / "a.jsonl", {"id": "q1", "answer": "77 km", "prediction": "I cannot tell."})
    same = predictions(tmp_path / "b.jsonl", {"id": "q1", "answer": "77 km", "response": "77 km"})
    assert answer(same, "q1", "How long is it?") == "77 km"


def test_a_cell_of_a_csv_file_may_be_long(tmp_path: Path) -> None:
    words = "x" * 200_000
    assert told(tmp_path / "a.csv", f'id,answer,contexts\nq1,a,"[""{words}""]"\n').value["contexts"] == [words]


def test_predictions_for_no_question_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"id": "q1", "answer": "x"}, {"question": "How long is it?", "id": "9", "answer": "77 km"}]
    rows += [{"id": "nobody", "answer": "x"}, {"question": "Who?", "answer": "x"}]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert PredictionsFile(path).unused([ASKED]) == 3  # the words decide: the first is for nothing either
    assert PredictionsFile(path).unused([ASKED, {"id": "q2", "question": "Who?"}]) == 2
    assert PredictionsFile(path).unused([]) == 4


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ('["M\\u0101ori", "Bogot\\u00e1"]', ["Māori", "Bogotá"]),  # as json.dumps writes it
        ("['Hull', \"King's Lynn\"]", ["Hull", "King's Lynn"]),
        ("[]", []),
        ("[1, 5]", "[1, 5]"),
        ("[Hull] and Leeds", "[Hull] and Leeds"),
    ],
)
def test_a_cell_of_a_csv_file_holds_a_list_of_answers(tmp_path: Path, cell: str, answer: object) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "answer"], ["q1", cell]])
    assert asyncio.run(PredictionsFile(path).ask(ASKED)) == RawReply({"answer": answer, "contexts": []})


def test_an_answer_in_json_stays_a_text(tmp_path: Path) -> None:
    reply = told(tmp_path / "a.jsonl", json.dumps({"id": "q1", "answer": '["Hull"]'}))
    assert reply == RawReply({"answer": '["Hull"]', "contexts": []})
