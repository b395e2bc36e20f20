"""Decide where a command may write: outside the folders of ours, and over no file unless that is asked for.

What lies in a benchmark or a corpus is vouched for by its manifest, and the next run of its own command may replace it.
So no other output goes there.
"""

from __future__ import annotations

import re
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import MANIFEST
from benchwright.files.bounded import open_plain

_OWN = re.compile(rb'\{\s{0,9}"schema_version":\s?\d{1,9},\s{0,9}"kind":\s?"(corpus|benchmark|scores|export)"')
"""How the manifests begin that the package writes: how large one is may be up to whoever put it there."""
_BEGINNING = 200
_CALLED = {"corpus": "the corpus", "benchmark": "the benchmark", "scores": "the scores", "export": "the export"}


def kind_of_own(folder: Path) -> str:
    """What a folder is that Benchwright wrote: "corpus", "benchmark", "scores" or "export"; "" for any other."""
    try:
        with open_plain(folder / MANIFEST) as file:
            begins = _OWN.match(file.read(_BEGINNING) or b"")
    except OSError:
        return ""
    return begins[1].decode("ascii") if begins else ""


def refuse_inside_own(target: Path, *, option: str = "--to") -> None:
    """UsageError for a path inside a folder that Benchwright wrote. A folder of ours that stands there already may go
    on, wherever it is: an imported benchmark holds its corpus."""
    if kind_of_own(target):
        return
    for folder in target.resolve().parents:
        if kind := kind_of_own(folder):
            raise UsageError(
                f"{target} is inside {_CALLED[kind]} {_shown(folder)}",
                hint=f"name a path outside it: {option}",
            )


def check_output_file(target: Path, *, replace: bool, option: str = "--to", hint: str = "") -> None:
    """UsageError for a path that no new file may have: inside a folder of ours, a folder or a device, and a file that
    is there already unless it may be replaced. `hint` says what else to do about a file that is there."""
    refuse_inside_own(target, option=option)
    if target.is_dir():
        raise UsageError(f"{target} is a folder", hint=f"name a file: {option} {target / 'NAME'}")
    if target.exists() and not target.is_file():
        raise UsageError(f"{target} is a device or a pipe", hint=f"name a file: {option}")
    if not replace and (target.exists() or target.is_symlink()):
        raise UsageError(
            f"{target} is there already", hint=hint or f"name another file with {option}, or replace it: --replace"
        )


def _shown(folder: Path) -> Path:
    """As a user would name it: from the folder that the command runs in, where it lies below it."""
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) and folder != here else folder
