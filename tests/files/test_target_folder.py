"""Every command refuses a folder of something else in the same words."""

from pathlib import Path

import pytest

from benchwright.benchmark.store import InputFingerprints, begin
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files.target_folder import refuse_strangers
from benchwright.workflows.evaluation_files import scores_folder


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    refuse_strangers(tmp_path / "absent", ())
    (tmp_path / "own.json").touch()
    (tmp_path / "thesis.txt").touch()
    refuse_strangers(tmp_path, {"own.json", "thesis.txt"})
    with pytest.raises(UsageError, match=r"holds something else \(thesis.txt\)") as caught:
        refuse_strangers(tmp_path, {"own.json"})
    assert caught.value.hint == "choose a new or empty folder for --to"
    (tmp_path / "manifest.json").touch()
    with pytest.raises(UsageError, match=r"holds something else \(manifest.json\)"):
        refuse_strangers(tmp_path, {"own.json"})
    with pytest.raises(BenchmarkError, match="is not a folder"):
        refuse_strangers(tmp_path / "own.json", (), BenchmarkError)


def test_scores_and_benchmarks_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    lines = set()
    with pytest.raises(UsageError) as caught:
        scores_folder("bench", tmp_path, "scores")
    lines.add(caught.value.line())
    with pytest.raises(UsageError) as caught:
        begin(tmp_path, "name", "", InputFingerprints("", "", {}, {}, {}))
    lines.add(caught.value.line())
    assert lines == {f"{tmp_path} holds something else (thesis.txt) — choose a new or empty folder for --to"}
