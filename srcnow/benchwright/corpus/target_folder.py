"""Refuse to make a corpus in a folder that holds something else."""

from __future__ import annotations

from pathlib import Path

from benchwright.corpus.store import (
    DOCUMENTS_FILE,
    DROPS_FILE,
    GRAPHS_FOLDER,
    IMAGES_FOLDER,
    PAGES_FILE,
    SOURCES_FILE,
)
from benchwright.errors import CorpusError
from benchwright.files.atomic import MANIFEST
from benchwright.files.bounded import read_json

_OWN = frozenset({SOURCES_FILE, DOCUMENTS_FILE, PAGES_FILE, DROPS_FILE, IMAGES_FOLDER, GRAPHS_FOLDER})


def refuse_foreign(folder: Path) -> None:
    """CorpusError unless the folder is a corpus (an older or damaged one may be made anew), the beginning of one, empty
    or not there."""
    if folder.exists() and not folder.is_dir():
        raise CorpusError(f"{folder} is not a folder", hint="choose another name for the corpus")
    if not folder.is_dir():
        return
    if not (folder / MANIFEST).exists():
        strangers = sorted(one.name for one in folder.iterdir() if one.name not in _OWN and one.name[0] != ".")
        if strangers:
            raise CorpusError(
                f"{folder} is not a corpus, and not empty ({strangers[0]})", hint="choose a new folder for the corpus"
            )
        return
    try:
        manifest = read_json(folder / MANIFEST)
    except (OSError, ValueError):
        manifest = None
    kind = manifest.get("kind") if isinstance(manifest, dict) else None
    if kind == "corpus" or (manifest is None and (folder / DOCUMENTS_FILE).is_file()):
        return
    named = f"{folder} is a {kind}" if kind == "benchmark" else f"{folder} holds {kind}" if kind == "scores" else ""
    raise CorpusError(
        named or f"{folder} is not a corpus: its {MANIFEST} is another kind's",
        hint="choose a new folder for the corpus",
    )
