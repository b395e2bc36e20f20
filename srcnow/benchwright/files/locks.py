"""Lock folders and files, so that a folder has one writer at a time.

A lock falls with the process that holds it. Its file may go while others wait for it: whoever comes to hold a file that
no longer has its name takes the one that stands there now.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchwright.errors import FolderMovedError, LockedError
from benchwright.files.atomic import LOCK, make_folder, remove_leftovers
from benchwright.files.disk_errors import writing

_TRIES = 100  # to take a lock that others remove


@dataclass(frozen=True, slots=True)
class FolderLock:
    """A folder that is held, and its open lock file."""

    folder: Path
    descriptor: int

    @property
    def stands(self) -> bool:
        """Whether the folder still stands under its name."""
        return _stands_for(self.descriptor, self.folder / LOCK)

    def check(self) -> None:
        """Raise FolderMovedError if the folder no longer stands under its name: what is written to that name from now
        on would land in another folder."""
        if not self.stands:
            raise FolderMovedError(
                f"{self.folder} was moved, replaced or removed while it was in use",
                hint="move it back, or run the same command with its new name",
            )


@contextmanager
def folder_lock(folder: Path | str) -> Iterator[FolderLock]:
    """Be the only writer of a folder (made if missing) inside the block, and clear what a killed one left there.

    The lock falls with the process, so that a kill leaves nothing to mend; the file `.lock` stays. Where the block
    fails, nothing stays that was not there before it: neither the lock nor folders that are still empty. Raises
    LockedError, which names the holder's process.
    """
    place = Path(folder)
    folders = [one for one in (place, *place.parents) if not os.path.lexists(one)]
    done = False
    try:
        make_folder(place)
        with file_lock(place / LOCK, place) as descriptor:
            with writing(place):
                remove_leftovers(place)
            yield FolderLock(place, descriptor)
        done = True
    finally:
        if not done:
            with suppress(OSError):  # something stands in it: of ours, or of a process that came meanwhile
                for one in folders:
                    one.rmdir()


@contextmanager
def file_lock(path: Path, what: Path) -> Iterator[int]:
    """Be the only one inside the block to hold the lock at `path` (made if missing, and left unless the block fails),
    which stands for `what`. Raises LockedError, which names the holder's process."""
    descriptor, created = _hold(path, what)
    done = False
    try:
        with writing(path):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, b"%d\n" % os.getpid(), 0)
        yield descriptor
        done = True
    finally:
        if created and not done and _stands_for(descriptor, path):
            with suppress(OSError):
                path.unlink()  # while it is held: whoever has it open already sees that it is gone, and makes another
        os.close(descriptor)


def _hold(path: Path, what: Path) -> tuple[int, bool]:
    """The lock file, open and held, and whether it was made for that. Whoever held it last may have removed it, or its
    folder, after it was opened here: then it keeps nobody out, and the one that stands there now is taken."""
    for _ in range(_TRIES):
        try:
            descriptor, created = _open(path)
        except FileNotFoundError:  # whoever held it has just removed its folder
            make_folder(path.parent)
            continue
        try:
            with writing(path):
                _lock(descriptor, what)
            if _stands_for(descriptor, path):
                held, descriptor = descriptor, -1
                return held, created
        finally:
            if descriptor >= 0:
                os.close(descriptor)
    raise LockedError(f"{what} is in use by other processes", hint="wait until they are done, and try again")


def _open(path: Path) -> tuple[int, bool]:
    """The lock file, open, and whether it was made for that. Raises FileNotFoundError if its folder is missing."""
    try:
        with suppress(FileExistsError):
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666), True
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666), False
    except FileNotFoundError:
        raise
    except OSError:
        with writing(path):
            raise


def _lock(descriptor: int, what: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or "unknown"
        raise LockedError(
            f"{what} is in use by process {holder}", hint="wait until it is done, or stop it, and try again"
        ) from None


def _stands_for(descriptor: int, path: Path) -> bool:
    """Whether the open file is the one that has that name now."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except OSError:
        return False
