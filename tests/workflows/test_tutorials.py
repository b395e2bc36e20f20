"""The tutorials' commands work in their order, on a small folder of documents."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
from atlas import Mind, atlas
from dialect_servers import DialectServer
from page_code import code_blocks

import benchwright
from benchwright.benchmark.store import Benchmark
from benchwright.cli import main

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
COUNTRIES = Path(benchwright.__file__).parent / "demo" / "countries"
READ = ("argentina", "australia", "austria", "botswana", "brazil", "canada", "chile", "egypt", "finland", "germany")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the reader of a tutorial is: a folder with `manuals`."""
    (tmp_path / "manuals").mkdir()
    for name in READ:
        shutil.copy(COUNTRIES / f"{name}.md", tmp_path / "manuals")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def follow(tutorial: str, changed: Mapping[str, str] | None = None, left_out: Collection[str] = ()) -> list[str]:
    """Do what a tutorial says: save its files, with some addresses changed, and run its commands but for some. Each has
    to end with 0. Returns the commands."""
    done = []
    for block in code_blocks(TUTORIALS / tutorial):
        if block.title:
            code = block.code
            for old, new in (changed or {}).items():
                assert old in code
                code = code.replace(old, new)
            Path(block.title).write_text(code, "utf-8")
        if block.language != "bash" or block.not_run:
            continue
        for line in block.code.splitlines():
            program, *words = shlex.split(line, comments=True)
            assert program == "benchwright"
            if words[0] not in left_out:
                assert main(words) == 0, line
                done.append(line)
    return done


def test_without_a_model(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(follow("without-a-model.md")) == 9
    assert "30 of 30 questions in bench" in capsys.readouterr().out
    assert "</html>" in (folder / "bench-report.html").read_text("utf-8")
    assert len(Benchmark.open(folder / "handbook" / "bench")) == 10


def test_with_a_model(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    atlas(folder / "handbook" / "corpus")  # what the model of tests can write about; `demo` has tests of its own
    with DialectServer(Mind()) as writer, DialectServer(Mind()) as judge:
        servers = {"http://127.0.0.1:8000/v1": f"{writer.url}/v1", "http://127.0.0.1:8001/v1": f"{judge.url}/v1"}
        follow("with-a-model.md", servers, left_out=("demo", "ingest"))
        assert writer.requests > 0
        assert judge.requests > 0
    assert len(Benchmark.open(folder / "handbook" / "bench")) == 2
    assert "openai-compatible/judge" in capsys.readouterr().out


def test_compare(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "manuals", "-n", "30", "--to", "bench"]) == 0
    capsys.readouterr()
    follow("compare.md")
    assert "search (A) is better than search (B) on recall@10" in " ".join(capsys.readouterr().out.split())


def test_a_papers_set(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    follow("paper-set.md")
    assert "0/1024" in capsys.readouterr().out
