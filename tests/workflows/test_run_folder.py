"""What becomes of a benchmark's folder during a run and after a kill: it is moved, or its log is torn."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import benchmark
from toymaker import toy_makers, toy_plan

from benchwright.benchmark.store import LOG, read_outcomes
from benchwright.errors import FolderMovedError
from benchwright.run.local_runner import LocalRunner
from benchwright.workflows.evaluate import evaluate_systems
from benchwright.workflows.generate import generate
from benchwright.workflows.validate import validate


def test_a_torn_line_of_a_filled_benchmark_is_cut_off(tmp_path: Path) -> None:
    bench = tmp_path / "bench"
    generate(toy_plan(tmp_path), bench, makers=toy_makers())
    with open(bench / LOG, "ab") as log:
        log.write(b'{"cell":"half a li')
    assert [fault.where for fault in validate(bench)] == [LOG]
    assert generate(tmp_path / "plan.yaml", bench, makers=toy_makers()).attempts == 0
    assert validate(bench) == []


def test_a_folder_that_is_moved_during_a_run_ends_it_and_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, moved = tmp_path / "bench", tmp_path / "moved"
    plan = toy_plan(tmp_path)
    write = LocalRunner._write

    def move(runner: LocalRunner) -> None:
        if runner._unwritten and not moved.exists():
            bench.rename(moved)
        write(runner)

    monkeypatch.setattr(LocalRunner, "_write", move)
    with pytest.raises(FolderMovedError) as caught:
        generate(plan, bench, makers=toy_makers())
    assert caught.value.exit_code == 1
    assert not bench.exists()
    assert read_outcomes(moved)
    monkeypatch.undo()
    assert generate(plan, moved, makers=toy_makers()).filled
    assert validate(moved) == []


def test_a_folder_that_is_moved_while_a_system_is_measured_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, scores, moved = benchmark(tmp_path), tmp_path / "scores", tmp_path / "moved"
    (tmp_path / "moving_rag.py").write_text(
        "import os\n\n"
        "def answer(question):\n"
        f"    if os.path.exists({str(scores)!r}):\n"
        f"        os.rename({str(scores)!r}, {str(moved)!r})\n"
        "    return 'the Aare'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(FolderMovedError):
        evaluate_systems(bench, ["moving_rag:answer"], to=scores)
    assert not (scores / "manifest.json").exists()
