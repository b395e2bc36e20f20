"""Hostile files of every kind that an ingest may meet, made cheaply and always the same.

`ALL` is a tuple of `Hostile`: each has a name that says what it is, and what may come of it. `make_folder` writes them.
The world outside the folder holds a canary, which nothing may open.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from hostile import archives, names, office, pdfs, pictures, texts
from hostile.kinds import READ, WORKER, Hostile

__all__ = ["ALL", "READ", "WORKER", "Hostile", "make_folder"]

ALL: tuple[Hostile, ...] = tuple(
    file for module in (archives, names, office, pdfs, pictures, texts) for file in module.files()
)


def make_folder(folder: Path, files: Iterable[Hostile] = ALL) -> None:
    """Write the files into a new folder, each in one of its own kind where names or neighbours would disturb others."""
    for file in files:
        path = place_of(folder, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(path):
            file.make(path)


def place_of(folder: Path, file: Hostile) -> Path:
    """Where a file lies: in a folder of its kind."""
    return folder / file.kind.replace(" ", "-") / file.name
