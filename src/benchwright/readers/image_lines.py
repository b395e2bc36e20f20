"""Pictures are read from one huge file of lines, `id <tab> base64`.

    imgs.tsv      30000000 <tab> /9j/4AAQSkZJRgABAQ...

The file is scanned once for the places where its lines begin. Then one line is read at a time. The published index
(`imgs.lineidx`) is not used: it may be damaged, and the scan takes less time than decoding the pictures.
"""

from __future__ import annotations

import base64
import binascii
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from benchwright.readers.base import InputFile, ReadError

LINES = 10_000_000
"""Lines at most, and what an id is divided by: the remainder is the number of its line."""

_BLOCK = 1 << 20
_SIGN = 1 << 30


@dataclass(frozen=True, slots=True)
class ImageLines:
    """The open file, and where its lines begin."""

    file: InputFile
    stream: IO[bytes] = field(repr=False)
    starts: array[int] = field(repr=False)

    def bytes_of(self, id: int) -> bytes:
        """The bytes of the picture with that id. ReadError `webqa-line-mismatch` (no line of it where it should be),
        `too-large`, `webqa-encoding`, `unreadable`."""
        data = self._line(id).rstrip(b"\r\n")
        try:
            return base64.b64decode(data, validate=True)
        except binascii.Error as error:
            raise ReadError("webqa-encoding", f"the line of {id} is no base64: {error}") from error

    def _line(self, id: int) -> bytes:
        """What stands behind the id and the tab."""
        number = id % LINES
        if number >= len(self.starts):
            raise _mismatch(id, f"there are {len(self.starts):,} lines, and it should be in number {number:,}")
        start = self.starts[number]
        bound = len(f"{id}\t\r\n") + (self.file.limits.image_bytes + 2) // 3 * 4
        try:
            self.stream.seek(start)
            line = self.stream.readline(bound + 1)
        except OSError as error:
            raise ReadError("unreadable", error.strerror or str(error)) from error
        name, tab, data = line.partition(b"\t")
        if not tab or name.strip() != b"%d" % id:
            raise _mismatch(id, f"the line at byte {start:,} begins with {name[:20].decode('utf-8', 'replace')!r}")
        if len(line) > bound:
            raise ReadError("too-large", f"the line of {id} has more than {bound:,} bytes")
        return data


@contextmanager
def open_lines(file: InputFile) -> Iterator[ImageLines]:
    """The pictures of `file`. ReadError `unreadable` or `too-large` (more lines than ids can tell apart)."""
    try:
        stream = file.path.open("rb")
    except OSError as error:
        raise ReadError("unreadable", error.strerror or str(error)) from error
    with stream:
        yield ImageLines(file, stream, _line_starts(file, stream))


def _line_starts(file: InputFile, stream: IO[bytes]) -> array[int]:
    """Where each line begins, by looking at all of them."""
    starts = array("Q")
    at, last_sign = 0, -_SIGN
    begins = True
    while True:
        if at - last_sign >= _SIGN:  # so that nobody takes a long search for one that hangs
            last_sign = at
            file.begin(f"byte {at} of {Path(file.name).name}")
        try:
            block = stream.read(_BLOCK)
        except OSError as error:
            raise ReadError("unreadable", error.strerror or str(error)) from error
        if not block:
            return starts
        if begins:
            starts.append(at)
        end = block.find(b"\n")
        while 0 <= end < len(block) - 1:
            starts.append(at + end + 1)
            end = block.find(b"\n", end + 1)
        begins = block.endswith(b"\n")
        at += len(block)
        if len(starts) > LINES:
            raise ReadError("too-large", f"{Path(file.name).name} has more than {LINES:,} lines")


def _mismatch(id: int, what: str) -> ReadError:
    return ReadError("webqa-line-mismatch", f"{id}: {what}")
