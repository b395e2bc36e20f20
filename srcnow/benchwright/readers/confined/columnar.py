"""Tables of rows are sent between processes as plain buffers, and checked when they arrive.

Arrow's own stream format is not used for what comes from a child: its buffers may be compressed, and a few bytes would
then unpack to any size in the parent. Here a table is its buffers as they are, and the schema is known beforehand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from benchwright.readers.confined.frames import FrameError
from benchwright.readers.source_columns import DOCUMENTS, PAGES, SOURCES
from benchwright.records import Modality, dump_line

_SCHEMAS = (SOURCES, DOCUMENTS, PAGES)
_ALWAYS = {
    "id", "modality", "title", "text", "document", "headings", "referred_by", "licence", "url", "input", "name", "pages"
}  # fmt: skip
"""Columns that have a value in every row."""

_MODALITIES = frozenset(map(str, Modality))
EXTENSIONS = ("png", "jpg", "gif", "webp", "bmp", "tif")
SHA256 = re.compile(r"[0-9a-f]{64}")

Shape = list[Any]
"""[rows, [length of each list column's values], [size of each buffer, -1 where there is none]]."""


def to_parts(table: pa.Table) -> tuple[Shape, list[memoryview]]:
    """A table's shape and its buffers, not copied."""
    inner: list[int] = []
    sizes: list[int] = []
    buffers: list[memoryview] = []
    for column in table.columns if table.num_rows else ():  # most chunks have no pages, and many no document
        array = _plain(column)
        if pa.types.is_list(array.type):
            inner.append(len(array.values))
        for buffer in array.buffers():
            sizes.append(-1 if buffer is None else buffer.size)
            if buffer is not None:
                buffers.append(memoryview(buffer))
    return [table.num_rows, inner, sizes], buffers


def _plain(column: pa.ChunkedArray) -> pa.Array:
    """The column as one array that starts at its first value: only then are its buffers all there is to it."""
    if column.num_chunks == 1 and column.chunk(0).offset == 0:
        return column.chunk(0)
    return pa.array(column.to_pylist(), column.type)


def from_parts(shapes: list[Any], take: Callable[[], bytes], origin: str) -> tuple[pa.Table, pa.Table, pa.Table]:
    """The three tables of a chunk. `take` gives the next buffer. FrameError if they are not what they should be."""
    try:
        sources, documents, pages = (
            _table(schema, shape, take) for schema, shape in zip(_SCHEMAS, shapes, strict=True)
        )
        for table in (sources, documents, pages):
            if table.num_rows:
                _prove(table, origin)
        if pages.column("page").null_count:
            raise FrameError("a picture of no page")
        if sources.num_rows:
            _prove_sources(sources)
    except (pa.ArrowException, ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise FrameError(f"not a table: {type(error).__name__}") from error
    return sources, documents, pages


def _table(schema: pa.Schema, shape: Shape, take: Callable[[], bytes]) -> pa.Table:
    rows, inner, sizes = shape
    lengths, wanted = iter(inner), iter(sizes)

    def buffer() -> pa.Buffer | None:
        size = next(wanted, None)
        if type(size) is not int:
            raise FrameError("not a size")
        if size < 0:
            return None
        data = take()
        if len(data) != size:
            raise FrameError("a buffer has another size")
        return pa.py_buffer(data)

    if rows == 0 and type(rows) is int and not inner and not sizes:
        return schema.empty_table()
    arrays = [_array(part.type, rows, buffer, lengths) for part in schema]
    if next(lengths, None) is not None or next(wanted, None) is not None:
        raise FrameError("a table has parts left over")
    table = pa.Table.from_arrays(arrays, schema=schema)
    table.validate(full=True)  # a look at each value: offsets stay inside, texts are UTF-8
    return table


def _array(kind: pa.DataType, length: Any, buffer: Callable[[], pa.Buffer | None], lengths: Iterator[Any]) -> pa.Array:
    if type(length) is not int or length < 0:
        raise FrameError("not a length")
    if pa.types.is_list(kind):
        own = [buffer(), buffer()]
        values = _array(kind.value_type, next(lengths, None), buffer, lengths)
        return pa.Array.from_buffers(kind, length, own, children=[values])
    count = 3 if pa.types.is_string(kind) or pa.types.is_large_string(kind) else 2
    return pa.Array.from_buffers(kind, length, [buffer() for _ in range(count)])


def _prove(table: pa.Table, origin: str) -> None:
    for name in table.column_names:
        column = table.column(name)
        if name in _ALWAYS and column.null_count:
            raise FrameError(f"a row without {name}")
        if pa.types.is_list(column.type) and pc.list_flatten(column).null_count:
            raise FrameError(f"a list of {name} with nothing in it")
    if not pc.all(pc.equal(table.column("input"), origin), min_count=0).as_py():
        raise FrameError("a row of another input")
    if "image" in table.column_names:
        for line in table.column("image").drop_null().to_pylist():
            _prove_image(_parsed(line))
    if "page" in table.column_names and not _all(pc.greater_equal(table.column("page"), 1)):
        raise FrameError("a page before the first")


def _prove_sources(sources: pa.Table) -> None:
    """What is a row's own: a table is there where it is said to be one, and likewise an image; boxes are boxes."""
    modality, box = sources.column("modality"), sources.column("box")
    if not _MODALITIES.issuperset(pc.unique(modality).to_pylist()):
        raise FrameError("an unknown modality")
    for kind in (Modality.TABLE, Modality.IMAGE):
        if not _all(pc.equal(pc.equal(modality, kind.value), pc.is_valid(sources.column(kind.value)))):
            raise FrameError(f"what is no {kind} has one, or the other way round")
    if not _all(pc.equal(pc.list_value_length(box), 4)) or not _all(pc.is_finite(pc.list_flatten(box))):
        raise FrameError("not a box")
    for line in sources.column("table").drop_null().to_pylist():
        _prove_table(_parsed(line))


def _all(truths: pa.ChunkedArray) -> bool:
    """Whether none of them is false; a null is none."""
    return bool(pc.all(truths, min_count=0).as_py())


def _parsed(line: str) -> Any:
    """A record. ValueError for one whose texts no file can keep: an escape may hold half a surrogate pair."""
    record = json.loads(line)
    if "\\u" in line:
        dump_line(record).encode()
    return record


def _prove_table(table: Any) -> None:
    """A table's record: what `Table.from_json` takes, with cells that are strings, in rows of one width."""
    if not isinstance(table, dict) or set(table) != {"header", "rows", "links", "cut"}:
        raise FrameError("not a table")
    header, rows, links, cut = table["header"], table["rows"], table["links"], table["cut"]
    if not all(isinstance(part, list) and _kinds(part) <= {list} for part in (header, rows, links)):
        raise FrameError("not a table's rows and links")
    if len({*map(len, header), *map(len, rows)}) > 1 or not _kinds(chain(*header, *rows)) <= {str}:
        raise FrameError("not rows of one width with texts in them")
    if any([*map(type, link)] != [int, int, str] for link in links):
        raise FrameError("not a table's links")
    if cut is not None and not (isinstance(cut, dict) and set(cut) == {"rows", "columns"}):
        raise FrameError("not what a table was cut from")
    if cut is not None and not _kinds(cut.values()) <= {int}:
        raise FrameError("not the size that a table was cut from")


def _kinds(values: Iterable[Any]) -> set[type]:
    return set(map(type, values))


def _prove_image(image: Any) -> None:
    """An image's record: later its hash and extension become a path."""
    if not isinstance(image, dict) or set(image) != {"sha256", "extension", "width", "height", "caption", "alt"}:
        raise FrameError("not an image")
    if not isinstance(image["sha256"], str) or not SHA256.fullmatch(image["sha256"]):
        raise FrameError("not an image's hash")
    if image["extension"] not in EXTENSIONS or type(image["width"]) is not int or type(image["height"]) is not int:
        raise FrameError("not an image's kind and size")
    if not isinstance(image["caption"], str) or not isinstance(image["alt"], str):
        raise FrameError("not an image's words")
