"""Whole files or none: atomic writes, logs that survive a kill. Knows nothing of what is written.

- A file is written beside its place, flushed to the disk and renamed: a reader sees the old bytes or the new ones.
- A log grows by whole lines, each with its own checksum: whatever a kill or a power cut leaves behind the last whole
  line is cut off, and never read as data.

Errors: a refused write is StorageError, whatever the reason; a path or file of the user's that cannot be read is
ReadError, so that it can be counted as a drop.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import secrets
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import IO, Any, Self

from benchwright.errors import ReadError, StorageError
from benchwright.files.bounded import open_plain, parse_json

# What is wrong with the disk itself, whoever of us was writing.
_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO})
_HINTS = {
    errno.ENOSPC: "make room and run the same command again; what was written before is whole",
    errno.EDQUOT: "your quota is used up; make room and run the same command again",
    errno.EROFS: "the file system is read-only; choose another folder",
    errno.EACCES: "you may not write there; choose another folder",
    errno.EPERM: "you may not write there; choose another folder",
    errno.ENOENT: "no folder can be made there; choose another folder",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.EEXIST: "a file stands where a folder is needed; choose another name",
    errno.ENOTDIR: "a file stands where a folder is needed; choose another name",
    errno.EISDIR: "a folder stands where a file is needed; choose another name",
}
_LEFTOVER = re.compile(r"\..+\.[0-9a-f]{12}\.tmp")
LOCK = ".lock"
MANIFEST = "manifest.json"
"""The file that says what a folder of ours is: a corpus, a graph, a benchmark."""
_TRIES = 100  # to make a folder that others remove


def refused(path: Path, error: OSError) -> StorageError:
    """The StorageError for an operating system's refusal to write `path`."""
    return StorageError(
        f"cannot write {path}: {error.strerror or error}",
        hint=_HINTS.get(error.errno or 0, "run the same command again"),
    )


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn any refusal of the operating system inside into StorageError."""
    try:
        yield
    except OSError as error:
        raise refused(path, error) from error


def _sync_folder(folder: Path) -> None:
    """Put a new or renamed name on the disk. Some file systems cannot sync a folder: then the rename has to do."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def make_folder(path: Path | str) -> Path:
    """Create a folder and its parents unless they are there. Raises StorageError."""
    folder = Path(path)
    with writing(folder):
        for _ in range(_TRIES):  # a process that fails removes the empty folders that it made, perhaps just now
            with suppress(FileNotFoundError, FileExistsError):
                folder.mkdir(parents=True, exist_ok=True)
                return folder
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def atomic_path(path: Path | str) -> Iterator[Path]:
    """Give a path beside `path` to write to; on success sync it and rename it to `path`, on any error remove it.

    For writers that want a path (parquet, numpy). Raises StorageError when the disk refuses, inside the block as well;
    other errors of the block go through unchanged.
    """
    target = Path(path)
    make_folder(target.parent)
    temporary = target.parent / f".{target.name}.{secrets.token_hex(6)}.tmp"
    try:
        yield temporary
        with writing(target):
            descriptor = os.open(temporary, os.O_RDWR)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            os.replace(temporary, target)
            _sync_folder(target.parent)
    except OSError as error:
        if error.errno in _DISK:
            raise refused(target, error) from error
        raise
    finally:
        temporary.unlink(missing_ok=True)  # after a rename there is none; nor may an interrupt leave one behind


def write_atomic(path: Path | str, data: bytes | str) -> None:
    """Write a whole file (text as UTF-8, line ends as given): after a kill the old content stands or the new one.

    Raises StorageError; the old file is untouched then.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    with atomic_path(path) as temporary, writing(Path(path)):
        temporary.write_bytes(raw)


def write_json(path: Path | str, obj: Any) -> None:
    """Write indented JSON for people and programs, keys in the order given, ending in a line feed; no NaN."""
    write_atomic(path, json.dumps(obj, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def is_leftover(name: str) -> bool:
    """Whether a file of that name is a half-written one that a killed writer left."""
    return _LEFTOVER.fullmatch(name) is not None


def remove_leftovers(folder: Path | str) -> int:
    """Delete the half-written files that killed writers left under `folder`; return how many. Only the folder's one
    writer may call this (`folder_lock` does). A folder below that has its own lock is another writer's."""
    removed = 0
    for place, folders, names in os.walk(folder):
        if place != str(folder) and LOCK in names:
            folders.clear()
            continue
        for name in names:
            if is_leftover(name):
                Path(place, name).unlink(missing_ok=True)
                removed += 1
    return removed


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
        obj = parse_json(line.decode("utf-8"))
    except ValueError:  # right checksum, yet not ours: a foreign file
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
        content = AppendLog.scan(self.path)
        if content.damaged and not content.torn:
            keep = self.path.with_name(self.path.name + ".damaged")
            write_atomic(keep, self.path.read_bytes()[content.good :])
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            if content.damaged:
                os.ftruncate(descriptor, content.good)
            _sync_folder(self.path.parent)
        except OSError:
            os.close(descriptor)
            raise
        self._descriptor, self._size = descriptor, content.good
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
        try:
            with io.BufferedReader(open_plain(path)) as file:
                at = 0
                for line in file:
                    obj = _entry(line[:-1]) if line.endswith(b"\n") else None
                    if obj is None:
                        return
                    yield at, obj
                    at += len(line)
        except FileNotFoundError:
            return
        except OSError as error:
            raise ReadError("unreadable", f"cannot read {path}: {error.strerror or error}") from error

    @staticmethod
    def entry_at(file: IO[bytes], at: int) -> dict[str, Any] | None:
        """The entry that begins there in a log opened for reading; None if there is none that is whole."""
        file.seek(at)
        return _entry(file.readline()[:-1])

    @staticmethod
    def scan(path: Path | str) -> LogContent:
        """`read`, with what was left out. Raises ReadError if the file is there but cannot be read."""
        try:
            with open_plain(path) as file:
                data = file.read()
        except FileNotFoundError:
            return LogContent([], 0, 0, torn=False)
        except OSError as error:
            raise ReadError("unreadable", f"cannot read {path}: {error.strerror or error}") from error
        entries: list[dict[str, Any]] = []
        good = 0
        while (end := data.find(b"\n", good)) >= 0:
            obj = _entry(data[good:end])
            if obj is None:
                break
            entries.append(obj)
            good = end + 1
        damaged = len(data) - good
        return LogContent(entries, good, damaged, torn=damaged > 0 and end < 0)


def sha256_bytes(data: bytes) -> str:
    """The SHA-256 of some bytes, 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def sha256_file(path: Path | str) -> str:
    """The SHA-256 of a file's bytes, 64 hex digits, in constant memory. Raises ReadError."""
    try:
        with open_plain(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ReadError("unreadable", f"cannot read {path}: {error.strerror or error}") from error
