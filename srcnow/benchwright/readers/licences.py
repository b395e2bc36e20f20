"""A document's licence is looked up in the nearest LICENSE file above it."""

from __future__ import annotations

import re
from pathlib import Path

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.layouts.verbatim import licence_of

LICENCE_FILE = re.compile(r"^(?:licen[cs]e|copying)(?:\.(?:txt|md|rst|html?))?$", re.IGNORECASE)
"""Names of files that tell a licence and are no documents."""

_LONGEST = 120
_BYTES = 1 << 16


class Licences:
    """Looks folders up once. `of(file)` is a short name (`CC BY 4.0`), else the first line of the file, else ""."""

    def __init__(self) -> None:
        self._known: dict[Path, str] = {}

    def of(self, path: Path, root: Path) -> str:
        """The licence of what lies at `path`, from its folder upwards, not above `root`."""
        way: list[Path] = []
        folder = path if path.is_dir() else path.parent
        text = ""
        while folder not in self._known:
            way.append(folder)
            text = _said_in(folder, root)
            if text or folder == root or not folder.is_relative_to(root):
                break
            folder = folder.parent
        else:
            text = self._known[folder]
        self._known.update(dict.fromkeys(way, text))
        return text


def _said_in(folder: Path, root: Path) -> str:
    try:
        result = sorted(path for path in folder.iterdir() if LICENCE_FILE.match(path.name) and is_plain_file(path))
    except OSError:  # a folder whose files may be read by name, and not listed
        return ""
    if not result:
        return ""
    try:
        lookup = licence_of(InputFile(folder, folder.name, root))
        if lookup:
            return lookup
        text = InputFile(result[0], result[0].name, root).head(_BYTES).decode("utf-8", "replace")
    except ReadError:
        return ""
    first = next((" ".join(line.split()) for line in text.splitlines() if line.strip(" #=-*\t")), "")
    return first.lstrip("# ")[:_LONGEST]
