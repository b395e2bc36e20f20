"""The licence that lies beside a document: the nearest LICENSE file on the way up to the folder that was given."""

from __future__ import annotations

import re
from pathlib import Path

from benchwright.corpus.read.base import InputFile
from benchwright.corpus.read.layouts import licence_of
from benchwright.errors import ReadError

LICENCE_FILE = re.compile(r"^(?:licen[cs]e|copying)(?:\.(?:txt|md|rst|html?))?$", re.IGNORECASE)
"""Names of files that tell a licence and are no documents."""

_LONGEST = 120


class Licences:
    """Looks folders up once. `of(file)` is a short name (`CC BY 4.0`), else the first line of the file, else ""."""

    def __init__(self) -> None:
        self._known: dict[Path, str] = {}

    def of(self, path: Path, root: Path) -> str:
        """The licence of what lies at `path`, from its folder upwards, not above `root`."""
        folder = path if path.is_dir() else path.parent
        if folder not in self._known:
            said = _said_in(folder, root)
            above = "" if said or folder == root or root not in folder.parents else self.of(folder.parent, root)
            self._known[folder] = said or above
        return self._known[folder]


def _said_in(folder: Path, root: Path) -> str:
    try:
        found = sorted(path for path in folder.iterdir() if LICENCE_FILE.match(path.name) and path.is_file())
    except OSError:  # a folder whose files may be read by name, and not listed
        return ""
    if not found:
        return ""
    try:
        known = licence_of(InputFile(folder, folder.name, root))
        if known:
            return known
        text = InputFile(found[0], found[0].name, root).text().text
    except ReadError:
        return ""
    first = next((" ".join(line.split()) for line in text.splitlines() if line.strip(" #=-*\t")), "")
    return first.lstrip("# ")[:_LONGEST]
