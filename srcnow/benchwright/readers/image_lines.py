"""Pictures are taken out of one huge file of lines, `id <tab> base64`, by an index of where each line begins.

    imgs.tsv      30000000 <tab> /9j/4AAQSkZJRgABAQ...
    imgs.lineidx  0
                  24410

One line is read at a time, from where it begins. What the index says is believed only if a line begins there, with the
id that was asked for. Without an index, or with one that is damaged, the file is gone through once.
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
    """The open file, its size in bytes, and where its lines begin."""

    file: InputFile
    stream: IO[bytes] = field(repr=False)
    size: int
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
        if start >= self.size:
            raise _mismatch(id, f"byte {start:,} is behind the end of the file")
        bound = len(f"{id}\t\r\n") + (self.file.limits.image_bytes + 2) // 3 * 4
        try:
            self.stream.seek(max(0, start - 1))
            before = self.stream.read(1) if start else b"\n"
            line = self.stream.readline(bound + 1)
        except OSError as error:
            raise ReadError("unreadable", error.strerror or str(error)) from error
        if before != b"\n":
            raise _mismatch(id, f"no line begins at byte {start:,}")
        name, tab, data = line.partition(b"\t")
        if not tab or name.strip() != b"%d" % id:
            raise _mismatch(id, f"the line at byte {start:,} begins with {name[:20].decode('utf-8', 'replace')!r}")
        if len(line) > bound:
            raise ReadError("too-large", f"the line of {id} has more than {bound:,} bytes")
        return data


@contextmanager
def open_lines(file: InputFile, index: InputFile | None) -> Iterator[tuple[ImageLines, str]]:
    """The pictures of `file`, and what was wrong with the index ("" if nothing, or if there is none).

    ReadError `unreadable` or `too-large` (more lines than ids can tell apart)."""
    wrong = ""
    starts: array[int] | None = None
    if index is not None:
        try:
            starts = _indexed(index)
        except ReadError as error:
            wrong = str(error)
    try:
        size = file.path.stat().st_size
        stream = file.path.open("rb")
    except OSError as error:
        raise ReadError("unreadable", error.strerror or str(error)) from error
    with stream:
        yield ImageLines(file, stream, size, _line_starts(file, stream) if starts is None else starts), wrong


def _indexed(index: InputFile) -> array[int]:
    """Where each line begins, as the index tells it, a number a line."""
    starts = array("Q")
    for number, line in index.lines():
        if not line.isdigit() or len(line) > 18 or number != len(starts) + 1:
            raise ReadError("webqa-index", f"line {number} of {Path(index.name).name} is no place of a line")
        if number > LINES:
            raise ReadError("webqa-index", f"{Path(index.name).name} has more than {LINES:,} lines")
        starts.append(int(line))
    return starts


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
