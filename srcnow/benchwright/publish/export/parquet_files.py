"""Write rows as Parquet files that `datasets` opens with their images, some files of bounded size one after the other.

Which columns are images stands in the files' metadata, as `datasets` writes it; images are the bytes of their files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.publish.export.folder import ExportFolder
from benchwright.records import Json, dump_line

IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
"""The type of a column of images."""

GROUP_BYTES = 32 << 20
"""Of a row group, at most, with its images: the hub's viewer reads a whole group to show a page of rows."""
GROUP_ROWS = 1000
FILE_BYTES = 400 << 20
"""Of a file, at most: what the hub advises is below 500 MB."""


def write_rows(to: ExportFolder, folder: str, schema: pa.Schema, rows: Iterable[Json]) -> int:
    """Write rows to `folder`/00000.parquet, 00001.parquet ...; how many there were. Without rows there is one empty
    file. Memory holds one row group."""
    stamped = schema.with_metadata({"huggingface": dump_line({"info": {"features": features(schema)}})})
    writer: pq.ParquetWriter | None = None
    count = number = in_file = size = 0
    held: list[Json] = []

    def write_group() -> None:
        nonlocal writer, number, in_file
        if writer is None:
            writer = pq.ParquetWriter(to.file(f"{folder}/{number:05}.parquet"), stamped, compression="zstd")
            number, in_file = number + 1, 0
        writer.write_table(pa.Table.from_pylist(held, stamped))
        in_file += size
        if in_file >= FILE_BYTES:
            writer.close()
            writer = None

    try:
        for row in rows:
            held.append(row)
            count += 1
            size += _size(row)
            if size >= GROUP_BYTES or len(held) == GROUP_ROWS:
                write_group()
                held, size = [], 0
        if held or not count:
            write_group()
    finally:
        if writer is not None:
            writer.close()
    return count


def _size(row: Json) -> int:
    """About how many bytes a row takes."""
    image = row.get("image")
    pixels = len(image["bytes"]) if isinstance(image, dict) and image["bytes"] else 0
    return pixels + sum(len(value) for value in row.values() if isinstance(value, str))


def features(schema: pa.Schema) -> dict[str, Any]:
    """The columns as `datasets` describes them (version 4 and above)."""
    return {field.name: _feature(field.type) for field in schema}


def _feature(kind: pa.DataType) -> Any:
    if kind == IMAGE:
        return {"_type": "Image"}
    if pa.types.is_struct(kind):
        return {kind.field(place).name: _feature(kind.field(place).type) for place in range(kind.num_fields)}
    if pa.types.is_list(kind):
        return {"feature": _feature(kind.value_type), "_type": "List"}
    return {"dtype": "float64" if pa.types.is_float64(kind) else str(kind), "_type": "Value"}


def card_head(name: str, configs: Sequence[tuple[str, Sequence[tuple[str, str]]]], tasks: Sequence[str]) -> str:
    """The YAML that the README of a data set begins with, without its licence: `configs` are (name, [(split, files)])
    with the default one first."""
    lines = [f"pretty_name: {json.dumps(name)}", "tags: [benchwright]", f"task_categories: [{', '.join(tasks)}]"]
    lines.append("configs:")
    for place, (config, splits) in enumerate(configs):
        lines += [f"- config_name: {config}", *(["  default: true"] if place == 0 else []), "  data_files:"]
        lines += [line for split, files in splits for line in (f"  - split: {split}", f"    path: {files}")]
    return "\n".join(lines) + "\n"
