"""Finding the inputs: odd names, odd files, links, depth, and what is looked at before anything runs within limits."""

from __future__ import annotations

import gzip
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image as Pillow

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError, UsageError
from benchwright.files.atomic import write_json
from benchwright.readers.discover import discover
from benchwright.readers.inputs import InputFile, actual_name, readable_name
from benchwright.readers.layouts.verbatim import first_record
from benchwright.readers.licences import Licences
from benchwright.readers.registered import READERS

OAK = "Oaks may live for a thousand years. " * 9


def names(folder: Path) -> list[str]:
    return [item.name for item in discover([folder], READERS).inputs]


def drops(folder: Path) -> list[tuple[str, str]]:
    return [(drop.document, drop.reason) for drop in discover([folder], READERS).drops]


def test_what_nobody_reads_comes_with_what_mends_it(tmp_path: Path) -> None:
    for name in ("a.DOC", "b.ods", "c.chm.gz", "d.exe", "e"):
        (tmp_path / name).write_bytes(b"x")
    assert [(drop.reason, drop.detail) for drop in discover([tmp_path], READERS).drops] == [
        ("unsupported", ".DOC: save it as .docx"),
        ("unsupported", ".ods: save it as .xlsx"),
        ("unsupported", ".chm: save its pages as .html"),
        ("unsupported", ".exe"),
        ("unsupported", "no suffix"),
    ]


def test_what_the_package_wrote_is_no_document(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    (folder / "sub/bench").mkdir(parents=True)
    (folder / "oak.txt").write_text(OAK)
    ingest_paths([folder], folder / "sub/old", workers=0)
    benchmark = {"schema_version": 3, "kind": "benchmark", "name": "n"}
    write_json(folder / "sub/bench/manifest.json", benchmark)
    (folder / "sub/bench/questions.jsonl").write_text("{}\n")
    for name, text in (("odd", "["), ("foreign", '{"kind": "corpus"}'), ("empty", "")):
        (folder / name).mkdir()
        (folder / name / "manifest.json").write_text(text)
    os.mkfifo(folder / "sub/manifest.json")
    assert names(folder) == ["empty/manifest.json", "foreign/manifest.json", "oak.txt", "odd/manifest.json"]
    assert drops(folder) == [
        ("sub/bench", "own-folder"),
        ("sub/manifest.json", "not-a-file"),
        ("sub/old", "own-folder"),
    ]
    assert names(folder / "sub/bench") == ["manifest.json", "questions.jsonl"]  # asked for by its name


def test_names_that_are_no_utf8_stay_apart(tmp_path: Path) -> None:
    for name in (b"a\xfe.md", b"a\xff.md"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text("words")
    assert names(tmp_path) == ["a\\xfe.md", "a\\xff.md"]


def test_files_whose_names_are_no_utf8_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in (b"a\xfe.txt", b"a\xff.txt"):
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(OAK)
    for read in (2, 0):
        report = ingest_paths([folder], tmp_path / "corpus", workers=0)
        assert (report.sources["text"], report.read) == (2, read)
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["a\\xfe.txt#p0", "a\\xff.txt#p0"]
    assert list(corpus.titles) == ["a\\xfe", "a\\xff"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plain ü.md", "plain ü.md"),
        ("a\nb.md", "a\\u000ab.md"),
        ("\x1b[2J.md", "\\u001b[2J.md"),
        ("fdp.\u202egnp", "fdp.\\u202egnp"),
        ("a\u200bb", "a\\u200bb"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),  # Persian is written with joiners
        ("\U000e0041", "\\U000e0041"),
        ("a\\u200bb", "a\\\\u200bb"),
        (os.fsdecode(b"a\x85"), "a\\x85"),
        ("a\x85", "a\\u0085"),
    ],
)
def test_names_show_what_cannot_be_seen(name: str, shown: str) -> None:
    assert readable_name(name) == shown
    assert actual_name(shown) == name


@given(st.binary(max_size=20) | st.text(max_size=20).map(lambda text: text.encode("utf-8", "ignore")))
@example(b"\\x85\\\\u200b\xff\n\xc2\x85\xe2\x80\xae\\")
def test_a_readable_name_leads_back_to_its_file(name: bytes) -> None:
    assert os.fsencode(actual_name(readable_name(os.fsdecode(name)))) == name


def test_a_picture_of_an_odd_name_that_a_document_shows_is_no_input(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text(f"{OAK}\n\n![An oak](oak\u202e.png)\n")
    Pillow.new("RGB", (4, 4)).save(folder / "oak\u202e.png")
    for read in (1, 0):
        report = ingest_paths([folder], tmp_path / "corpus", workers=0)
        assert (report.inputs, report.read, report.sources["image"]) == (1, read, 1)
    Pillow.new("RGB", (5, 5)).save(folder / "oak\u202e.png")
    assert ingest_paths([folder], tmp_path / "corpus", workers=0).read == 1


def test_names_that_look_alike_stay_apart_and_are_told(tmp_path: Path) -> None:
    for name in ("ne\u0301e.md", "n\u00e9e.md", "a\u200bb.md", "a\\u200bb.md", "c\u200dd.md", "cd.md"):
        (tmp_path / name).write_text("words")
    assert names(tmp_path) == ["a\\\\u200bb.md", "a\\u200bb.md", "cd.md", "c\u200dd.md", "ne\u0301e.md", "n\u00e9e.md"]
    assert drops(tmp_path) == [("c\u200dd.md", "name-twin"), ("n\u00e9e.md", "name-twin")]


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("words")
    (tmp_path / "self.md").symlink_to(tmp_path / "self.md")
    (tmp_path / "one.md").symlink_to(tmp_path / "two.md")
    (tmp_path / "two.md").symlink_to(tmp_path / "one.md")
    (tmp_path / "round").symlink_to(tmp_path)
    (tmp_path / "gone.md").symlink_to(tmp_path / "nothing.md")
    found = discover([tmp_path, tmp_path / "*.md", tmp_path / "**/*.md"], READERS)
    assert [item.name for item in found.inputs] == ["a.md"]
    assert {drop.document for drop in found.drops} == {"self.md", "one.md", "two.md", "round", "gone.md"}
    assert {drop.reason for drop in found.drops} <= {"link", "outside-folder", "unreadable"}


SIDECARS = "oak.json oak.txt oak.caption.txt captions.jsonl captions.csv"
PARTS = "corpus.jsonl passages.jsonl tables.jsonl.gz images.tsv wiki.xml.bz2"


def test_pipes_are_never_opened(tmp_path: Path) -> None:
    names = ["LICENSE", "LICENCE.md", *SIDECARS.split(), *PARTS.split(), "oak.md"]
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "oak.png").write_bytes(b"no picture")
    (folder / "page.html").write_text(f"<p>{OAK}" + "".join(f'<img src="{name}">' for name in names))
    for name in names:
        os.mkfifo(folder / name)
    report = ingest_paths([folder], tmp_path / "corpus")
    assert report.sources["text"] == 1
    assert report.drops["image-missing"] == len(names)
    assert ingest_paths([folder], tmp_path / "corpus").reused >= 1


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    for path in (tmp_path / "a.md", tmp_path, Path("/dev/zero")):
        for opened in (InputFile(path, "a", tmp_path).read_bytes, lambda path=path: InputFile(path, "a", path).head(9)):  # type: ignore[misc]
            with pytest.raises(ReadError) as caught:
                opened()
            assert caught.value.reason == "unreadable"


def test_first_records_are_looked_for_in_the_first_megabyte(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf\n \n" + b'{"a": 1}\n' + b"{" * 100)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(b'{"a": 1}\n' + os.urandom(9000))[:-4000])
    (tmp_path / "c.jsonl").write_bytes(b'{"a": "' + b"x" * (1 << 20) + b'"}\n')
    (tmp_path / "d.jsonl.gz").write_bytes(gzip.compress(b" " * (64 << 20) + b'{"a": 1}\n'))
    (tmp_path / "e.jsonl").write_bytes(b"[" * 200_000)
    (tmp_path / "f.jsonl.xz").write_bytes(b"\xfd7zXZ\0 no archive")
    (tmp_path / "g.jsonl").write_bytes(b'{"a": ' + b"9" * 9000 + b"}\n")
    found = {path.name: first_record(InputFile(path, path.name, tmp_path)) for path in sorted(tmp_path.iterdir())}
    assert {name: record for name, record in found.items() if record} == {"a.jsonl": {"a": 1}, "b.jsonl.gz": {"a": 1}}


def test_a_licence_is_read_by_its_beginning(tmp_path: Path) -> None:
    with (tmp_path / "LICENSE").open("wb") as file:
        file.write(b"# Our terms\n")
        file.truncate(8 << 30)  # a hole: nothing on the disk
    assert Licences().of(tmp_path / "a.md", tmp_path) == "Our terms"


@pytest.fixture
def deep() -> Iterator[Path]:
    """A thousand folders inside each other, and below them some whose path is longer than the system takes. In a
    place of its own: what is that deep, a killed test would leave behind for pytest to stumble over."""
    root = Path(tempfile.mkdtemp()).resolve()
    (root / "LICENSE").write_text("MIT License")
    (root / "a.md").write_text(OAK)
    here = os.open(root, os.O_RDONLY)
    try:
        for level, name in enumerate(["d"] * 1000 + ["long" * 60] * 10):
            os.mkdir(name, dir_fd=here)
            onwards = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = onwards
            if level in {999, 1009}:
                file = os.open("leaf.md", os.O_WRONLY | os.O_CREAT, dir_fd=here)
                os.write(file, OAK.encode())
                os.close(file)
    finally:
        os.close(here)
    yield root
    subprocess.run(["rm", "-rf", str(root)], check=True)  # too deep for shutil


def test_folders_too_deep_for_a_path_are_drops(deep: Path, tmp_path: Path) -> None:
    report = ingest_paths([deep, deep / "**/*.md"], tmp_path / "corpus", None)
    assert report.sources["text"] == 2
    assert report.drops == {"unreadable": 1}
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["a.md#p0", "d/" * 1000 + "leaf.md#p0"]
    assert {corpus.source(name).licence for name in corpus.ids} == {"MIT"}


def test_names_as_long_as_the_system_takes(tmp_path: Path) -> None:
    (tmp_path / ("n" * 251 + ".png")).write_bytes(b"no picture")
    (tmp_path / "a.md").write_text(f"{OAK}\n\n![]({'x' * 300}.png)\n\n![]({'y/' * 3000}z.png)\n")
    assert names(tmp_path) == ["a.md", "n" * 251 + ".png"]
    report = ingest_paths([tmp_path], tmp_path / "corpus")
    assert report.sources == {"text": 1, "table": 0, "image": 0}
    assert report.drops == {"image-format": 1, "image-missing": 2}
    with pytest.raises(UsageError, match="cannot look at"):
        discover(["x" * 300], READERS)
