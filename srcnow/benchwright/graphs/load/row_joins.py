"""Join sorted rows of the same id into one; the first value that is not empty counts.

Works on sorted batches as they come, so that a graph of any size needs the memory of one batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc


def first_told(batches: Iterable[pa.RecordBatch], filled: Sequence[str]) -> Iterator[pa.Table]:
    """One row for each id of batches that are sorted by it. The `filled` columns, which hold strings, have the first
    that is not empty; all others that of the id's first row."""
    rest: pa.Table | None = None
    for batch in batches:
        if not batch.num_rows:
            continue
        table = pa.Table.from_batches([batch])
        table = _joined(table if rest is None else pa.concat_tables([rest, table]), filled)
        yield table.slice(0, table.num_rows - 1)
        rest = table.slice(table.num_rows - 1).combine_chunks()  # the next batch may go on with its last id
    if rest is not None:
        yield rest


def _joined(table: pa.Table, filled: Sequence[str]) -> pa.Table:
    begins = _begins(table.column("id").combine_chunks())
    if begins.all():
        return table
    firsts = np.flatnonzero(begins)
    group = np.cumsum(begins) - 1
    columns = []
    for name in table.column_names:
        column = table.column(name)
        chosen = firsts
        if name in filled:
            filled_rows = np.flatnonzero(pc.not_equal(column, "").to_numpy())
            groups, where = np.unique(group[filled_rows], return_index=True)
            chosen = firsts.copy()
            chosen[groups] = filled_rows[where]
        columns.append(column.take(pa.array(chosen)))
    return pa.table(columns, schema=table.schema)


def _begins(ids: pa.Array) -> npt.NDArray[np.bool_]:
    """Where another id begins than the one before."""
    begins = np.ones(len(ids), bool)
    begins[1:] = pc.not_equal(ids.slice(1), ids.slice(0, len(ids) - 1)).to_numpy(zero_copy_only=False)
    return begins


def each_once(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """The rows of sorted batches of integers, without those that are equal to the one before."""
    last: tuple[int, ...] | None = None
    for batch in batches:
        if not batch.num_rows:
            continue
        columns = [column.to_numpy(zero_copy_only=False) for column in batch.columns]
        new = np.zeros(batch.num_rows, bool)
        new[0] = last is None or tuple(int(column[0]) for column in columns) != last
        for column in columns:
            new[1:] |= column[1:] != column[:-1]
        last = tuple(int(column[-1]) for column in columns)
        yield pa.Table.from_batches([batch.filter(pa.array(new))])
