"""`benchwright ingest`: what is printed, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchwright.cli import main

OAK = "The oak is a tree that may live for a thousand years and more. " * 4


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "oak.txt").write_text(f"{OAK}\n")
    (folder / "tool.xyz").touch()
    return folder


def test_what_is_printed(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = docs.parent / "corpus"
    assert main(["ingest", str(docs), "--to", str(corpus)]) == 0
    assert capsys.readouterr().out == (
        f"{corpus}: 1 sources (1 text, 0 table, 0 image) from 1 inputs\n"
        "  read 1, unchanged 0\n"
        "  dropped 1 unsupported\n"
        f"  each is listed in {corpus}/drops.jsonl\n"
    )
    (docs / "oak.txt").rename(docs / "elm.txt")
    main(["ingest", str(docs), "--to", str(corpus)])
    assert "  read 1, unchanged 0, 1 no longer there\n" in capsys.readouterr().out


def test_an_input_that_cannot_be_read_is_a_shortfall(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (docs / "bad.txt").write_bytes(b"\0")
    assert main(["ingest", str(docs), "--to", str(docs.parent / "corpus"), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["failed"] == ["bad.txt"]
    assert answer["sources"] == {"text": 1, "table": 0, "image": 0}


def test_options_reach_the_reader(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--words", "14", "--shortest", "10", "--licence", "CC0", "--json"]
    assert main(["ingest", str(docs / "*.txt"), "--to", str(docs.parent / "corpus"), *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["sources"]["text"] == 3  # the last of four joins the one before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--to", "corpus"], "there is no file or folder 'nowhere' — check the spelling"),
        (["docs"], "Missing option '--to'"),
        (["docs", "--to", "docs"], "docs is no corpus, and not empty — choose a new folder for the corpus"),
    ],
)
def test_mistakes_are_one_line(
    docs: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(docs.parent)
    assert main(["ingest", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("option", ["--table-rows", "--table-columns"])
def test_a_table_without_room_is_misuse(docs: Path, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", str(docs), "--to", str(docs.parent / "corpus"), option, "0"]) == 2
    assert capsys.readouterr().err == (
        "error: a table needs room for a row and a column — see --table-rows, --table-columns\n"
    )
    assert not (docs.parent / "corpus").exists()
