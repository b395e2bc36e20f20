"""Folders that give nothing, or the same thing often: each ends with one line, or with a count and a next step."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.workflows.generate import generate

LINKS = "".join(f'<li><a href="{at}.html">Page {at}</a></li>' for at in range(30))

MODELS = ("Ardea", "Buteo", "Corvus", "Delichon", "Egretta", "Falco")


def _png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\x10\x80\x30" * 64) * 64)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def _wide() -> bytes:
    rows = [f"Town {row}," + ",".join(str(row * at) for at in range(4999)) for row in range(5)]
    return "\n".join(("Name," + ",".join(f"Height {at}" for at in range(4999)), *rows)).encode()


FOLDERS: Mapping[str, tuple[Callable[[], Mapping[str, bytes]], tuple[str, ...]]] = {
    "pictures": (lambda: {"a.png": _png()}, ("read: 1 image;", "--writer")),
    "code": (lambda: {"a.py": b"import os\n", "b.js": b"var x = 1;\n"}, ("2 unsupported", "a.py: .py")),
    "code in Markdown": (
        lambda: {"a.md": b"```python\n" + b"import os\n\nprint(os.getcwd())\n" * 20 + b"```\n"},
        ("read: 1 text; 0 facts \u2014", "--writer"),
    ),
    "an empty file": (lambda: {"a.md": b""}, ("1 empty", "a.md: holds no text")),
    "navigation": (lambda: {"a.html": f"<nav><ul>{LINKS}</ul></nav>".encode()}, ("1 navigation",)),
    "links": (lambda: {"a.html": f"<ul>{LINKS}</ul>".encode()}, ("0 facts", "--writer")),
    "no header": (
        lambda: {"a.csv": "\n".join(f"{row},{row * 3.5},{row * row}" for row in range(1, 40)).encode()},
        ("read: 1 table; 0 facts", "--writer"),
    ),
    "one column": (
        lambda: {"a.csv": ("Name\n" + "\n".join(f"Town {chr(65 + row)}" for row in range(20))).encode()},
        ("read: 1 table; 0 facts", "--writer"),
    ),
    "5,000 columns": (lambda: {"a.csv": _wide()}, ("1 thing was dropped", "read: 1 table;", "--writer")),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_that_gives_nothing_says_why(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    make, words = FOLDERS[name]
    Path("docs").mkdir()
    for file, content in make().items():
        Path("docs", file).write_bytes(content)
    assert main(["generate", "docs", "-n", "10", "--to", "bench"]) in (1, 2)
    captured = capsys.readouterr()
    shown = captured.err + captured.out
    assert "Traceback" not in shown
    for word in words:
        assert word in shown
    assert len([line for line in shown.splitlines() if line.startswith("error:")]) <= 1


def test_the_same_page_a_hundred_times_counts_as_one(tmp_path: Path) -> None:
    text = "# Notes\n\nMost programs speak the Hypertext Transfer Protocol (HTTP). It is in many books. "
    text += "Every engineer has to know how it behaves. " * 4
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "0.md").write_text(text)
    generate(tmp_path / "one", tmp_path / "bench-one", n=20, about="Web")
    (tmp_path / "docs").mkdir()
    for at in range(100):
        (tmp_path / "docs" / f"{at:02}.md").write_text(text)
    report = generate(tmp_path / "docs", tmp_path / "bench", n=20, about="Web")
    alone, among = (Benchmark.open(tmp_path / name).examples for name in ("bench-one", "bench"))
    assert [one.question for one in among] == [one.question for one in alone]
    assert len(among) == 1
    assert {span.source for spans in among[0].answers[0].evidence for span in spans} == {
        f"{at:02}.md#p0" for at in range(100)
    }
    assert among[0].distractors == ()
    assert any("99 sources repeat another" in line for line in report.advice)


def test_the_same_table_on_two_pages_counts_as_one(tmp_path: Path) -> None:
    rows = "".join(f"<tr><td>{name}</td><td>{at * 120 + 90}</td></tr>" for at, name in enumerate(MODELS))
    table = f"<table><caption>Prices of garden pumps</caption><tr><th>Model</th><th>Price (EUR)</th></tr>{rows}</table>"
    counts = []
    for pages in (1, 2):
        docs = tmp_path / f"docs{pages}"
        docs.mkdir()
        for at in range(pages):
            words = f"<p>Page {at} has its own words about what our shop sells {'and ships ' * at * 3}to gardens.</p>"
            page = f"<title>{('Spring', 'Autumn')[at]} offers</title><body>{words}{table}</body>"
            (docs / f"{at}.html").write_text(f"<html>{page}</html>")
        generate(docs, tmp_path / f"bench{pages}", n=5)
        examples = Benchmark.open(tmp_path / f"bench{pages}").examples
        evidence = [spans for one in examples for spans in one.answers[0].evidence]
        assert all({span.source for span in spans} <= {f"{at}.html#t0" for at in range(pages)} for spans in evidence)
        assert len(evidence) == len(examples) * pages
        counts.append(len(examples))
    assert counts[0] == counts[1] > 0


RELATION = "{subjects: [thing], value: text, noun: heat index, labels: [Heat index]}"


@pytest.mark.parametrize(
    ("relations", "code", "words"),
    [
        ({"a": f"heat: {RELATION}"}, 1, "no source states 'heat' of your relations"),
        ({"a": f"heat: {RELATION.replace('noun', 'nuon')}"}, 2, "unknown key 'nuon' — did you mean 'noun'?"),
        (
            {"a": f"heat: {RELATION}", "b": f"heat: {RELATION.replace('noun: heat', 'noun: high')}"},
            2,
            "a.yaml and b.yaml define the relation 'heat' differently",
        ),
    ],
)
def test_relations_that_cannot_be_used_end_with_one_line(
    relations: Mapping[str, str],
    code: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs", "a.md").write_text("# Pumps\n\n" + "Most pumps are sold in shops and gardens of the country. " * 6)
    assert main(["ingest", "docs", "--to", "corpus"]) == 0
    for name, text in relations.items():
        Path(f"{name}.yaml").write_text(f"{text}\n")
    cells = "[{style: information-extraction, modalities: text, count: 1}]"
    names = ", ".join(f"{name}.yaml" for name in relations)
    Path("plan.yaml").write_text(f"corpus: corpus\nrelations: [{names}]\ncells: {cells}\n")
    capsys.readouterr()
    assert main(["generate", "plan.yaml", "--to", "bench"]) == code
    shown = capsys.readouterr().err
    assert words in shown
    assert "Traceback" not in shown
    assert len(shown.splitlines()) == 1
