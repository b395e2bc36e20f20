"""Marks of readers of large inputs: from any of them on, reading gives exactly what is left."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as some

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Mark, Reader, Resume
from benchwright.readers.layouts import resume_marks
from benchwright.readers.layouts.beir import READER as BEIR
from benchwright.readers.layouts.jsonl import READER as JSONL
from benchwright.readers.layouts.ottqa import READER as OTTQA
from benchwright.records import Source

PACK: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}

IDS = some.sampled_from(["a", "b", "a~2", "c", "d", "ö"])
BAD = some.sampled_from(["", "  ", "{", "[]", '"é"', "{}", '{"text": 3}'])


@pytest.fixture(autouse=True, scope="module")
def _marks_often() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resume_marks, "EVERY", 3)
        yield


def lines(*fields: str) -> some.SearchStrategy[bytes]:
    """A file of records with these fields, among lines that are none, with either line end and a mark at the start."""

    def record(id: str, words: str) -> str:
        return json.dumps(dict.fromkeys(fields, words) | {fields[0]: id, "rows": [["x"]]}, ensure_ascii=False)

    line = some.one_of(some.builds(record, IDS, some.text("wörd s", max_size=8)), BAD)
    end, head = some.sampled_from([b"\n", b"\r\n"]), some.sampled_from([b"", b"\xef\xbb\xbf"])
    return some.builds(
        lambda head, end, rows: head + end.join(row.encode() for row in rows), head, end, some.lists(line, max_size=25)
    )


def items_of(reader: Reader, folder: Path, name: str, resume: Resume | None = None) -> list[Item]:
    path = folder / name if name else folder
    file = InputFile(path, path.name, folder, resume=resume)
    return [*reader.read(file, Limits())]


def plain(items: list[Item]) -> list[Item]:
    """Files compare by what they are, and not by how they were come to."""
    return [replace(item, file=replace(item.file, resume=None)) if hasattr(item, "file") else item for item in items]


def assert_every_mark_gives_the_rest(reader: Reader, folder: Path, name: str) -> int:
    whole = items_of(reader, folder, name)
    marks = [index for index, item in enumerate(whole) if isinstance(item, Mark)]
    for index in marks:
        mark = whole[index]
        assert isinstance(mark, Mark)
        state = json.loads(json.dumps(mark.state))
        assert plain(items_of(reader, folder, name, Resume(state))) == plain(whole[index + 1 :])
    return len(marks)


@given(lines("id", "text"), some.sampled_from(sorted(PACK)))
def test_json_lines(data: bytes, suffix: str) -> None:
    with TemporaryDirectory() as temporary:
        name = f"x.jsonl{suffix}"
        Path(temporary, name).write_bytes(PACK[suffix](data))
        found = [line for line in data.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()]
        assert assert_every_mark_gives_the_rest(JSONL, Path(temporary), name) == len(found) // 3


@given(lines("_id", "title", "text"), some.sampled_from(sorted(PACK)))
def test_beir(data: bytes, suffix: str) -> None:
    with TemporaryDirectory() as temporary:
        Path(temporary, f"corpus.jsonl{suffix}").write_bytes(PACK[suffix](data))
        assert_every_mark_gives_the_rest(BEIR, Path(temporary), "")


@given(
    lines("table_id", "title"),
    lines("passage_id", "title", "text"),
    some.sampled_from(sorted(PACK)),
    some.sampled_from(sorted(PACK)),
)
def test_ottqa_in_the_tables_and_in_the_passages(tables: bytes, passages: bytes, one: str, two: str) -> None:
    with TemporaryDirectory() as temporary:
        Path(temporary, f"tables.jsonl{one}").write_bytes(PACK[one](tables))
        Path(temporary, f"passages.jsonl{two}").write_bytes(PACK[two](passages))
        assert_every_mark_gives_the_rest(OTTQA, Path(temporary), "")


def test_a_mark_says_how_many_records_there_were(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b'{"text": "a"}\n\n{"text": "b"}\n{"text": "c"}\n{"text": "d"}\n')
    items = items_of(JSONL, tmp_path, "x.jsonl")
    assert items[3] == Mark({"records": 3})
    (last,) = items_of(JSONL, tmp_path, "x.jsonl", Resume({"records": 3}))
    assert isinstance(last, Source)
    assert last.id == "x.jsonl#p4"  # the line's number goes on, blank lines counted


def test_going_on_is_bounded_as_reading_from_the_start_is(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"x" * 100)
    file = InputFile(tmp_path / "x.jsonl", "x.jsonl", tmp_path, Limits(file_bytes=90))
    with file.open_bytes(40) as stream, pytest.raises(ReadError, match="more than 90 bytes"):
        stream.read()
    with file.open_bytes(95) as stream, pytest.raises(ReadError, match="more than 90 bytes"):
        stream.read()
