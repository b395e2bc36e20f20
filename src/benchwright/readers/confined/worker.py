"""A worker is one child process as its parent sees it: its pipes, its heartbeat and why it ended."""

from __future__ import annotations

import fcntl
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.confined.converter import Conversion
from benchwright.readers.confined.environment import environment
from benchwright.readers.confined.frames import Frame, FrameReader
from benchwright.readers.confined.heartbeat import new_heartbeat, read_heartbeat
from benchwright.readers.confined.job import Job
from benchwright.readers.confined.messages import Pieces, task_frame

_READ = 1 << 20
_TAIL = 16 << 10
_PATIENCE = 1.0
"""Seconds that a child with closed pipes has to end by itself, so that its own signal is what is told."""

_START = 60.0
"""Seconds that a child has to load Python and the readers, at least: it has seen nothing hostile by then."""

_GIVEN_UP = frozenset({signal.SIGABRT, signal.SIGTRAP, signal.SIGILL})
"""How a C++ library ends its process, most often because it was refused memory."""

_OUT_OF_MEMORY = (b"MemoryError", b"bad_alloc", b"memory allocation of", b"out of memory", b"Cannot allocate memory")


def _bytes(peak: int) -> int:
    """The most memory of a process, as `ru_maxrss` gives it, in bytes."""
    return peak * (1024 if sys.platform == "linux" else 1)


@dataclass(frozen=True, slots=True)
class ExitReason:
    """Why a worker ended: a slug that drops are counted by, and the same in words."""

    reason: str
    detail: str


class Worker:
    """A child process. It works on one job, and may hold another that comes next."""

    def __init__(self, bounds: WorkerBounds, readers: str, roots: Sequence[str], debug: bool) -> None:
        settings = {"bounds": bounds.to_json(), "readers": readers, "roots": list(roots), "debug": debug}
        self._heartbeat = new_heartbeat()
        # What Linux calls the most memory of a child is at least what its parent had when it was started.
        self._inherited = _bytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        module = "benchwright.readers.confined.child"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, str(self._heartbeat), str(os.getpid()), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment(readers),
            cwd="/",
            pass_fds=(self._heartbeat,),
            start_new_session=True,  # Ctrl-C at the terminal is the parent's alone
        )
        self.input, self.output, self.errors = map(
            _pipe, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._bounds = bounds
        self._frames = FrameReader(bounds.chunk_output)
        self._tail = bytearray()
        self._outbox: deque[memoryview] = deque()
        self._beats = 0
        self._exit: ExitReason | None = None
        self.done = 0
        self.jobs: deque[Job] = deque()
        self.ready = False
        self.answering = False
        self.conversion: Conversion | None = None
        self.confined = ""
        self.sign = time.monotonic()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def job(self) -> Job | None:
        """What it is at."""
        return self.jobs[0] if self.jobs else None

    def give(self, job: Job) -> None:
        """Have it read this, once it is through with what it has. The frame goes out with `flush`."""
        if not self.jobs:
            self.sign = time.monotonic()
        self.jobs.append(job)
        self.send(task_frame(job.restart(), job.avoid))

    def send(self, pieces: Pieces) -> None:
        if sum(map(len, pieces)) <= _READ:  # one write, so that the child wakes once
            pieces = [b"".join(pieces)]
        self._outbox.extend(memoryview(piece) for piece in pieces if len(piece))

    def answer(self, pieces: Pieces) -> None:
        """Send what it asked for."""
        self.answering = True
        self.send(pieces)

    def flush(self) -> bool:
        """Write what the pipe takes. Whether something is left."""
        while self._outbox:
            try:
                written = os.write(self.input, self._outbox[0])
            except BlockingIOError:
                return True
            except BrokenPipeError:  # it is dead, and its other pipe will tell
                self._outbox.clear()
                break
            if written == len(self._outbox[0]):
                self._outbox.popleft()
            else:
                self._outbox[0] = self._outbox[0][written:]
        self.answering = False
        return False

    def frames(self) -> Iterator[Frame] | None:
        """What has come, or None at the end of the pipe. FrameError while it is gone through."""
        try:
            data = os.read(self.output, _READ)
        except BlockingIOError:
            return iter(())
        if not data:
            return None
        self.sign = time.monotonic()
        return self._frames.feed(data)

    def listen(self) -> bool:
        """Take what it wrote to standard error, and keep the end. Whether there can be more."""
        try:
            data = os.read(self.errors, _READ)
        except BlockingIOError:
            return True
        self._tail += data
        del self._tail[:-_TAIL]
        return bool(data)

    @property
    def tail(self) -> str:
        """The end of what it wrote to standard error."""
        return self._tail.decode("utf-8", "replace")

    def silent(self, now: float) -> bool:
        """Whether it has given no sign of life for too long."""
        beats, _, _ = read_heartbeat(self._heartbeat)
        if beats != self._beats or self.conversion is not None:
            self._beats, self.sign = beats, now
        return now - self.sign > (self._bounds.seconds if self.ready else max(self._bounds.seconds, _START))

    def unit(self) -> str:
        """What was at hand when it last spoke: "" if it named nothing in this task."""
        _, task, unit = read_heartbeat(self._heartbeat)
        return unit if task == self.done + 1 else ""

    def finish(self) -> None:
        """It is through with its job, and at the next."""
        self.jobs.popleft()
        self.done += 1

    def kill(self, reason: str = "", detail: str = "") -> None:
        """End it and all that it started."""
        self.mark_failed(reason, detail)
        if self._process.returncode is None:
            os.killpg(self.pid, signal.SIGKILL)

    def mark_failed(self, reason: str, detail: str) -> None:
        """Note why it fails, unless a reason is known already."""
        self._exit = self._exit or ExitReason(reason, detail)

    def reap(self) -> ExitReason:
        """Wait for its end, close its pipes, and return why it ended."""
        status, peak = self._wait()
        for _ in range(_TAIL // 1024):
            if not self.listen():
                break
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        os.close(self._heartbeat)
        return self._exit or self._judge(status, peak)

    def _wait(self) -> tuple[int, int]:
        """(exit code, negative for a signal; the most memory that it held, in bytes)."""
        until = time.monotonic() + _PATIENCE
        while (ended := self._ended()) is None:
            if self._exit is None and time.monotonic() > until:
                self.kill("worker-crashed", "it closed its pipes")
            time.sleep(0.001)
        status, held = ended
        self._process.returncode = os.waitstatus_to_exitcode(status)
        return self._process.returncode, _bytes(held)

    def _ended(self) -> tuple[int, int] | None:
        """Its status, and the most memory that it held, once it has ended."""
        if sys.platform != "darwin":  # macOS cannot look at a dead child without taking it away
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                return None
            os.killpg(self.pid, signal.SIGKILL)  # its number is still its own: what else is in its group came of it
        pid, status, used = os.wait4(self.pid, os.WNOHANG)
        return (status, used.ru_maxrss) if pid else None

    def _judge(self, code: int, peak: int) -> ExitReason:
        """The best guess at what ended it."""
        last = self.tail.strip().rpartition("\n")[2][:300]
        lookup = {int(one): one.name for one in signal.Signals}
        name = lookup.get(-code, f"signal {-code}") if code < 0 else f"exit status {code}"
        if code == -signal.SIGXCPU:
            return ExitReason("worker-timeout", f"more than {self._bounds.cpu_seconds:,} s of processor time")
        if code == -signal.SIGKILL:
            return ExitReason(
                "worker-memory", "killed by the system, which does so when memory runs out (see --memory, --workers)"
            )
        # A list that doubles when it is full is refused its memory when it holds a third of what is allowed.
        much = self._bounds.memory // 4 if -code in _GIVEN_UP else self._bounds.memory
        if peak > max(much, self._inherited) or any(word in self._tail for word in _OUT_OF_MEMORY):
            return ExitReason("worker-memory", f"{name}, probably for want of memory (see --memory)")
        if code < 0:
            return ExitReason("worker-crashed", name)
        return ExitReason("worker-crashed", f"{name}: {last}" if last else name)


def _pipe(stream: IO[bytes] | None) -> int:
    """A pipe's number, as wide as the system allows and never waited for."""
    if stream is None:
        raise ValueError("a worker has three pipes")
    number = stream.fileno()
    os.set_blocking(number, False)
    if sys.platform == "linux":
        with suppress(OSError):  # beyond what this user may have
            fcntl.fcntl(number, fcntl.F_SETPIPE_SZ, _READ)
    return number
