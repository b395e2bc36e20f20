"""Check everything that is read from a benchmark folder against one schema, with limits on size and depth.

The records themselves are the schema: their annotations say what each field may hold. `docs/example.schema.json` is
the same for other programs. What does not fit raises ValueError, which names the fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.files.bounded import open_plain, parse_json
from benchwright.readers.source_columns import INTRODUCED_SOURCES, source_of_row
from benchwright.records import Entry, Example, Image, Json, Outcome, Source, Table
from benchwright.retrieval.seeds import Approximation

MOST_SOURCES = 2_000_000
"""Rows of `sources.parquet`: a Parquet file of a few megabytes can hold billions."""
MOST_SOURCE_BYTES = 8 * 2**30
"""What the rows may take in memory."""

Count = Annotated[int, Field(ge=0)]
Number = Annotated[float, Field(allow_inf_nan=False)]


class _Checked(BaseModel):
    """A mapping whose known keys are checked. Keys that are unknown are another version's, and stay."""

    model_config = ConfigDict(extra="allow", strict=True)


class _FileEntry(_Checked):
    sha256: str
    bytes: Count


class _Imported(_Checked):
    format: str
    split: str
    files: dict[str, str] = {}
    sources: dict[str, Count] = {}
    drops: dict[str, Count] = {}
    corpus_drops: dict[str, Count] = {}
    evidence: Literal["all", "some", "none"] = "all"


class _Sampling(_Checked):
    """How a maker draws: from sources (`effective`), from pairs, from tables, or from queries of a graph."""

    sources: Count = 0
    effective: Number = 0.0
    beta: Number = 0.0
    approximation: Approximation | None = None
    pairs: Count = 0
    tables: Count = 0
    kept: Count = 0
    relations: Count = 0
    typed: Count = 0
    knowledge: str = ""
    share: Number = 1.0
    left_out: dict[str, Count] = {}


class _BenchmarkManifest(_Checked):
    name: str = ""
    complete: bool
    pins: InputFingerprints
    wanted: Count
    examples: Count = 0
    cells: list[CellReport]
    files: dict[str, _FileEntry]
    sampling: dict[str, _Sampling] = {}
    imported: _Imported | None = None
    review: dict[str, Count] = {}


_CELL_KEY = TypeAdapter(dict[str, str])
_EXAMPLE = TypeAdapter(Example)
_OUTCOME = TypeAdapter(Outcome)
_PARTS: Mapping[str, TypeAdapter[Any]] = {
    "table": TypeAdapter(Table),
    "image": TypeAdapter(Image),
    "entries": TypeAdapter(tuple[Entry, ...]),
}
_CELLS = TypeAdapter(tuple[CellReport, ...])
_INPUTS = TypeAdapter(InputFingerprints)
_OPTIONAL = ("start", "end", "page", "box", "table", "image", "entries", "about")
_LATER = ("entries", "about")  # benchmarks of older versions have none
_REQUIRED = tuple(name for name in INTRODUCED_SOURCES.names if name not in _OPTIONAL)
_SHA256 = re.compile(r"[0-9a-f]{64}")
_EXTENSION = re.compile(r"[a-z0-9]{1,8}")


def check_manifest(manifest: Json) -> None:
    """ValueError for a manifest that is not as a benchmark's is."""
    with one_line():
        checked = _BenchmarkManifest.model_validate_json(json.dumps(manifest))
    for cell in checked.cells:
        _check_cell_key(cell.key)


def parse_cells(manifest: Json) -> tuple[CellReport, ...]:
    """The cells of a manifest that was checked."""
    return _CELLS.validate_python(manifest["cells"])


def parse_fingerprints(manifest: Json) -> InputFingerprints:
    """The fingerprints in a manifest that was checked."""
    return _INPUTS.validate_python(manifest["pins"])


def parse_example(line: str) -> tuple[Example, int | None]:
    """A line of `examples.jsonl`, and the version of the schema that it names. ValueError if it is not an example."""
    data = parse_json(line)
    with one_line():
        example = _EXAMPLE.validate_json(line, strict=True)
    _check_cell_key(example.origin.cell)
    version = data.get("schema_version")
    return example, version if isinstance(version, int) else None


def parse_outcome(entry: Json) -> Outcome:
    """An entry of `attempts.jsonl`. ValueError if it is not an outcome."""
    with one_line():
        outcome = _OUTCOME.validate_python(entry)
    _check_cell_key(outcome.cell)
    return outcome


def read_sources(path: Path) -> Iterator[Source]:
    """The rows of `sources.parquet`. ValueError if they are not sources, or more than a benchmark has."""
    with open_plain(path) as raw, pq.ParquetFile(raw) as file:
        columns = {field.name: field.type for field in file.schema_arrow}
        for name in _LATER:
            columns.setdefault(name, INTRODUCED_SOURCES.field(name).type)
        wrong = [field.name for field in INTRODUCED_SOURCES if columns.get(field.name) != field.type]
        if wrong:
            raise ValueError(f"has no column {wrong[0]!r} of the type {INTRODUCED_SOURCES.field(wrong[0]).type}")
        if file.metadata.num_rows > MOST_SOURCES:
            raise ValueError(f"has {file.metadata.num_rows:,} rows, and may have {MOST_SOURCES:,}")
        size = 0
        for batch in file.iter_batches(
            256, columns=[name for name in INTRODUCED_SOURCES.names if name in file.schema_arrow.names]
        ):
            size += batch.nbytes
            if size > MOST_SOURCE_BYTES:
                raise ValueError(f"takes more than {MOST_SOURCE_BYTES / 2**30:.0f} GiB of memory")
            for row in batch.to_pylist():
                yield _source(row)


def _source(row: Json) -> Source:
    for name in _LATER:
        row.setdefault(name, None)
    missing = [name for name in _REQUIRED if row[name] is None]
    if missing:
        raise ValueError(f"has a source without {missing[0]!r}")
    for name, adapter in _PARTS.items():
        if row[name] is not None:
            parse_json(row[name])
            with one_line():
                adapter.validate_json(row[name], strict=True)
    source = source_of_row(row)
    image = source.image
    if image is not None and not (_SHA256.fullmatch(image.sha256) and _EXTENSION.fullmatch(image.extension)):
        raise ValueError(f"names an image {image.file!r}, which is not a file of the benchmark")
    widths = {len(row) for row in (*source.table.header, *source.table.rows)} if source.table else set()
    if len(widths) > 1 or 0 in widths:
        raise ValueError(f"has a table {source.id!r} whose rows are not of one width")
    return source


def _check_cell_key(key: str) -> None:
    """ValueError for what is not the key of a cell: an object of words with style and modalities."""
    parse_json(key)
    with one_line():
        words = _CELL_KEY.validate_json(key)
    if not {"style", "modalities"} <= words.keys():
        raise ValueError(f"{key!r} is not the key of a cell")


@contextmanager
def one_line() -> Iterator[None]:
    """Say what does not fit in one line: the first field, and what is wrong with it."""
    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        more = f" (and {error.error_count() - 1:,} more)" if error.error_count() > 1 else ""
        raise ValueError(f"{where + ': ' if where else ''}{first['msg']}{more}") from error
