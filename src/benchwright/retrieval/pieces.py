"""What was encoded so far, on disk piece by piece: a build that was killed goes on behind the last whole piece.

    12f3a0b4 {"about": {...}}\\n
    8c01d2e7 {"kind": "rows", "bytes": 262144, "counts": {}}\\n<262,144 bytes>
    ...

Each piece begins with the checksum of its line and its bytes. Whatever a kill or a power cut leaves behind the last
whole one is cut off. Knows no vectors: pieces are bytes of a kind.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from benchwright.errors import StorageError
from benchwright.files.atomic import make_folder
from benchwright.records import Json

_LONGEST_LINE = 65536


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: where its bytes stand, and what was counted while they were made."""

    kind: str
    offset: int
    size: int
    counts: Mapping[str, int]


class Pieces:
    """The pieces of one build, opened for reading and adding. One process only: hold the folder's lock.

    Each piece is handed to the system when it is added, so that it survives the process; a power cut may cost the last
    ones, and their checksums say so."""

    def __init__(self, path: Path, about: Json) -> None:
        """Go on with what `path` holds of a build `about` the same; of another one nothing is kept. Raises
        StorageError."""
        self._path = path
        self.pieces: list[Piece] = []
        make_folder(path.parent)
        with _refusing(path):
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            self._file: BinaryIO = os.fdopen(descriptor, "r+b", buffering=0)
            end = self._scan(about)
            self._file.truncate(end)
            if not end:
                self._write(_line({"about": about}, b""))

    def _scan(self, about: Json) -> int:
        """Read what is whole; where it ends."""
        with open(self._path, "rb") as file:
            first = _read(file)
            if first is None or first[0] != {"about": about}:
                return 0
            end = file.tell()
            while (found := _read(file)) is not None:
                told, offset = found
                self.pieces.append(Piece(told["kind"], offset, told["bytes"], told["counts"]))
                end = file.tell()
        return end

    def add(self, kind: str, data: bytes, counts: Mapping[str, int]) -> None:
        """Keep one piece."""
        line = _line({"kind": kind, "bytes": len(data), "counts": dict(counts)}, data)
        with _refusing(self._path):
            at = self._file.seek(0, os.SEEK_END)
            self._write(line)
            self._write(data)
        self.pieces.append(Piece(kind, at + len(line), len(data), dict(counts)))

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]

    def of(self, kind: str) -> Iterator[bytes]:
        """The bytes of all pieces of a kind, in order."""
        for piece in [piece for piece in self.pieces if piece.kind == kind]:
            self._file.seek(piece.offset)
            yield self._file.read(piece.size)

    def counted(self) -> dict[str, int]:
        """What was counted over all pieces."""
        names = sorted({name for piece in self.pieces for name in piece.counts})
        return {name: sum(piece.counts.get(name, 0) for piece in self.pieces) for name in names}

    def remove(self) -> None:
        """Close, and forget all of it: the build is done."""
        self._file.close()
        self._path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


class _refusing:  # noqa: N801 - reads as a block
    """Turns what the operating system refuses inside into StorageError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError):
            raise StorageError(
                f"cannot write {self._path}: {error.strerror or error}", hint="mend that and run the same command again"
            ) from error


def _line(told: Json, data: bytes) -> bytes:
    text = json.dumps(told, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    return b"%08x %s" % (zlib.crc32(data, zlib.crc32(text)), text)


def _read(file: BinaryIO) -> tuple[Json, int] | None:
    """The next line and where its bytes begin; the file then stands behind them. None if they are not whole."""
    line = file.readline(_LONGEST_LINE)
    mark, space, text = line[:8], line[8:9], line[9:]
    if space != b" " or not text.endswith(b"\n"):
        return None
    try:
        told = json.loads(text)
    except ValueError:
        return None
    size = told.get("bytes", 0) if isinstance(told, dict) else -1
    if type(size) is not int or size < 0:
        return None
    offset = file.tell()
    data = file.read(size)
    if len(data) != size or mark != b"%08x" % zlib.crc32(data, zlib.crc32(text)):
        return None
    return told, offset
