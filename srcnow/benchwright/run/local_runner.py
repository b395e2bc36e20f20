"""Run attempts on this machine until every quota is filled or cannot be. Knows no questions and no folders.

One thread (the caller's) decides: it keeps the pool busy with the attempts nearest to the commit frontier, takes what
is done, and hands it to the log in groups, so that the disk is waited for a few times a second and not once an
attempt. Attempts that compute run on the pool's threads; those that wait for something are started elsewhere
(`AsyncAttempts`), and only their ends arrive here. A kill loses what was under way and the last group; whoever makes
attempts that cost something keeps its own record of what was paid. When `run` returns or raises, the
log has all that was done, but for attempts whose request a service refused: they are written when the run ends by
itself. If the run ends because every request is refused, the next run makes them again.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from queue import Empty, SimpleQueue
from types import FrameType

from benchwright.errors import BenchwrightError, RequestError, StoppedError, UsageError
from benchwright.records import Outcome, Status
from benchwright.run.attempt import AsyncAttempts
from benchwright.run.commit import CellState, Committer
from benchwright.run.quota import AttemptWaves, RollingAttempts

GROUP_SECONDS = 0.05
GROUP_RECORDS = 64
REPORT_SECONDS = 0.1

Attempt = Callable[[str, int], Outcome]
Sink = Callable[[Sequence[Outcome]], None]


class Ending(StrEnum):
    """Why a run came to its end."""

    FINISHED = "finished"  # every cell is filled or has no more attempts
    STOPPED = "stopped"  # asked to stop: the same command continues
    HELD = "held"  # attempts failed in passing and hold the frontier: the same command tries them again
    LIMITED = "limited"  # as many attempts were made as were allowed: the same command goes on


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is: the current state of its cells (it changes during the run), the attempts of this process, the
    seconds so far, and what was spent, in words."""

    cells: Sequence[CellState]
    attempts: int
    seconds: float
    spent: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a run ended, the attempts that this process made, and what held it (`line()` of each passing failure)."""

    ending: Ending
    attempts: int
    held_by: tuple[str, ...] = ()


@contextmanager
def stop_on_interrupt(stop: threading.Event) -> Iterator[None]:
    """Inside the block the first Ctrl-C sets `stop`, the second interrupts as usual. Does nothing off the main thread,
    where Python gives no signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def once(_signal: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class LocalRunner:
    """One run over a committer: `attempt` makes outcomes, `sink` puts them on the disk.

    An attempt that raises a retryable BenchwrightError stays pending: the others run ahead as far as they may, and the
    run ends as HELD. A UsageError is the user's to mend and would meet every attempt: what is under way is finished and
    written, then it is raised. Any other BenchwrightError is an outcome: failed. What is no BenchwrightError is a bug,
    and is raised like a UsageError.

    `waiting` starts the attempts that wait for something outside this process. `prior` is the acceptance rate that is
    assumed before any has ended; with `waves`, a cell gets more attempts only when all of its earlier ones have ended
    (`AttemptWaves`). `limit` bounds the attempts that this run makes, `per_cell` their numbers, both None for no
    bound: what a pilot needs. `begun` are the attempts of earlier passes of the same run: they count for the limit, and
    may be made again.
    """

    def __init__(
        self,
        attempt: Attempt,
        committer: Committer,
        sink: Sink,
        *,
        concurrency: int = 1,
        waiting: AsyncAttempts | None = None,
        waves: bool = False,
        prior: float = 0.5,
        limit: int | None = None,
        begun: set[tuple[str, int]] | None = None,
        per_cell: int | None = None,
        stop: threading.Event | None = None,
        on_progress: Callable[[RunProgress], None] | None = None,
    ) -> None:
        self._waiting = waiting
        pacing = AttemptWaves if waves else RollingAttempts
        self._pacing = {cell: pacing(state, prior) for cell, state in committer.cells.items()}
        self._limit = math.inf if limit is None else limit
        self._begun = set() if begun is None else begun
        self._per_cell = math.inf if per_cell is None else per_cell
        self._attempt = attempt
        self._committer = committer
        self._sink = sink
        self._concurrency = concurrency
        self._stop = stop or threading.Event()
        self._on_progress = on_progress
        self._done: SimpleQueue[Future[Outcome]] = SimpleQueue()
        self._running: dict[Future[Outcome], tuple[str, int]] = {}
        self._pooled: set[Future[Outcome]] = set()
        self._next = dict.fromkeys(committer.cells, 0)  # by cell, the lowest number that was not yet handed out
        self._held_by: dict[tuple[int, str], str] = {}
        self._bug: BaseException | None = None
        self._unwritten: list[Outcome] = []
        self._refused: list[Outcome] = []
        self._made = 0
        self._started = self._written = self._reported = time.monotonic()

    def run(self) -> Result:
        """Make attempts until the end; call it once. Raises StorageError if the disk refuses."""
        self._committer.advance()
        for state in self._committer.cells.values():
            state.under_way = 0
        with ThreadPoolExecutor(self._concurrency, thread_name_prefix="attempt") as pool:
            try:
                while True:
                    if self._over:
                        self._wind_down()
                    else:
                        self._hand_out(pool)
                    if not self._running:
                        break
                    self._take_in()
            finally:
                for future in list(self._running):  # an interrupt or a full disk: nothing may go on with what is queued
                    future.cancel()
                if self._bug is None:
                    self._unwritten += self._refused
                self._write()
        if self._bug is not None:
            raise self._bug
        self._report(always=True)
        return Result(self._ending(), self._made, tuple(line for _, line in sorted(self._held_by.items())))

    @property
    def _over(self) -> bool:
        return self._committer.finished or self._stop.is_set() or self._bug is not None

    def _ending(self) -> Ending:
        if self._committer.finished:
            return Ending.FINISHED
        if self._stop.is_set():
            return Ending.STOPPED
        limited = len(self._begun) >= self._limit or self._per_cell < math.inf
        return Ending.LIMITED if limited and not self._held_by else Ending.HELD

    def _hand_out(self, pool: ThreadPoolExecutor) -> None:
        """Keep twice as many attempts under way as may run at once, so that none waits for this thread."""
        while len(self._running) < 2 * self._concurrency:
            chosen = min(self._candidates(), default=None)
            if chosen is None:
                return
            number, cell = chosen
            self._next[cell] = number + 1
            self._begun.add((cell, number))
            self._committer.cells[cell].under_way += 1
            future = self._waiting.start(cell, number) if self._waiting else None
            if future is None:
                future = pool.submit(self._attempt, cell, number)
                self._pooled.add(future)
            self._running[future] = (cell, number)
            future.add_done_callback(self._done.put)

    def _candidates(self) -> Iterator[tuple[int, str]]:
        """The next attempt of each open cell that is worth making now."""
        for cell, state in self._committer.cells.items():
            if state.closed:
                continue
            number = max(self._next[cell], state.seen)
            while number < state.quota.limit and self._committer.knows(cell, number):
                number += 1
            self._next[cell] = number
            if number >= min(state.quota.limit, self._per_cell):
                continue
            wanted = self._pacing[cell].wants(number, partial(self._committer.knows, cell))
            if wanted and (len(self._begun) < self._limit or (cell, number) in self._begun):
                yield number, cell

    def _take_in(self) -> None:
        """Wait for something to be done and take in all that is; write and report what is due."""
        try:
            # the wait is bounded, so that a request to stop is seen while long attempts are under way
            future = self._done.get(timeout=GROUP_SECONDS)
            while True:
                self._settle(future)
                future = self._done.get_nowait()
        except Empty:
            self._committer.advance()
        if len(self._unwritten) >= GROUP_RECORDS or time.monotonic() - self._written >= GROUP_SECONDS:
            self._write()
        self._report()

    def _settle(self, future: Future[Outcome]) -> None:
        """What one future came to: an outcome, something passing, or a bug."""
        cell, number = self._running.pop(future)
        self._pooled.discard(future)
        if future.cancelled():
            self._begun.discard((cell, number))
            self._committer.cells[cell].under_way -= 1
            return
        self._made += 1
        error = future.exception()
        if error is None:
            outcome = future.result()
            if (outcome.cell, outcome.number) != (cell, number):
                self._bug = ValueError(f"asked for attempt {number} of {cell}, got {outcome.number} of {outcome.cell}")
                return
        elif isinstance(error, UsageError) or not isinstance(error, BenchwrightError):
            self._bug = self._bug or error
            return
        elif isinstance(error, StoppedError):
            return
        elif error.retryable:
            self._held_by[number, cell] = error.line()
            return
        else:
            outcome = Outcome(cell, number, Status.FAILED, reason=type(error).__name__, detail=error.line())
        refused = isinstance(error, RequestError) and error.refusal
        (self._refused if refused else self._unwritten).append(outcome)
        self._committer.cells[cell].under_way -= 1
        self._committer.offer(outcome)

    def _wind_down(self) -> None:
        """Begin nothing more. What waits in the pool is cancelled; what runs there goes on, and is taken in. What waits
        elsewhere is told to send nothing more, and not cancelled: a call under way is paid for."""
        if self._waiting:
            self._waiting.halt()
        for future in self._pooled.intersection(self._running):
            future.cancel()

    def _write(self) -> None:
        group, self._unwritten = self._unwritten, []
        if group:
            self._sink(group)
        self._written = time.monotonic()

    def _report(self, *, always: bool = False) -> None:
        now = time.monotonic()
        if self._on_progress and (always or now - self._reported >= REPORT_SECONDS):
            self._reported = now
            self._on_progress(RunProgress(tuple(self._committer.cells.values()), self._made, now - self._started))
