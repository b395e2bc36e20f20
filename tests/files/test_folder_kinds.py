from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchwright import Benchmark, read_plan
from benchwright.corpus.store import read_manifest
from benchwright.errors import BenchwrightError
from benchwright.evaluate.score_folder import load_scores


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "manifest.json").write_text('{"schema_version": 1, "kind": "corpus"}')
    return folder


@pytest.mark.parametrize(
    ("opened", "line"),
    [
        (Benchmark.open, "{} is not a benchmark — it is a corpus; choose another folder"),
        (load_scores, "{} holds no scores — it is a corpus; name a folder of scores"),
        (read_plan, "{} is a folder, not a plan — name the YAML file"),
    ],
)
def test_a_corpus_in_place_of_something_else(corpus: Path, opened: Callable[[Path], object], line: str) -> None:
    with pytest.raises(BenchwrightError) as caught:
        opened(corpus)
    assert caught.value.line() == line.format(corpus)


def test_what_is_no_corpus(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"kind": ["corpus"]}')
    with pytest.raises(BenchwrightError) as caught:
        read_manifest(tmp_path)
    hint = "its manifest.json is not Benchwright's; name what `ingest --to` wrote"
    assert caught.value.line() == f"{tmp_path} is not a corpus — {hint}"
    with pytest.raises(BenchwrightError, match="is a file, not a corpus"):
        read_manifest(tmp_path / "manifest.json")
