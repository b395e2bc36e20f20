"""Turn what the operating system refuses into errors of ours: StorageError for writes, ReadError for reads."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchwright.errors import ReadError, StorageError

DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO})
"""Error numbers that mean that the disk itself refuses, whoever was writing."""

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


@contextmanager
def writing(path: Path | str, *, disk_only: bool = False) -> Iterator[None]:
    """Turn any OSError inside into a StorageError about writing `path`; `disk_only`: only those in `DISK_ERRORS`."""
    try:
        yield
    except OSError as error:
        if disk_only and error.errno not in DISK_ERRORS:
            raise
        raise StorageError(
            f"cannot write {path}: {error.strerror or error}",
            hint=_HINTS.get(error.errno or 0, "run the same command again"),
        ) from error


@contextmanager
def reading(path: Path | str) -> Iterator[None]:
    """Turn any OSError inside into a ReadError `unreadable` about `path`, so that it can be counted as a drop."""
    try:
        yield
    except OSError as error:
        raise ReadError("unreadable", f"cannot read {path}: {error.strerror or error}") from error
