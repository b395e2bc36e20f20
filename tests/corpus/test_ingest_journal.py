"""What lies on the disk between two runs: which of it is used again, pictures of pages, bounds, damage."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpus_faults import corpus_faults
from PIL import Image as Pillow

from benchwright.corpus import chunk_writer, store
from benchwright.corpus.ingest import IngestProgress, IngestReport, ingest_paths
from benchwright.corpus.ingest_journal import IngestJournal, JournalInput
from benchwright.corpus.store import Corpus, write_rows
from benchwright.files.atomic import sha256_bytes
from benchwright.readers.base import Document, InputFile, Item, Limits, Mark, PageImage, Paragraph, Reader
from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.layouts import resume_marks
from benchwright.readers.layouts.jsonl import READER as JSONL
from benchwright.readers.read_task import IngestOptions
from benchwright.readers.source_columns import DOCUMENTS, DocumentText, document_table
from benchwright.records import Drop, Source


class StopError(Exception):
    """Stands for a kill."""


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_marks, "EVERY", 10)
    monkeypatch.setattr(chunk_writer, "_SOURCES", 10)


def lines(path: Path, count: int, word: str = "tree") -> None:
    path.write_text("".join(json.dumps({"id": f"s{n}", "text": f"{word} {n}"}) + "\n" for n in range(count)))


def stops_after(count: int, seen: list[int]) -> tuple[Reader, ...]:
    """The reader of JSON Lines, which dies before its source of that number, and notes what it gave."""

    def read(file: InputFile, limits: Limits) -> Iterator[Item]:
        for item in JSONL.read(file, limits):
            if isinstance(item, Source):
                number = int(item.id[1:])
                if number == count:
                    raise StopError
                seen.append(number)
            yield item

    return (replace(JSONL, read=read),)


def test_a_large_input_goes_on_behind_its_last_mark(tmp_path: Path) -> None:
    lines(tmp_path / "x.jsonl", 40)
    seen: list[int] = []
    with pytest.raises(StopError):
        ingest_paths([tmp_path / "x.jsonl"], tmp_path / "corpus", readers=stops_after(27, seen))
    told: list[IngestProgress] = []
    again: list[int] = []
    readers = stops_after(-1, again)
    report = ingest_paths([tmp_path / "x.jsonl"], tmp_path / "corpus", readers=readers, progress=told.append)
    assert (seen, again) == ([*range(27)], [*range(20, 40)])
    assert (report.read, report.reused, report.sources["text"]) == (1, 0, 40)
    assert [step.sources for step in told] == [0, 30, 40, 40, 40]
    assert told[-1] == IngestProgress(1, 1, 40, "")
    assert Corpus.open(tmp_path / "corpus").ids == [f"s{number}" for number in range(40)]


def test_a_large_input_that_has_changed_is_read_from_its_beginning(tmp_path: Path) -> None:
    lines(tmp_path / "x.jsonl", 40)
    with pytest.raises(StopError):
        ingest_paths([tmp_path / "x.jsonl"], tmp_path / "corpus", readers=stops_after(27, []))
    lines(tmp_path / "x.jsonl", 40, "bush")
    again: list[int] = []
    ingest_paths([tmp_path / "x.jsonl"], tmp_path / "corpus", readers=stops_after(-1, again))
    assert again == [*range(40)]
    assert Corpus.open(tmp_path / "corpus").source("s0").text == "bush 0"


def test_a_picture_that_has_changed_takes_back_what_came_after_it(tmp_path: Path) -> None:
    (tmp_path / "docs/images").mkdir(parents=True)
    for colour in ("red", "blue"):
        Pillow.new("RGB", (4, 4), colour).save(tmp_path / f"docs/images/{colour}.png")

    def record(number: int) -> str:
        if number not in (5, 15):
            return json.dumps({"id": f"s{number}", "text": "x"})
        file = f"images/{'red' if number == 5 else 'blue'}.png"
        image = {"sha256": "", "extension": "png", "width": 4, "height": 4, "file": file}
        place = {"document": "d"}
        return json.dumps(
            {"id": f"s{number}", "modality": "image", "title": "", "text": "", "place": place, "image": image}
        )

    (tmp_path / "docs/x.jsonl").write_text("\n".join(map(record, range(30))))
    docs, corpus = tmp_path / "docs/x.jsonl", tmp_path / "corpus"
    with pytest.raises(StopError):
        ingest_paths([docs], corpus, readers=stops_after(27, []))
    Pillow.new("RGB", (9, 9), "blue").save(tmp_path / "docs/images/blue.png")
    again: list[int] = []
    ingest_paths([docs], corpus, readers=stops_after(-1, again))
    assert again == [number for number in range(10, 30) if number != 15]  # a picture is none of its sources yet
    opened = Corpus.open(corpus)
    assert corpus_faults(opened) == []
    assert [opened.source(id).image.width for id in ("s5", "s15")] == [4, 9]  # type: ignore[union-attr]
    assert len(list((corpus / "images").iterdir())) == 2
    Pillow.new("RGB", (8, 8), "red").save(tmp_path / "docs/images/red.png")  # seen before the mark: still depended on
    assert ingest_paths([docs], corpus, workers=0).read == 1


def test_a_damaged_part_is_read_again(tmp_path: Path) -> None:
    lines(tmp_path / "x.jsonl", 40)
    corpus = tmp_path / "corpus"
    for damage, kept in ((lambda data: data[:-40], 10), (lambda data: b"?" + data[1:], 0), (lambda data: b"", 0)):
        damage_: Callable[[bytes], bytes] = damage
        with pytest.raises(StopError):
            ingest_paths([tmp_path / "x.jsonl"], corpus, readers=stops_after(27, []))
        rows = corpus / ".ingest/journal.data"
        rows.write_bytes(damage_(rows.read_bytes()))
        again: list[int] = []
        ingest_paths([tmp_path / "x.jsonl"], corpus, readers=stops_after(-1, again))
        assert again == [*range(kept, 40)]
        assert len(Corpus.open(corpus)) == 40
        (corpus / "manifest.json").unlink()
        for path in (corpus / ".ingest").iterdir():
            path.unlink()


def test_an_end_takes_the_place_of_what_was_behind_it(tmp_path: Path) -> None:
    journal = IngestJournal(tmp_path)
    for number in range(3):
        journal.note(100 * number, {"name": "x", "chunk": number})
    journal.note(700, {"name": "x", "chunks": 2})  # this run went on behind the second, and nothing more came
    kept = journal.known("x")
    assert isinstance(kept, JournalInput)
    assert (kept.places.chunks.tolist(), kept.places.end) == ([0, 100], 700)
    journal.note(800, {"name": "x", "chunks": 3})  # of which the last is not there
    assert journal.known("x") is None


@pytest.mark.parametrize("before", [(), (Drop("x.x", "odd-line", "line 3"),)])
def test_an_input_of_marks_alone_says_so_after_a_kill_too(tmp_path: Path, before: tuple[Drop, ...]) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "x.x").touch()
    lines(docs / "z.jsonl", 1)

    def kept(corpus: Path, killed: bool) -> bytes:
        def read(file: InputFile, limits: Limits) -> Iterator[Item]:
            if file.resume is None:
                yield from before
                yield Mark({"at": 1})
                yield Mark({"at": 2})
                if killed:
                    raise StopError

        readers = (Reader("x", read, suffixes=(".x",)), JSONL)
        if killed:
            with pytest.raises(StopError):
                ingest_paths([docs], corpus, readers=readers)
        ingest_paths([docs], corpus, readers=readers)
        return (corpus / "drops.jsonl").read_bytes()

    whole = kept(tmp_path / "whole", killed=False)
    assert (b"no-content" in whole) is not bool(before)
    assert kept(tmp_path / "killed", killed=True) == whole


def reading(*items: Item) -> tuple[Reader, ...]:
    def read(file: InputFile, limits: Limits) -> Iterator[Item]:
        return iter(items if file.name == "a.x" else (Source.from_json(source("b")),))

    return (Reader("x", read, suffixes=(".x",)),)


def source(id: str) -> dict[str, object]:
    return {"id": id, "modality": "text", "title": "", "text": f"text of {id}", "place": {"document": id}}


def test_what_a_workers_bounds_left_out_is_read_again_under_others(tmp_path: Path) -> None:
    for name in ("a.x", "b.x"):
        (tmp_path / name).write_text(name)
    readers = reading(Source.from_json(source("a")), Drop("a.x", "worker-timeout", "page 3"))

    def run(**bounds: float) -> IngestReport:
        return ingest_paths([tmp_path / "?.x"], tmp_path / "corpus", readers=readers, bounds=WorkerBounds(**bounds))  # type: ignore[arg-type]

    assert run().read == 2
    assert run().read == 0
    assert (run(seconds=500).read, run(seconds=500).read) == (1, 0)
    assert run().drops == {"worker-timeout": 1}


def test_pictures_of_pages_stand_beside_the_sources(tmp_path: Path) -> None:
    for name in ("a.x", "b.x"):
        (tmp_path / name).write_text(name)
    pictures = []
    for page in (1, 2):
        Pillow.new("RGB", (4, page), "red").save(tmp_path / f"{page}.png")
        pictures.append((tmp_path / f"{page}.png").read_bytes())
    text = "Some words that are a page. " * 10
    document = Document("a.x", "A", text, (Paragraph(0, len(text)),), pages=(0, 20))
    shown = [PageImage("a.x", page, data) for page, data in enumerate(pictures, 1)]

    def run(*items: Item) -> IngestReport:
        options = IngestOptions(words=len(items) * 100)  # other items, another key
        return ingest_paths([tmp_path / "?.x"], tmp_path / "corpus", options, readers=reading(*items))

    assert run(*shown, document).pages == 2
    corpus = Corpus.open(tmp_path / "corpus")
    assert list(corpus.pages) == [("a.x", 1), ("a.x", 2)]
    assert (corpus.pages["a.x", 2].width, corpus.pages["a.x", 2].height) == (4, 2)
    assert corpus.page_path("a.x", 1).read_bytes() == pictures[0]
    assert corpus.documents["a.x"].pages == (0, 20)
    assert corpus.manifest["pages"] == 2
    assert corpus_faults(corpus) == []
    assert run(*shown, document).read == 0
    corpus.page_path("a.x", 1).write_bytes(b"?")
    name = corpus.pages["a.x", 1].file
    assert corpus_faults(corpus) == [f"page 1 of a.x: {name} is missing or changed"]
    (corpus.path / name).unlink()
    assert (run(*shown, document).read, corpus_faults(Corpus.open(corpus.path))) == (1, [])
    assert run(document).pages == 0
    assert list(Corpus.open(corpus.path).pages) == []
    assert {path.name for path in corpus.path.iterdir()} & {"pages.parquet", "manifest.json"} == {"manifest.json"}
    assert list((corpus.path / "images").iterdir()) == []
    assert sha256_bytes(pictures[0]) in name


def test_row_groups_depend_on_the_rows_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_GROUP", 4)
    monkeypatch.setattr(store, "_GROUP_BYTES", 10)
    sizes = [1, 1, 1, 1, 1, 12, 3, 6, 1, 1, 1]
    table = document_table([DocumentText(f"d{n}", "", "x" * size) for n, size in enumerate(sizes)], "")
    pieces = [table.slice(0, 2), table.slice(2, 0), table.slice(2, 5), table.slice(7)]
    write_rows(tmp_path / "a", DOCUMENTS, [table], "f")
    write_rows(tmp_path / "b", DOCUMENTS, pieces, "f")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    file = pq.ParquetFile(tmp_path / "a")
    groups = [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)]
    assert groups == [4, 2, 3, 2]  # as many as may be; 1 + 12 bytes; 3 + 6 + 1 bytes; the rest
    assert pa.concat_tables([pq.read_table(tmp_path / "b")]).column("name").to_pylist() == [f"d{n}" for n in range(11)]
