"""No command writes into a folder of ours that is not its own, nor over a file that it was not asked to replace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from handmade import benchmark

from benchwright.cli import main
from benchwright.files.atomic import write_json
from benchwright.files.output_paths import kind_of_own

LOG = "".join(f"What is the population of town {number}?\n" for number in range(40))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a benchmark, its corpus, scores of it and a log of questions; the current folder."""
    monkeypatch.chdir(tmp_path)
    benchmark(tmp_path)
    assert main(["evaluate", "retrieval", "bench", "--retriever", "bm25", "--retriever", "random"]) == 0
    Path("log.txt").write_text(LOG)
    Path("docs").mkdir()
    Path("docs", "a.md").write_text("# Rivers\n\n" + "The Aare is a river that is 288 kilometres long. " * 5)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, all the way down."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


COMMANDS = (
    "ingest docs --to {}/new",
    "ingest docs --to {}/a/b/new",
    "generate corpus --to {}/new",
    "generate docs --to {}/new",
    "init {}/new",
    "report bench --to {}/new.html",
    "report bench --to {}/report.html",
    "split bench --to {}/new",
    "split bench --to {}/new.json",
    "card bench --to {}/new",
    "export bench --format csv --to {}/new",
    "evaluate retrieval bench --retriever bm25 --to {}/new",
    "evaluate system bench --system a:b --to {}/new",
    "evaluate answers bench --answerer extractive --sources gold --to {}/new",
    "evaluate questions bench --to {}/new",
    "compare bench-scores::bm25 bench-scores::random --to {}/new.md",
    "compare bench-scores::bm25 bench-scores::random --to {}/manifest.json --replace",
    "judge next bench-scores --to {}/new.csv",
    "judge certify bench --judge openai/m --to {}/new.json",
    "style draft log.txt --to {}/new",
    "facts corpus --draft {}/new.yaml",
    "graph load docs/a.md --to {}/new",
    "graph stats bench --figure {}/new.svg",
    "import docs --format beir --to {}/new",
    "demo --to {}",
)


@pytest.mark.parametrize("inside", ["bench", "corpus", "bench-scores"])
def test_nothing_is_written_into_a_folder_of_ours(place: Path, capsys: pytest.CaptureFixture[str], inside: str) -> None:
    before = files(place)
    kind = {"bench": "benchmark", "corpus": "corpus", "bench-scores": "scores"}[inside]
    for command in COMMANDS:
        capsys.readouterr()
        assert main(command.format(inside).split()) == 2, command
        (line,) = capsys.readouterr().err.splitlines()
        assert f" is inside the {kind} {inside} — name a path outside it: " in line, command
        assert files(place).keys() == before.keys(), command
    assert files(place) == before


def test_the_documented_places_inside_a_benchmark_stay(place: Path) -> None:
    assert main(["card", "bench"]) == 0
    assert Path("bench", "card", "README.md").is_file()
    assert main(["card", "bench", "--to", "bench/card"]) == 0
    assert main(["ingest", "docs", "--to", "corpus"]) == 0  # a corpus that is there is brought up to date


def test_a_link_into_a_benchmark_is_seen_through(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.symlink("bench", "link")
    capsys.readouterr()
    assert main(["split", "bench", "--to", "link/s.json"]) == 2
    assert "link/s.json is inside the benchmark bench" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        "report bench --to {}",
        "compare bench-scores::bm25 bench-scores::random --to {}",
        "judge next bench-scores --to {}",
        "judge certify bench --judge openai/m --to {}",
        "facts corpus --draft {}",
        "graph stats bench --figure {}",
        "split bench --to {}",
    ],
)
def test_no_file_of_the_user_is_overwritten(place: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    mine = Path("mine.json")
    mine.write_text("three weeks of work")
    capsys.readouterr()
    assert main(command.format(mine).split()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: mine.json is ")
    assert " — " in line
    assert mine.read_text() == "three weeks of work"
    os.mkfifo("pipe.json")  # as of `--to >(sort)`; a rename would take its place
    assert main(command.format("pipe.json").split()) == 2
    assert capsys.readouterr().err.startswith("error: pipe.json is a device or a pipe — name a file: ")
    assert Path("pipe.json").is_fifo()
    Path("folder.json").mkdir()
    assert main(command.format("folder.json").split()) == 2
    assert "error: folder.json is a folder — name a file: " in capsys.readouterr().err


def test_a_comparison_is_replaced_on_request_and_fills_an_empty_file(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compare", "bench-scores::bm25", "bench-scores::random", "--to", "summary.md"]
    Path("summary.md").touch()  # GitHub prepares an empty file for a job's summary
    assert main(command) == 0
    written = Path("summary.md").read_text()
    assert written.startswith("### ")
    capsys.readouterr()
    assert main(command) == 2
    assert capsys.readouterr().err == (
        "error: summary.md is there already — name another file with --to, or replace it: --replace\n"
    )
    Path("summary.md").write_text("old")
    assert main([*command, "--replace"]) == 0
    assert Path("summary.md").read_text() == written


@pytest.mark.parametrize(
    ("manifest", "kind"),
    [
        ({"schema_version": 2, "kind": "benchmark"}, "benchmark"),
        ({"schema_version": 2, "kind": "export"}, "export"),
        ({"kind": "corpus"}, ""),
        ({"name": "A web app", "icons": []}, ""),
        ([], ""),
    ],
)
def test_other_programs_have_manifests_too(tmp_path: Path, manifest: object, kind: str) -> None:
    write_json(tmp_path / "manifest.json", manifest)
    assert kind_of_own(tmp_path) == kind
