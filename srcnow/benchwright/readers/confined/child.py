"""This is the program of a worker process: it takes tasks from its parent, reads them and sends the rows.

    python -m benchwright.readers.confined.child HEARTBEAT PARENT SETTINGS

Standard input and output carry frames; whatever a library prints goes to standard error. Nothing large is loaded before
the kernel has been asked to refuse files, network and programs (`confine.py`).
"""

from __future__ import annotations

import errno
import faulthandler
import gc
import importlib
import json
import os
import resource
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchwright.errors import ReadError
    from benchwright.readers.base import Reader
    from benchwright.readers.confined.frames import Frame
    from benchwright.readers.confined.heartbeat import HeartbeatWriter
    from benchwright.readers.read_task import ReadTask

_READ = 1 << 20

_SMALL = 64 << 10
"""Bytes up to which pieces are joined, and a chunk behind which nothing can be gone on with waits for what follows it:
most inputs are small files, and their rows and their end then wake the parent once."""


_UNMAPPED = ("failed to map segment", "cannot allocate memory", "Cannot allocate memory")
"""What is said of a library for which there is no room."""


def main() -> None:
    """Serve until the parent closes the pipe, or is gone."""
    memory, parent, settings = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's: it ends its children
    faulthandler.enable()
    incoming, outgoing = _own_pipes()

    from benchwright.readers.confined import confine

    confine.die_with(parent)
    confine.bound_process(settings["bounds"]["open_files"])
    confined = confine.confine([*settings["roots"]] if settings["roots"] else None)
    _arrow_alone()
    readers = _readers(settings["readers"])

    from benchwright.readers.confined import refusals
    from benchwright.readers.confined.heartbeat import HeartbeatWriter
    from benchwright.readers.confined.messages import Kind, words_frame

    heartbeat = HeartbeatWriter(memory)
    gc.collect()
    gc.freeze()  # what was loaded is never looked at again
    confine.bound_memory(settings["bounds"]["memory"])
    refusals.refuse()
    link = _Link(incoming, outgoing, settings["bounds"]["chunk_output"])
    link.send(words_frame(Kind.READY, confined))
    _Server(link, readers, heartbeat, settings).serve()


def _arrow_alone() -> None:
    """Let pyarrow find no pandas when it makes its first array: it would load it, a second's work and 40 MB, for
    nothing that is done here. Libraries that want pandas for themselves still get it."""
    import pyarrow

    sys.meta_path.insert(0, _NoPandas)
    try:
        pyarrow.array([""])
    finally:
        sys.meta_path.remove(_NoPandas)


class _NoPandas:
    """Where Python looks for modules: here, there is no pandas."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("pandas is left out", name=name)


def _own_pipes() -> tuple[int, int]:
    """The two pipes under numbers of their own; 0 becomes empty, and 1 standard error."""
    incoming, outgoing = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    os.close(empty)
    return incoming, outgoing


def _readers(where: str) -> dict[str, Reader]:
    """The readers of `module:name`, by their names."""
    module, _, name = where.partition(":")
    return {reader.name: reader for reader in getattr(importlib.import_module(module), name)}


class _Link:
    """Frames from and to the parent. SystemExit when the parent is gone."""

    def __init__(self, incoming: int, outgoing: int, limit: int) -> None:
        from benchwright.readers.confined.frames import FrameReader

        self._incoming = incoming
        self._outgoing = outgoing
        self._limit = limit
        self._reader = FrameReader(1 << 62)
        self._tasks: deque[Frame] = deque()
        self._answers: deque[Frame] = deque()
        self._held = b""

    def task(self) -> Frame:
        while not self._tasks:
            self._listen()
        return self._tasks.popleft()

    def answer(self) -> Frame:
        """The next frame that is no task: the next task may have been sent ahead of it."""
        while not self._answers:
            self._listen()
        return self._answers.popleft()

    def _listen(self) -> None:
        from benchwright.readers.confined.messages import Kind

        data = os.read(self._incoming, _READ)
        if not data:
            raise SystemExit(0)
        for frame in self._reader.feed(data):
            (self._tasks if frame.kind == Kind.TASK else self._answers).append(frame)

    def hold(self, pieces: list[bytes | memoryview]) -> None:
        """Send a small frame together with the next one."""
        self._held += b"".join(pieces)

    def send(self, pieces: list[bytes | memoryview]) -> None:
        held, self._held = self._held, b""
        if sum(map(len, pieces)) <= _SMALL:
            pieces = [b"".join([held, *pieces])]
        elif held:
            pieces = [held, *pieces]
        try:
            for piece in pieces:
                view = memoryview(piece)
                while view:
                    view = view[os.write(self._outgoing, view) :]
        except BrokenPipeError:
            raise SystemExit(0) from None


class _Avoid(dict[str, str]):
    """What killed earlier workers. Passing one of them is heard too: if this worker dies before the next unit, that one
    must not be blamed on the unit before."""

    def __init__(self, units: Mapping[str, str], passed: Callable[[str], None]) -> None:
        super().__init__(units)
        self._passed = passed

    def __getitem__(self, unit: str) -> str:
        self._passed(unit)
        return super().__getitem__(unit)


class _Server:
    """Task after task."""

    def __init__(
        self, link: _Link, readers: dict[str, Reader], heartbeat: HeartbeatWriter, settings: dict[str, Any]
    ) -> None:
        self._link = link
        self._readers = readers
        self._heartbeat = heartbeat
        self._bounds = settings["bounds"]
        self._debug = settings["debug"]
        self._number = 0
        self._idle = _address_space()

    def serve(self) -> None:
        from benchwright.readers.confined.messages import Kind, task_of, words_frame

        while True:
            frame = self._link.task()
            self._number += 1
            self._heartbeat.write(self._number, "")
            self._rewind()
            try:
                leaves = self._read(*task_of(frame, self._readers))
            except (MemoryError, OSError, ImportError) as error:
                if not wants_memory(error):
                    raise
                # It may have been raised anywhere, in a library too: what is left of this process is not trusted.
                self._link.send(words_frame(Kind.DYING, "worker-memory", ""))
                return
            if leaves:
                return

    def _read(self, task: ReadTask, avoid: dict[str, str]) -> bool:
        """Read a task and send all of it. Whether this worker has become too large to go on."""
        from benchwright.readers.confined.messages import chunk_frame, finished_frame
        from benchwright.readers.inputs import ReadContext
        from benchwright.readers.read_task import InputEnd, only_read_errors, read_task

        def begin(unit: str) -> None:
            self._heartbeat.write(self._number, unit)

        around = ReadContext(begin, _Avoid(avoid, begin), self._fetch, self._convert)
        for part in read_task(task, around, only_read_errors if self._debug else any_error):
            if isinstance(part, InputEnd):
                leaves = bool(_address_space() > self._idle + self._bounds["memory"] // 4)
                pieces = finished_frame(part, leaves)
                if self._too_much(pieces):
                    return True
                self._link.send(pieces)
                return leaves
            pieces = chunk_frame(part)
            if self._too_much(pieces):
                return True
            size = sum(map(len, pieces))
            if part.mark is None and size <= _SMALL:
                self._link.hold(pieces)
            else:
                self._link.send(pieces)
                self._rewind()
        return True

    def _too_much(self, pieces: list[bytes | memoryview]) -> bool:
        """Whether the parent would not take this; it is told."""
        from benchwright.readers.confined.messages import MOST_HEAD, Kind, words_frame

        _, head, *_ = pieces
        for size, most in ((len(head), MOST_HEAD), (sum(map(len, pieces)), self._bounds["chunk_output"])):
            if size > most:
                detail = f"{size:,} bytes at once are more than {most:,}"
                self._link.send(words_frame(Kind.DYING, "worker-output", detail))
                return True
        return False

    def _fetch(self, url: str) -> bytes:
        from benchwright.readers.confined.messages import Kind, words_frame

        return self._ask(words_frame(Kind.FETCH, url))

    def _convert(self, form: str, data: bytes) -> bytes:
        from benchwright.readers.confined.frames import encode
        from benchwright.readers.confined.messages import Kind

        return self._ask(encode(Kind.CONVERT, [form.encode("ascii"), data]))

    def _ask(self, question: list[bytes | memoryview]) -> bytes:
        from benchwright.errors import ReadError
        from benchwright.readers.confined.messages import Kind, words_of

        self._link.send(question)
        frame = self._link.answer()
        if frame.kind == Kind.FETCHED:
            return frame.parts[0]
        raise ReadError(*words_of(frame, 2))

    def _rewind(self) -> None:
        """Give the next chunk its whole processor time."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        allowed = int(used.ru_utime + used.ru_stime) + 1 + self._bounds["cpu_seconds"]
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, hard))


def any_error(error: Exception) -> ReadError | None:
    """What becomes of an error while an input is read: every bug of a reader, of the libraries that it calls, and of
    what makes rows of what it found, is an input that cannot be read.

    The one boundary where any exception is right: dozens of parsers meet bytes that their authors never saw, and what
    they raise then is on no list. It is not lost: the input is a counted drop that names it."""
    from benchwright.errors import ReadError
    from benchwright.readers.read_task import only_read_errors

    if (read := only_read_errors(error)) is not None:
        return read
    if wants_memory(error):
        return None
    if isinstance(error, PermissionError):
        return ReadError("worker-refused", _error_text(error))
    return ReadError("reader-error", f"{type(error).__name__}: {_error_text(error)}")


def wants_memory(error: BaseException) -> bool:
    """Whether it was raised for want of memory: the system and the loader of libraries have words of their own."""
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    unmapped = isinstance(error, OSError | ImportError) and any(words in str(error) for words in _UNMAPPED)
    return unmapped or isinstance(error, MemoryError)


def _error_text(error: BaseException) -> str:
    return str(error)[:500]


def _address_space() -> int:
    """Bytes of address space that this process takes; 0 where that cannot be told."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


if __name__ == "__main__":
    main()
