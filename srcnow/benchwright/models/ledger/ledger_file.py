"""Opens the ledger: the record of every model call in one SQLite file, with one writer and many readers.

    ledger.sqlite           the calls; -wal and -shm beside it are SQLite's, and part of it

What `put` has returned from is on the disk, through a kill and a power cut. A damaged row answers nothing; a damaged
file is refused, and so is a file that is something else.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self

from benchwright.errors import StorageError, UsageError
from benchwright.files.atomic import make_folder
from benchwright.files.locks import file_lock
from benchwright.models.base import Reply, Request
from benchwright.models.ledger.calls import CallRow, LedgerStats, RecordedCall
from benchwright.models.ledger.jsonl_export import read_lines, write_lines
from benchwright.models.ledger.sqlite_file import (
    SELECT,
    check_file,
    connect,
    create,
    find,
    insert,
    look,
    open_to_write,
    refusal,
    wal_of,
)
from benchwright.models.ledger.writer import GroupWriter
from benchwright.records import Json

LEDGER: Final = "ledger.sqlite"
"""The ledger's name in a folder of ours."""
LEDGER_FILES: Final = frozenset({LEDGER, f".{LEDGER}.lock", f"{LEDGER}-wal", f"{LEDGER}-shm"})
"""All names that a ledger may leave in its folder."""

_BLOCK = 500  # rows a transaction or a reading: enough to vanish beside the disk, little enough for memory


class Ledger:
    """The record of model calls in one file. Any thread may ask; one process may write.

    `damaged` counts how often a row that was asked for could not be trusted.
    """

    def __init__(
        self,
        path: Path,
        reader: sqlite3.Connection,
        writer: GroupWriter | None,
        held: ExitStack,
        *,
        fresh: bool = False,
    ) -> None:
        self.path = path
        self.damaged = 0
        self._reader = reader
        self._writer = writer
        self._held = held
        self._fresh = fresh
        self._mutex = threading.Lock()  # SQLite's connection may be shared, one at a time

    @classmethod
    def open(cls, path: Path | str) -> Ledger:
        """Open a ledger to read and write; make it if there is none. One that was made here and has no call when it is
        closed is removed: a run that could not start leaves nothing.

        Raises LockedError if another process has it open, UsageError for a file that is damaged, something else or of a
        newer version, StorageError if the disk refuses.
        """
        place = Path(path)
        make_folder(place.parent)
        with ExitStack() as held:
            held.enter_context(file_lock(_lock_of(place), place))
            try:
                fresh = check_file(place) == "new"
                writing = open_to_write(place)
                held.callback(writing.close)
                reader = connect(place, "ro")
            except (OSError, sqlite3.Error) as error:
                raise StorageError(f"cannot open {place}: {error}", hint="check the path, and the disk") from error
            return cls(place, reader, GroupWriter(writing, str(place)), held.pop_all(), fresh=fresh)

    @classmethod
    def view(cls, path: Path | str) -> Ledger:
        """Open a ledger to read only, also while another process writes it. Changes nothing.

        Raises UsageError if there is none, or it is damaged, something else or of a newer version.
        """
        place = Path(path)
        if not place.is_file():
            raise UsageError(f"there is no ledger at {place}", hint="runs without a model call leave none")
        try:
            if check_file(place) == "sound":
                reader = look(place)
            else:
                reader = connect(place, "memory")
                create(reader)
        except (OSError, sqlite3.Error) as error:
            raise UsageError(f"cannot read {place}: {error}", hint="check the path, and the disk") from error
        return cls(place, reader, None, ExitStack())

    @cached_property
    def by_endpoint(self) -> bool:
        """Whether its keys tell endpoints of a model apart; those of an earlier version do not."""
        with self._mutex:
            return bool(self._reader.execute("PRAGMA user_version").fetchone()[0] > 1)

    @cached_property
    def endpoints(self) -> tuple[str, ...]:
        """All endpoints in its keys when this is first asked, sorted."""
        return tuple(sorted({str(call.request.get("endpoint", "")) for call in self.calls()}))

    def close(self) -> None:
        """Put on the disk what waits, and let go of the file. A second time is nothing."""
        with self._mutex:
            self._reader.close()
        if self._writer is not None:
            self._writer.close()
        if self._fresh:
            self._fresh = False
            self._remove_if_empty()
        self._held.close()

    def _remove_if_empty(self) -> None:
        """Remove the file that was made here if it holds no call, and its lock while that is held."""
        with suppress(OSError, sqlite3.Error):
            with closing(look(self.path)) as connection:
                called = connection.execute("SELECT 1 FROM calls").fetchone() is not None
            if not called:
                self.path.unlink()
                _lock_of(self.path).unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------ one call
    def get(self, key: str) -> Reply | None:
        """The reply to the request with this key, None if there is none that can be trusted."""
        row = self.row(key)
        return None if row is None else row.answer()

    def row(self, key: str) -> CallRow | None:
        """The call with this key, None if there is none that can be trusted."""
        try:
            digest = bytes.fromhex(key)
        except ValueError:
            return None
        with self._mutex:
            try:
                row, there = find(self._reader, digest)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.ProgrammingError):  # closed: a mistake of the caller's
                    raise
                row, there = None, True
            self.damaged += there and row is None
        return row

    async def put(self, request: Request, reply: Reply, *, patience: float = 0.0) -> Reply:
        """Record a completed call; returns once it is on the disk, which may be `patience` seconds later than need be,
        so that calls share a commit. A reply is final: if there is one already, that one stays, and is returned.
        ValueError for a reply with a number that JSON has not. Raises StorageError."""
        stands = await self._writing().share(lambda connection: _put(connection, request, reply), patience)
        return reply if stands is None else stands

    def put_all(self, calls: Iterable[tuple[Request | Json, Reply]]) -> int:
        """Record many completed calls and wait for the disk; how many of them are new. Raises StorageError."""
        listed = iter(calls)
        new = 0
        while block := list(islice(listed, _BLOCK)):
            new += self._writing().alone(partial(_put_block, block=block))
        return new

    def _writing(self) -> GroupWriter:
        if self._writer is None:
            raise ValueError(f"{self.path} was opened to read only")
        return self._writer

    # ------------------------------------------------------------------ all calls
    def rows(self) -> Iterator[CallRow]:
        """All calls that can be trusted as rows, by key: cheaper than `calls`, for counting. Raises UsageError if a
        page is damaged."""
        last = b""
        while block := self._block(last):
            for values in block:
                row = CallRow.read(values)
                if row is not None and row.fits():
                    yield row
                else:
                    self.damaged += 1
            last = bytes(block[-1][0])

    def _block(self, last: bytes) -> list[tuple[Any, ...]]:
        """The rows behind a key, some at a time."""
        try:
            with self._mutex:
                return self._reader.execute(f"{SELECT} WHERE key > ? ORDER BY key LIMIT {_BLOCK}", (last,)).fetchall()
        except sqlite3.DatabaseError as error:
            raise refusal(self.path) from error

    def keys(self) -> list[str]:
        """The keys of all calls that can be trusted, sorted."""
        return [row.key.hex() for row in self.rows()]

    def calls(self) -> Iterator[RecordedCall]:
        """All calls that can be trusted, by key."""
        return (row.call() for row in self.rows())

    def stats(self) -> LedgerStats:
        """What was called and what it cost, by model and purpose."""
        before = self.damaged
        stats = LedgerStats.of(row.cost for row in self.rows())
        return replace(stats, bytes=self.bytes, damaged=self.damaged - before)

    @property
    def bytes(self) -> int:
        """The size on the disk of the file and its write-ahead log."""
        both = (self.path, wal_of(self.path))
        return sum(one.stat().st_size for one in both if one.exists())

    # ------------------------------------------------------------------ the whole file
    def export(self, path: Path | str) -> int:
        """Write all calls as JSON Lines, by key (`lines.py`); how many they are. Raises StorageError."""
        return write_lines(Path(path), self.calls())

    def import_lines(self, path: Path | str) -> int:
        """Record the calls of an exported file; how many of them are new. Raises UsageError for a line that is no call;
        the calls before it may be recorded then."""
        return self.put_all((call.request, call.reply) for call in read_lines(Path(path)))

    def prune(self, keep: Collection[str]) -> int:
        """Forget all calls but those with these keys, and give the room back to the disk; how many were forgotten.
        Raises StorageError."""
        digests = [(bytes.fromhex(key),) for key in keep]
        return self._writing().alone(lambda connection: _prune(connection, digests))


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _put(connection: sqlite3.Connection, request: Request, reply: Reply) -> Reply | None:
    """Put one call into the open transaction; the reply that stands if it is another."""
    row = CallRow.of(request, reply)
    standing = insert(connection, row)
    return None if standing is row else standing.answer()


def _put_block(connection: sqlite3.Connection, block: list[tuple[Request | Json, Reply]]) -> int:
    rows = [CallRow.of(request, reply) for request, reply in block]
    connection.execute("BEGIN IMMEDIATE")
    new = sum(insert(connection, row) is row for row in rows)
    connection.execute("COMMIT")
    return new


def _prune(connection: sqlite3.Connection, keep: list[tuple[bytes]]) -> int:
    connection.execute("CREATE TEMP TABLE kept (key BLOB PRIMARY KEY)")
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT OR IGNORE INTO kept VALUES (?)", keep)
        gone = connection.execute("DELETE FROM calls WHERE key NOT IN (SELECT key FROM kept)").rowcount
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute("DROP TABLE temp.kept")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return gone
