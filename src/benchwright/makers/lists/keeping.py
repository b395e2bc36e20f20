"""Where what is worked out of a graph lies: in memory while that is small, else in mapped files beside the graph
(`graphs.mapped`), so that a graph may be larger than memory. The columns are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from benchwright.graphs.mapped import Array, Columns, InMemory, Make, aside, kept_if_possible
from benchwright.makers.lists.database import Room
from benchwright.makers.lists.queries import Codes
from benchwright.makers.lists.sorting import AT_ONCE, Longs, in_order, stride
from benchwright.makers.lists.statements import parts
from benchwright.records import Json

FOLDER = "columns"
A_TRIPLE = 128
"""Bytes that statements, edges both ways and what they are made of take of a triple in memory."""
A_ROW = 256
"""Bytes that a row takes while it is filtered and sorted, with all copies, as measured."""


@dataclass(frozen=True)
class Keeping:
    """`folder` is the graph's, `room` what may be taken (None: whatever it takes, in memory)."""

    folder: Path
    triples: int
    room: Room | None = None

    @property
    def on_disk(self) -> bool:
        """Whether there are too many triples for memory."""
        return self.room is not None and A_TRIPLE * self.triples > self.room.bytes

    @property
    def at_once(self) -> int:
        """How many rows are worked on at once."""
        return AT_ONCE if self.room is None else max(1024, min(AT_ONCE, self.room.bytes // A_ROW))

    @property
    def spill(self) -> Path | None:
        """The folder for what is of no use afterwards; None: the system's."""
        return None if self.room is None else self.room.spill

    def columns(self, name: str, fingerprint: str, make: Make) -> tuple[dict[str, Array], Json]:
        """The columns that `make` fills, and what it tells. Of files that are there already, `name` says what they hold
        and `fingerprint` what it depends on. Where the graph's folder cannot be written, files that are not there are
        gone with the process. StorageError if the disk refuses."""
        if not self.on_disk:
            columns = InMemory()
            told = make(columns)
            return columns.done(), told
        place = self.folder / FOLDER / name
        return kept_if_possible(place, sha256(f"{name} {fingerprint}".encode()).hexdigest(), make, self.spill)

    def order(self, name: str, fingerprint: str, column: Codes) -> Longs:
        """The rows of a column by the codes that it holds, those of one code ascending."""
        if not self.on_disk:
            return np.argsort(column, kind="stable").astype(np.int64, copy=False)
        size = len(column)

        def make(columns: Columns) -> Json:
            columns.add(row=np.zeros(0, np.int64))
            sample, _ = _keyed(column, slice(0, size, stride(self.at_once)))
            blocks = (_keyed(column, part) for part in parts(slice(0, size), self.at_once))
            for _, row in in_order(blocks, sample, size, self.at_once, self.spill):
                columns.add(row=row)
            return {}

        return self.columns(name, fingerprint, make)[0]["row"]

    def aside(self, worked_out: Callable[[], Array]) -> Array:
        """An array that is read here and there, and long kept."""
        array = worked_out()
        return aside(array, self.spill) if self.on_disk else array


def _keyed(column: Codes, rows: slice) -> tuple[Longs, Longs]:
    """A code and its row as one number, so that no two are equal however often a code is there; and the row."""
    row = np.arange(rows.start, rows.stop, rows.step, dtype=np.int64)
    return column[rows].astype(np.int64) * len(column) + row, row
