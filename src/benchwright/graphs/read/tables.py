"""Rows of TSV, CSV and Parquet files, one record a line, as the columns that are wanted. Knows no graph.

A quoted cell of a CSV file ends on its line: one that does not costs that line, where it could swallow the file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchwright.corpus.read.inputs import plain_suffix, readable_name
from benchwright.errors import UsageError
from benchwright.graphs.items import Lost, Position
from benchwright.graphs.read.base import GraphLimits, ReadOptions, beginning
from benchwright.graphs.read.lines import lines_of, shown

if TYPE_CHECKING:
    import pyarrow.parquet as pq

TABLES = (".tsv", ".tab", ".txt", ".csv", ".parquet")

Wanted = tuple[frozenset[str], ...]
"""For each wanted column the words that may head it, in lower case."""


class Row(NamedTuple):
    """The wanted cells of a line, blanks around them taken off."""

    number: int
    cells: tuple[str, ...]


def rows_of(
    path: Path, options: ReadOptions, wanted: Wanted, resume: Position | None
) -> Iterator[Row | Lost | Position]:
    """The rows behind `resume`. Columns are those that the options name; else those whose headers are known words, if
    each is there; else the first ones, and the first line is a row like any other.

    Positions of a Parquet file count rows in both fields. Lost: `few-columns`, `encoding`, `bad-csv`, `damaged`, and
    what `lines_of` says. UsageError for a column that is not there."""
    if plain_suffix(path) == ".parquet":
        yield from _parquet_rows(path, options, wanted, resume)
        return
    name, limits = readable_name(path.name), options.limits
    head = beginning(path).removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace")
    delimiter = _delimiter(path, head)
    first = _cells(head, delimiter) or []
    chosen, headed = _chosen(path, first, options.columns, wanted)
    most = max(chosen)
    for found in lines_of(path, limits, resume):
        if isinstance(found, Lost | Position):
            yield found
            continue
        number, raw, _ = found
        if number == 1 and headed:
            continue
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            yield Lost(f"{name}:{number}", "encoding", shown(raw))
            continue
        if not text.strip():
            continue
        cells = _cells(text, delimiter)
        if cells is None or len(cells) <= most:
            yield Lost(f"{name}:{number}", "bad-csv" if cells is None else "few-columns", shown(raw))
            continue
        yield Row(number, tuple([cells[at].strip() for at in chosen]))


def _delimiter(path: Path, head: str) -> str:
    if plain_suffix(path) != ".csv":
        return "\t"
    return max(",;\t", key=lambda sign: (head.count(sign), sign == ","))


def _cells(text: str, delimiter: str) -> list[str] | None:
    """The cells of a line, None if a quote is open. Quotes mean nothing between tabs."""
    text = text.rstrip("\r\n")
    if delimiter == "\t" or '"' not in text:
        return text.split(delimiter)
    try:
        return next(iter(csv.reader([text], delimiter=delimiter, strict=True)), [])
    except csv.Error:
        return None


def _chosen(path: Path, first: Sequence[str], asked: Sequence[str], wanted: Wanted) -> tuple[list[int], bool]:
    """Where the wanted columns stand, and whether the first line is a header."""
    headers = [cell.strip().casefold() for cell in first]
    known = [next((at for at, header in enumerate(headers) if header in words), -1) for words in wanted]
    headed = -1 not in known and len(set(known)) == len(known)
    if not asked:
        return (known if headed else list(range(len(wanted)))), headed
    if len(asked) != len(wanted):
        raise UsageError(f"{path.name} needs {len(wanted)} columns, not {len(asked)}", hint="name one for each")
    named = not all(column.isdigit() for column in asked)
    chosen = []
    for column in asked:
        if column.casefold() in headers:
            chosen.append(headers.index(column.casefold()))
        elif column.isdigit() and int(column) >= 1:
            chosen.append(int(column) - 1)
        else:
            raise UsageError(f"{path.name} has no column {column!r}", hint=f"its first line: {', '.join(first)[:200]}")
    return chosen, named or headed


def _parquet_rows(
    path: Path, options: ReadOptions, wanted: Wanted, resume: Position | None
) -> Iterator[Row | Lost | Position]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    name = readable_name(path.name)
    try:
        file = pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        yield Lost(name, "damaged", str(error)[:100])
        return
    with file:
        fields = file.schema_arrow
        chosen, _ = _chosen(path, fields.names, options.columns, wanted)
        if max(chosen) >= len(fields):
            raise UsageError(
                f"{path.name} has {len(fields)} columns, {len(wanted)} are needed", hint="name its columns"
            )
        for at in chosen:
            if pa.types.is_nested(fields.types[at]) or pa.types.is_binary(fields.types[at]):
                raise UsageError(f"the column {fields.names[at]!r} of {path.name} holds no plain values")
        start = 0 if resume is None else resume.line
        try:
            yield from _batches(file, [fields.names[at] for at in chosen], options.limits, start, name)
        except (pa.ArrowException, OSError) as error:
            yield Lost(name, "damaged", str(error)[:100])


def _batches(
    file: pq.ParquetFile, columns: list[str], limits: GraphLimits, start: int, name: str
) -> Iterator[Row | Lost | Position]:
    row = 0
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if row + rows <= start and rows:
            row += rows
            continue
        for batch in file.iter_batches(limits.mark_lines, row_groups=[group], columns=sorted(set(columns))):
            lists = [batch.column(batch.schema.names.index(column)).to_pylist() for column in columns]
            for cells in zip(*lists, strict=True):
                row += 1
                if row <= start:
                    continue
                if None in cells:
                    yield Lost(f"{name}:{row}", "few-columns", str(cells)[:100])
                else:
                    yield Row(row, tuple([str(cell).strip() for cell in cells]))
            if row > start:
                yield Position(row, row)
