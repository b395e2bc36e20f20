"""Columns on disk, mapped instead of read: what a large graph is worked out to, in files that the system pages in and
out as it likes, so that a process holds none of it in memory of its own.

    PLACE/<fingerprint>/<column>.bin     numbers as the machine holds them, one after the other
    PLACE/<fingerprint>/manifest.json    what they depend on, their types, lengths and checksums; written last

Files are made in a folder beside and moved when they are whole, and every byte is checked before they are believed:
what was changed, cut short, or left by a kill or a power cut is made anew. One process makes, others wait for it.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Protocol

import numpy as np
import numpy.typing as npt

from benchwright.errors import StorageError
from benchwright.files.atomic import is_leftover, make_folder, write_json
from benchwright.files.locks import file_lock
from benchwright.records import Json

Array = npt.NDArray[Any]

KEPT = 2
"""How many sets of columns stay in one place: the newest, and one before it, of a plan used in turn."""
_MANIFEST = "manifest.json"
_CHUNK = 1 << 22


class Columns(Protocol):
    """Columns of numbers that grow by blocks."""

    def add(self, **blocks: Array) -> None:
        """Append a block to each of these columns. All blocks of a column are of one type; the first may be empty."""


class InMemory:
    """Columns as arrays."""

    def __init__(self) -> None:
        self._blocks: dict[str, list[Array]] = {}

    def add(self, **blocks: Array) -> None:
        for name, block in blocks.items():
            self._blocks.setdefault(name, []).append(block)

    def done(self) -> dict[str, Array]:
        """The columns. What they were made of is let go."""
        return {name: np.concatenate(self._blocks.pop(name)) for name in list(self._blocks)}


@dataclass(eq=False)
class _File:
    """One column while it is written."""

    file: IO[bytes]
    dtype: np.dtype[Any]
    length: int = 0
    crc: int = 0


class _OnDisk:
    """Columns as files of a folder."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._folder = folder
        self._opened = opened
        self._files: dict[str, _File] = {}

    def add(self, **blocks: Array) -> None:
        for name, block in blocks.items():
            if name not in self._files:
                file = self._opened.enter_context((self._folder / f"{name}.bin").open("wb", buffering=0))
                self._files[name] = _File(file, block.dtype)
            into = self._files[name]
            if block.dtype != into.dtype:
                raise TypeError(f"{name} is of {into.dtype}, and a block of {block.dtype}")
            if len(block):
                raw = np.ascontiguousarray(block).data.cast("B")
                into.crc = zlib.crc32(raw, into.crc)
                into.length += len(block)
                while raw:
                    raw = raw[into.file.write(raw) :]

    def told(self) -> dict[str, Json]:
        """Of each column what the manifest says of it."""
        return {
            name: {"dtype": one.dtype.str, "length": one.length, "crc32": one.crc} for name, one in self._files.items()
        }


Make = Callable[[Columns], Json]
"""Fills columns, and gives what else is to be kept with them: anything that is JSON."""


def kept(place: Path, fingerprint: str, make: Make) -> tuple[dict[str, Array], Json]:
    """The columns of that fingerprint, read-only and mapped, and what was kept with them; made if they are not there or
    not as they were written. Waits while another process makes some there. StorageError if the disk refuses."""
    folder = place / fingerprint[:16]
    found = _opened(folder, fingerprint)
    if found is not None:
        return found
    make_folder(place)
    with file_lock(place / ".lock", place, wait=True):
        try:
            _clear(place, folder)
            found = _opened(folder, fingerprint)
            if found is not None:
                return found
            with _removed(place / f".{folder.name}.{secrets.token_hex(6)}.tmp") as temporary:
                temporary.mkdir()
                told, columns = _written(temporary, make)
                write_json(temporary / _MANIFEST, {"fingerprint": fingerprint, "columns": columns, "told": told})
                mapped = _mapped(temporary, columns)
                if folder.exists():
                    aside = place / f".{folder.name}.{secrets.token_hex(6)}.tmp"
                    folder.rename(aside)
                    shutil.rmtree(aside)
                temporary.rename(folder)
        except OSError as error:
            raise _refused(place, error) from error
    return mapped, told


def kept_if_possible(
    place: Path, fingerprint: str, make: Make, spill: Path | None = None
) -> tuple[dict[str, Array], Json]:
    """As `kept`; but where the place cannot be written, what stands there is taken, and what does not is made `apart`,
    in `spill`."""
    if os.access(next(folder for folder in (place, *place.parents) if folder.exists()), os.W_OK):
        return kept(place, fingerprint, make)
    found = _opened(place / fingerprint[:16], fingerprint)
    return apart(spill, make) if found is None else found


def apart(spill: Path | None, make: Make) -> tuple[dict[str, Array], Json]:
    """Columns on disk that are gone with the process, for their files lose their names. `spill` as of `scratch`."""
    with scratch(spill) as temporary:
        told, columns = _written(temporary, make)
        return _mapped(temporary, columns), told


@contextmanager
def scratch(spill: Path | None) -> Iterator[Path]:
    """A folder for what is of no use afterwards, in `spill` (None: the system's folder for temporary files).
    StorageError if it cannot be made."""
    try:
        if spill is not None:
            spill.mkdir(parents=True, exist_ok=True)
        folder = TemporaryDirectory(prefix="columns-", dir=spill)
    except OSError as error:
        raise StorageError(
            f"{spill or 'the folder for temporary files'} cannot take what does not fit into memory: "
            f"{error.strerror or error}",
            hint="name another folder as spill",
        ) from error
    with folder as name:
        yield Path(name)


def aside(array: Array, spill: Path | None) -> Array:
    """The same numbers on disk, read-only and mapped, and gone with the process."""

    def copy(columns: Columns) -> Json:
        columns.add(only=array)
        return {}

    return apart(spill, copy)[0]["only"]


def _written(folder: Path, make: Make) -> tuple[Json, dict[str, Json]]:
    with ExitStack() as opened:
        columns = _OnDisk(folder, opened)
        try:
            told = make(columns)
        except OSError as error:
            raise _refused(folder, error) from error
        return told, columns.told()


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write {path}: {error.strerror or error}",
        hint="make room, or name another folder as spill, and run the same command again",
    )


def _mapped(folder: Path, columns: Mapping[str, Json]) -> dict[str, Array]:
    found: dict[str, Array] = {}
    for name, told in columns.items():
        dtype, length = np.dtype(told["dtype"]), int(told["length"])
        # An empty file cannot be mapped. As a plain array, for each slice of a memmap costs a walk through Python.
        whole = np.memmap(folder / f"{name}.bin", dtype, "r", shape=(length,)) if length else np.zeros(0, dtype)
        found[name] = np.asarray(whole)
    return found


def _opened(folder: Path, fingerprint: str) -> tuple[dict[str, Array], Json] | None:
    """What is kept there; None if there is nothing, or it is of something else, or not as it was written."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        if manifest["fingerprint"] != fingerprint:
            return None
        columns: dict[str, Json] = manifest["columns"]
        for name, told in columns.items():
            if _checksum(folder / f"{name}.bin") != (np.dtype(told["dtype"]).itemsize * told["length"], told["crc32"]):
                return None
        with suppress(OSError):  # a disk that cannot be written
            os.utime(folder)  # the newest stay
        return _mapped(folder, columns), manifest["told"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _checksum(path: Path) -> tuple[int, int]:
    size, crc = 0, 0
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(_CHUNK):
            size += len(chunk)
            crc = zlib.crc32(chunk, crc)
    return size, crc


def _clear(place: Path, wanted: Path) -> None:
    """Remove what killed writers left, and all but the newest sets: whoever has one open goes on reading it. Only under
    the lock."""
    sets = []
    for path in place.iterdir():
        if is_leftover(path.name):
            shutil.rmtree(path, ignore_errors=True)
        elif path.is_dir() and path != wanted:
            sets.append(path)
    sets.sort(key=lambda path: path.stat().st_mtime_ns)
    for path in sets[: len(sets) - (KEPT - 1)]:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _removed(folder: Path) -> Iterator[Path]:
    """A folder that is gone at the end, unless it was moved."""
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


__all__ = ["Array", "Columns", "InMemory", "Make", "apart", "aside", "kept", "kept_if_possible", "scratch"]
