"""Run the queries of a load in DuckDB, within the memory that it was given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pyarrow as pa

from benchwright.errors import MissingExtraError, StorageError
from benchwright.files.atomic import make_folder
from benchwright.graphs.load.item_tables import TABLES

if TYPE_CHECKING:
    import duckdb

BATCH = 65_536
_SQL = Path(__file__).with_name("sql")


@dataclass(frozen=True, slots=True)
class Engine:
    """A connection with the parts of a load as views, by the names of their tables."""

    connection: duckdb.DuckDBPyConnection

    def rows(self, query: str) -> Iterator[pa.RecordBatch]:
        """The rows of one of the queries in `sql/`, batch by batch. StorageError if memory or disk do not do."""
        text = (_SQL / f"{query}.sql").read_text(encoding="utf-8")
        with _disk_and_memory_errors():
            yield from cast(Iterator[pa.RecordBatch], self.connection.sql(text).to_arrow_reader(BATCH))

    def codes(self, view: str, path: Path, columns: str) -> None:
        """Show a finished file as a view, its row numbers as `code`."""
        self.connection.execute(
            f"CREATE OR REPLACE VIEW {view} AS SELECT {columns}, file_row_number::INTEGER AS code "
            f"FROM read_parquet({_quoted(path)}, file_row_number = true)"
        )


@contextmanager
def open_engine(parts: Path, *, memory: int, spill: Path, threads: int) -> Iterator[Engine]:
    """An engine over the parts in that folder, which takes `memory` bytes at most and spills to `spill`. Raises
    MissingExtraError without DuckDB."""
    try:
        import duckdb
    except ImportError as error:
        raise MissingExtraError("loading a graph", "graphs") from error

    make_folder(spill)
    connection = duckdb.connect(
        ":memory:",
        config={
            "memory_limit": f"{memory}B",
            "temp_directory": str(spill),
            "threads": threads,
            "preserve_insertion_order": False,
            "python_enable_replacements": False,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        },
    )
    try:
        with _disk_and_memory_errors():
            _show(connection, parts)
        yield Engine(connection)
    finally:
        connection.close()


def _show(connection: duckdb.DuckDBPyConnection, parts: Path) -> None:
    """Show the files of each table as a view of its name; a table without files is empty."""
    for name, schema in TABLES.items():
        files = sorted(parts.glob(f"[0-9]*-{name}.parquet"))
        if files:
            listed = ", ".join(map(_quoted, files))
            connection.execute(f'CREATE VIEW "{name}" AS SELECT * FROM read_parquet([{listed}])')
        else:
            columns = ", ".join(f'"{field.name}" {_SQL_TYPES[field.type]}' for field in schema)
            connection.execute(f'CREATE TABLE "{name}" ({columns})')


@contextmanager
def _disk_and_memory_errors() -> Iterator[None]:
    """What DuckDB is refused by memory or disk as StorageError; its other errors are faults of this package."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise StorageError(
            "there is too little memory to join the graph", hint="raise --memory, or name a larger folder with --spill"
        ) from error
    except (duckdb.IOException, duckdb.InvalidInputException, OSError) as error:
        message = " ".join(str(error).split("\n\n")[0].split())[:300]
        raise StorageError(
            f"the graph cannot be joined: {message}",
            hint="free disk space (see --spill); if a part is damaged, delete the folder and load again",
        ) from error


_SQL_TYPES = {pa.string(): "VARCHAR", pa.int32(): "INTEGER"}


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
