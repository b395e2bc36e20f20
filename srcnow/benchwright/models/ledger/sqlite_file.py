"""Checks, opens and writes the ledger's SQLite file with its one table; anything else is refused in one line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

from benchwright.errors import UsageError
from benchwright.models.ledger.calls import COLUMNS, CallRow

PAGE: Final = 4096
"""Bytes of a page in every ledger."""
APPLICATION: Final = 0x424C4731
"""What SQLite files of this kind carry in their header ("BLG1")."""
VERSION: Final = 2
"""The version of files that are made now. A file with a higher one is refused. In version 1 the keys do not tell the
endpoints of a model apart: such a file goes on so, lest its calls be paid for again."""

_PATIENCE = 1.0  # seconds for another's lock: of ours nobody else holds one

_MAGIC = b"SQLite format 3\0"
# What says nothing of the file's content: locked, no memory, no reading, no opening. The low byte of SQLite's codes.
_NOT_THE_FILE = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)

SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM calls"
_INSERT = f"INSERT INTO calls ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT DO NOTHING"


def connect(path: Path, mode: Literal["rwc", "ro", "memory"]) -> sqlite3.Connection:
    """A connection to the file at `path` that any one thread at a time may use, without transactions of its own.
    `memory` leaves the file alone. Raises sqlite3.Error."""
    return _connect(path, f"mode={mode}")


def look(path: Path) -> sqlite3.Connection:
    """A connection to read a file that another process may be writing. Raises sqlite3.Error."""
    # Without a log nobody writes it: then no files of SQLite's are left beside it.
    return _connect(path, "mode=ro" if wal_of(path).exists() else "immutable=1")


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


# ------------------------------------------------------------------ is it a ledger?
def check_file(path: Path) -> Literal["new", "sound"]:
    """Whether there is a ledger in the file and its write-ahead log, or nothing yet. Call it before this process opens
    the file. Raises UsageError for a damaged file, for one that is something else and for one of a newer version;
    OSError or sqlite3.Error for one that cannot be read."""
    if not path.exists():
        return "new"
    size, wal = path.stat().st_size, wal_of(path)
    if size == 0 and not (wal.exists() and wal.stat().st_size):
        return "new"  # killed before the first page was written
    try:
        # SQLite takes less than a page for nothing at all, and throws the log of such a file away.
        state = _check_by_sqlite(path) if size >= PAGE else "damaged"
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _NOT_THE_FILE:
            raise
        state = "damaged"
    if state == "damaged":
        raise refusal(path)
    return state


def wal_of(path: Path) -> Path:
    """SQLite's write-ahead log of a file."""
    return path.with_name(f"{path.name}-wal")


def refusal(path: Path) -> UsageError:
    """The error for a file that is damaged, or is not a ledger."""
    with open(path, "rb") as file:
        head = file.read(72)
    if not head.startswith(_MAGIC) or head[68:] != APPLICATION.to_bytes(4, "big"):
        return UsageError(f"{path} is not a ledger", hint="give the path of a ledger, or move that file away")
    return UsageError(
        f"{path} is damaged",
        hint="restore a copy of it, or move it aside: the calls in it are then paid for again "
        f"(`sqlite3 {path.name} .recover` may save them)",
    )


def _check_by_sqlite(path: Path) -> Literal["new", "sound", "damaged"]:
    """What SQLite makes of the file. Raises sqlite3.DatabaseError, and UsageError for a newer version."""
    with closing(look(path)) as connection:

        def pragma(name: str) -> object:
            return connection.execute(f"PRAGMA {name}").fetchone()[0]

        if pragma("application_id") != APPLICATION:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return "damaged" if tables else "new"  # no table: killed before it was made
        version = pragma("user_version")
        if isinstance(version, int) and version > VERSION:
            raise UsageError(
                f"{path} was made by a newer version of Benchwright", hint="use that version, or another folder"
            )
        connection.execute(f"{SELECT} LIMIT 0")
        whole = version in (1, VERSION) and pragma("encoding") == "UTF-8" and pragma("page_size") == PAGE
        return "sound" if whole and pragma("integrity_check(1)") == "ok" else "damaged"
