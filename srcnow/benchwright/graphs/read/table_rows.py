"""Read the wanted columns of TSV, CSV and Parquet files row by row.

A quoted cell of a CSV file ends on its line: one that does not costs that line, where it could swallow the file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchwright.errors import UsageError
from benchwright.files.bounded import open_plain
from benchwright.files.disk_errors import reading
from benchwright.graphs.items import Loss, Position
from benchwright.graphs.read.base import GraphReadOptions, beginning
from benchwright.graphs.read.file_lines import FileLine, excerpt
from benchwright.graphs.read.limits import GraphLimits
from benchwright.readers.inputs import plain_suffix, readable_name

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

TABLES = (".tsv", ".tab", ".txt", ".csv", ".parquet")

Wanted = tuple[frozenset[str], ...]
"""For each wanted column the words that may head it, in lower case."""


class GraphTableRow(NamedTuple):
    """The wanted cells of a line, blanks around them taken off."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """How the lines of a text file make rows: what parts cells, which of them are wanted, whether the first line is a
    header. `name` is the file's, for people."""

    name: str
    delimiter: str
    chosen: tuple[int, ...]
    headed: bool

    def row(self, line: FileLine) -> GraphTableRow | Loss | None:
        """The row of a line, None for a header or a blank one."""
        number, raw, _ = line
        if number == 1 and self.headed:
            return None
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return Loss(f"{self.name}:{number}", "encoding", excerpt(raw))
        if not text.strip():
            return None
        cells = _cells(text, self.delimiter)
        if cells is None:
            return Loss(f"{self.name}:{number}", "bad-csv", excerpt(raw))
        if len(cells) <= max(self.chosen):
            return Loss(f"{self.name}:{number}", "few-columns", excerpt(raw))
        return GraphTableRow(number, tuple([cells[at].strip() for at in self.chosen]))


def layout_of(path: Path, options: GraphReadOptions, wanted: Wanted) -> TableLayout:
    """How a text file is laid out: columns are those that the options name; else those whose headers are known words,
    if each is there; else the first ones, and the first line is a row like any other. UsageError for a column that is
    not there, and for a header of which only a part is known."""
    head = beginning(path).removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace")
    delimiter = _delimiter(path, head)
    chosen, headed = _chosen(path, _cells(head, delimiter) or [], options.columns, wanted)
    return TableLayout(readable_name(path.name), delimiter, tuple(chosen), headed)


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


def _chosen(path: Path, first: Sequence[str], columns: Sequence[str], wanted: Wanted) -> tuple[list[int], bool]:
    """Where the wanted columns stand, and whether the first line is a header."""
    headers = [cell.strip().casefold() for cell in first]
    places: list[int] = []
    for words in wanted:
        free = (at for at, header in enumerate(headers) if header in words and at not in places)
        places.append(next(free, -1))
    headed = -1 not in places
    if not columns:
        if not headed and _is_header(headers, wanted):
            words = next(words for words, place in zip(wanted, places, strict=True) if place < 0)
            raise UsageError(
                f"{path.name} has a header, in which no column is called {' or '.join(sorted(words))}",
                hint=f"name its columns, or number them if its first line is a row: {', '.join(first)[:200]}",
            )
        return (places if headed else list(range(len(wanted)))), headed
    if len(columns) != len(wanted):
        raise UsageError(f"{path.name} needs {len(wanted)} columns, not {len(columns)}", hint="name one for each")
    named = not all(column.isdigit() for column in columns)
    chosen = []
    for column in columns:
        if column.casefold() in headers:
            chosen.append(headers.index(column.casefold()))
        elif column.isdigit() and int(column) >= 1:
            chosen.append(int(column) - 1)
        else:
            raise UsageError(f"{path.name} has no column {column!r}", hint=f"its first line: {', '.join(first)[:200]}")
    return chosen, named or headed


def _is_header(headers: Sequence[str], wanted: Wanted) -> bool:
    """Whether a first line that is not a whole header is part of one: it holds known words of more than one letter. Of
    two columns the second holds any words, so that one known word there tells nothing."""
    known = frozenset[str]().union(*wanted)
    sure = known if len(wanted) > 2 else wanted[0] - wanted[1]
    words = [header for header in headers if len(header) > 1 and header in known]
    return len(words) > 1 or not sure.isdisjoint(words)


class ParquetCells(NamedTuple):
    """The wanted columns of rows of a Parquet file, and the number of the first row."""

    number: int
    columns: tuple[pa.Array, ...]

    def rows(self, name: str) -> Iterator[GraphTableRow | Loss]:
        """The rows one by one; `name` is the file's. Lost: `few-columns` where a cell is null, `encoding` where one is
        not UTF-8: Parquet readers do not check the bytes of strings."""
        try:
            lists = [column.to_pylist() for column in self.columns]
        except UnicodeDecodeError:
            yield from self._singly(name)
            return
        for number, cells in enumerate(zip(*lists, strict=True), self.number):
            if None in cells:
                yield Loss(f"{name}:{number}", "few-columns", str(cells)[:100])
            else:
                yield GraphTableRow(number, tuple([str(cell).strip() for cell in cells]))

    def _singly(self, name: str) -> Iterator[GraphTableRow | Loss]:
        """Halves, down to single rows, so that only rows that are not UTF-8 are lost."""
        count = len(self.columns[0])
        if count == 1:
            yield Loss(f"{name}:{self.number}", "encoding")
            return
        for start, end in ((0, count // 2), (count // 2, count)):
            half = tuple([column.slice(start, end - start) for column in self.columns])
            yield from ParquetCells(self.number + start, half).rows(name)


def parquet_of(
    path: Path, options: GraphReadOptions, wanted: Wanted, resume: Position | None
) -> Iterator[ParquetCells | Loss | Position]:
    """The batches of a Parquet file behind `resume`, each before its position."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    name = readable_name(path.name)
    with reading(path), open_plain(path):  # a pipe would wait for its other end
        pass
    try:
        file = pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        yield Loss(name, "damaged", str(error)[:100])
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
                raise UsageError(f"the column {fields.names[at]!r} of {path.name} does not hold plain values")
        start = 0 if resume is None else resume.line
        try:
            yield from _batches(file, [fields.names[at] for at in chosen], options.limits, start)
        except (pa.ArrowException, OSError) as error:
            yield Loss(name, "damaged", str(error)[:100])


def _batches(
    file: pq.ParquetFile, columns: list[str], limits: GraphLimits, start: int
) -> Iterator[ParquetCells | Position]:
    row = 0
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if row + rows <= start and rows:
            row += rows
            continue
        for batch in file.iter_batches(limits.mark_lines, row_groups=[group], columns=sorted(set(columns))):
            skipped = max(0, start - row)
            if skipped < batch.num_rows:
                fresh = batch.slice(skipped)
                chosen = [fresh.column(fresh.schema.names.index(column)) for column in columns]
                yield ParquetCells(row + skipped + 1, tuple(chosen))
                yield Position(row + batch.num_rows, row + batch.num_rows)
            row += batch.num_rows
