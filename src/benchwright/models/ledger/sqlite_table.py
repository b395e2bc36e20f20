"""Makes, opens and writes the ledger's one SQLite table."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

from benchwright.models.ledger.calls import COLUMNS, CallRow

PAGE: Final = 4096
"""Bytes of a page in every ledger."""
APPLICATION: Final = 0x424C4731
"""What SQLite files of this kind carry in their header ("BLG1")."""
VERSION: Final = 1
"""The table's version. A file with a higher one is refused."""

_PATIENCE = 1.0  # seconds for another's lock: of ours nobody else holds one

SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM calls"
_INSERT = f"INSERT INTO calls ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT DO NOTHING"


def connect(path: Path, mode: Literal["rwc", "ro", "memory"]) -> sqlite3.Connection:
    """A connection to the file at `path` that any one thread at a time may use, without transactions of its own.
    `memory` leaves the file alone. Raises sqlite3.Error."""
    return _connect(path, f"mode={mode}")


def look(path: Path) -> sqlite3.Connection:
    """A connection to read a file that another process may be writing. Raises sqlite3.Error."""
    # Without a log nobody writes it: then no files of SQLite's are left beside it.
    return _connect(path, "mode=ro" if path.with_name(path.name + "-wal").exists() else "immutable=1")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    place = f"file:{quote(str(path.absolute()))}?{how}"
    connection = sqlite3.connect(place, timeout=_PATIENCE, uri=True, check_same_thread=False, isolation_level=None)
    connection.text_factory = _text
    return connection


def _text(data: bytes) -> str:
    """Words of a damaged row may be no words any more: its seal says so, and no error is wanted before."""
    return data.decode("utf-8", "replace")


def open_to_write(path: Path) -> sqlite3.Connection:
    """The writing connection, the table made if it is not there. What is committed is on the disk."""
    connection = connect(path, "rwc")
    connection.execute(f"PRAGMA page_size = {PAGE}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    create(connection)
    return connection


def create(connection: sqlite3.Connection) -> None:
    """Make the table and say what file this is, in one transaction; nothing if that was done."""
    if connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION:
        return
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute((files(__package__) / "schema.sql").read_text("utf-8"))
    connection.execute("COMMIT")


def find(connection: sqlite3.Connection, key: bytes) -> tuple[CallRow | None, bool]:
    """The sound row of a key, if there is one; and whether there is a row at all. Raises sqlite3.Error."""
    values = connection.execute(f"{SELECT} WHERE key = ?", (key,)).fetchone()
    row = None if values is None else CallRow.read(values)
    return (row if row is not None and row.key == key and row.fits() else None), values is not None


def insert(connection: sqlite3.Connection, row: CallRow) -> CallRow:
    """Put a row; the row that stands. A reply is final, so that a sound row of the same key stays. Raises
    sqlite3.Error."""
    if connection.execute(_INSERT, row.values).rowcount:
        return row
    standing, _ = find(connection, row.key)
    if standing is not None:
        return standing
    connection.execute("DELETE FROM calls WHERE key = ?", (row.key,))
    connection.execute(_INSERT, row.values)
    return row
