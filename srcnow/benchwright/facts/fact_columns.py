"""Make facts out of the columns of a fact table, each one when it is first used.

Whoever lists everything that can be asked looks at the same facts dozens of times. What they hold is shared (each
string once, each list of qualifiers once), so that keeping a fact costs about 300 bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from benchwright.records import Fact, Span

Value = TypeVar("Value")
_NONE = -1
"""What stands for no place in a text: places count from 0."""


@dataclass(frozen=True, slots=True)
class _CodedColumn(Generic[Value]):
    """A column as codes (int32, shape [rows]) into its distinct values."""

    codes: npt.NDArray[np.int32]
    values: list[Value]

    @classmethod
    def of(cls, column: pa.ChunkedArray, read: Callable[[str], Value]) -> _CodedColumn[Value]:
        """A dictionary-encoded column of strings, each distinct one read once."""
        column = column.unify_dictionaries()
        codes = [chunk.indices.to_numpy() for chunk in column.chunks]
        values = _texts(column.chunk(0).dictionary) if codes else []
        return cls(np.concatenate(codes) if codes else np.empty(0, np.int32), [read(value) for value in values])

    def at(self, rows: npt.NDArray[np.int64]) -> list[Value]:
        values = self.values
        return [values[code] for code in self.codes[rows].tolist()]


class FactRows:
    """The facts of a table by row (columns as `store.SCHEMA`). Safe to use from several threads: at worst two of them
    make one fact twice."""

    def __init__(self, columns: pa.Table) -> None:
        texts = {
            name: _CodedColumn.of(columns.column(name), str)
            for name in ("subject", "entity", "relation", "value", "unit", "target", "subject_type", "value_type")
        }
        self._of_fact = texts
        self._source = _CodedColumn.of(columns.column("source"), str)
        self._read: _CodedColumn[Any] = _CodedColumn.of(columns.column("read"), str)
        self._qualifiers = _CodedColumn.of(columns.column("qualifiers"), _pairs)
        self._cells = _CodedColumn.of(columns.column("cells"), _pairs)
        self._box = _CodedColumn.of(columns.column("box"), _box)
        self._start, self._end = (_places(columns.column(name)) for name in ("start", "end"))
        self._confidence = columns.column("confidence").to_numpy()
        self._local: list[str] = _texts(columns.column("local"))
        self._made: list[Fact | None] = [None] * len(self._local)

    def local(self, row: int) -> str:
        """The id of the fact in that row, without its source."""
        return self._local[row]

    def at(self, rows: Iterable[int]) -> list[Fact]:
        """The facts in these rows, in the order given."""
        wanted = list(rows)
        missing = [row for row in dict.fromkeys(wanted) if self._made[row] is None]
        if missing:
            self._make(np.asarray(missing, dtype=np.int64))
        return [fact for row in wanted if (fact := self._made[row]) is not None]

    def _make(self, rows: npt.NDArray[np.int64]) -> None:
        spans = [
            Span(source, read, None if start == _NONE else start, None if end == _NONE else end, cells, box)
            for source, read, start, end, cells, box in zip(
                self._source.at(rows),
                self._read.at(rows),
                self._start[rows].tolist(),
                self._end[rows].tolist(),
                self._cells.at(rows),
                self._box.at(rows),
                strict=True,
            )
        ]
        columns = [column.at(rows) for column in self._of_fact.values()]
        others = zip(self._qualifiers.at(rows), self._confidence[rows].tolist(), strict=True)
        for row, span, (qualifiers, confidence), values in zip(
            rows.tolist(), spans, others, zip(*columns, strict=True), strict=True
        ):
            subject, entity, relation, value, unit, target, subject_type, value_type = values
            self._made[row] = Fact(
                id=span.source + self._local[row],
                subject=subject,
                entity=entity,
                relation=relation,
                value=value,
                span=span,
                unit=unit,
                target=target,
                subject_type=subject_type,
                value_type=value_type,
                qualifiers=qualifiers,
                confidence=confidence,
            )


def _texts(column: pa.Array | pa.ChunkedArray) -> list[str]:
    """A column of strings as a list: by way of NumPy ten times as fast as one after the other."""
    if isinstance(column, pa.ChunkedArray):
        return [text for chunk in column.chunks for text in _texts(chunk)]
    texts: list[str] = column.to_numpy(zero_copy_only=False).tolist()
    return texts


def _places(column: pa.ChunkedArray) -> npt.NDArray[np.int64]:
    places: npt.NDArray[np.int64] = column.fill_null(_NONE).to_numpy().astype(np.int64)
    return places


def _pairs(text: str) -> tuple[tuple[Any, Any], ...]:
    return tuple((one, two) for one, two in json.loads(text)) if text else ()


def _box(text: str) -> tuple[float, float, float, float] | None:
    if not text:
        return None
    left, top, right, bottom = json.loads(text)
    return left, top, right, bottom
