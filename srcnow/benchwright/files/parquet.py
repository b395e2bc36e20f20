"""Write Parquet files in fixed row groups, and read them within bounds.

The same rows give the same bytes, however they come in. A file of ours or of a stranger is read only if it is a regular
one, and batch by batch: a few bytes may stand for millions of equal rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchwright.errors import ReadError
from benchwright.files.atomic import atomic_path
from benchwright.files.bounded import open_plain
from benchwright.files.disk_errors import reading

EXPANSION = 100
"""How many times its own size a file may take in memory. Tables of graphs and corpora take 2 to 20 times."""

_LEAST = 256 << 20
"""Bytes that any file may take in memory."""

_BATCH = 65_536


def write_parquet(
    path: Path,
    schema: pa.Schema,
    tables: Iterable[pa.Table],
    *,
    group_rows: int,
    group_bytes: int = 0,
    measured: Sequence[str] = (),
) -> int:
    """Write tables one after the other, atomically; how many rows there were. StorageError when the disk refuses.

    A row group has `group_rows` rows, or fewer where the texts of its `measured` columns reach `group_bytes`."""
    count = 0
    with atomic_path(path) as temporary, pq.ParquetWriter(temporary, schema, compression="zstd") as writer:
        held: list[pa.Table] = []
        rows = size = 0

        def write_group() -> None:
            writer.write_table(pa.concat_tables(held).cast(schema).combine_chunks(), row_group_size=group_rows)

        for table in tables:
            start = 0
            while start < table.num_rows:
                room = group_rows - rows
                ends = _text_bytes(table.slice(start), measured)
                if len(ends):
                    room = min(room, int(np.searchsorted(ends, group_bytes - size)) + 1)  # one row may be too large
                piece = table.slice(start, room)
                held.append(piece.select(schema.names))
                start, rows, count = start + piece.num_rows, rows + piece.num_rows, count + piece.num_rows
                size += int(ends[piece.num_rows - 1]) if len(ends) else 0
                if rows == group_rows or (measured and size >= group_bytes):
                    write_group()
                    held, rows, size = [], 0, 0
        if rows:
            write_group()
    return count


def _text_bytes(table: pa.Table, columns: Sequence[str]) -> np.ndarray:
    """Bytes of the texts in some columns, summed up row by row; empty if none of the columns is there."""
    sizes = [
        pc.fill_null(pc.binary_length(table.column(name)), 0).to_numpy().astype("int64")
        for name in columns
        if name in table.schema.names
    ]
    return np.cumsum(np.sum(sizes, axis=0)) if sizes else np.zeros(0, "int64")


def read_parquet(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """The table of a file, or some columns of it. ReadError: `unreadable`, `damaged`, or `too-large` for a file that
    would take more than `EXPANSION` times its size in memory."""
    with reading(path), open_plain(path):
        most = max(_LEAST, EXPANSION * path.stat().st_size)
    try:
        with pq.ParquetFile(path, memory_map=True) as file:
            schema = file.schema_arrow
            names = [name for name in schema.names if columns is None or name in columns]
            schema = pa.schema([schema.field(name) for name in names], schema.metadata)
            size = file.metadata.num_rows * sum(map(_least_bytes, schema.types))
            batches: list[pa.RecordBatch] = []
            if size <= most:
                size = 0
                for batch in file.iter_batches(_BATCH, columns=names):
                    size += batch.nbytes
                    if size > most:
                        break
                    batches.append(batch)
            if size > most:
                raise ReadError("too-large", f"{path} unpacks to more than {EXPANSION} times its size")
            return pa.Table.from_batches(batches, schema)
    except (pa.ArrowException, OSError) as error:
        raise ReadError("damaged", f"{path} is damaged: {error}") from error


def read_own_parquet(path: Path) -> pa.Table:
    """The table of a file that this program has written, whole; errors are pyarrow's. Unlike pyarrow's `read_table` it
    loads neither pyarrow.dataset nor pandas, which take 0.2 s of every command."""
    with pq.ParquetFile(path) as file:
        return file.read()


def _least_bytes(kind: pa.DataType) -> float:
    """Bytes that a value of a type takes at the least."""
    try:
        return float(kind.bit_width) / 8
    except ValueError:  # of any length: the offset alone
        return 8.0 if pa.types.is_large_string(kind) or pa.types.is_large_binary(kind) else 4.0


def count_rows(path: Path) -> int:
    """How many rows a file has, by its metadata. ReadError as `read_parquet`."""
    with reading(path), open_plain(path):
        pass
    try:
        return int(pq.read_metadata(path).num_rows)
    except (pa.ArrowException, OSError) as error:
        raise ReadError("damaged", f"{path} is damaged: {error}") from error
