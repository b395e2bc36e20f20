"""Which folders are the scores of a benchmark: those beside it or named, and none of another state or benchmark."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile_bench import hostile_bench
from towns_bench import towns_bench

from benchwright.benchmark.store import EXAMPLES, Benchmark
from benchwright.errors import UsageError
from benchwright.files.atomic import MANIFEST, sha256_file
from benchwright.workflows.evaluate import evaluate_retrieval
from benchwright.workflows.score_folders import score_folders


def test_folders_beside_the_benchmark_are_found(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    evaluate_retrieval(bench, ["bm25"], k=(1, 3))
    evaluate_retrieval(bench, ["bm25"], to=tmp_path / "elsewhere")
    (tmp_path / "bench-notes").mkdir()
    found, remarks = score_folders(Benchmark.open(bench))
    assert [(one.name, one.main, len(one.scores.questions)) for one in found] == [("bench-scores", "recall@3", 56)]
    assert remarks == ()
    named, _ = score_folders(Benchmark.open(bench), [tmp_path / "elsewhere"])
    assert [one.name for one in named] == ["elsewhere"]
    assert named[0].summary().main == "recall@10"


def test_scores_of_an_earlier_state_are_left_out_and_told(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    evaluate_retrieval(bench, ["bm25"])
    manifest, examples = bench / MANIFEST, bench / EXAMPLES
    before = sha256_file(examples)
    examples.write_text(examples.read_text("utf-8").replace("inhabitants has", "people has"), "utf-8")
    manifest.write_text(manifest.read_text("utf-8").replace(before, sha256_file(examples)), "utf-8")
    found, remarks = score_folders(Benchmark.open(bench))
    assert found == ()
    assert remarks == (f"Left out: {tmp_path / 'bench-scores'} has scores of an earlier state of {bench}.",)
    with pytest.raises(UsageError, match="earlier state"):
        score_folders(Benchmark.open(bench), [tmp_path / "bench-scores"])


def test_scores_of_another_benchmark_are_refused(tmp_path: Path) -> None:
    bench, other = towns_bench(tmp_path / "a"), hostile_bench(tmp_path / "b")
    evaluate_retrieval(other, ["bm25"])
    with pytest.raises(UsageError, match="scores of 12 questions that"):
        score_folders(Benchmark.open(bench), [tmp_path / "b" / "bench-scores"])
