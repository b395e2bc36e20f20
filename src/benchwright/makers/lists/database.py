"""DuckDB as these queries use it: bounded in memory, spilling into a folder of its own, no extensions, no files of
others. The statements are files beside this module (`sql/*.sql`); values only ever go in as parameters or as columns.

Its joins, groups and sorts spill, but each operator of a statement, in each thread, keeps some pages that it does not
give back: a statement of many joins fails in a small memory however large the disk is. So work is done in parts of so
many rows (`Room.rows`), by as few threads as have room, and what several statements ask for is made a table once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from benchwright.errors import StorageError
from benchwright.files.memory_sizes import memory_bytes
from benchwright.makers.lists.queries import Edges

if TYPE_CHECKING:
    import duckdb

A_THREAD = 128 * 10**6
"""Bytes that each thread of the database needs not to fail."""

A_ROW = 128
"""Bytes that a joined row takes in all operators of a statement together, as measured."""


@dataclass(frozen=True, slots=True)
class Room:
    """What queries may take: `memory` such as 2GB, `spill` the folder for what does not fit (None: the system's folder
    for temporary files), `threads` how many work side by side (None: one a core)."""

    memory: str = "2GB"
    spill: Path | None = None
    threads: int | None = None

    @property
    def bytes(self) -> int:
        """`memory` in bytes. UsageError if it is no size."""
        return memory_bytes(self.memory)

    @property
    def workers(self) -> int:
        """How many threads there is memory for."""
        return max(1, min(self.threads or os.cpu_count() or 1, self.bytes // A_THREAD))

    @property
    def rows(self) -> int:
        """How many rows a part may join and group at once."""
        return max(1, self.bytes // A_ROW)


class Database:
    """An open connection; see `opened`."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, room: Room, spill: Path) -> None:
        self._connection = connection
        self._room = room
        self.spill = spill

    def register(self, name: str, columns: Mapping[str, npt.NDArray[Any]]) -> None:
        """Columns of one length as a table; numbers are not copied."""
        self._connection.register(name, pa.table({key: pa.array(column) for key, column in columns.items()}))

    def register_edges(self, edges: Edges) -> None:
        """The table `edges`: view, given, answer, proven."""
        columns = {"view": edges.view, "given": edges.given, "answer": edges.answer, "proven": edges.proven}
        self.register("edges", columns)

    def keep(self, name: str) -> None:
        """Make what the statement in `sql/<name>.sql` gives a table of that name, on disk as far as memory is short.
        StorageError as `run`."""
        with self._told():
            self._connection.execute(f"CREATE TABLE {name} AS {_statement(name)}")

    def run(self, name: str, **parameters: float) -> dict[str, npt.NDArray[Any]]:
        """The columns that the statement in `sql/<name>.sql` gives, by name, without nulls. StorageError if memory or
        the spill folder do not suffice."""
        with self._told():
            table = self._connection.sql(_statement(name), params=parameters).to_arrow_table()
        return {key: np.asarray(table.column(key).to_numpy()) for key in table.column_names}

    @contextmanager
    def _told(self) -> Iterator[None]:
        import duckdb

        try:
            yield
        except duckdb.OutOfMemoryException as error:
            if "temp_directory" in str(error).splitlines()[0]:
                raise StorageError(
                    f"{self.spill} is too small for what queries put there",
                    hint="make room, or name another folder as spill",
                ) from error
            raise StorageError(
                f"queries do not fit into {self._room.memory} of memory", hint="raise memory in the plan's lists"
            ) from error
        except duckdb.IOException as error:
            raise StorageError(
                f"queries cannot put aside what does not fit: {str(error).splitlines()[0]}",
                hint="make room in the spill folder, or name another one as spill",
            ) from error


def _statement(name: str) -> str:
    return files(__package__).joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")


@contextmanager
def opened(room: Room) -> Iterator[Database]:
    """A database in memory within `room`; what it spills is gone afterwards. StorageError if the spill folder cannot be
    used, UsageError for a size that is none."""
    import duckdb

    try:
        if room.spill is not None:
            room.spill.mkdir(parents=True, exist_ok=True)
        folder = TemporaryDirectory(prefix="queries-", dir=room.spill)
    except OSError as error:
        raise StorageError(
            f"{room.spill} cannot take what queries spill: {error.strerror}", hint="name another folder as spill"
        ) from error
    with folder as spill:
        settings: dict[str, Any] = {
            "memory_limit": f"{room.bytes}B",
            "temp_directory": spill,
            "threads": room.workers,
            "preserve_insertion_order": False,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "allow_community_extensions": False,
        }
        connection = duckdb.connect(":memory:", config=settings)
        try:
            yield Database(connection, room, Path(spill))
        finally:
            connection.close()
