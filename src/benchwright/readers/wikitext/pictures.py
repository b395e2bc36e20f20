"""The pictures that a dump's pages name, looked for in the folder `images/` beside it. A dump brings none itself."""

from __future__ import annotations

from pathlib import Path

from benchwright.readers.base import InputFile
from benchwright.readers.wikitext.site import file_key
from benchwright.readers.wikitext.tally import Tally

FOLDER = "images"
_MOST = 1_000_000
_REMEMBERED = 1_000


def pictures_beside(file: InputFile) -> dict[str, str]:
    """Path by file name (`File:` taken off, spaces as underscores) of what lies in `images/`; empty without it.

    The folder is listed once: asking for each name of a whole Wikipedia would have to be remembered each time."""
    folder: Path = file.path.parent / FOLDER
    if not folder.is_dir():
        file.touched.append(folder)  # the result is another one as soon as it is there
        return {}
    try:
        if not folder.resolve().is_relative_to(file.root.resolve()):
            return {}
        names = sorted(entry.name for _, entry in zip(range(_MOST), folder.iterdir(), strict=False))
    except OSError:
        return {}
    return {file_key(name): f"{FOLDER}/{name}" for name in names}


class Beside:
    """Finds pictures beside the input, and counts those that are not there."""

    def __init__(self, file: InputFile, tally: Tally) -> None:
        self.tally = tally
        self._file = file
        self._known: dict[str, str] | None = None

    def picture(self, name: str) -> str:
        """The path of the picture as seen from the input; "" if it is not there, and then it is counted."""
        if self._known is None:
            self._known = pictures_beside(self._file)
        target = self._known.get(file_key(name), "")
        if not target:
            self._miss(name)
        return target

    def _miss(self, name: str) -> None:
        self.tally.picture(name)
        # With a folder of pictures, the result depends on those that are not in it yet. Not all can be remembered.
        if self._known and self.tally.counts["pictures"] <= _REMEMBERED and "/" not in name and len(name) < 200:
            self._file.touched.append(self._file.path.parent / FOLDER / file_key(name))
