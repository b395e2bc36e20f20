"""What to make of a file that stands where a ledger should be: new, sound, damaged, or something else.

Carrying the rows of a damaged file over into a new one is done in steps that a kill may interrupt anywhere: the new
file is finished beside the old one, then the old one is copied to its second name, then the old one's log goes, and at
last the new one takes the old one's place. Whoever opens the ledger next goes on from there.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from benchwright.errors import UsageError
from benchwright.files.atomic import atomic_path, write_atomic
from benchwright.models.ledger.calls import CallRow
from benchwright.models.ledger.carve import carve
from benchwright.models.ledger.sqlite_table import APPLICATION, PAGE, SELECT, VERSION, connect, create, insert, look

DAMAGED: Final = ".damaged"
"""What a damaged file's name ends in once its rows were carried over."""
RECOVERED: Final = ".recovered"
"""What the new file's name ends in until it takes the old one's place."""

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
_NONE_OF_OURS = "give the path of a ledger, or move that file away"


@dataclass(frozen=True, slots=True)
class Health:
    """The state of a ledger's file; `rows` are those of a damaged one that are whole."""

    state: Literal["new", "sound", "damaged"]
    rows: tuple[CallRow, ...] = ()


def beside(path: Path, end: str) -> Path:
    """The file beside `path` whose name ends so."""
    return path.with_name(path.name + end)


def examine(path: Path, *, to_write: bool = False) -> Health:
    """Look at a file and its write-ahead log, before this process has opened it if it is `to_write`. Raises UsageError
    for a file that is something else or of a newer version, OSError or sqlite3.Error for one that cannot be read."""
    if not path.exists():
        return Health("new")
    size, wal = path.stat().st_size, beside(path, "-wal")
    if size == 0 and not (wal.exists() and wal.stat().st_size):
        return Health("new")  # killed before the first page was written
    try:
        # SQLite takes less than a page for nothing at all, and throws the log of such a file away.
        state = _ask(path) if size >= PAGE else "damaged"
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _NOT_THE_FILE:
            raise
        state = "damaged"
    if state != "damaged" and (not to_write or _writable(path)):
        return Health(state)
    rows = carve(path)
    if not rows and not _says_ours(path):
        raise UsageError(f"{path} is no ledger", hint=_NONE_OF_OURS)
    return Health("damaged", tuple(rows[key] for key in sorted(rows)))


def _ask(path: Path) -> Literal["new", "sound", "damaged"]:
    """What SQLite makes of the file. Raises sqlite3.DatabaseError, and UsageError for a newer version."""
    with closing(look(path)) as connection:

        def pragma(name: str) -> object:
            return connection.execute(f"PRAGMA {name}").fetchone()[0]

        if pragma("application_id") != APPLICATION:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            # No table: killed before it was made. Another's tables: the caller finds none of our rows.
            return "damaged" if tables else "new"
        version = pragma("user_version")
        if isinstance(version, int) and version > VERSION:
            raise UsageError(
                f"{path} was made by a newer version of Benchwright", hint="use that version, or another folder"
            )
        connection.execute(f"{SELECT} LIMIT 0")
        whole = version == VERSION and pragma("encoding") == "UTF-8" and pragma("page_size") == PAGE
        return "sound" if whole and pragma("integrity_check(1)") == "ok" else "damaged"


def _writable(path: Path) -> bool:
    """Whether the header lets SQLite write the file: a damaged one may say that a newer format is needed for that. Not
    for a file that this process has open: to close it here would let go of SQLite's locks."""
    with open(path, "rb") as file:
        return file.read(20)[18:] in (b"\1\1", b"\2\2")  # without and with a write-ahead log


def _says_ours(path: Path) -> bool:
    """Whether the header names a ledger, whatever has become of the rest."""
    with open(path, "rb") as file:
        head = file.read(72)
    return head.startswith(_MAGIC) and head[68:] == APPLICATION.to_bytes(4, "big")


def salvage(path: Path, rows: Iterable[CallRow]) -> None:
    """Put a new file with these rows in the place of the damaged one, which stays beside it as `<name>.damaged`."""
    with atomic_path(beside(path, RECOVERED)) as temporary, closing(connect(temporary, "rwc")) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        create(connection)
        connection.execute("BEGIN IMMEDIATE")
        for row in rows:
            insert(connection, row)
        connection.execute("COMMIT")
    finish_swap(path)


def finish_swap(path: Path) -> None:
    """Go on where a killed `salvage` ended, if there was one."""
    new = beside(path, RECOVERED)
    if not new.exists():
        return
    if path.exists():
        with atomic_path(beside(path, DAMAGED)) as copy:
            shutil.copyfile(path, copy)
    wal = beside(path, "-wal")
    if wal.exists():
        write_atomic(beside(path, f"{DAMAGED}-wal"), wal.read_bytes())
    # Before the new file has the name: SQLite would lay the old one's log over it.
    for end in ("-wal", "-shm"):
        beside(path, end).unlink(missing_ok=True)
    os.replace(new, path)
