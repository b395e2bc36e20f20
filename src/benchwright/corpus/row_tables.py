"""Take single rows from the tables of a corpus: sources, documents by name, pictures of pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from benchwright.readers.source_columns import DocumentText, document_of_row
from benchwright.records import Image

_BATCH = 4096


class RowTable:
    """A table whose rows are taken one at a time, or some thousand at a time where all are wanted."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table
        self._columns = dict(zip(table.column_names, table.columns, strict=True))

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def row(self, index: int) -> dict[str, Any]:
        return {name: column[index].as_py() for name, column in self._columns.items()}

    def rows(self) -> Iterator[dict[str, Any]]:
        for batch in self.table.to_batches(_BATCH):
            yield from batch.to_pylist()

    def pairs(self, first: str, second: str) -> Iterator[tuple[Any, Any]]:
        """The values of two columns, row by row."""
        for batch in self.table.to_batches(_BATCH):
            yield from zip(batch.column(first).to_pylist(), batch.column(second).to_pylist(), strict=True)

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
