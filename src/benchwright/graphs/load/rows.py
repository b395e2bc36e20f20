"""Columns -> a Parquet file of a graph: the same rows give the same bytes, however they come in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.files.atomic import atomic_path

GROUP = 131_072
"""Rows of a row group. Fixed, since bytes depend on it."""


def write_rows(path: Path, schema: pa.Schema, tables: Iterable[pa.Table]) -> int:
    """Write tables one after the other, atomically; how many rows there were. StorageError when the disk refuses."""
    count = 0
    with atomic_path(path) as temporary, pq.ParquetWriter(temporary, schema, compression="zstd") as writer:
        held: list[pa.Table] = []
        rows = 0
        for table in tables:
            start = 0
            while start < table.num_rows:
                piece = table.slice(start, GROUP - rows)
                held.append(piece.select(schema.names))
                start, rows, count = start + piece.num_rows, rows + piece.num_rows, count + piece.num_rows
                if rows == GROUP:
                    _write_group(writer, held, schema)
                    held, rows = [], 0
        if rows:
            _write_group(writer, held, schema)
    return count


def _write_group(writer: pq.ParquetWriter, held: list[pa.Table], schema: pa.Schema) -> None:
    writer.write_table(pa.concat_tables(held).cast(schema).combine_chunks(), row_group_size=GROUP)
