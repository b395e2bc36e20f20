"""What a child sends comes back as it was, and a forgery never gets through."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.base import Limits, ReaderOptions, Resume
from benchwright.readers.confined.frames import Frame, FrameError, FrameReader
from benchwright.readers.confined.messages import (
    MOST_HEAD,
    Kind,
    Pieces,
    chunk_frame,
    chunk_of,
    finished_frame,
    finished_of,
    task_frame,
    task_of,
    words_frame,
    words_of,
)
from benchwright.readers.discover import Input
from benchwright.readers.input_records import FileState
from benchwright.readers.read_task import IngestOptions, InputEnd, ReadTask, RowChunk
from benchwright.readers.registered import READERS
from benchwright.readers.source_columns import DocumentText, document_table, page_table, source_of_row, source_table
from benchwright.records import Cut, Drop, Image, Modality, Place, Source, Table

PICTURE = b"a picture"
IMAGE = Image(hashlib.sha256(PICTURE).hexdigest(), "png", 3, 4, "caption")
SOURCES = [
    Source("a#p0", Modality.TEXT, "", "Straße", Place("a", 0, 6, 2, ("One", "Two"), (0.1, 0.2, 0.3, 0.4))),
    Source("a#t0", Modality.TABLE, "t", "x", Place("a"), Table((("h",),), (("c",),)), referred_by=("a#p0",)),
    Source("a#i0", Modality.IMAGE, "i", "", Place("a"), image=IMAGE),
]
CHUNK = RowChunk(
    source_table(SOURCES, "a"),
    document_table([DocumentText("a", "A", "Straße", pages=(0, 3))], "a"),
    page_table([("a", 1, IMAGE)], "a"),
    (Drop("a", "empty", "nothing", "…"),),
    {IMAGE.file: PICTURE},
    "0" * 64,
    {"line": 3},
)


def frame(pieces: Pieces) -> Frame:
    (made,) = FrameReader(1 << 20).feed(b"".join(pieces))
    return made


def forged(**changes: Any) -> Frame:
    """The chunk's frame with other values in its head."""
    true = frame(chunk_frame(CHUNK))
    head = json.loads(true.parts[0]) | changes
    return Frame(true.kind, (json.dumps(head).encode(), *true.parts[1:]))


def test_a_chunk_comes_back_as_it_was() -> None:
    assert chunk_of(frame(chunk_frame(CHUNK)), "a") == CHUNK
    empty = RowChunk(
        CHUNK.sources.slice(0, 0), CHUNK.documents.schema.empty_table(), page_table([], "a"), (), {}, "0" * 64
    )
    assert chunk_of(frame(chunk_frame(empty)), "a") == empty
    part = RowChunk(CHUNK.sources.slice(1, 2), CHUNK.documents, CHUNK.pages, (), {}, "0" * 64)
    assert chunk_of(frame(chunk_frame(part)), "a") == part


def test_a_task_and_its_end_come_back_as_they_were() -> None:
    reader = READERS[0]
    item = Input("a\\udc", Path("/x/a\udcff"), Path("/x"), reader, ("one", "two"))
    options = IngestOptions(50, 10, "CC0", Limits(table_rows=3), ReaderOptions(True, True), ("example.org",))
    task = ReadTask(item, options, "CC0", Resume({"line": 3}, ("i", "j"), ("k",), has_rows=False))
    assert task_of(frame(task_frame(task, {"page 1": "worker-timeout"})), {reader.name: reader}) == (
        task,
        {"page 1": "worker-timeout"},
    )
    end = InputEnd((FileState("a", 3, 4, "f" * 64), FileState("b")), ("c.png",), True)
    assert finished_of(frame(finished_frame(end, True))) == (end, True)
    assert words_of(frame(words_frame(Kind.REFUSED, "remote", "né")), 2) == ("remote", "né")


@pytest.mark.parametrize(
    "changes",
    [
        {"digest": "0"},
        {"digest": None},
        {"mark": [1]},
        {"mark": {"a": float("nan")}},
        {"mark": {"a": "\ud800"}},
        {"drops": [["a", "b", "c"]]},
        {"drops": [["a", "b", "c", 4]]},
        {"drops": [["a", "b", "c", "\ud800"]]},
        {"images": []},
        {"images": ["images/" + "0" * 64 + ".png"]},
        {"images": ["images/../../" + IMAGE.sha256 + ".png"]},
        {"images": [IMAGE.file.replace(".png", ".sh")]},
        {"images": [IMAGE.file, IMAGE.file]},
        {"tables": []},
        {"tables": [[1 << 62, [], []]] * 3},
        {"more": 1},
    ],
)
def test_a_forged_head_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(FrameError):
        chunk_of(forged(**changes), "a")


@pytest.mark.parametrize("sha256", ["../" * 21 + "x", "0" * 63])
def test_an_image_that_would_become_another_path_is_refused(sha256: str) -> None:
    bad = Source("a#i0", Modality.IMAGE, "i", "", Place("a"), image=Image(sha256, "png", 3, 4))
    chunk = RowChunk(source_table([bad], "a"), CHUNK.documents, CHUNK.pages, (), {}, "0" * 64)
    with pytest.raises(FrameError, match="not an image's hash"):
        chunk_of(frame(chunk_frame(chunk)), "a")


def cell(name: str, value: Any, row: int) -> pa.Table:
    """The sources, with another value in one cell."""
    column = CHUNK.sources.column(name)
    values = column.to_pylist()
    values[row] = value
    at = CHUNK.sources.column_names.index(name)
    return CHUNK.sources.set_column(at, name, pa.chunked_array([pa.array(values, column.type)]))


TABLE = {"header": [["h"]], "rows": [["c"]], "links": [[0, 0, "a"]], "cut": {"rows": 2, "columns": 1}}


@pytest.mark.parametrize(
    ("name", "value", "row"),
    [
        ("box", [1.0], 0),
        ("box", [0.1, 0.2, 0.3, 0.4, 0.5], 0),
        ("box", [0.1, 0.2, 0.3, float("nan")], 0),
        ("box", [0.1, 0.2, 0.3, float("inf")], 0),
        ("box", [0.1, 0.2, 0.3, None], 0),
        ("page", 0, 0),
        ("headings", ["One", None], 0),
        ("referred_by", [None], 1),
        ("modality", "image", 0),
        ("modality", "table", 0),
        ("modality", "text", 1),
        ("modality", "text", 2),
        ("modality", "sound", 0),
        ("image", None, 2),
        ("image", "1", 2),
        ("image", json.dumps(IMAGE.to_json() | {"alt": 1}), 2),
        ("image", json.dumps(IMAGE.to_json() | {"caption": "\ud800"}), 2),
        ("table", None, 1),
        ("table", "[1]", 1),
        ("table", "[" * 5000, 1),
        ("table", "null", 1),
        *(
            ("table", json.dumps(TABLE | change), 1)
            for change in (
                {"header": ["h"]},
                {"header": None},
                {"rows": [["c", "d"]]},
                {"rows": [[1]]},
                {"rows": [["\ud800"]]},
                {"rows": {"c": 1}},
                {"links": [[0, 0]]},
                {"links": [[0, True, "a"]]},
                {"links": ["abc"]},
                {"cut": []},
                {"cut": {"rows": 1}},
                {"cut": {"rows": 1, "columns": "x"}},
                {"more": 1},
            )
        ),
    ],
)
def test_a_row_that_would_make_no_source_is_refused(name: str, value: Any, row: int) -> None:
    chunk = replace(CHUNK, sources=cell(name, value, row))
    with pytest.raises(FrameError):
        chunk_of(frame(chunk_frame(chunk)), "a")


def test_a_table_with_all_its_parts_is_believed() -> None:
    chunk = replace(CHUNK, sources=cell("table", json.dumps(TABLE), 1))
    (_, source, _) = map(source_of_row, chunk_of(frame(chunk_frame(chunk)), "a").sources.to_pylist())
    assert source.table == Table((("h",),), (("c",),), ((0, 0, "a"),), Cut(2, 1))
    chunk = replace(CHUNK, sources=cell("table", json.dumps(TABLE | {"rows": [["\x01é"]]}), 1))
    assert chunk_of(frame(chunk_frame(chunk)), "a") == chunk


@pytest.mark.parametrize("page", [None, 0])
def test_a_picture_of_no_page_is_refused(page: int | None) -> None:
    pages = CHUNK.pages.set_column(1, "page", pa.array([page], pa.int32()))
    with pytest.raises(FrameError, match="page"):
        chunk_of(frame(chunk_frame(replace(CHUNK, pages=pages))), "a")


def test_a_mark_beyond_all_numbers_is_refused() -> None:
    true = frame(chunk_frame(CHUNK))
    head = true.parts[0].replace(b'{"line":3}', b'{"line":1e999}')
    assert head != true.parts[0]
    with pytest.raises(FrameError, match="not a mark"):
        chunk_of(Frame(true.kind, (head, *true.parts[1:])), "a")


def test_a_head_that_would_fill_the_parent_is_refused_unread() -> None:
    head = b'["' + b"a" * (MOST_HEAD - 4) + b'"]'
    (word,) = words_of(Frame(Kind.FETCH, (head,)), 1)
    assert len(word) == (64 << 20) - 4
    with pytest.raises(FrameError, match="head is too large"):
        words_of(Frame(Kind.FETCH, (head + b" ",)), 1)


def test_rows_of_another_input_and_files_outside_are_refused() -> None:
    with pytest.raises(FrameError, match="another input"):
        chunk_of(frame(chunk_frame(CHUNK)), "b")
    for name in ("/etc/passwd", "a/../../b", "a\0b"):
        with pytest.raises(FrameError):
            finished_of(frame(finished_frame(InputEnd((FileState(name),), ()), False)))


@given(st.data())
def test_bytes_that_were_changed_are_an_error_or_still_a_chunk(data: st.DataObject) -> None:
    true = frame(chunk_frame(CHUNK))
    parts = list(true.parts)
    at = data.draw(st.integers(0, len(parts) - 1))
    part = bytearray(parts[at])
    for _ in range(data.draw(st.integers(1, 4))):
        if part:
            part[data.draw(st.integers(0, len(part) - 1))] = data.draw(st.integers(0, 255))
    parts[at] = bytes(part)
    try:
        chunk = chunk_of(Frame(true.kind, tuple(parts)), "a")
    except FrameError:
        return
    for table in (chunk.sources, chunk.documents, chunk.pages):
        assert len(table.to_pylist()) == table.num_rows
    assert len([source_of_row(row) for row in chunk.sources.to_pylist()]) == 3
    assert set(chunk.images.values()) == {PICTURE}
