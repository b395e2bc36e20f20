"""What systems made of a question, for the filter and beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from towns_bench import examples, towns_bench

from benchwright.benchmark.store import Benchmark
from benchwright.evaluate.run_files import read_run
from benchwright.publish.browse.system_answers import HITS, ScoredSystems, results_by_question
from benchwright.workflows.evaluate import evaluate_retrieval
from benchwright.workflows.score_folders import score_folders


@pytest.fixture(scope="module")
def systems(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ScoredSystems]:
    """The same scores with another main measure each."""
    bench = towns_bench(tmp_path_factory.mktemp("towns"))
    evaluate_retrieval(bench, ["bm25"], k=(1,), measures=("recall@1",))
    (folder,), _ = score_folders(Benchmark.open(bench))
    (system,) = folder.scores.systems
    seconds = replace(system.values[0], measure="latency")
    scores = replace(folder.scores, systems=(replace(system, values=(*system.values, seconds)),))
    (file,) = (folder.path / "runs").iterdir()
    runs = {"bm25": read_run(file, "bm25")}
    return {main: ScoredSystems.read(folder.path, scores, main, runs) for main in ("recall@1", "latency")}


def test_a_full_score_is_told_for_shares_only(systems: dict[str, ScoredSystems]) -> None:
    assert systems["recall@1"].results("mayor-Selby") == ("bm25: full score (bench-scores)",)
    assert systems["latency"].results("mayor-Selby") == ()
    assert systems["recall@1"].results("nobody") == ()
    assert results_by_question([systems["recall@1"]], examples()[:1]) == {
        "size-Ardon": systems["recall@1"].results("size-Ardon")
    }


def test_the_first_hits_say_what_is_needed(systems: dict[str, ScoredSystems]) -> None:
    example = next(one for one in examples() if one.id == "mayor-Selby")
    (answer,) = systems["recall@1"].answers_to(example)
    assert len(answer.hits) <= HITS
    assert [(one.source, one.needed) for one in answer.hits[:1]] == [("selby", True)]
    assert not any(one.needed for one in answer.hits[1:])
    assert dict(answer.values)["recall@1"] == "1.00"
    assert dict(answer.values)["latency"].endswith(" s")


def test_a_folder_without_runs_has_no_hits(systems: dict[str, ScoredSystems], tmp_path: Path) -> None:
    one = systems["recall@1"]
    bare = ScoredSystems.read(tmp_path, one.scores, one.main, {})
    assert bare.answers_to(examples()[0])[0].hits == ()
