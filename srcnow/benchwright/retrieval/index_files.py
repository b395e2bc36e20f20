"""Define what every index of a corpus needs: the searched text, the order of ids, the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchwright.files.atomic import MANIFEST, atomic_path
from benchwright.files.bounded import read_json
from benchwright.records import Json


def titled(title: str, text: str) -> str:
    """What is searched of a source: its text, after its title unless the text begins with it."""
    return text if not title or text.startswith(title) else f"{title}\n{text}"


def ranks_of(ids: list[str]) -> NDArray[np.int32]:
    """The place of each id among the sorted ids: ties in scores are broken by it."""
    ranks = np.empty(len(ids), dtype=np.int32)
    ranks[sorted(range(len(ids)), key=ids.__getitem__)] = np.arange(len(ids), dtype=np.int32)
    return ranks


def write_columns(folder: Path, name: str, words: Iterable[str], arrays: Mapping[str, NDArray[Any]]) -> list[str]:
    """Write words, one a line, and arrays; the names of the files. StorageError when the disk refuses."""
    with atomic_path(folder / f"{name}.txt") as path:
        path.write_text("\n".join(words), encoding="utf-8", newline="\n")
    for kind, array in arrays.items():
        with atomic_path(folder / f"{kind}.npy") as path, path.open("wb") as file:
            np.save(file, array)
    return [f"{name}.txt", *(f"{kind}.npy" for kind in arrays)]


def read_manifest(folder: Path, format: int) -> Json | None:
    """The manifest of an index; None if there is none, or it is of another format or not whole."""
    try:
        manifest = read_json(folder / MANIFEST)
    except (OSError, ValueError):
        return None
    return manifest if isinstance(manifest, dict) and manifest.get("format") == format else None
