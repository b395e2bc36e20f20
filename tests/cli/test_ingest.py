"""`benchwright ingest`: what is printed, and the exit codes."""

from __future__ import annotations

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from benchwright.cli import main
from benchwright.corpus.store import Corpus
from benchwright.workflows.ingest import IngestOptions, IngestReport, WorkerBounds, ingest

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
        "  dropped 1 unsupported (.xyz)\n"
        f"  each is listed in {corpus}/drops.jsonl\n"
    )
    (docs / "oak.txt").rename(docs / "elm.txt")
    main(["ingest", str(docs), "--to", str(corpus)])
    assert "  read 1, unchanged 0, 1 removed\n" in capsys.readouterr().out


def test_an_input_that_cannot_be_read_is_a_shortfall(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (docs / "bad.txt").write_bytes(b"\0")
    assert main(["ingest", str(docs), "--to", str(docs.parent / "corpus"), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["failed"] == ["bad.txt"]
    assert answer["sources"] == {"text": 1, "table": 0, "image": 0}


def test_why_an_input_could_not_be_read(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (docs / "bad.txt").write_bytes(b"\0\xff")
    lines = "".join(json.dumps({"id": f"s{number}", "text": f"tree {number}"}) + "\n" for number in range(30_000))
    (docs / "cut.jsonl.gz").write_bytes(gzip.compress(lines.encode())[:-20])
    arguments = ["ingest", str(docs), "--to", str(docs.parent / "corpus"), "--workers", "0"]
    for _ in range(2):  # what was kept of the first run tells it to the second
        assert main(arguments) == 1
        said = capsys.readouterr().err.splitlines()
        assert said == ["could not read bad.txt (nul-bytes)", "read cut.jsonl.gz in part (damaged)"]
    assert main([*arguments, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["failed"] == ["bad.txt", "cut.jsonl.gz"]
    assert answer["reasons"] == {"bad.txt": "nul-bytes", "cut.jsonl.gz": "damaged"}
    assert answer["partial"] == ["cut.jsonl.gz"]


def test_options_reach_the_reader(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--words", "14", "--shortest", "10", "--licence", "CC0", "--json"]
    assert main(["ingest", str(docs / "*.txt"), "--to", str(docs.parent / "corpus"), *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["sources"]["text"] == 3  # the last of four joins the one before


def two_pages(path: Path) -> None:
    """A PDF file of two pages with a sentence each."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=(400, 300), invariant=1)
    for tree in ("oak", "elm"):
        for line in range(5):
            canvas.drawString(
                40, 240 - 14 * line, f"Line {line + 1} on the {tree} says that it is a tall and old tree."
            )
        canvas.showPage()
    canvas.save()


def test_pages_are_kept_as_pictures_if_asked_for(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two_pages(docs / "trees.pdf")
    corpus = docs.parent / "corpus"
    assert main(["ingest", str(docs), "--to", str(corpus), "--pages", "--workers", "1"]) == 0
    assert "\n  2 page images\n" in capsys.readouterr().out
    pages = Corpus.open(corpus).pages
    assert sorted(pages) == [("trees.pdf", 1), ("trees.pdf", 2)]
    assert main(["ingest", str(docs), "--to", str(corpus)]) == 0  # read again without, they go
    assert "page images" not in capsys.readouterr().out
    assert len(Corpus.open(corpus).pages) == 0
    assert list(corpus.glob("images/*")) == []


def test_scanned_pages_need_the_extra_if_they_are_to_be_read(
    docs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchwright.workflows.ingest.ocr_installed", lambda: False)
    assert main(["ingest", str(docs), "--to", str(docs.parent / "corpus"), "--ocr"]) == 2
    assert capsys.readouterr().err == (
        "error: reading scanned pages needs the extra 'ocr' — install it with: pip install 'benchwright[ocr]'\n"
    )


def test_bounds_and_workers_reach_the_readers(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def workflow(paths: object, to: object, options: IngestOptions, **more: Any) -> IngestReport:
        asked.update(more, options=options)
        return ingest(docs, docs.parent / "corpus", workers=0)

    monkeypatch.setattr("benchwright.workflows.ingest.ingest", workflow)
    arguments = ["--seconds", "7", "--memory", "0.5", "--workers", "3", "--no-ocr"]
    hosts = ["--allow-fetch", "a.example", "--allow-fetch", "*.b.example"]
    assert main(["ingest", str(docs), "--to", "corpus", *arguments, *hosts]) == 0
    assert asked["bounds"] == WorkerBounds(seconds=7.0, memory=512 << 20)
    assert asked["workers"] == 3
    assert asked["options"] == IngestOptions(allow_fetch=("a.example", "*.b.example"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["docs", "--to", "corpus", "--seconds", "0"], "a reader needs some time and memory — see --seconds, --memory"),
        (["docs", "--to", "corpus", "--memory", "nan"], "a reader needs some time and memory — see --seconds"),
        (
            ["docs", "--to", "corpus", "--allow-fetch", "http://a.example"],
            "'http://a.example' is not a host to fetch from",
        ),
        (["nowhere", "--to", "corpus"], "there is no file or folder 'nowhere' — check the spelling"),
        (["docs"], "Missing option '--to'"),
        (
            ["docs", "--to", "docs"],
            "docs is not a corpus, and not empty (oak.txt) — choose a new folder for the corpus",
        ),
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


@pytest.mark.parametrize("memory", ["1e7", "1e300", "inf"])
def test_memory_that_no_system_has_is_misuse(docs: Path, memory: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", str(docs), "--to", str(docs.parent / "corpus"), "--memory", memory]) == 2
    assert capsys.readouterr().err.endswith(" GiB of memory — --memory counts in GiB\n")


def test_the_line_of_progress_ends_once(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal one line is written over, and let stand at the end."""
    (docs / "elm.txt").write_text(OAK.replace("oak", "elm"))
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["ingest", str(docs), "--to", str(docs.parent / "corpus"), "--workers", "0"]) == 0
    told = terminal.getvalue()
    assert told.count("\n") == 1
    assert told.endswith("\r\033[K2/2 inputs, 2 sources  \n")
