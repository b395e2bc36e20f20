"""Checks the file that stands where a ledger should be: new or sound; anything else is refused in one line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from benchwright.errors import UsageError
from benchwright.models.ledger.sqlite_table import APPLICATION, PAGE, SELECT, VERSION, look

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
        whole = version == VERSION and pragma("encoding") == "UTF-8" and pragma("page_size") == PAGE
        return "sound" if whole and pragma("integrity_check(1)") == "ok" else "damaged"
