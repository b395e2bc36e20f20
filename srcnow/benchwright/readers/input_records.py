"""What one input gave is recorded, and whether its files are still the same is checked.

An input is unchanged if each file that it opened (or looked for in vain) has the same size and the same hash. The time
of change is not trusted: a file that is written twice within one tick of the clock, or unpacked with old times, keeps
its time with another text. Hashing takes about 0.6 s a GB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa

from benchwright.errors import ReadError
from benchwright.files.atomic import sha256_file
from benchwright.readers.inputs import actual_name, readable_name
from benchwright.records import Drop, Json

FOLDER = ".ingest"
"""Where in the corpus ingest keeps what it knows."""


@dataclass(frozen=True, slots=True)
class FileState:
    """A file that an input's result depends on: its readable name, relative to its root. `sha256` is None if it was not
    there, and "" if it was not hashed."""

    name: str
    size: int = 0
    mtime_ns: int = 0
    sha256: str | None = None

    def to_json(self) -> list[str | int | None]:
        return [self.name, self.size, self.mtime_ns, self.sha256]


@dataclass(frozen=True, slots=True)
class InputRecord:
    """What one input gave. `key` holds everything else that the result depends on (reader, options, licence);
    `digest` is the hash of its content; `reasons` counts its drops; `failed` that it could not be read as a whole."""

    name: str
    key: str
    touched: tuple[FileState, ...]
    digest: str
    sources: int
    documents: int
    pages: int
    modalities: Mapping[str, int]
    reasons: Mapping[str, int]
    pictures: tuple[str, ...]
    failed: bool = False

    def to_json(self) -> Json:
        return asdict(self) | {"touched": [file.to_json() for file in self.touched]}

    @classmethod
    def from_json(cls, data: Json) -> InputRecord:
        touched = tuple(FileState(*file) for file in data["touched"])
        return cls(**data | {"touched": touched, "pictures": tuple(data["pictures"])})


class StoredInput(Protocol):
    """All that one input gave, as it lies on the disk. Everything is read when it is asked for, a piece at a time."""

    def record(self) -> InputRecord:
        """What it gave in numbers."""

    def id_hashes(self) -> Iterator[bytes]:
        """16 bytes for each source, in order, many in a piece."""

    def name_hashes(self) -> Iterator[bytes]:
        """16 bytes for the name of each document, in order, many in a piece."""

    def pieces(self) -> Iterator[tuple[list[str], list[str]]]:
        """Piece by piece: the names of documents that begin in it, and for each of its sources its document's name."""

    def rows(self, kind: str) -> Iterator[pa.Table]:
        """Its `sources`, `documents` or `pages`."""

    def drops(self) -> Iterator[Drop]:
        """What did not become a source."""


HASHED = 4 << 30
"""Bytes of the largest file that is hashed: what a reader takes in, and less than the pictures of WebQA in one file."""


def look_at(path: Path, root: Path) -> FileState:
    """What a file is now; its name is relative to `root`. One beyond `HASHED` bytes is told by size and time alone: to
    hash it would take minutes, in which its worker gives no sign of life."""
    name = readable_name(path.relative_to(root).as_posix())
    try:
        facts = path.stat()
        digest = sha256_file(path) if facts.st_size <= HASHED else ""
        return FileState(name, facts.st_size, facts.st_mtime_ns, digest)
    except (OSError, ReadError):
        return FileState(name)


def glance_at(path: Path, root: Path) -> FileState:
    """What a file is now by size and time alone: its `sha256` is "", or None if it is not there."""
    name = readable_name(path.relative_to(root).as_posix())
    try:
        facts = path.stat()
    except OSError:
        return FileState(name)
    return FileState(name, facts.st_size, facts.st_mtime_ns, "")


def is_unchanged(touched: Iterable[FileState], root: Path) -> bool:
    """Whether every file is as it was: of the same size and hash. One of which no hash was taken (see `HASHED`) has to
    have the same time of change instead."""
    for file in touched:
        path = root / actual_name(file.name)
        try:
            now = path.stat()
        except OSError:
            if file.sha256 is not None:
                return False
            continue
        if file.sha256 is None or now.st_size != file.size:
            return False
        try:
            if sha256_file(path) != file.sha256 if file.sha256 else now.st_mtime_ns != file.mtime_ns:
                return False
        except ReadError:
            return False
    return True
