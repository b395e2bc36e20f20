"""MultiModalQA and WebQA become benchmarks of ours, and can be measured."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from multimodal import FIRST, TREES, asked_mmqa, asked_webqa, context, mmqa, picture, snippet, told, webqa
from published import write_lines

from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.records import Answer, Modalities, Span
from benchwright.workflows.importing import import_benchmark
from benchwright.workflows.validate import validate


def test_mmqa_becomes_a_benchmark(tmp_path: Path) -> None:
    report = import_benchmark(mmqa(tmp_path / "mmqa"), tmp_path / "bench", "mmqa")
    assert (report.questions, dict(report.sources)) == (3, {"text": 3, "table": 1, "image": 2})
    assert (report.left_out, report.dropped, report.corpus_drops) == ({"no-trace": 1}, {"unknown-distractors": 1}, {})
    first, second, third = Benchmark.open(tmp_path / "bench").examples
    assert (first.id, first.style, first.family, first.sources) == ("q1", "information-extraction", "mmqa", ("t1",))
    assert first.answers == (Answer("2000", (), ((Span("t1", "cell", cells=((1, 1),)),),)),)
    assert (second.sources, second.distractors, second.modalities) == (
        ("t1", "e1"),
        ("e2", "i1"),
        Modalities(text=1, table=1),
    )
    words, table = second.answers[0].evidence[0]
    assert words == Span("e1", "text", 23, 30)
    assert (table.source, table.read) == ("t1", "text")
    assert [answer.text for answer in third.answers] == ["Elm", "Yew"]
    assert third.answers[1].evidence == ((Span("i2", "pixels"), Span("i1", "pixels")),)
    assert (third.sources, third.modalities) == (("i1", "i2"), Modalities(image=2))
    assert third.columns == {"type": "TableQ"}
    assert validate(tmp_path / "bench") == []


def test_mmqa_s_lost_sources_and_odd_places(tmp_path: Path) -> None:
    near = {"doc_id": "y1", "part": "text", "start_byte": 40, "text": "green"}
    questions = [
        asked_mmqa("a", "One?", [told("x")], [("gone", "text")]),
        asked_mmqa("b", "Two?", [told(7.0, table_indices=[[9, 9]])], [("t1", "table")]),
        asked_mmqa("b", "Two again?", [told("x")], [("t1", "table")]),
        asked_mmqa("c", "Three?", [told(0.5, text_instances=[near, near | {"text": "not there"}])], [("y1", "text")]),
    ]
    report = import_benchmark(mmqa(tmp_path / "mmqa", questions), tmp_path / "bench", "mmqa", split="dev")
    assert report.dropped == {"id-repeated": 1, "unknown-source": 1}
    two, three = Benchmark.open(tmp_path / "bench").examples
    assert [answer.text for answer in (*two.answers, *three.answers)] == ["7", "0.5"]
    assert two.answers[0].evidence[0][0].read == "text"  # no such cell: the whole table
    assert three.answers[0].evidence == ((Span("y1", "text", 43, 48), Span("y1", "text", 0, 49)),)
    assert three.distractors == ("t1",)
    assert validate(tmp_path / "bench") == []


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"answers": [], "supporting_context": [{"doc_id": "t1"}]}, "answers that are not a list"),
        ({"answers": [told(True)], "supporting_context": [{"doc_id": "t1"}]}, "without words"),
        ({"answers": [], "supporting_context": [{"id": 1}]}, "has a supporting_context"),
        ({"question": " ", "answers": []}, "has no question"),
    ],
)
def test_a_question_of_mmqa_s_must_be_one(tmp_path: Path, question: Any, message: str) -> None:
    with pytest.raises(UsageError, match=rf"MMQA_dev\.jsonl, line 1 .*{message}"):
        import_benchmark(
            mmqa(tmp_path / "mmqa", [{"qid": "a", "question": "?", **question}]), tmp_path / "bench", "mmqa"
        )


def test_webqa_becomes_a_benchmark(tmp_path: Path) -> None:
    report = import_benchmark(webqa(tmp_path / "webqa"), tmp_path / "bench", "webqa")
    assert (report.questions, report.whole, dict(report.sources)) == (2, True, {"text": 2, "table": 0, "image": 3})
    first, second = Benchmark.open(tmp_path / "bench").examples
    assert (first.id, first.question, first.style, first.family) == (
        "g1",
        "What ails the elm?",
        "information-extraction",
        "webqa",
    )
    assert first.answers == (Answer("A disease.", ("Disease",), ((Span("g1_0", "text", 0, 31),),)),)
    assert (first.sources, first.distractors) == (("g1_0",), ("g1_1", str(FIRST)))
    assert second.answers[0].evidence == ((Span("30000000", "pixels"), Span("30000001", "pixels")),)
    assert (second.modalities, second.distractors) == (Modalities(image=2), ("g1_1",))
    assert first.columns == {"category": "text", "split": "val", "topic": "trees"}
    assert second.columns == {"category": "color", "split": "train", "topic": "trees"}
    assert validate(tmp_path / "bench") == []


def test_what_of_webqa_cannot_be_used_is_counted(tmp_path: Path) -> None:
    good = asked_webqa(
        "One?", ["1"], txt_posFacts=[snippet("s", "One.")], img_negFacts=[picture(FIRST + 9, "No line.")]
    )
    lost = asked_webqa("Two?", ["2"], img_posFacts=[picture(FIRST + 9, "No line.")])
    records = {"a": good, "b": lost, "c": asked_webqa("Three?", ["3"]), "d": good | {"Q": ' "" '}, "e": 7}
    report = import_benchmark(webqa(tmp_path / "webqa", records), tmp_path / "bench", "webqa", split="train_val")
    assert report.questions == 1
    assert report.dropped == {"bad-record": 1, "no-question": 1, "unknown-distractors": 1, "unknown-source": 1}
    assert report.left_out == {"no-trace": 1}
    assert report.corpus_drops == {"bad-record": 1, "webqa-line-mismatch": 1}


@pytest.mark.parametrize(
    ("make", "format", "split", "message"),
    [
        (lambda at: mmqa(at), "webqa", "", "is not a folder of WebQA"),
        (lambda at: webqa(at), "mmqa", "", "is not a folder of MultiModalQA"),
        (lambda at: mmqa(at), "mmqa", "train", "has no split 'train'"),
        (lambda at: webqa(at), "webqa", "val_train", "has no split 'val_train'"),
        (lambda at: webqa(at), "webqa", "test", "no question of .* can be used"),
    ],
)
def test_what_is_not_there_is_told(
    tmp_path: Path, make: Callable[[Path], Path], format: str, split: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        import_benchmark(make(tmp_path / "set"), tmp_path / "bench", format, split=split)


def test_mmqa_without_questions_or_with_several_splits(tmp_path: Path) -> None:
    write_lines(tmp_path / "MMQA_tables.jsonl", [context("t1", "Trees", table=TREES)])
    with pytest.raises(UsageError, match="has no questions"):
        import_benchmark(tmp_path, tmp_path / "bench", "mmqa")
    for name in ("train", "test"):
        write_lines(tmp_path / f"MMQA_{name}.jsonl", [{"qid": "a", "question": "?"}])
    with pytest.raises(UsageError, match="has several splits"):
        import_benchmark(tmp_path, tmp_path / "bench", "mmqa")


@pytest.mark.parametrize(("make", "format"), [(mmqa, "mmqa"), (webqa, "webqa")])
def test_both_are_measured(
    tmp_path: Path, make: Callable[[Path], Path], format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, bench = str(make(tmp_path / "set")), str(tmp_path / "bench")
    assert main(["import", folder, "--format", format, "--to", bench, "--json"]) in (0, 1)
    questions = json.loads(capsys.readouterr().out)["questions"]
    assert main(["evaluate", "retrieval", bench, "--retriever", "bm25", "--to", str(tmp_path / "scores")]) == 0
    assert questions in (2, 3)
