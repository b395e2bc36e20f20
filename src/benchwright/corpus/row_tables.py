"""Take single rows from the tables of a corpus: sources, documents by name, pictures of pages."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from benchwright.readers.source_columns import DocumentText, document_of_row
from benchwright.records import Image

_BATCH = 4096


class RowTable:
    """A parquet table whose single rows are cheap to take, however many pieces it is in."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table
        self._batches: list[pa.RecordBatch] = [batch for batch in table.to_batches() if batch.num_rows]
        self._starts: list[int] = []
        start = 0
        for batch in self._batches:
            self._starts.append(start)
            start += batch.num_rows

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def row(self, index: int) -> dict[str, Any]:
        piece = bisect_right(self._starts, index) - 1
        batch, offset = self._batches[piece], index - self._starts[piece]
        return {name: batch.column(name)[offset].as_py() for name in batch.schema.names}

    def rows(self) -> Iterator[dict[str, Any]]:
        for batch in self._batches:
            for start in range(0, batch.num_rows, _BATCH):
                yield from batch.slice(start, _BATCH).to_pylist()

    def pairs(self, first: str, second: str) -> Iterator[tuple[Any, Any]]:
        """The values of two columns, row by row."""
        for batch in self._batches:
            for start in range(0, batch.num_rows, _BATCH):
                part = batch.slice(start, _BATCH)
                yield from zip(part.column(first).to_pylist(), part.column(second).to_pylist(), strict=True)

    def strings(self, column: str) -> list[str]:
        return [str(value) for value in self.table.column(column).to_pylist()]


class DocumentsByName(Mapping[str, DocumentText]):
    """The documents of a corpus by name, in order; texts are made when asked for."""

    def __init__(self, columns: RowTable) -> None:
        self._columns = columns
        self._index: dict[str, int] = {}
        for index, name in enumerate(columns.strings("name")):
            self._index.setdefault(name, index)  # of two pages of one name, the first kept its sources

    def __getitem__(self, name: str) -> DocumentText:
        return document_of_row(self._columns.row(self._index[name]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


class PagePictures(Mapping[tuple[str, int], Image]):
    """The pictures of whole pages of a corpus by document and page (from 1), in order; each is made when asked for."""

    def __init__(self, columns: RowTable | None) -> None:
        self._columns = columns
        pairs = columns.pairs("document", "page") if columns is not None else ()
        self._index = {(str(document), int(page)): row for row, (document, page) in enumerate(pairs)}

    def __getitem__(self, key: tuple[str, int]) -> Image:
        row = self._index[key]
        assert self._columns is not None
        return Image.from_json(json.loads(self._columns.row(row)["image"]))

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)
