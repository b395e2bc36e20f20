"""Writes to the ledger from one thread: whatever waits for the disk goes into one transaction.

A commit costs a wait for the disk (1 to 10 ms) and half a millisecond of CPU, however many rows it holds. While one is
under way the next ones gather, so that the rate of rows is not bound to the rate of commits; and a job that has time
waits a little for company.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from benchwright.errors import StorageError

T = TypeVar("T")


_Work = Callable[[sqlite3.Connection], Any]


class GroupWriter:
    """Runs jobs on a connection that no one else uses, in one thread."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._waiting: list[tuple[_Work, Future[Any]]] = []
        self._mutex = threading.Lock()
        self._closing = threading.Event()

    async def share(self, work: Callable[[sqlite3.Connection], T], patience: float = 0.0) -> T:
        """Run a job in one transaction with whatever else waits; its result once the disk has it. The first of a group
        says for how long it gathers, by its `patience` in seconds. A caller that is cancelled does not stop its job.
        Raises StorageError if the disk refuses; an error of a value that the job cannot write ends no other job."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # so that a caller's end is not the job's
        with self._mutex:
            if not self._waiting:  # else a commit is on its way that will take this one along
                self._thread.submit(self._commit, time.monotonic() + patience)
            self._waiting.append((work, future))
        return await asyncio.wrap_future(future)

    def alone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job that makes its own transactions, and wait for it. Raises what it raises, and StorageError for an
        error of the database."""
        try:
            return self._thread.submit(self._rolled_back, work).result()
        except sqlite3.Error as error:
            raise self._refused(error) from error

    def close(self) -> None:
        """Do what waits, then close the connection. A second time is nothing."""
        self._closing.set()
        self._thread.shutdown(wait=True)
        self._connection.close()

    # ------------------------------------------------------------------ the thread
    def _commit(self, due: float) -> None:
        """All that waits in one transaction: each has its result, or its error, when the disk has them all."""
        early = due - time.monotonic()
        if early > 0:
            self._closing.wait(early)
        with self._mutex:
            group, self._waiting = self._waiting, []
        results: list[Any] = [StorageError(f"{self._name} was not written") for _ in group]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            uncommitted = [self._result(work) for work, _ in group]
            self._connection.execute("COMMIT")
            results = uncommitted
        except sqlite3.Error as error:
            results = [self._refused(error) for _ in group]
        finally:
            self._undo()
            for (_, future), result in zip(group, results, strict=True):
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)

    def _result(self, work: _Work) -> Any:
        """What a job returns, or its own error: one of the values that it wanted to write."""
        try:
            return work(self._connection)
        except (TypeError, ValueError, OverflowError, sqlite3.DataError, sqlite3.ProgrammingError) as error:
            return error

    def _rolled_back(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return work(self._connection)
        finally:
            self._undo()

    def _undo(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _refused(self, error: sqlite3.Error) -> StorageError:
        return StorageError(
            f"cannot write {self._name}: {error}",
            hint="make room if the disk is full, and run the same command again; what was written before is whole",
        )
