"""The pictures that a dump's pages name, looked for in the folder `images/` beside it. A dump brings none itself."""

from __future__ import annotations

from pathlib import Path

from benchwright.corpus.read.base import InputFile
from benchwright.corpus.read.wikitext.site import file_key

FOLDER = "images"
_MOST = 1_000_000


def pictures_beside(file: InputFile) -> dict[str, str]:
    """Path by file name (`File:` taken off, spaces as underscores) of what lies in `images/`; empty without it.

    The folder is listed once: asking for each name of a whole Wikipedia would have to be remembered each time."""
    folder: Path = file.path.parent / FOLDER
    file.touched.append(folder)
    try:
        if not folder.resolve().is_relative_to(file.root.resolve()):
            return {}
        names = sorted(entry.name for _, entry in zip(range(_MOST), folder.iterdir(), strict=False))
    except OSError:
        return {}
    return {file_key(name): f"{FOLDER}/{name}" for name in names}
