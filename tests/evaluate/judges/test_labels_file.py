"""People's labels: what is read, what is counted out, and what ends in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from towns_bench import towns_bench

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.judges.catalogue import JUDGED
from benchwright.evaluate.judges.labels_file import guarded, read_labels, unguarded
from benchwright.evaluate.target import EvaluationTarget

HEAD = "question,answer,label,annotator,system\n"


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Gold:
    return EvaluationTarget.open(towns_bench(tmp_path_factory.mktemp("towns"))).gold


def written(folder: Path, text: str) -> Path:
    path = folder / "labels.csv"
    path.write_bytes(text.encode())
    return path


def test_labels_of_one_answer_are_averaged(tmp_path: Path, gold: Gold) -> None:
    path = written(
        tmp_path,
        "Annotator,Question,Answer,Label,System\n"
        'Ada,size-Ardon,"1,100",right,mine\nBen,size-Ardon,"1,100",partly,yours\nAda,size-Ardon,7,0,\nAda,mayor-Selby,Sato,1,\n',
    )
    found = read_labels(path, gold)
    assert [(one.question, one.answer, one.truth) for one in found.answers] == [
        ("size-Ardon", "1,100", 0.75),
        ("size-Ardon", "7", 0.0),
        ("mayor-Selby", "Sato", 1.0),
    ]
    assert found.answers[0].labels == {"Ada": 1.0, "Ben": 0.5}
    assert found.answers[0].systems == ("mine", "yours")
    assert (found.dropped, found.contradicted) == ({}, {})


def test_every_line_that_is_not_used_has_a_counted_reason(tmp_path: Path, gold: Gold) -> None:
    rows = [
        "size-Ardon,7,wrong,Ada,",
        "size-Paris,7,wrong,Ada,",
        "size-Belmont,,wrong,Ada,",
        "size-Belmont,7,wrong,,",
        "size-Belmont,7,nearly,Ada,",
        "size-Belmont,7,2,Ada,",
        "size-Belmont,7,nan,Ada,",
        "size-Cresta",
    ]
    found = read_labels(written(tmp_path, HEAD + "\n".join(rows)), gold)
    assert [one.question for one in found.answers] == ["size-Ardon"]
    assert found.dropped == {
        "no answer": 2,
        "no annotator": 1,
        "not a question of this benchmark": 1,
        "the label is no number from 0 to 1, and no word for one": 3,
    }


def test_who_says_both_is_not_heard_and_counted(tmp_path: Path, gold: Gold) -> None:
    rows = [
        "size-Ardon,7,wrong,Ada,",
        "size-Ardon,7,right,Ada,",
        "size-Ardon,7,wrong,Ada,",
        "size-Ardon,7,wrong,Ben,",
        "size-Ardon,7,0,Ben,",
    ]
    found = read_labels(written(tmp_path, HEAD + "\n".join(rows)), gold)
    assert [(one.truth, dict(one.labels)) for one in found.answers] == [(0.0, {"Ben": 0.0})]
    assert found.contradicted == {"Ada": 1}
    assert found.dropped == {"the annotator also said otherwise of this answer": 3}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (HEAD + "q1,a,1,Ada,\nq2,b,0,Ada,\n", "none of the 2 labels", "made for another benchmark"),
        ("id,answer,label,annotator\n", "no column 'question'", "question,answer,label,annotator"),
        ("", "no column 'question'", "the first line names the columns"),
        (HEAD, "no label that can be used", "the first line names the columns"),
        (HEAD + "size-Ardon,7,never,Ada,\n", "1 the label is no number", "the first line names the columns"),
        (HEAD + 'size-Ardon,"7,1,Ada,\n', "cannot be read as CSV", "the first line names the columns"),
    ],
)
def test_a_file_that_says_nothing_ends_in_one_line(
    tmp_path: Path, gold: Gold, text: str, message: str, hint: str
) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        read_labels(written(tmp_path, text), gold)
    assert hint in caught.value.hint
    assert "\n" not in caught.value.line()


@pytest.mark.parametrize("text", ["=1+1", "-7 °C", "+49 30", "@all", "'tis", "it's", "'", "plain", "x=1"])
def test_answers_that_look_like_formulas_come_back_as_they_were(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@"))


def test_a_file_that_is_missing_or_no_text_ends_in_one_line(tmp_path: Path, gold: Gold) -> None:
    with pytest.raises(UsageError, match="cannot be read as CSV"):
        read_labels(tmp_path / "none.csv", gold)
    (tmp_path / "labels.csv").write_bytes(b"\xff\xfe\x00question")
    with pytest.raises(UsageError, match="cannot be read as CSV"):
        read_labels(tmp_path / "labels.csv", gold)


def test_labels_by_people_who_saw_other_contexts_are_counted_and_not_used(tmp_path: Path, gold: Gold) -> None:
    question = gold.questions[0].id
    cells = ("gold", "", "Retrieved", "none", "some")
    rows = "".join(f"{question},answer {place},right,Ada,{cell}\n" for place, cell in enumerate(cells))
    path = written(tmp_path, f"question,answer,label,annotator,contexts\n{rows}")
    read = read_labels(path, gold, frozenset({"gold"}))
    assert [one.answer for one in read.answers] == ["answer 0", "answer 1"]
    assert read.dropped == {
        "contexts is none of gold, retrieved, none": 1,
        "labelled with other contexts (none) than those that count here (gold)": 1,
        "labelled with other contexts (retrieved) than those that count here (gold)": 1,
    }
    assert len(read_labels(path, gold, JUDGED["judged-reference"].comparable).answers) == 3
    assert len(read_labels(path, gold, JUDGED["judged-correctness"].comparable).answers) == 2
