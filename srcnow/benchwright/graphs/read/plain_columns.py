"""Read rows of TSV, CSV and Parquet files as columns where nothing about them is odd, else one by one.

A row is plain where the reader of rows would take its wanted cells as they stand: no blanks to take off or to squeeze,
no control characters, nothing empty, nothing too long. That is looked at for a block of lines at once. A block with an
odd line is halved until few lines are left; those are read as rows, so that what is lost, and where, is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchwright.graphs.items import Item, ItemColumns, Loss, Position
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.file_lines import LineBlock, blocks_of
from benchwright.graphs.read.graph_values import ValueRefusedError, one_line
from benchwright.graphs.read.losses import LossCounter
from benchwright.graphs.read.table_rows import GraphTableRow, ParquetCells, TableLayout, Wanted, layout_of, parquet_of
from benchwright.readers.inputs import plain_suffix, readable_name

if TYPE_CHECKING:
    import pyarrow as pa

_FEW = 64
"""Lines that are not halved any more."""

_PRINTABLE = bytes(range(0x20, 0x7F)) + b"\n"
_LONGEST_QUOTED = 100_000
"""Bytes of a line up to which Python's reader of CSV takes any cell."""

# A line whose quotes begin and end cells, and stand twice within them: there is one way to read it.
_QUOTED = {sign: re.compile(rf'(?:(?:"(?:[^"\n]++|"")*+"|[^"\n{sign}]*+)[\n{sign}])*+'.encode()) for sign in ",;"}


class PlainColumns(NamedTuple):
    """The wanted cells of plain rows."""

    cells: tuple[pa.StringArray, ...]


Longest = tuple[int | None, ...]
"""For each wanted column how many characters a cell may have; None: any number."""


def items_of_table(
    path: Path,
    options: GraphReadOptions,
    resume: Position | None,
    wanted: Wanted,
    longest: Longest,
    of_row: Callable[[Sequence[str]], Iterable[Item]],
    of_columns: Callable[[Sequence[pa.StringArray]], Iterable[ItemColumns]] | None = None,
) -> Iterator[Item | ItemColumns]:
    """The items of the rows behind `resume`; those of plain rows many at once if `of_columns` is given. Counted:
    `empty-cell`, and what `one_line` and `rows_of` say."""
    losses = LossCounter(readable_name(path.name))
    for item in losses.before_positions(rows_of(path, options, wanted, resume, longest if of_columns else None)):
        if isinstance(item, PlainColumns):
            assert of_columns is not None
            yield from of_columns(item.cells)
        elif isinstance(item, GraphTableRow):
            try:
                cells = [one_line(cell, most) for cell, most in zip(item.cells, longest, strict=True)]
            except ValueRefusedError as refused:
                losses.add(item.number, refused.reason, refused.detail)
                continue
            if all(cells):
                yield from of_row(cells)
            else:
                losses.add(item.number, "empty-cell", " ".join(cells)[:100])
        else:
            yield item


def rows_of(
    path: Path, options: GraphReadOptions, wanted: Wanted, resume: Position | None, longest: Longest | None = None
) -> Iterator[PlainColumns | GraphTableRow | Loss | Position]:
    """The rows behind `resume`, of the columns that `layout_of` says, in their order; with `longest` plain rows come as
    columns.

    Positions of a Parquet file count rows in both fields. Lost: `few-columns`, `encoding`, `bad-csv`, `damaged`, and
    what `blocks_of` says. UsageError for a column that is not there."""
    if plain_suffix(path) == ".parquet":
        name = readable_name(path.name)
        for cells in parquet_of(path, options, wanted, resume):
            if isinstance(cells, Loss | Position):
                yield cells
            else:
                yield from cells.rows(name) if longest is None else _of_cells(cells, name, longest)
        return
    layout = layout_of(path, options, wanted)
    for item in blocks_of(path, options.limits, resume):
        if isinstance(item, Loss | Position):
            yield item
        elif isinstance(item, LineBlock):
            yield from _of_block(layout, longest, item)
        elif (row := layout.row(item)) is not None:
            yield row


def _of_cells(cells: ParquetCells, name: str, longest: Longest) -> Iterator[PlainColumns | GraphTableRow | Loss]:
    """A batch of a Parquet file: other values than strings are turned to text by the reader of rows."""
    import pyarrow as pa

    cells = ParquetCells(cells.number, tuple([_decoded(column) for column in cells.columns]))
    kinds = {column.type for column in cells.columns}
    count = len(cells.columns[0])
    if kinds <= {pa.string(), pa.large_string()} and not any(column.null_count for column in cells.columns):
        columns = tuple([column.cast(pa.string()) for column in cells.columns])
        if all(map(_is_plain, columns)) and _fits(columns, longest):
            yield PlainColumns(columns)
            return
    if count <= _FEW or not kinds <= {pa.string(), pa.large_string()}:
        yield from cells.rows(name)
        return
    for start, end in ((0, count // 2), (count // 2, count)):
        half = tuple([column.slice(start, end - start) for column in cells.columns])
        yield from _of_cells(ParquetCells(cells.number + start, half), name, longest)


def _decoded(column: pa.Array) -> pa.Array:
    """A column whose values stand in a dictionary, without one."""
    import pyarrow as pa

    return column.dictionary_decode() if isinstance(column, pa.DictionaryArray) else column


def _is_plain(column: pa.StringArray) -> bool:
    """Whether cells of a column can be taken as they stand."""
    import pyarrow as pa
    import pyarrow.compute as pc

    whole = pa.ListArray.from_arrays(pa.array([0, len(column)], pa.int32()), column)
    text = pc.binary_join(whole, "\n")[0].as_buffer().to_pybytes()
    return text.count(b"\n") == len(column) - 1 and not _odd_blanks(b"\n%b\n" % text, b"\n")


def _of_block(
    layout: TableLayout, longest: Longest | None, block: LineBlock
) -> Iterator[PlainColumns | GraphTableRow | Loss]:
    """The rows of a block of lines of a text file, plain ones as columns."""
    if longest is not None and (columns := _columns(layout, longest, block.data)) is not None:
        yield PlainColumns(columns)
    elif longest is None or block.total <= _FEW:
        yield from filter(None, map(layout.row, block.lines()))
    else:
        for half in block.halves():
            yield from _of_block(layout, longest, half)


def _columns(layout: TableLayout, longest: Longest, data: bytes) -> tuple[pa.StringArray, ...] | None:
    """The wanted columns of lines, None unless all of them are plain."""
    import pyarrow as pa
    import pyarrow.csv as csv

    delimiter = layout.delimiter
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if _odd_blanks(b"\n" + data, delimiter.encode()):
        return None
    quoted = delimiter != "\t" and b'"' in data
    if quoted and not (_QUOTED[delimiter].fullmatch(data) and max(map(len, data.split(b"\n"))) < _LONGEST_QUOTED):
        return None
    names = [f"f{at}" for at in layout.chosen]
    wanted = dict.fromkeys(names, pa.string())
    try:
        table = csv.read_csv(
            pa.BufferReader(data),
            csv.ReadOptions(use_threads=False, block_size=len(data) + 1, autogenerate_column_names=True),
            csv.ParseOptions(delimiter=delimiter, quote_char='"' if quoted else False, ignore_empty_lines=False),
            csv.ConvertOptions(column_types=wanted, include_columns=list(wanted), strings_can_be_null=False),
        )
    except pa.ArrowException:  # rows of different lengths, or too few columns
        return None
    columns = tuple([table.column(name).combine_chunks() for name in names])
    return columns if _fits(columns, longest) else None


def _odd_blanks(data: bytes, delimiter: bytes) -> bool:
    """Whether anything in lines (which end, and before which a line ends) could not be taken as it stands."""
    if data.isascii():
        if data.translate(None, _PRINTABLE + delimiter):
            return True
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return True
        if not text.replace("\n", "").replace(delimiter.decode(), "").isprintable():
            return True
    if b"  " in data:
        return True
    edges = {b"\n", delimiter, b'"'} if delimiter != b"\t" else {b"\n", delimiter}
    return any(b" " + edge in data or edge + b" " in data for edge in edges)


def _fits(columns: tuple[pa.StringArray, ...], longest: Longest) -> bool:
    """Whether no cell is empty, and none too long."""
    import pyarrow.compute as pc

    for column, most in zip(columns, longest, strict=True):
        lengths = pc.min_max(pc.binary_length(column)).as_py()
        if not lengths["min"] or (most is not None and lengths["max"] > most):
            return False
    return True
