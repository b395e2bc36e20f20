"""The code of docs/python.md runs, and says what the page says."""

import shutil
from pathlib import Path

import pytest
from page_code import run_page

import benchwright

COUNTRIES = Path(benchwright.__file__).parent / "demo" / "countries"
READ = ("argentina", "australia", "austria", "botswana", "brazil", "canada", "chile", "egypt", "finland", "germany")


def test_the_code_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "manuals").mkdir()
    for name in READ:
        shutil.copy(COUNTRIES / f"{name}.md", tmp_path / "manuals")
    monkeypatch.chdir(tmp_path)
    made, lacking = run_page("python.md")
    assert set(lacking) <= {"langchain_core.documents", "langchain_core.embeddings", "langchain_core.vectorstores"}
    assert len(made["frame"]) == len(made["bench"]) > 8
    assert made["sources"][0].id == made["bench"][0].sources[0]
    assert {"longest", "first", "words"} <= set(made["means"]["system"])
    assert len(made["questions"]) == len(set(made["means"]["system"])) * len(made["bench"])
    assert made["styles"]["style"].nunique() > 1
    printed = capsys.readouterr().out
    assert "<Evaluation bench-system-scores: 1 system, " in printed
