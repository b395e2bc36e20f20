"""The lines of an HTML dump, from an `.ndjson` file or the files of a `.tar`, are read from any marked position.

An archive is read as a stream of 512-byte blocks. Its names are never paths: only the end of a name is looked at.
Links, devices and folders have no lines. (POSIX.1-2001, "ustar Interchange Format" and "pax Header".)
"""

from __future__ import annotations

import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import IO

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile
from benchwright.records import Json

_BLOCK = 512
_PIECE = 1 << 20
_LONGEST_HEADER = 1 << 16
_SIZE = re.compile(rb"(?:^|\n)\d{1,9} size=(\d{1,15})\n")


@dataclass(frozen=True, slots=True)
class DumpPosition:
    """A place behind a line: its offset in the uncompressed bytes, how much of its member of an archive is left, and
    its number over the whole input."""

    offset: int = 0
    left: int = 0
    number: int = 0

    def to_json(self) -> Json:
        return asdict(self)


def lines_of(file: InputFile, start: DumpPosition, others: Counter[str]) -> Iterator[tuple[DumpPosition, bytes]]:
    """Every line that is not blank, from `start` on. `others["members"]` counts files of an archive that are none of
    JSON lines. ReadError `too-large` for a line, `damaged` for an archive."""
    if file.suffix == ".tar":
        with file.open_bytes(start.offset, streamed=True) as stream:
            yield from _Archive(stream, start, file.limits.text_bytes, others).lines()
        return
    for number, offset, line in file.lines_from(start.offset, start.number, streamed=True):
        yield DumpPosition(offset, 0, number), line


class _Archive:
    """A tar archive that is read from front to end."""

    def __init__(self, stream: IO[bytes], start: DumpPosition, longest: int, others: Counter[str]) -> None:
        self._stream = stream
        self._at = start.offset
        self._left = start.left
        self._number = start.number
        self._longest = longest
        self._others = others

    def lines(self) -> Iterator[tuple[DumpPosition, bytes]]:
        while True:
            while self._left:
                line = self._stream.readline(min(self._longest + 1, self._left))
                if not line:
                    raise ReadError("damaged", "the archive ends inside one of its files")
                self._at += len(line)
                self._left -= len(line)
                self._number += 1
                if len(line) > self._longest:
                    raise ReadError("too-large", f"line {self._number} has more than {self._longest:,} bytes")
                if line.strip():
                    yield DumpPosition(self._at, self._left, self._number), line.strip()
            self._pass(-self._at % _BLOCK)
            size = self._member()
            if size is None:
                return
            self._left = size

    def _member(self) -> int | None:
        """The size of the next file of JSON lines; None at the archive's end."""
        description = None
        while True:
            header = self._read(_BLOCK)
            if not header.strip(b"\0"):
                return None
            try:
                member = tarfile.TarInfo.frombuf(header, "utf-8", "surrogateescape")
            except tarfile.TarError as error:
                raise ReadError("damaged", f"not a tar archive, or a damaged one: {error}") from error
            size = member.size
            if member.type == tarfile.XHDTYPE and size <= _LONGEST_HEADER:
                match = _SIZE.search(self._read(size))
                description = int(match[1]) if match else None
                self._pass(-self._at % _BLOCK)
                continue
            if member.isreg():
                size, description = description if description is not None else size, None
                if member.name.lower().endswith((".ndjson", ".jsonl", ".json")):
                    return size
            if member.type not in {tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.DIRTYPE}:  # words about members, folders
                self._others["members"] += 1
            self._pass(size)
            self._pass(-self._at % _BLOCK)

    def _read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._at += len(data)
        return data

    def _pass(self, size: int) -> None:
        while size > 0:
            data = self._read(min(size, _PIECE))
            if not data:
                raise ReadError("damaged", "the archive ends inside one of its files")
            size -= len(data)
