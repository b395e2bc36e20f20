"""Write a whole folder atomically: it stands under its name when all of its files are on the disk, or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchwright.files.atomic import make_folder, sync_folder
from benchwright.files.disk_errors import writing


@contextmanager
def atomic_folder(target: Path) -> Iterator[Path]:
    """Give an empty folder beside `target` to fill; on success sync its files and rename it to `target`, on any error
    remove it. A folder that is there is replaced: check first that it may be. Raises StorageError when the disk
    refuses, inside the block as well; other errors of the block go through unchanged.

    Replacing takes two renames. A kill between them leaves the old folder under a hidden name beside `target`."""
    place = target.resolve()
    make_folder(place.parent)
    staging, old = (place.parent / f".{place.name}.{secrets.token_hex(6)}.tmp" for _ in range(2))
    with writing(target):
        staging.mkdir()
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
        shutil.rmtree(staging, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def _sync(folder: Path) -> None:
    for place, _, names in os.walk(folder):
        for name in names:
            descriptor = os.open(Path(place, name), os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        sync_folder(Path(place))
