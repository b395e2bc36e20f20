"""A folder beside another, however that one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.files.folder_names import beside


@pytest.mark.parametrize("name", ["bench", "bench/", "./bench", "bench/.", "bench/in/..", "other/../bench"])
def test_a_folder_stands_beside_one_of_any_spelling(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("bench/in", "other"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert beside(Path(name), "scores").resolve() == tmp_path / "bench-scores"


@pytest.mark.parametrize(("start", "name"), [("bench", "."), ("bench/in", ".."), ("bench/in/deep", "../..")])
def test_a_folder_without_a_name_of_its_own(
    start: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bench" / "in" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / start)
    assert beside(Path(name), "scores").resolve() == tmp_path / "bench-scores"
