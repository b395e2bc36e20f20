"""Write append-only logs that survive a kill: one JSON object a line, each with its own checksum.

Whatever a kill or a power cut leaves behind the last whole line is cut off, and never read as data.
"""

from __future__ import annotations

import io
import json
import os
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import IO, Any, Self

from benchwright.files.atomic import make_folder, sync_folder, write_atomic
from benchwright.files.bounded import open_plain
from benchwright.files.disk_errors import reading, writing


@dataclass(frozen=True, slots=True)
class LogContent:
    """What stands in a log: the entries up to the first line that is not whole, and where that is.

    `good` is the length in bytes of the whole lines, `damaged` of what comes behind them; `torn` says that the damage
    is only an unfinished last line, as a kill leaves it, and not a changed line with others behind it.
    """

    entries: list[dict[str, Any]]
    good: int
    damaged: int
    torn: bool


# The checksum is the last member of each line's object, so that a log is still JSON Lines for other programs.
_MARK = b'"crc32":"'
_TAIL = len(_MARK) + 8 + len(b'"}')


def _line(obj: Mapping[str, Any]) -> bytes:
    """One log line. The checksum covers every byte of the line before its own key."""
    if "crc32" in obj:
        raise ValueError("the key 'crc32' is the log's own")
    body = json.dumps(obj, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")
    head = body[:-1] + (b"," if obj else b"")
    return b'%s%s%08x"}\n' % (head, _MARK, zlib.crc32(head))


def _entry(line: bytes) -> dict[str, Any] | None:
    """The object of a line (without its line feed), None if the line is not as it was written."""
    head, tail = line[:-_TAIL], line[-_TAIL:]
    if tail != b'%s%08x"}' % (_MARK, zlib.crc32(head)):
        return None
    try:
        obj = json.loads(line)
    except (ValueError, RecursionError):  # right checksum, yet not ours: a foreign file
        return None
    if not isinstance(obj, dict):
        return None
    del obj["crc32"]
    return obj


class AppendLog:
    """A log of JSON objects, one a line, each on the disk before `append` returns.

    The line is the object's compact JSON with a last key `crc32` (8 hex digits, over the bytes before that key).
    Opening a log for writing cuts off what stands behind the last whole line. If that is more than one unfinished
    line, something else than a kill has changed the file: the bytes are kept beside it as `<name>.damaged` first.
    Any thread may append. One process only: hold `folder_lock`.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._descriptor: int | None = None
        self._size = 0
        self._mutex = threading.Lock()

    def append(self, obj: Mapping[str, Any]) -> None:
        """Write one entry and wait until the disk has it. Raises StorageError; the log then ends where it did."""
        self.append_many([obj])

    def append_many(self, objs: Iterable[Mapping[str, Any]]) -> list[int]:
        """Write entries with one wait for the disk. After a kill in between, a first part of them may be there.
        Returns where in the file each begins, for `entry_at`."""
        lines = [_line(obj) for obj in objs]
        if not lines:
            return []
        data = b"".join(lines)
        with self._mutex, writing(self.path):
            descriptor = self._open() if self._descriptor is None else self._descriptor
            try:
                self._write(descriptor, data)
            except OSError:
                # What the disk holds now is unknown: cut back to the last whole line, look again at the next append.
                self._close()
                os.truncate(self.path, self._size)
                raise
            start = self._size
            self._size += len(data)
        return list(accumulate((len(line) for line in lines[:-1]), initial=start))

    @staticmethod
    def _write(descriptor: int, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)

    def _open(self) -> int:
        make_folder(self.path.parent)
        good = max((end for _, end, _ in _whole_lines(self.path)), default=0)
        damaged, torn = _damage(self.path, good)
        if damaged and not torn:
            write_atomic(self.path.with_name(self.path.name + ".damaged"), self.path.read_bytes()[good:])
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            if damaged:
                os.ftruncate(descriptor, good)
            sync_folder(self.path.parent)
        except OSError:
            os.close(descriptor)
            raise
        self._descriptor, self._size = descriptor, good
        return descriptor

    def repair(self) -> None:
        """Open the log for writing, so that what stands behind its last whole line is cut off now and not only at the
        next `append`. Raises StorageError."""
        with self._mutex, writing(self.path):
            if self._descriptor is None:
                self._open()

    def _close(self) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def close(self) -> None:
        """Let go of the file. A later append opens it again."""
        with self._mutex:
            self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @staticmethod
    def read(path: Path | str) -> list[dict[str, Any]]:
        """All entries up to the first line that is not whole; none if there is no file. Does not change the file."""
        return AppendLog.scan(path).entries

    @staticmethod
    def stream(path: Path | str) -> Iterator[tuple[int, dict[str, Any]]]:
        """`read` without holding the log: each entry with where it begins. Raises ReadError."""
        return ((at, entry) for at, _, entry in _whole_lines(path))

    @staticmethod
    def entry_at(file: IO[bytes], at: int) -> dict[str, Any] | None:
        """The entry that begins there in a log opened for reading; None if there is none that is whole."""
        file.seek(at)
        return _entry(file.readline()[:-1])

    @staticmethod
    def scan(path: Path | str) -> LogContent:
        """`read`, with what was left out. Raises ReadError if the file is there but cannot be read."""
        lines = list(_whole_lines(path))
        good = lines[-1][1] if lines else 0
        return LogContent([entry for _, _, entry in lines], good, *_damage(path, good))


def _whole_lines(path: Path | str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Where each line begins and ends, and its entry, up to the first that is not whole."""
    with reading(path):
        try:
            file = io.BufferedReader(open_plain(path))
        except FileNotFoundError:
            return
        with file:
            at = 0
            for line in file:
                entry = _entry(line[:-1]) if line.endswith(b"\n") else None
                if entry is None:
                    return
                yield at, at + len(line), entry
                at += len(line)


def _damage(path: Path | str, good: int) -> tuple[int, bool]:
    """How many bytes come behind the whole lines, and whether they are only an unfinished line."""
    with reading(path):
        try:
            with io.BufferedReader(open_plain(path)) as file:
                damaged = file.seek(0, os.SEEK_END) - good
                file.seek(good)
                return damaged, damaged > 0 and not file.readline().endswith(b"\n")
        except FileNotFoundError:
            return 0, False
