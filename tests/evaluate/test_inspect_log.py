"""Logs of Inspect as predictions: archives and JSON, NaN, messages as input, what the metadata say, what is refused."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.evaluate import inspect_log
from benchwright.evaluate.object_rows import read_object_rows
from benchwright.files.zstd import ZipFile

ZIP_ZSTANDARD = 93


def sample(id: str, **members: Any) -> dict[str, Any]:
    return {"id": id, "epoch": 1, "input": "How long?", "output": {"completion": "77 km"}, "events": [1], **members}


def archive(path: Path, *samples: dict[str, Any], compression: int = ZIP_ZSTANDARD) -> Path:
    with ZipFile(path, "w", compression) as file:
        file.writestr("header.json", "{}")
        for one in samples:
            file.writestr(f"samples/{one['id']}_epoch_{one['epoch']}.json", json.dumps(one))
    return path


def rows(path: Path) -> list[dict[str, Any]]:
    return [dict(row) for _, row in read_object_rows(path)[1]]


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZIP_ZSTANDARD])
def test_an_archive_has_a_row_for_each_sample(tmp_path: Path, compression: int) -> None:
    made = archive(tmp_path / "a.eval", sample("q1"), sample("q2"), compression=compression)
    read = read_object_rows(made)[1]
    assert [place for place, _ in read] == ["samples/q1_epoch_1.json", "samples/q2_epoch_1.json"]
    assert read[0][1] == {"id": "q1", "epoch": 1, "input": "How long?", "output": "77 km"}


def test_scores_that_are_nan_are_no_obstacle_in_a_log_alone(tmp_path: Path) -> None:
    scored = sample("q1", scores={"answer-parts": {"value": float("nan")}})
    (tmp_path / "log.json").write_text(json.dumps({"samples": [scored]}))
    assert rows(tmp_path / "log.json")[0]["output"] == "77 km"
    assert rows(archive(tmp_path / "log.eval", scored))[0]["output"] == "77 km"
    (tmp_path / "list.json").write_text(json.dumps([{"id": "q1", "answer": float("nan")}]))
    with pytest.raises(UsageError, match="holds NaN, which is no JSON"):
        rows(tmp_path / "list.json")


def test_the_words_of_messages_are_the_input(tmp_path: Path) -> None:
    given = [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": [{"type": "image", "image": "data:"}, {"type": "text", "text": "How long?"}]},
    ]
    assert rows(archive(tmp_path / "a.eval", sample("q1", input=given)))[0]["input"] == "Be short.\nHow long?"


def test_the_metadata_may_have_the_question_and_contexts(tmp_path: Path) -> None:
    told = {"question": "How long is it?", "contexts": [{"source": "a"}], "style": "compound"}
    (row,) = rows(archive(tmp_path / "a.eval", sample("q1", metadata=told)))
    assert (row["question"], row["contexts"], "style" in row) == ("How long is it?", [{"source": "a"}], False)
    (row,) = rows(archive(tmp_path / "b.eval", sample("q1", metadata={"question": 7})))
    assert "question" not in row


def test_a_sample_that_ended_with_an_error_has_no_row(tmp_path: Path) -> None:
    made = archive(tmp_path / "a.eval", sample("q1", error={"message": "reset"}), sample("q2"))
    assert [row["id"] for row in rows(made)] == ["q2"]


def test_what_is_no_log_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "junk.eval").write_bytes(b"junk")
    with pytest.raises(UsageError, match="it is not a log of Inspect: File is not a zip file"):
        rows(tmp_path / "junk.eval")
    with pytest.raises(UsageError, match="it is a log without samples"):
        rows(archive(tmp_path / "empty.eval"))
    with pytest.raises(UsageError, match="it has several epochs"):
        rows(archive(tmp_path / "epochs.eval", sample("q1"), sample("q1", epoch=2)))
    whole = archive(tmp_path / "torn.eval", sample("q1")).read_bytes()
    (tmp_path / "torn.eval").write_bytes(whole.replace(b"\x28\xb5\x2f\xfd", b"\x00\x00\x00\x00"))  # Zstandard's magic
    with pytest.raises(UsageError, match="it is not a log of Inspect"):
        rows(tmp_path / "torn.eval")
    monkeypatch.setattr(inspect_log, "MOST_BYTES", 50)
    with pytest.raises(UsageError, match="its samples have more than 50 bytes"):
        rows(archive(tmp_path / "large.eval", sample("q1")))
