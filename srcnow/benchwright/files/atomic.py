"""Write whole files atomically, and hash files.

A file is written beside its place, flushed to the disk and renamed: a reader sees the old bytes or the new ones.
Errors: a refused write is StorageError, a file that cannot be read ReadError (`disk_errors`).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchwright.files.bounded import open_plain
from benchwright.files.disk_errors import reading, writing

_LEFTOVER = re.compile(r"\..+\.[0-9a-f]{12}\.tmp")
LOCK = ".lock"
MANIFEST = "manifest.json"
"""The file that says what a folder of ours is: a corpus, a graph, a benchmark."""
_TRIES = 100  # to make a folder that others remove


def sync_folder(folder: Path) -> None:
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
        with writing(target, disk_only=True):
            yield temporary
        with writing(target):
            descriptor = os.open(temporary, os.O_RDWR)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            os.replace(temporary, target)
            sync_folder(target.parent)
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


def sha256_bytes(data: bytes) -> str:
    """The SHA-256 of some bytes, 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def sha256_file(path: Path | str) -> str:
    """The SHA-256 of a file's bytes, 64 hex digits, in constant memory. Raises ReadError."""
    with reading(path), open_plain(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
