"""How much memory a person allows a database, as text: "2GB", "512MB"; and where it may put what does not fit."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryFile

from benchwright.errors import UsageError

UNITS = {"MB": 10**6, "GB": 10**9, "MiB": 2**20, "GiB": 2**30}
SIZE = r"[0-9]{1,9}(\.[0-9]{1,9})? ?(MB|GB|MiB|GiB)"
SIZE_WORDS = "a number with MB, GB, MiB or GiB, such as 2GB"


def memory_bytes(text: str, bare: str = "") -> int:
    """A size in bytes. `bare` is the unit of a number without one ("": it needs one). UsageError if it is no size."""
    written = f"{text}{bare}" if bare and re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) else text
    if re.fullmatch(SIZE, written) is None:
        raise UsageError(f"{text[:40]!r} is not a size of memory", hint=f"write {SIZE_WORDS}")
    number, unit = re.split(r"(?<=[0-9]) ?(?=[MG])", written, maxsplit=1)
    return int(float(number) * UNITS[unit])


def check_spill(folder: Path, named: str) -> None:
    """Make a folder for what does not fit, and write to it. UsageError if that cannot be done; `named` is the option or
    key that names it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(b"\0")
    except OSError as error:
        raise UsageError(
            f"{named}: {folder} cannot be written: {error.strerror or error}", hint="name another folder"
        ) from error
