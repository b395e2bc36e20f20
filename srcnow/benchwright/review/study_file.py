"""Open the file of a study: a SQLite file that many threads read and write, each change in one transaction.

What a transaction has written is on the disk when it ends (write-ahead log, synchronous FULL), so that a process that
is killed at any moment loses nothing that it had acknowledged.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import quote

from benchwright.errors import StorageError, UsageError
from benchwright.files.atomic import make_folder
from benchwright.files.disk_errors import writing

APPLICATION: Final = 0x42525631
"""What SQLite files of this kind carry in their header ("BRV1")."""
VERSION: Final = 1
_PATIENCE = 30.0  # seconds for another's transaction, which takes milliseconds


class StudyFile:
    """The file of a study. Each thread has a connection of its own; a write waits for the one before it."""

    def __init__(self, path: Path) -> None:
        """Raises UsageError for a file that is missing or something else."""
        self.path = path
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._mutex = threading.Lock()
        self._writing = threading.Lock()  # SQLite's own wait is a poll of up to 0.1 s, and favours the latest
        if not path.is_file():
            raise UsageError(f"{path} is missing", hint="begin the study with: benchwright review serve")
        try:
            found = self.read().execute("PRAGMA application_id").fetchone()[0]
            version = self.read().execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            raise UsageError(f"{path} cannot be read: {error}", hint="restore a copy of it") from error
        if found != APPLICATION:
            raise UsageError(f"{path} is not the file of a study", hint="give the folder of a study")
        if version > VERSION:
            raise UsageError(f"{path} was made by a newer version of Benchwright", hint="use that version")

    def read(self) -> sqlite3.Connection:
        """This thread's connection, for reading."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = _connect(self.path, "rw")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            self._local.connection = connection
            with self._mutex:
                self._all.append(connection)
        return connection

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all that is written in the block is on the disk after it, or nothing is. StorageError if the
        disk refuses."""
        connection = self.read()
        with self._writing:
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise StorageError(
                    f"cannot write {self.path}: {error}",
                    hint="make room if the disk is full; what was saved before is whole",
                ) from error
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connections of all threads. Nothing may be under way."""
        with self._mutex:
            for connection in self._all:
                connection.close()
            self._all.clear()


def make_file(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Make the file of a study, whole or not at all."""
    make_folder(path.parent)
    draft = path.with_name(f"{path.name}.draft")
    with writing(path):
        draft.unlink(missing_ok=True)
        draft.touch(0o600)  # it holds what the links are made of; SQLite gives its log the same rights
        try:
            with closing(_connect(draft, "rwc")) as connection:
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
                schema = (files(__package__) / "schema.sql").read_text("utf-8")
                connection.executescript(f"BEGIN IMMEDIATE;\n{schema}")
                fill(connection)
                connection.execute("COMMIT")
            draft.replace(path)
        except sqlite3.Error as error:
            raise StorageError(f"cannot write {path}: {error}", hint="make room if the disk is full") from error
        finally:
            with suppress(FileNotFoundError):
                draft.unlink()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    place = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(place, timeout=_PATIENCE, uri=True, check_same_thread=False, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    return connection
