"""Refuse to write into a folder that holds something else, with one message for every command."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import MANIFEST, is_leftover

ANOTHER_FOLDER = "choose a new or empty folder for --to"


def refuse_strangers(folder: Path, own: Container[str], error: type[UsageError] = UsageError) -> None:
    """Raise `error` for a path that is no folder, and for a folder with a file whose name is not among its `own`: what
    is written could take the place of a user's file. What a killed writer left does not count."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise error(f"{folder} is not a folder", hint="choose another --to")
    names = (one.name for one in folder.iterdir())
    strangers = sorted((name for name in names if name not in own and not is_leftover(name)), key=_telling)
    if strangers:
        raise error(f"{folder} holds something else ({strangers[0]})", hint=ANOTHER_FOLDER)


def _telling(name: str) -> tuple[bool, str]:
    """A manifest first: it says what the folder is."""
    return name != MANIFEST, name
