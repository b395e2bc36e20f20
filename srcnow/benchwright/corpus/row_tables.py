"""Take single rows from the tables of a corpus, by number or by key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import pyarrow as pa

Key = TypeVar("Key")
Value = TypeVar("Value", covariant=True)

_BATCH = 4096


class RowTable:
    """A table whose rows are read one at a time, or a few thousand at a time for a scan."""

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


class RowsByKey(Mapping[Key, Value]):
    """The rows of a table by key, in order. Each row is made when it is asked for. If two rows have the same key, the
    first counts."""

    def __init__(self, columns: RowTable | None, keys: Iterable[Key], made: Callable[[dict[str, Any]], Value]) -> None:
        self._columns = columns
        self._made = made
        self._index: dict[Key, int] = {}
        for row, key in enumerate(keys):
            self._index.setdefault(key, row)

    def __getitem__(self, key: Key) -> Value:
        row = self._index[key]
        assert self._columns is not None
        return self._made(self._columns.row(row))

    def __iter__(self) -> Iterator[Key]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)
