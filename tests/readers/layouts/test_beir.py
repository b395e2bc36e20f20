"""The BEIR layout, verbatim."""

import bz2
import os
from pathlib import Path

import pytest

from benchwright.readers.base import InputFile, Item, Limits
from benchwright.readers.layouts.beir import READER, beir_files
from benchwright.records import Drop, Modality, Place, Source

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))


def read(folder: Path) -> list[Item]:
    return list(READER.read(InputFile(folder, folder.name, folder.parent), Limits()))


def test_documents_keep_their_ids_and_words(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text(
        '{"_id": "4983", "title": "White matter", "text": "  Kept as it is. ", "metadata": {"url": "https://e.org"}}\n'
        '{"_id": 7, "text": "No title."}\n'
    )
    (tmp_path / "LICENSE").write_text("MIT License")
    assert read(tmp_path) == [
        Source(
            id="4983",
            modality=Modality.TEXT,
            title="White matter",
            text="  Kept as it is. ",
            place=Place("4983", 0, 17, headings=("White matter",)),
            licence="MIT",
            url="https://e.org",
        ),
        Source("7", Modality.TEXT, "", "No title.", Place("7", 0, 9), licence="MIT"),
    ]


def test_queries_and_judgements_are_known_and_left_out(tmp_path: Path) -> None:
    assert beir_files(tmp_path) == ()
    (tmp_path / "corpus.jsonl.bz2").write_bytes(bz2.compress(b'{"_id": "1", "text": "x"}\n'))
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "?"}\n')
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels/test.tsv").write_text("q\t1\t1\n")
    assert beir_files(tmp_path) == ("corpus.jsonl.bz2", "queries.jsonl", "qrels/test.tsv")
    assert [item.id for item in read(tmp_path) if isinstance(item, Source)] == ["1"]


def test_another_corpus_file_is_not_beir(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text('{"id": "1", "contents": "x"}\n')
    assert beir_files(tmp_path) == ()


def test_documents_without_words_or_id_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text(
        '{"_id": "1", "text": "x"}\n{"_id": "2", "title": " ", "text": ""}\n{"text": "y"}\n{"_id": "3"}\n'
        '{"_id": true, "text": "z"}\n{"_id": "1", "text": "again"}\n'
    )
    items = read(tmp_path)
    assert [item.id for item in items if isinstance(item, Source)] == ["1", "1~2"]
    reasons = [item.reason for item in items if isinstance(item, Drop)]
    assert reasons == ["empty", "field-missing", "field-missing", "field-missing", "id-repeated"]


@pytest.mark.skipif(not (DATA / "scifact/beir").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_scifact() -> None:
    assert beir_files(DATA / "scifact/beir") == ("corpus.jsonl.gz", "queries.jsonl", "qrels/test.tsv")
    items = read(DATA / "scifact/beir")
    assert sum(isinstance(item, Source) for item in items) == 5183
    assert isinstance(items[0], Source)
    assert items[0].id == "4983"
