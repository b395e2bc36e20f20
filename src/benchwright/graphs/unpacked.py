"""Tables unpacked to disk and mapped: what a large graph's Parquet files hold, without a copy of it in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchwright.graphs.mapped import Array, Columns, kept_if_possible
from benchwright.records import Json

_BATCH = 65_536


def unpacked(path: Path, fingerprint: str, check: Callable[[], None] = lambda: None) -> pa.Table:
    """The table of a Parquet file of whole numbers and strings without nulls, its columns in mapped files in a folder
    beside it; gone with the process where that folder cannot be written. Strings are `large_string`. `fingerprint`
    changes with the file; `check` is called when the file was read, and raises if it was another one by then, so that
    nothing is kept under a fingerprint that is not its own. pa.ArrowException for a damaged file, StorageError if the
    disk refuses."""
    schema = pq.read_schema(path)

    def make(columns: Columns) -> Json:
        ends = {field.name: 0 for field in schema if field.type == pa.string()}
        for field in schema:
            none: Array = np.zeros(0, np.uint8 if field.name in ends else field.type.to_pandas_dtype())
            columns.add(**{_written(field.name, field.name in ends): none})
        for name in ends:
            columns.add(**{_ends(name): np.zeros(1, np.int64)})
        for batch in _batches(path):
            for name, column in zip(schema.names, batch.columns, strict=True):
                if name in ends:
                    end = ends[name] + np.cumsum(pc.binary_length(column).to_numpy(), dtype=np.int64)
                    ends[name] = int(end[-1]) if len(end) else ends[name]
                    blocks: dict[str, Array] = {_written(name, True): _bytes(column), _ends(name): end}
                    columns.add(**blocks)
                else:
                    columns.add(**{_written(name, False): column.to_numpy()})
        check()
        return {}

    place = path.parent / "columns" / path.stem
    columns, _ = kept_if_possible(place, sha256(f"{path.name} {fingerprint}".encode()).hexdigest(), make)
    return pa.Table.from_arrays([_array(columns, field) for field in schema], names=schema.names)


def _batches(path: Path) -> Iterator[pa.RecordBatch]:
    """The rows of a file, so many at once."""
    try:
        with pq.ParquetFile(path) as file:
            yield from file.iter_batches(_BATCH, use_threads=False)
    except OSError as error:  # a damaged page: else it would be told as a disk that cannot be written
        raise pa.ArrowInvalid(str(error)) from error


def _written(name: str, text: bool) -> str:
    return f"{name}-bytes" if text else name


def _ends(name: str) -> str:
    return f"{name}-ends"


def _array(columns: dict[str, Array], field: pa.Field) -> pa.Array:
    if field.type != pa.string():
        return pa.array(columns[field.name])
    ends = columns[_ends(field.name)]
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(columns[_written(field.name, True)])]
    return pa.Array.from_buffers(pa.large_string(), len(ends) - 1, buffers)


def _bytes(column: pa.StringArray) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The bytes of all strings, one after the other."""
    _, offsets, written = column.buffers()
    if written is None:
        return np.zeros(0, np.uint8)
    ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1]
    return np.frombuffer(written, np.uint8)[ends[0] : ends[-1]]
