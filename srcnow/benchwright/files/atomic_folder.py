"""Write a whole folder atomically: it stands under its name when all of its files are on the disk, or not at all."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from benchwright.files.atomic import make_folder, sync_folder
from benchwright.files.disk_errors import writing


@contextmanager
def atomic_folder(target: Path) -> Iterator[Path]:
    """Give an empty folder beside `target` to fill; on success sync its files and rename it to `target`, on any error
    remove it. A folder that is there is replaced: check first that it may be. Raises StorageError when the disk
    refuses, inside the block as well; other errors of the block go through unchanged.

    What a killed writer of the same folder left is removed. Replacing takes two renames: a kill between them leaves
    the old folder as `.NAME.old`, numbered at random, beside `target`."""
    place = target.resolve()
    make_folder(place.parent)
    _remove_leftovers(place)
    number = secrets.token_hex(6)
    staging, old = place.parent / f".{place.name}.{number}.tmp", place.parent / f".{place.name}.{number}.old"
    with writing(target):
        staging.mkdir()
        held = _hold(staging)
    try:
        with writing(target, disk_only=True):
            yield staging
        with writing(target):
            _sync(staging)
            if place.exists():
                os.replace(place, old)
            try:
                os.replace(staging, place)
            except OSError:
                if old.exists():
                    os.replace(old, place)
                raise
            sync_folder(place.parent)
    finally:
        os.close(held)
        shutil.rmtree(staging, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def _hold(folder: Path) -> int:
    """Lock a folder for as long as the descriptor is open. BlockingIOError if another process holds it."""
    descriptor = os.open(folder, os.O_RDONLY)
    with ExitStack() as undone:
        undone.callback(os.close, descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        undone.pop_all()
    return descriptor


def _remove_leftovers(place: Path) -> None:
    """Delete the half-filled folders of this name that nobody holds."""
    pattern = re.compile(rf"\.{re.escape(place.name)}\.[0-9a-f]{{12}}\.tmp")
    for one in place.parent.iterdir():
        if pattern.fullmatch(one.name) and one.is_dir() and not one.is_symlink():
            with suppress(OSError):
                held = _hold(one)
                shutil.rmtree(one, ignore_errors=True)
                os.close(held)


def _sync(folder: Path) -> None:
    for place, _, names in os.walk(folder):
        for name in names:
            descriptor = os.open(Path(place, name), os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        sync_folder(Path(place))
