"""The folder of scores: what is written is read back, what is damaged is named."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.measure_values import MeasureValues, scored
from benchwright.evaluate.score_folder import ScoredQuestion, Scores, SystemScores, is_scores, load_scores
from benchwright.evaluate.slices import slice_questions
from benchwright.evaluate.summary import ModalityConfusion

QUESTIONS = (
    ScoredQuestion("q1", "multi-hop", "text+table", "one", {"sources": "2", "topic": "= flags"}),
    ScoredQuestion("q2", "numerical", "table", "two"),
    ScoredQuestion("q3", "numerical", "2text", "two", {"sources": "1"}),
)
SCORES = Scores(
    "bench",
    "f" * 64,
    "retrieval",
    {"k": [5, 10], "ties": "worst"},
    QUESTIONS,
    (
        SystemScores(
            "bm25",
            "bm25",
            (
                scored("recall@5", [0.5, 0.1 + 0.2, 1.0]),
                MeasureValues("ARECALL@5", np.array([0.0, 1.0, 0.0]), np.array([False, True, True]), {"no answers": 1}),
            ),
            {"tied": 2},
            {"depth": 10},
            ((1, 0.25), (2, 1 / 3)),
            (ModalityConfusion("bm25", 10, "image", 3, {"text": 0.5, "image": 0.5}, "recall@10", 0.25, None),),
        ),
        SystemScores("mine", "http://x", (scored("recall@5", [0.0, 0.0, 1.0]),), failed={"q1": "timed out"}),
    ),
)


def same(a: Scores, b: Scores) -> bool:
    return [system.to_json() for system in a.systems] == [system.to_json() for system in b.systems] and all(
        np.array_equal(mine.values, other.values) and np.array_equal(mine.scored, other.scored)
        for left, right in zip(a.systems, b.systems, strict=True)
        for mine, other in zip(left.values, right.values, strict=True)
    )


def test_scores_are_read_back_as_they_were(tmp_path: Path) -> None:
    SCORES.save(tmp_path)
    found = load_scores(tmp_path)
    assert is_scores(tmp_path)
    assert same(found, SCORES)
    assert (found.benchmark, found.fingerprint, found.kind, found.questions) == (
        "bench",
        "f" * 64,
        "retrieval",
        QUESTIONS,
    )
    assert found.measures == ("recall@5", "ARECALL@5")


def test_rows_are_plain_columns_and_what_is_not_scored_is_null(tmp_path: Path) -> None:
    SCORES.save(tmp_path)
    rows = pq.read_table(tmp_path / "scores.parquet").to_pylist()
    assert len(rows) == 9
    assert rows[3] == {
        "system": "bm25",
        "question": "q1",
        "style": "multi-hop",
        "modalities": "text+table",
        "cluster": "one",
        "measure": "ARECALL@5",
        "value": None,
        "facet: sources": "2",
        "facet: topic": "= flags",
    }
    assert [row["value"] for row in rows if row["system"] == "mine"] == [0.0, 0.0, 1.0]


def test_systems_of_before_stay_if_measured_in_the_same_way() -> None:
    first, second = (replace(SCORES, systems=(one,)) for one in SCORES.systems)
    assert [one.name for one in second.joined(first).systems] == ["bm25", "mine"]
    assert [one.name for one in first.joined(first).systems] == ["bm25"]
    other = replace(first, settings={"k": [5], "ties": "worst"})
    assert [one.name for one in second.joined(other).systems] == ["mine"]
    assert [one.name for one in second.joined(replace(first, fingerprint="0")).systems] == ["mine"]


def test_what_is_missing_foreign_or_damaged_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no scores"):
        load_scores(tmp_path)
    (tmp_path / "manifest.json").write_text('{"kind": "benchmark"}')
    with pytest.raises(UsageError, match="holds no scores"):
        load_scores(tmp_path)
    assert not is_scores(tmp_path)
    SCORES.save(tmp_path)
    path = tmp_path / "scores.parquet"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(UsageError, match="is not as it was written"):
        load_scores(tmp_path)
    SCORES.save(tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    for broken in ({"systems": [{}]}, {"questions": 7}, {"schema_version": 99}, {"questions": "many"}):
        (tmp_path / "manifest.json").write_text(json.dumps({**manifest, **broken}))
        with pytest.raises(UsageError, match=r"damaged|version"):
            load_scores(tmp_path)


@pytest.mark.parametrize(
    "broken",
    [
        *({name: None} for name in ("benchmark", "what", "settings", "questions", "systems", "files")),
        *({"systems": [{**SCORES.systems[1].to_json(), name: None}]} for name in SCORES.systems[1].to_json()),
        {"systems": [{**SCORES.systems[1].to_json(), "curve": [[1, float("nan")]]}]},
        {"systems": [{**SCORES.systems[1].to_json(), "notes": {"tied": "many"}}]},
        {"systems": [SCORES.systems[1].to_json()] * 2},
        {"questions": 10**12},
        {"questions": -1},
        {"files": {}},
        {"settings": {"k": float("inf")}},
    ],
    ids=str,
)
def test_a_hostile_manifest_is_one_line(tmp_path: Path, broken: dict[str, object]) -> None:
    SCORES.save(tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, **broken}))
    with pytest.raises(UsageError, match=r"are damaged|cannot be read") as error:
        load_scores(tmp_path)
    assert "\n" not in error.value.line()


def test_a_pipe_or_a_deeply_nested_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text("[" * 200_000)
    with pytest.raises(UsageError, match=r"cannot be read: .* nested"):
        load_scores(tmp_path)
    assert not is_scores(tmp_path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(UsageError, match="cannot be read"):
        load_scores(tmp_path)
    path.unlink()
    SCORES.save(tmp_path)
    (tmp_path / "scores.parquet").unlink()
    os.mkfifo(tmp_path / "scores.parquet")
    with pytest.raises(UsageError, match="are damaged"):
        load_scores(tmp_path)


@pytest.mark.parametrize("wrong", [-0.5, 1.5])
def test_a_value_out_of_bounds_is_damage(tmp_path: Path, wrong: float) -> None:
    replace(SCORES, systems=(SystemScores("a", "a", (scored("recall@5", [0.0, wrong, 1.0]),)),)).save(tmp_path)
    with pytest.raises(UsageError, match="a value of recall@5 is out of bounds"):
        load_scores(tmp_path)


def test_an_unknown_system_is_told_with_the_known_ones() -> None:
    with pytest.raises(UsageError) as error:
        SCORES.system("bm52")
    assert error.value.line() == "there are no scores of 'bm52' — there are scores of: bm25, mine"


def test_a_value_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="not a number"):
        scored("recall@5", [float("nan")])


def test_slices_are_all_styles_modalities_and_their_pairs() -> None:
    found = slice_questions(QUESTIONS)
    assert [(part.slice.kind, part.slice.label, part.rows.tolist()) for part in found] == [
        ("all", "all", [0, 1, 2]),
        ("style", "multi-hop", [0]),
        ("style", "numerical", [1, 2]),
        ("modalities", "table", [1]),
        ("modalities", "2text", [2]),
        ("modalities", "text+table", [0]),
        ("style and modalities", "multi-hop, text+table", [0]),
        ("style and modalities", "numerical, table", [1]),
        ("style and modalities", "numerical, 2text", [2]),
        ("sources", "sources: 1", [2]),
        ("sources", "sources: 2", [0]),
    ]
    assert [part.slice.kind for part in slice_questions(QUESTIONS[1:2])] == ["all"]
