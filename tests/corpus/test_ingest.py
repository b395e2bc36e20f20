"""Ingest as a whole: what becomes of a folder, what is read again, and every kind of bad input."""

import contextlib
import errno
import gzip
import io
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus_faults import corpus_faults
from PIL import Image as Pillow

from benchwright.corpus import chunk_writer, write_files
from benchwright.corpus.ingest import IngestReport, ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError, LockedError, ReadError, StorageError, UsageError
from benchwright.files.bounded import open_plain
from benchwright.files.locks import folder_lock
from benchwright.readers import input_records, inputs
from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.read_task import IngestOptions
from benchwright.readers.registered import READERS
from benchwright.readers.text import read_text
from benchwright.records import Cut, Modality

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))

OAK = "The oak is a tree that may live for a thousand years and more. " * 4
ELM = "The elm is a tree that has suffered much from a disease lately. " * 4

PAGE = f"""---
title: Trees
licence: CC BY 4.0
url: https://example.org/trees
---
# Oaks

{OAK}See Figure 2.

![An oak](img/oak.png "Figure 1. An oak")

## Numbers

| tree | age |
|------|-----|
| oak  | 900 |

# Elms

{ELM}

![An elm](img/elm.png "Figure 2: An elm")

Too short.

# Rest

Alone.
"""


def picture(path: Path, colour: str, size: tuple[int, int] = (4, 3)) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Pillow.new("RGB", size, colour).save(path)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    picture(folder / "img/oak.png", "green")
    picture(folder / "img/elm.png", "brown")
    picture(folder / "img/ash.png", "grey")
    (folder / "trees.md").write_text(PAGE)
    (folder / "sub").mkdir()
    (folder / "sub/ash.txt").write_text(OAK.replace("oak", "ash"))
    return folder


def run(folder: Path, name: str = "corpus", **options: object) -> tuple[Corpus, IngestReport]:
    report = ingest_paths([folder], folder.parent / name, IngestOptions(**options), workers=0)  # type: ignore[arg-type]
    return Corpus.open(folder.parent / name), report


def drops(corpus: Corpus) -> list[tuple[str, str]]:
    lines = (corpus.path / "drops.jsonl").read_text("utf-8").splitlines()
    return [(drop["document"], drop["reason"]) for drop in map(json.loads, lines)]


def test_a_folder_becomes_sources(docs: Path) -> None:
    corpus, report = run(docs)
    assert corpus.ids == [
        "img/ash.png#i0",
        "sub/ash.txt#p0",
        "trees.md#p0",
        "trees.md#p1",
        "trees.md#t0",
        "trees.md#i0",
        "trees.md#i1",
    ]
    assert report.sources == {"text": 3, "table": 1, "image": 3}
    assert (report.inputs, report.read, report.reused, report.documents) == (3, 3, 0, 3)
    assert report.drops == {}
    assert corpus_faults(corpus) == []


def test_every_source_knows_its_place_licence_and_origin(docs: Path) -> None:
    corpus, _ = run(docs)
    oak, elm = corpus.source("trees.md#p0"), corpus.source("trees.md#p1")
    assert oak.title == "Trees"
    assert oak.place.headings == ("Oaks",)
    assert elm.place.headings == ("Elms",)
    assert elm.text.endswith("\n\nToo short.\n\nRest\n\nAlone.")
    table = corpus.source("trees.md#t0")
    assert table.title == "Numbers"
    assert table.text == "Numbers\ntree | age\noak | 900"
    assert table.table is not None
    assert table.table.rows == (("oak", "900"),)
    image = corpus.source("trees.md#i0")
    assert image.image is not None
    assert (image.image.width, image.image.height, image.image.caption, image.image.alt) == (
        4,
        3,
        "Figure 1. An oak",
        "An oak",
    )
    for source in (oak, elm, table, image):
        assert (source.licence, source.url) == ("CC BY 4.0", "https://example.org/trees")
        assert source.document == "trees.md"


def test_places_count_in_the_documents_text(docs: Path) -> None:
    corpus, _ = run(docs)
    for source in corpus.sources():
        if source.modality is Modality.TEXT:
            text = corpus.documents[source.document].text
            assert text[source.place.start : source.place.end] == source.text


def test_who_refers_to_an_image_or_table(docs: Path) -> None:
    corpus, _ = run(docs)
    assert corpus.source("trees.md#i0").referred_by == ("trees.md#p0",)  # stands beside it
    assert corpus.source("trees.md#i1").referred_by == ("trees.md#p0", "trees.md#p1")  # names it, stands around it
    assert corpus.source("trees.md#t0").referred_by == ()  # no passage under its heading


def test_the_result_does_not_depend_on_the_order_of_the_paths(docs: Path) -> None:
    one = ingest_paths([docs / "trees.md", docs / "sub"], docs.parent / "a")
    two = ingest_paths([docs / "sub", docs / "trees.md"], docs.parent / "b")
    assert one.fingerprint == two.fingerprint
    for name in ("sources.parquet", "documents.parquet", "drops.jsonl", "manifest.json"):
        assert (docs.parent / "a" / name).read_bytes() == (docs.parent / "b" / name).read_bytes()


def test_the_result_does_not_depend_on_who_reads(docs: Path) -> None:
    (docs / "bad.txt").write_bytes(b"a\0b")
    one, _ = run(docs)
    for workers in (1, 3):
        two = ingest_paths([docs], docs.parent / f"by-{workers}", workers=workers)
        for name in ("sources.parquet", "documents.parquet", "drops.jsonl", "manifest.json"):
            assert (two.corpus / name).read_bytes() == (one.path / name).read_bytes()
        assert corpus_faults(Corpus.open(two.corpus)) == []


def test_only_what_changed_is_read_again(docs: Path) -> None:
    before, _ = run(docs)
    old = {source.id: source for source in before.sources()}
    (docs / "sub/ash.txt").write_text(ELM.replace("elm", "ash"))
    corpus, report = run(docs)
    assert (report.read, report.reused) == (1, 2)
    assert corpus.source("sub/ash.txt#p0").text == ELM.replace("elm", "ash").strip()
    assert [i for i in corpus.ids if corpus.source(i) != old[i]] == ["sub/ash.txt#p0"]
    fresh, _ = run(docs, "other")
    assert fresh.fingerprint == corpus.fingerprint
    assert (fresh.path / "sources.parquet").read_bytes() == (corpus.path / "sources.parquet").read_bytes()


def test_a_touched_file_is_not_read_again_and_a_changed_image_is(docs: Path) -> None:
    run(docs)
    os.utime(docs / "trees.md", ns=(1, 1))
    assert run(docs)[1].read == 0
    picture(docs / "img/oak.png", "blue", (5, 5))
    corpus, report = run(docs)
    assert report.read == 1
    image = corpus.source("trees.md#i0").image
    assert image is not None
    assert image.width == 5
    assert len(list((corpus.path / "images").iterdir())) == 3  # the old bytes are gone


def test_another_text_of_the_same_size_and_time_is_read(docs: Path) -> None:
    run(docs)
    before = (docs / "sub/ash.txt").stat()
    text = (docs / "sub/ash.txt").read_text()
    (docs / "sub/ash.txt").write_text(text[::-1])
    os.utime(docs / "sub/ash.txt", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (docs / "sub/ash.txt").stat().st_size == before.st_size
    corpus, report = run(docs)
    assert (report.read, report.reused) == (1, 2)
    assert corpus.source("sub/ash.txt#p0").text == text[::-1].strip()


@pytest.mark.parametrize("changed", [{"shortest": 10}, {"words": 50}])
def test_options_of_passages_are_refused_where_everything_is_taken_verbatim(
    tmp_path: Path, changed: dict[str, int]
) -> None:
    (tmp_path / "x.jsonl").write_text('{"id": "a", "text": "short"}\n')
    (flag,) = changed
    with pytest.raises(UsageError, match=f"--{flag} would have no effect: jsonl is taken verbatim"):
        ingest_paths([tmp_path / "x.jsonl"], tmp_path / "corpus", IngestOptions(**changed))
    (tmp_path / "trees.md").write_text(OAK)
    paths = [tmp_path / "x.jsonl", tmp_path / "trees.md"]
    assert ingest_paths(paths, tmp_path / "corpus", IngestOptions(**changed), workers=0).read == 2


def test_a_missing_image_is_noticed_when_it_comes(docs: Path) -> None:
    (docs / "img/elm.png").rename(docs.parent / "elm.png")
    corpus, _ = run(docs)
    assert ("trees.md", "image-missing") in drops(corpus)
    (docs.parent / "elm.png").rename(docs / "img/elm.png")
    corpus, report = run(docs)
    assert report.read == 1
    assert "trees.md#i1" in corpus


def test_removed_files_vanish(docs: Path) -> None:
    run(docs)
    (docs / "sub/ash.txt").unlink()
    corpus, report = run(docs)
    assert report.removed == ("sub/ash.txt",)
    assert "sub/ash.txt#p0" not in corpus
    assert "sub/ash.txt" not in corpus.documents


def test_other_options_read_everything_again(docs: Path) -> None:
    run(docs)
    corpus, report = run(docs, words=20, shortest=0)
    assert report.read == 3
    assert report.drops == {}
    assert corpus.source("trees.md#p0").text.count("oak") == 1


def test_a_licence_file_and_the_option(docs: Path) -> None:
    (docs / "LICENSE.txt").write_text("MIT License\n\nCopyright")
    corpus, report = run(docs)
    assert corpus.source("sub/ash.txt#p0").licence == "MIT"
    assert corpus.source("trees.md#p0").licence == "CC BY 4.0"
    assert report.inputs == 3  # the licence is no document
    (docs / "sub/LICENCE").write_text("# House rules\n")
    assert run(docs)[0].source("sub/ash.txt#p0").licence == "House rules"
    assert run(docs, licence="CC0")[0].source("sub/ash.txt#p0").licence == "CC0"


class StopError(Exception):
    """Stands for a kill."""


def _stops_at(name: str) -> tuple[Reader, ...]:
    def read(file: InputFile, limits: Limits) -> Iterator[Item]:
        if file.name == name:
            raise StopError
        yield from read_text(file, limits)

    return (Reader("text", read, suffixes=(".txt",), version=2),)


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(9):
        (docs / f"{number}.txt").write_text(f"Number {number} is here. {OAK}")
    whole = ingest_paths([docs], tmp_path / "whole")
    with pytest.raises(StopError):
        ingest_paths([docs], tmp_path / "corpus", readers=_stops_at("6.txt"))
    with pytest.raises(CorpusError, match="is not a corpus"):
        Corpus.open(tmp_path / "corpus")
    with pytest.raises(StopError):
        ingest_paths([docs], tmp_path / "corpus", readers=_stops_at("8.txt"))
    report = ingest_paths([docs], tmp_path / "corpus")
    assert (report.read, report.reused) == (1, 8)
    assert report.fingerprint == whole.fingerprint
    for name in ("sources.parquet", "documents.parquet", "manifest.json"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "corpus" / name).read_bytes()
    assert sorted(path.name for path in (tmp_path / "corpus/.ingest").iterdir()) == [f"{report.fingerprint}.jsonl"]


@pytest.mark.parametrize("at", ["sources.parquet", "documents.parquet", "drops.jsonl", "manifest.json"])
def test_a_kill_between_two_renames_is_mended_by_the_next_run(
    docs: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    run(docs)
    (docs / "sub/ash.txt").write_text(ELM)
    real = os.replace

    def replaced(source: object, target: object) -> None:
        if Path(str(target)).name == at:
            raise StopError
        real(str(source), str(target))

    monkeypatch.setattr(os, "replace", replaced)
    with pytest.raises(StopError):
        run(docs)
    monkeypatch.undo()
    corpus, _ = run(docs)
    fresh, _ = run(docs, "fresh")
    assert corpus.fingerprint == fresh.fingerprint
    assert corpus_faults(corpus) == []
    assert corpus.source("sub/ash.txt#p0").text == ELM.strip()


def test_damaged_caches_are_read_again(docs: Path) -> None:
    corpus, _ = run(docs)
    for path in [*(corpus.path / input_records.FOLDER).iterdir(), corpus.path / "sources.parquet"]:
        path.write_bytes(b"garbage")
        _, report = run(docs)
        assert report.read == 3
        assert corpus_faults(Corpus.open(corpus.path)) == []


def test_a_lost_image_is_kept_again(docs: Path) -> None:
    corpus, _ = run(docs)
    shutil.rmtree(corpus.path / "images")
    corpus, _ = run(docs)
    assert corpus_faults(corpus) == []


def test_a_long_table_is_cut_and_says_so(docs: Path) -> None:
    (docs / "ages.csv").write_text("tree,age\n" + "".join(f"tree {n},{n}\n" for n in range(9)))
    corpus, report = run(docs, limits=Limits(table_rows=4))
    table = corpus.source("ages.csv#t0").table
    assert table is not None
    assert len(table.rows) == 4
    assert table.cut == Cut(9, 2)
    assert report.drops["table-cut"] == 1


def test_killed_at_any_moment_and_continued(docs: Path) -> None:
    for number in range(30):
        (docs / f"{number}.txt").write_text(f"Number {number} is here. {OAK}")
    program = "import sys; from benchwright.corpus.ingest import ingest_paths; ingest_paths([sys.argv[1]], sys.argv[2])"
    corpus = docs.parent / "corpus"
    draw = random.Random(5)
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", program, str(docs), str(corpus)]) as process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.3 + 0.6 * draw.random())
            process.kill()
    report = ingest_paths([docs], corpus)
    fresh, _ = run(docs, "fresh")
    assert report.fingerprint == fresh.fingerprint
    for name in ("sources.parquet", "documents.parquet", "drops.jsonl", "manifest.json"):
        assert (corpus / name).read_bytes() == (fresh.path / name).read_bytes()
    assert corpus_faults(Corpus.open(corpus)) == []


@pytest.mark.skipif(not (DATA / "books/biology_small").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_a_published_layout_is_kept_verbatim(tmp_path: Path) -> None:
    book = DATA / "books/biology_small"
    report = ingest_paths([book], tmp_path / "corpus")
    corpus = Corpus.open(report.corpus)
    passages = [json.loads(line) for line in (book / "passages.jsonl").read_text("utf-8").splitlines()]
    assert report.sources["text"] == len(passages)
    assert [i for i in corpus.ids if i.startswith("bio-")] == [passage["id"] for passage in passages]
    assert {source.licence for source in corpus.sources()} == {"CC BY 3.0"}
    assert corpus_faults(corpus) == []


@pytest.mark.skipif(not (DATA / "books/biology_small").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_real_markdown_loses_nothing(tmp_path: Path) -> None:
    pages = DATA / "books/biology_small/raw_md"
    report = ingest_paths([pages], tmp_path / "corpus", IngestOptions(shortest=0))
    corpus = Corpus.open(report.corpus)
    told: dict[str, str] = {}
    for source in corpus.sources():
        if source.modality is Modality.TEXT:
            text = corpus.documents[source.document].text
            assert text[source.place.start : source.place.end] == source.text
            told[source.document] = told.get(source.document, "") + source.text
    assert report.documents == len(told) == len(list(pages.rglob("*.md")))
    for name, text in told.items():
        # Headings are the only words of a document that no passage holds.
        assert 0.85 < len("".join(text.split())) / len("".join(corpus.documents[name].text.split())) <= 1


# Bad input


def test_nothing_to_read(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    with pytest.raises(UsageError, match="nothing to read") as caught:
        ingest_paths([folder], tmp_path / "corpus")
    assert ".md" in caught.value.hint
    (folder / "a.xyz").write_text("x")
    with pytest.raises(UsageError) as caught:
        ingest_paths([folder], tmp_path / "corpus")
    assert caught.value.hint == "passed over: 1 unsupported; first a.xyz: .xyz"
    assert not (tmp_path / "corpus").exists()


@pytest.mark.parametrize("path", ["nowhere", "*.nothing"])
def test_paths_that_are_not_there(tmp_path: Path, path: str) -> None:
    with pytest.raises(UsageError):
        ingest_paths([tmp_path / path], tmp_path / "corpus")
    with pytest.raises(UsageError, match="nothing to ingest"):
        ingest_paths([], tmp_path / "corpus")
    with pytest.raises(UsageError, match="is empty"):
        ingest_paths([""], tmp_path / "corpus")


def test_nothing_but_unreadable_files_leaves_the_corpus_as_it_was(docs: Path) -> None:
    before, _ = run(docs)
    for path in [docs / "trees.md", docs / "sub/ash.txt", *(docs / "img").iterdir()]:
        path.write_bytes(b"")
    with pytest.raises(UsageError, match="no source") as caught:
        run(docs)
    assert "empty" in caught.value.hint
    assert Corpus.open(before.path).fingerprint == before.fingerprint


def test_what_left_no_source_is_named_with_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "large.md").write_text(PAGE)
    (folder / "odd.xyz").touch()
    small = IngestOptions(limits=Limits(text_bytes=100))
    with pytest.raises(UsageError, match="no source came out of what was read") as caught:
        ingest_paths([folder], tmp_path / "corpus", small, workers=0)
    assert caught.value.hint == (
        "passed over: 1 too-large, 1 unsupported; first large.md: more than 100 bytes; split it: the limit is fixed"
    )
    (folder / "large.md").write_text("Short.")
    with pytest.raises(UsageError) as caught:
        ingest_paths([folder], tmp_path / "corpus", small, workers=0)
    assert "first large.md: " in caught.value.hint
    assert caught.value.hint.endswith("; `benchwright ingest --shortest N` keeps shorter passages")


def test_bad_files_are_counted_and_the_others_go_on(docs: Path) -> None:
    (docs / "a.txt").write_bytes(b"a\0b")
    (docs / "b.md").write_bytes(b"")
    (docs / "c.html").write_bytes(b"<p>" + b"caf\xe9 " * 60)
    (docs / "d.txt.gz").write_bytes(gzip.compress(OAK.encode())[:-9])
    (docs / "e.exe").write_bytes(b"MZ")
    (docs / "f.png").write_bytes(b"not a picture")
    (docs / "g.txt.gz").write_bytes(gzip.compress(b"x" * (40 << 20)))
    (docs / ".secret").write_text("x")
    os.mkfifo(docs / "pipe.txt")
    (docs / "trap.md").write_text("![](/etc/passwd)\n![](../../x.png)\n![](http://x/y.png)\n\n" + OAK)
    (docs / "out.txt").symlink_to("/etc/passwd")
    (docs / "in.txt").symlink_to(docs / "sub/ash.txt")
    (docs / "loop").symlink_to(docs)
    corpus, report = run(docs)
    assert sorted(drops(corpus)) == [
        (".secret", "hidden-file"),
        ("a.txt", "nul-bytes"),
        ("b.md", "empty"),
        ("c.html", "encoding-guessed"),
        ("d.txt.gz", "damaged"),
        ("e.exe", "unsupported"),
        ("f.png", "image-format"),
        ("g.txt.gz", "decompression-bomb"),
        ("in.txt", "link"),
        ("loop", "link"),
        ("out.txt", "outside-folder"),
        ("pipe.txt", "not-a-file"),
        ("trap.md", "image-outside-folder"),
        ("trap.md", "image-outside-folder"),
        ("trap.md", "image-remote"),
    ]
    assert report.failed == ("a.txt", "b.md", "d.txt.gz", "g.txt.gz")
    assert report.notices == {"encoding-guessed": 1}
    assert "trap.md#p0" in corpus
    assert corpus.source("c.html#p0").text.startswith("café")


def test_an_unreadable_file_is_counted(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(path: Path) -> object:
        if path.name == "ash.txt":
            raise PermissionError(errno.EACCES, "Permission denied")
        return open_plain(path)

    monkeypatch.setattr(inputs, "open_plain", opened)
    corpus, report = run(docs)
    assert ("sub/ash.txt", "unreadable") in drops(corpus)
    assert report.failed == ("sub/ash.txt",)


def test_an_enormous_image_is_never_decoded(docs: Path) -> None:
    ihdr = b"\x00\x00\x00\rIHDR" + (60_000).to_bytes(4) * 2 + b"\x08\x02\x00\x00\x00"
    (docs / "img/oak.png").write_bytes(b"\x89PNG\r\n\x1a\n" + ihdr + b"\0\0\0\0")
    corpus, _ = run(docs)
    reasons = [reason for name, reason in drops(corpus) if name == "trees.md"]
    assert any(reason.startswith("image-") for reason in reasons)
    assert "trees.md#i1" not in corpus  # only the elm is left, as the first image


def test_equal_names_and_repeated_ids(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.jsonl").write_text(json.dumps({"id": "one", "text": f"from {name}"}))
    with pytest.raises(UsageError, match="both be named"):
        ingest_paths([tmp_path / "a", tmp_path / "b"], tmp_path / "corpus")
    report = ingest_paths([tmp_path], tmp_path / "corpus")
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["one"]
    assert corpus.source("one").text == "from a"
    assert report.drops == {"repeated-id": 1}
    (tmp_path / "a/x.jsonl").unlink()
    ingest_paths([tmp_path], tmp_path / "corpus")
    assert Corpus.open(tmp_path / "corpus").source("one").text == "from b"


def test_half_a_surrogate_pair_does_not_stop_anything(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"id": "one", "text": "a\\ud800b"}\n{"\\ud800": 1}\n')
    ingest_paths([tmp_path / "x.jsonl"], tmp_path / "corpus")
    assert Corpus.open(tmp_path / "corpus").source("one").text == "a?b"


def test_a_path_and_a_folder_that_holds_it_are_one_input(docs: Path) -> None:
    report = ingest_paths([docs / "sub/ash.txt", docs], docs.parent / "corpus")
    assert "sub/ash.txt#p0" in Corpus.open(report.corpus)
    assert report.inputs == 3


def test_patterns_name_documents_from_their_fixed_part(docs: Path) -> None:
    ingest_paths([docs / "**/*.txt"], docs.parent / "corpus")
    assert Corpus.open(docs.parent / "corpus").ids == ["sub/ash.txt#p0"]


def test_the_corpus_inside_the_folder_is_not_read(docs: Path) -> None:
    for _ in range(2):
        report = ingest_paths([docs], docs / "corpus")
        assert report.inputs == 3


def test_a_foreign_folder_is_left_alone(docs: Path, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="not empty"):
        ingest_paths([docs], docs)
    (tmp_path / "file").touch()
    with pytest.raises(CorpusError, match="not a folder"):
        ingest_paths([docs], tmp_path / "file")


@pytest.mark.parametrize("kind", ["benchmark", "scores", "something"])
def test_a_folder_of_another_kind_is_left_as_it_is(docs: Path, tmp_path: Path, kind: str) -> None:
    there = {"manifest.json": json.dumps({"kind": kind}), "sources.parquet": "theirs", "plan.yaml": "name: a"}
    (tmp_path / "bench").mkdir()
    for name, text in there.items():
        (tmp_path / "bench" / name).write_text(text)
    with pytest.raises(CorpusError) as caught:
        ingest_paths([docs], tmp_path / "bench")
    told = {"benchmark": "is a benchmark", "scores": "holds scores"}
    said = told.get(kind, "is not a corpus: its manifest.json is another kind's")
    assert caught.value.line() == f"{tmp_path / 'bench'} {said} — choose a new folder for the corpus"
    assert {path.name: path.read_text() for path in (tmp_path / "bench").iterdir()} == there


def test_a_damaged_manifest_is_made_anew_in_a_corpus_alone(docs: Path) -> None:
    corpus, _ = run(docs)
    (corpus.path / "manifest.json").write_text("{")
    assert run(docs)[0].fingerprint == corpus.fingerprint
    (corpus.path / "manifest.json").write_text("{")
    (corpus.path / "documents.parquet").unlink()
    with pytest.raises(CorpusError, match="another kind"):
        run(docs)


def test_a_second_process_is_refused(docs: Path) -> None:
    with folder_lock(docs.parent / "corpus"), pytest.raises(LockedError):
        run(docs)


def test_a_full_disk_leaves_the_corpus_as_it_was(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, _ = run(docs)
    (docs / "sub/ash.txt").write_text(ELM)
    picture(docs / "img/oak.png", "blue")

    def full(*_: object) -> None:
        raise StorageError("no space left")

    monkeypatch.setattr(chunk_writer, "write_atomic", full)
    with pytest.raises(StorageError):
        run(docs)
    monkeypatch.undo()
    monkeypatch.setattr(write_files, "write_rows", full)
    with pytest.raises(StorageError):
        run(docs)
    assert Corpus.open(before.path).fingerprint == before.fingerprint
    monkeypatch.undo()
    corpus, _ = run(docs)
    assert corpus.source("sub/ash.txt#p0").text == ELM.strip()


def test_options_that_make_no_sense(docs: Path) -> None:
    with pytest.raises(UsageError, match="at least one word"):
        run(docs, words=0)


_LOOKED_INTO = ("converted", ".xml")  # it accepts only what the reader of wikis does not read


def test_readers_have_names_and_suffixes_of_their_own() -> None:
    names = [reader.name for reader in READERS]
    suffixes = [suffix for reader in READERS for suffix in reader.suffixes if (reader.name, suffix) != _LOOKED_INTO]
    assert len(set(names)) == len(names)
    assert len(set(suffixes)) == len(suffixes)
    assert all(bool(reader.suffixes) != (reader.layout is not None) for reader in READERS)


def test_a_picture_that_did_not_come_is_asked_for_again_by_the_next_run(tmp_path: Path) -> None:
    (tmp_path / "oak.md").write_text(f"# Oak\n\n{OAK}\n\n![An oak](https://trees.org/oak.png)\n", "utf-8")
    there = io.BytesIO()
    Pillow.new("RGB", (9, 9)).save(there, "PNG")
    asked = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        if len(asked) == 1:
            raise ReadError("fetch-failed", "the network is down")
        return there.getvalue()

    options = IngestOptions(allow_fetch=("trees.org",))
    reports = [ingest_paths([tmp_path], tmp_path / "corpus", options, workers=0, fetch=fetch) for _ in range(3)]
    assert [(report.read, report.sources["image"]) for report in reports] == [(1, 0), (1, 1), (0, 1)]
    assert reports[0].drops == {"image-fetch-failed": 1}
    assert len(asked) == 2


def test_a_picture_that_killed_its_worker_is_tried_again_within_other_bounds(tmp_path: Path) -> None:
    (tmp_path / "oak.md").write_text(f"# Oak\n\n{OAK}\n\n![An oak](https://trees.org/oak.png)\n", "utf-8")

    def fetch(url: str) -> bytes:
        raise ReadError("worker-timeout", "it took too long")

    def read(seconds: float) -> int:
        bounds = WorkerBounds(seconds=seconds)
        return ingest_paths([tmp_path], tmp_path / "corpus", workers=0, fetch=fetch, bounds=bounds).read

    assert [read(10), read(10), read(20)] == [1, 0, 1]


def test_a_folder_among_the_images_is_left_alone(docs: Path) -> None:
    corpus, _ = run(docs)
    (corpus.path / "images" / "thumbs").mkdir()
    (corpus.path / "images" / "stray.txt").write_text("stray", "utf-8")
    (docs / "trees.md").write_text(PAGE + OAK, "utf-8")
    run(docs)
    assert (corpus.path / "images" / "thumbs").is_dir()
    assert not (corpus.path / "images" / "stray.txt").exists()
