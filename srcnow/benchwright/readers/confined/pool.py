"""A pool of worker processes reads tasks, replaces workers that die, and yields the rows.

One thread, and no queue that grows: rows that the caller does not take stay in the pipe, and their worker waits.

    with WorkerPool(4, WorkerBounds()) as workers:
        for task, part in workers.run(tasks):
            ...

`run` gives the chunks of one task in order, then its Finished; tasks interleave. It pulls a task when a worker is free
for it, and one ahead for a busy one if the next input is a small file. To be used from one thread: the children die
with the thread that started them.
"""

from __future__ import annotations

import os
import selectors
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from benchwright.errors import BenchwrightError, ReadError
from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.confined.converter import Conversion
from benchwright.readers.confined.frames import Frame, FrameError, encode
from benchwright.readers.confined.job import ChangedError, Job
from benchwright.readers.confined.messages import Kind, chunk_of, finished_of, words_frame, words_of
from benchwright.readers.confined.worker import ExitReason, Worker
from benchwright.readers.read_task import InputEnd, ReadTask, RowChunk

READERS = "benchwright.readers.registered:READERS"

_TICK = 0.25
"""Seconds between two looks at whether the workers live."""

_AHEAD = 64 << 10
"""Bytes of a file that may wait in a worker for the one before it: both are read in less time than it would take to
wake that worker again. A large one does not wait while other workers are free."""

_CROWDED = 0.3
"""Seconds for which all workers have to be busy before another is started: about what a start costs. A handful of small
files is not met by a crowd."""

_STARTS = 3
"""How many workers in a row may die before they are ready. One alone may have met a moment without memory."""

_STATE = frozenset({"worker-crashed", "worker-memory"})
"""Deaths that the state which an earlier task left behind may have caused."""


class WorkerPool:
    """Up to `count` processes that read. They are started when there is work for them, and ended by `close`."""

    def __init__(
        self,
        count: int,
        bounds: WorkerBounds | None = None,
        *,
        fetch: Callable[[str], bytes] | None = None,
        readers: str = READERS,
        roots: Sequence[Path] = (),
    ) -> None:
        """`fetch` gets the bytes of an address, or raises ReadError. `readers` is where a child finds the readers of
        its tasks, as `module:name`. `roots`: the only folders that children may read besides Python's own, where the
        kernel can see to it; () for any."""
        self._count = count
        self._bounds = bounds or WorkerBounds()
        self._fetch = fetch
        self._readers = readers
        self._roots = [str(root) for root in roots]
        self._debug = os.environ.get("BENCHWRIGHT_DEBUG") == "1"
        self._workers: list[Worker] = []
        self._again: deque[Job] = deque()
        self._made: deque[tuple[ReadTask, RowChunk | InputEnd]] = deque()
        self._selector = selectors.DefaultSelector()
        self._looked = 0.0
        self._grown = 0.0
        self._stillborn = 0

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that there are now."""
        return tuple(worker.pid for worker in self._workers)

    def run(self, tasks: Iterable[ReadTask]) -> Iterator[tuple[ReadTask, RowChunk | InputEnd]]:
        """Read the tasks. BenchwrightError if workers do not start; else every task comes to its Finished."""
        source = iter(tasks)
        try:
            while self._hand_out(source) or any(worker.job for worker in self._workers):
                self._wait()
                self._hand_out(source)
                while self._made:
                    since = time.monotonic()
                    yield self._made.popleft()
                    self._excuse(time.monotonic() - since)
        finally:
            for worker in [worker for worker in self._workers if worker.job]:
                self._remove(worker, "worker-crashed", "no longer wanted")
            self._again.clear()
            self._made.clear()

    def confined(self) -> str:
        """What a worker says of its confinement."""
        while True:
            for worker in self._workers or (self._start(),):
                if worker.ready:
                    return worker.confined
            self._wait()

    def close(self) -> None:
        """End all processes."""
        for worker in list(self._workers):
            self._remove(worker, "worker-crashed", "no longer wanted")
        self._selector.close()

    def _hand_out(self, source: Iterator[ReadTask]) -> bool:
        """Give tasks to workers, as long as there are both. Whether any was given."""
        value = False
        while self._room() and (job := self._take_next(source)) is not None:
            worker = next((one for one in self._workers if not one.jobs and not (job.fresh and one.done)), None)
            self._give(worker or self._start(), job)
            value = True
        for worker in self._workers:
            if len(worker.jobs) == 1 and worker.ready and worker.done + 1 < self._bounds.tasks:
                job = self._take_next(source)
                if job is None:
                    break
                if job.fresh or not _small(job):
                    self._again.appendleft(job)
                    break
                self._give(worker, job)
                value = True
        return value

    def _take_next(self, source: Iterator[ReadTask]) -> Job | None:
        """What is to be read next: first what was given back."""
        if self._again:
            return self._again.popleft()
        return next(map(Job, source), None)

    def _give(self, worker: Worker, job: Job) -> None:
        worker.give(job)
        self._flush(worker)

    def _room(self) -> bool:
        """Whether a worker is free, or another may be started: one after the other, as long as all are busy."""
        if any(not worker.jobs for worker in self._workers) or not self._workers:
            return True
        return (
            len(self._workers) < self._count
            and all(worker.ready for worker in self._workers)
            and time.monotonic() - self._grown >= _CROWDED
        )

    def _start(self) -> Worker:
        if len(self._workers) >= self._count:  # a fresh one was asked for
            self._remove(next(one for one in self._workers if not one.jobs), "worker-crashed", "replaced")
        worker = Worker(self._bounds, self._readers, self._roots, self._debug)
        self._workers.append(worker)
        self._selector.register(worker.output, selectors.EVENT_READ, worker)
        self._selector.register(worker.errors, selectors.EVENT_READ, worker)
        return worker

    def _remove(self, worker: Worker, reason: str = "", detail: str = "") -> ExitReason:
        """End it if it has not ended, and tell what it died of."""
        if reason:
            worker.kill(reason, detail)
        self._workers.remove(worker)
        self._again.extendleft(reversed(list(worker.jobs)[1:]))  # it had not begun them
        for number in (worker.input, worker.output, worker.errors):
            if number in self._selector.get_map():
                self._selector.unregister(number)
        if worker.conversion is not None:
            self._selector.unregister(worker.conversion.errors)
            worker.conversion.close()
        return worker.reap()

    def _flush(self, worker: Worker) -> None:
        waiting = worker.flush()
        lookup = worker.input in self._selector.get_map()
        if waiting and not lookup:
            self._selector.register(worker.input, selectors.EVENT_WRITE, worker)
        elif lookup and not waiting:
            self._selector.unregister(worker.input)

    def _excuse(self, seconds: float) -> None:
        """Time in which nobody listened is not time in which a worker was silent."""
        for worker in self._workers:
            worker.sign += seconds

    def _wait(self) -> None:
        """Take what has come from each worker, or find those that have been silent for too long."""
        tick = min(_TICK, self._bounds.seconds / 4)
        for key, _ in self._selector.select(tick):
            worker: Worker = key.data
            if worker not in self._workers:
                continue
            if key.fd == worker.input:
                self._flush(worker)
            elif key.fd == worker.errors:
                if not worker.listen():
                    self._selector.unregister(worker.errors)
            elif worker.conversion is not None and key.fd == worker.conversion.errors:
                if not worker.conversion.listen():
                    self._converted(worker, worker.conversion)
            else:
                self._receive(worker)
        now = time.monotonic()
        if now - self._looked >= tick:
            self._looked = now
            for worker in [worker for worker in self._workers if worker.job or not worker.ready]:
                if worker.conversion is not None and worker.conversion.late():
                    self._converted(worker, worker.conversion)
                elif worker.silent(now):
                    seconds = self._bounds.seconds
                    self._died(worker, "worker-timeout", f"no sign of life for {seconds:g} s (see --seconds)")

    def _receive(self, worker: Worker) -> None:
        try:
            frames = worker.frames()
            if frames is None:
                self._died(worker)
                return
            for frame in frames:
                self._accept(worker, frame)
                if worker not in self._workers:
                    return
        except FrameError as error:
            # It may have been taken over: what else it says, of its units too, is worth nothing.
            detail = f"what it sent is not believed: {error}"
            if worker.job is None or not worker.ready:
                self._died(worker, "worker-crashed", detail)
            else:
                self._end(worker, worker.job, "worker-crashed", detail)

    def _accept(self, worker: Worker, frame: Frame) -> None:
        """Deal with one message. FrameError for one that has no place here."""
        job = worker.job
        if frame.kind == Kind.READY and not worker.ready:
            (worker.confined,) = words_of(frame, 1)
            worker.ready = True
            self._stillborn = 0
            self._grown = time.monotonic()
        elif job is None or not worker.ready:
            raise FrameError("it spoke unasked")
        elif frame.kind == Kind.CHUNK:
            self._take(worker, job, frame)
        elif frame.kind == Kind.FINISHED:
            self._finish(worker, job, frame)
        elif frame.kind == Kind.FETCH:
            if worker.answering:  # it would have this process fetch, and hold, without end
                raise FrameError("it asks again before it has taken the answer")
            self._answer(worker, *words_of(frame, 1))
        elif frame.kind == Kind.CONVERT:
            if worker.answering or worker.conversion is not None or len(frame.parts) != 2:
                raise FrameError("it asks for another conversion before it has the first")
            self._convert(worker, frame.parts[0].decode("ascii", "replace"), frame.parts[1])
        elif frame.kind == Kind.DYING:
            reason, detail = words_of(frame, 2)
            if reason not in ("worker-memory", "worker-output"):
                raise FrameError("an unknown death")
            more = (
                f"more than {self._bounds.memory:,} bytes of memory (see --memory)" if reason == "worker-memory" else ""
            )
            self._died(worker, reason, more or detail[:300])
        else:
            raise FrameError("a message of an unknown kind")

    def _take(self, worker: Worker, job: Job, frame: Frame) -> None:
        job.output += frame.size
        most = self._bounds.task_output
        if job.output > most and job.output > self._bounds.expansion * job.input_bytes():
            self._end(worker, job, "worker-output", f"more than {most:,} bytes came of it")
            return
        chunk = chunk_of(frame, job.name)
        try:
            if job.take(chunk):
                self._made.append((job.task, chunk))
        except ChangedError:
            self._end(worker, job, *_CHANGED)

    def _finish(self, worker: Worker, job: Job, frame: Frame) -> None:
        end, leaves = finished_of(frame)
        try:
            job.finish()
        except ChangedError:
            self._end(worker, job, *_CHANGED)
            return
        worker.finish()
        self._made.append((job.task, end))
        if leaves or worker.done >= self._bounds.tasks:
            self._again.extendleft(reversed(worker.jobs))  # it has not begun any of them
            worker.jobs.clear()
            self._remove(worker, "worker-crashed", "replaced")

    def _answer(self, worker: Worker, url: str) -> None:
        since = time.monotonic()
        try:
            if self._fetch is None:
                raise ReadError("remote", f"{url[:200]!r} is not on this disk, and nothing is fetched")
            worker.answer(encode(Kind.FETCHED, [self._fetch(url)]))
        except ReadError as error:
            worker.answer(words_frame(Kind.REFUSED, error.reason, str(error)))
        self._flush(worker)
        self._excuse(time.monotonic() - since)

    def _convert(self, worker: Worker, form: str, data: bytes) -> None:
        """Start a program; what it says last is heard like what workers say."""
        try:
            worker.conversion = Conversion(form, data)
        except (ReadError, OSError) as error:
            self._refuse(worker, error)
        else:
            self._selector.register(worker.conversion.errors, selectors.EVENT_READ, worker)

    def _converted(self, worker: Worker, conversion: Conversion) -> None:
        """The program has ended, or its time is up."""
        self._selector.unregister(conversion.errors)
        worker.conversion = None
        try:
            worker.answer(encode(Kind.FETCHED, [conversion.result()]))
        except (ReadError, OSError) as error:
            self._refuse(worker, error)
        self._flush(worker)

    def _refuse(self, worker: Worker, error: ReadError | OSError) -> None:
        reason = error.reason if isinstance(error, ReadError) else "converter-failed"
        worker.answer(words_frame(Kind.REFUSED, reason, str(error)))
        self._flush(worker)

    def _end(self, worker: Worker, job: Job, reason: str, detail: str) -> None:
        """Give an input up, and the worker that reads it."""
        self._remove(worker, reason, detail)
        self._made.extend((job.task, part) for part in job.give_up(reason, detail))

    def _died(self, worker: Worker, reason: str = "", detail: str = "") -> None:
        """A worker is dead, or is to be. Its task is tried again without what killed it; if that is not known, or does
        not help, the input ends here."""
        job, unit, first = worker.job, worker.unit(), not worker.done
        death = self._remove(worker, reason, detail)
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn < _STARTS:
                if job is not None:
                    self._again.appendleft(job)
                return
            description = worker.tail.strip().rpartition("\n")[2] or death.detail
            raise BenchwrightError(
                f"a worker process does not start: {description}", hint="`benchwright doctor` says more"
            )
        if job is None:
            return
        if self._debug and death.reason == "worker-crashed":
            raise RuntimeError(f"{job.name}: {death.detail}\n{worker.tail}")
        job.deaths += 1
        if death.reason in _STATE and not first and not job.fresh:
            job.fresh = True  # it may have paid for what an earlier task left behind: another try, with nothing avoided
        elif unit and unit not in job.avoid and job.deaths < self._bounds.deaths:
            job.avoid[unit] = death.reason
        else:
            at = f", at {unit}" if unit else ""
            self._made.extend((job.task, part) for part in job.give_up(death.reason, death.detail + at))
            return
        self._again.append(job)


def sandbox_description() -> str:
    """What keeps a worker from the rest of this machine, in words: starts one to ask it. BenchwrightError if none
    starts."""
    with WorkerPool(1, roots=[Path("/")]) as workers:
        return workers.confined()


_CHANGED = ("worker-crashed", "what killed a worker before cannot be left out: rows of it were handed on")


def _small(job: Job) -> bool:
    """Whether its input is one small file."""
    item = job.task.item
    try:
        return not item.files and item.path.stat().st_size <= _AHEAD
    except OSError:
        return False
