"""Paths that are not UTF-8 end every command with one line, and no traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchwright.cli import main

NAME = os.fsdecode(b"caf\xe9")
COMMANDS = [
    ["demo", "--to", NAME],
    ["init", NAME],
    ["ingest", "docs", "--to", NAME],
    ["import", "docs", "--format", "beir", "--to", NAME],
    ["describe", NAME, "--model", "ollama/m"],
    ["facts", NAME],
    ["graph", "load", "triples.tsv", "--to", NAME],
    ["graph", "draft", NAME, "--graph", "g", "--to", "x.yaml"],
    ["graph", "split", "bench", "--to", NAME],
    ["graph", "stats", "bench", "--figure", NAME],
    ["generate", "docs", "--to", NAME],
    ["estimate", "plan.yaml", "--to", NAME],
    ["show", NAME],
    ["validate", NAME],
    ["evaluate", "retrieval", "bench", "-r", "bm25", "--to", NAME],
    ["evaluate", "system", "bench", "-s", "a:b", "--to", NAME],
    ["compare", NAME, "b"],
    ["export", "bench", "--format", "qampari", "--to", NAME],
    ["ledger", "stats", NAME],
    ["ledger", "export", "bench", "--to", NAME],
    ["prompts", "show", NAME],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]).replace(NAME, ""))
def test_a_path_that_is_not_utf8_is_refused_in_one_line(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(command) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert "is not UTF-8" in told[0]
    assert list(tmp_path.iterdir()) == []


def test_a_working_folder_that_is_not_utf8_causes_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "docs").mkdir()
    (folder / "docs" / "a.md").write_text("# Aare\n\nThe Aare is a river in Switzerland.\n", "utf-8")
    monkeypatch.chdir(folder)
    for command in (["init", "."], ["ingest", "docs", "--to", "corpus"], ["validate", "corpus"], ["show", "corpus"]):
        assert main(command) in (0, 1, 2)
    capsys.readouterr()
