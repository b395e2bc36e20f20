"""Entities with passages, as JSON Lines."""

import gzip
import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.readers.base import InputFile, Item, Limits, Mark, Resume
from benchwright.readers.layouts import resume_marks
from benchwright.readers.layouts.jsonl import READER
from benchwright.records import Drop, Modality, Place, Source

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))


def record(page: str, label: str, passage: str = "Some words .", **more: object) -> dict[str, object]:
    url = f"https://en.wikipedia.org/wiki/{page}"
    return {
        "id": f"/m/{page}",
        "label": label,
        "wikipedia": url,
        "passage_id": f"/wiki/{page}",
        "passage": passage,
    } | more


def write(folder: Path, records: list[Mapping[str, object] | str]) -> Path:
    lines = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in records)
    path = folder / "entities.jsonl.gz"
    path.write_bytes(gzip.compress(lines.encode(), mtime=0))
    return path


def read(path: Path, resume: Resume | None = None) -> list[Item]:
    return list(READER.read(InputFile(path, path.name, path.parent, resume=resume), Limits()))


def test_a_passage_is_a_source_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, [record("Republic", "republic", "A republic ( Latin : res publica ) is . ")])
    assert read(path) == [
        Source(
            id="/wiki/Republic",
            modality=Modality.TEXT,
            title="republic",
            text="A republic ( Latin : res publica ) is . ",
            place=Place("/wiki/Republic", 0, 40, headings=("republic",)),
            licence="CC BY-SA 4.0 (text)",
            url="https://en.wikipedia.org/wiki/Republic",
        )
    ]


def test_labels_that_records_share_give_way_to_the_names_of_their_pages(tmp_path: Path) -> None:
    records = [
        record("Philadelphia_(film)", "Philadelphia"),
        record("Philadelphia", "philadelphia"),
        record("Will_%26_Grace", ""),
        record("Oz", "Oz"),
        record("Oz_(TV_series)", "Oz", passage=""),  # without a passage it is no source that could be taken for another
    ]
    found = [item for item in read(write(tmp_path, [*records])) if isinstance(item, Source)]
    assert [source.title for source in found] == ["Philadelphia (film)", "Philadelphia", "Will & Grace", "Oz"]


def test_records_without_a_passage_are_told_once_and_bad_lines_one_by_one(tmp_path: Path) -> None:
    nowhere = record("X", "x", wikipedia=None, passage_id="p1", licence="CC0 1.0")
    records = [
        record("A", "a", ""),
        "{",
        record("B", "b", " "),
        record("C", "c", passage_id=""),
        {"label": "d"},
        nowhere,
    ]
    told = read(write(tmp_path, [*records]))
    assert [(item.reason, item.detail[:20]) for item in told if isinstance(item, Drop)] == [
        ("json-line", "line 2: Expecting pr"),
        ("field-missing", "line 4 has no passag"),
        ("field-missing", "line 5 has no passag"),
        ("entity-passages", "2 records have no pa"),
    ]
    [source] = [item for item in told if isinstance(item, Source)]
    assert (source.id, source.url, source.licence) == ("p1", "", "CC0 1.0")


def test_going_on_behind_any_mark_gives_what_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_marks, "EVERY", 2)
    path = write(tmp_path, [record(f"P{n}", f"label {n // 2}", "" if n % 3 == 0 else "words") for n in range(11)])
    whole = read(path)
    marks = [at for at, item in enumerate(whole) if isinstance(item, Mark)]
    assert len(marks) == 6
    for at in marks:
        mark = whole[at]
        assert isinstance(mark, Mark)
        assert read(path, Resume(mark.state)) == whole[at + 1 :]


def test_other_json_lines_are_read_as_before(tmp_path: Path) -> None:
    path = write(tmp_path, [{"passage_id": "a", "text": "Oaks are old.", "label": "x"}])
    assert [item.text for item in read(path) if isinstance(item, Source)] == ["Oaks are old."]


@pytest.mark.skipif(not (DATA / "kg_fb15k237_wiki").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_the_small_published_file(tmp_path: Path) -> None:
    report = ingest_paths([DATA / "kg_fb15k237_wiki/small/entities.jsonl"], tmp_path / "corpus", workers=0)
    corpus = Corpus.open(tmp_path / "corpus")
    assert (len(corpus), report.drops, len(set(corpus.titles))) == (488, {}, 488)
    assert corpus.source("/wiki/Minority_Report_(film)").title == "Minority Report"
