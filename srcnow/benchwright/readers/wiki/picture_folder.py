"""Pictures that a wiki dump's pages name are looked up in the folder `images/` beside the dump."""

from __future__ import annotations

from pathlib import Path

from benchwright.readers.base import InputFile
from benchwright.readers.wiki.omissions import Omissions
from benchwright.readers.wiki.site import file_key

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


class PictureFolder:
    """Finds pictures beside the input, and counts those that are not there."""

    def __init__(self, file: InputFile, omissions: Omissions) -> None:
        self.omissions = omissions
        self._file = file
        self._paths: dict[str, str] | None = None

    def path(self, name: str) -> str:
        """The path of the picture as seen from the input; "" if it is not there, and then it is counted."""
        if self._paths is None:
            self._paths = pictures_beside(self._file)
        target = self._paths.get(file_key(name), "")
        if not target:
            self._miss(name)
        return target

    def _miss(self, name: str) -> None:
        self.omissions.picture(name)
        # With a folder of pictures, the result depends on those that are not in it yet. Not all can be remembered.
        if self._paths and self.omissions.counts["pictures"] <= _REMEMBERED and "/" not in name and len(name) < 200:
            self._file.touched.append(self._file.path.parent / FOLDER / file_key(name))
