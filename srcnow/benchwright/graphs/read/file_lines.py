"""Read the lines of a file, compressed or not, with positions from which a later run can go on.

Lines come one by one, or as blocks of whole lines for readers that take in many at once; positions and losses are the
same. Damage costs as little as it can: a stream that ends in the middle gives every line before, and an over-long line
is passed over in pieces.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple, cast

from benchwright.files.bounded import open_plain
from benchwright.files.disk_errors import reading
from benchwright.graphs.items import Loss, Position
from benchwright.graphs.read.limits import GraphLimits
from benchwright.readers.inputs import COMPRESSED, readable_name
from benchwright.readers.unpack import DAMAGED, ArchiveMemoryError, unpacked

_BUFFER = 1 << 18
_BLOCK = 1 << 20
_PIECE = 1 << 20
_BOMB_FLOOR = 64 << 20
"""Below this many bytes no expansion is suspicious: lines are bounded, and short files of one thing compress well."""

_MARK = b"\xef\xbb\xbf"
_SHOWN = 100


class FileLine(NamedTuple):
    """A line with its end, its number from 1, and the offset of its first byte."""

    number: int
    text: bytes
    offset: int

    @property
    def before(self) -> Position:
        """The position before it."""
        return Position(self.offset, self.number - 1)


class LineBlock(NamedTuple):
    """Whole lines, one behind the other: the number of the first, how many there are, their bytes, and the offset of
    the first byte. A file's first line stands in none, since a mark may stand before it, or a header in it."""

    number: int
    total: int
    data: bytes
    offset: int

    def lines(self) -> Iterator[FileLine]:
        """Its lines, one by one."""
        offset = self.offset
        for number, text in enumerate(io.BytesIO(self.data), self.number):
            yield FileLine(number, text, offset)
            offset += len(text)

    def halves(self) -> tuple[LineBlock, LineBlock]:
        """Two blocks of about half the lines each; there have to be two lines."""
        count = self.total // 2
        end = _end_of(self.data, 0, count)
        return (
            LineBlock(self.number, count, self.data[:end], self.offset),
            LineBlock(self.number + count, self.total - count, self.data[end:], self.offset + end),
        )


def lines_of(path: Path, limits: GraphLimits, resume: Position | None) -> Iterator[FileLine | Loss | Position]:
    """Every line behind `resume`, and what `blocks_of` says of them."""
    for item in blocks_of(path, limits, resume):
        if isinstance(item, LineBlock):
            yield from item.lines()
        else:
            yield item


def blocks_of(
    path: Path, limits: GraphLimits, resume: Position | None
) -> Iterator[LineBlock | FileLine | Loss | Position]:
    """Every line behind `resume`, alone or in a block, which never reaches over a position. A `Position` comes after
    every `mark_lines` lines or `mark_bytes` bytes, and behind the last line. Lost: `too-long`, `damaged` or
    `decompression-bomb` (nothing behind it can be read), `cut-line` (the unfinished line before such damage: what it
    says may be half of what it meant). ReadError `unreadable`."""
    name = readable_name(path.name)
    at = marked = Position(0, 0) if resume is None else resume
    with _opened(path, limits) as stream:
        whole = stream.go_to(at.offset)
        # What stands in the buffer is never longer than a line may be.
        lines = io.BufferedReader(stream, max(1, min(_BLOCK, limits.line_bytes)))
        while whole and (buffer := lines.peek()):
            if at.line and (end := buffer.rfind(b"\n") + 1):
                data, start = lines.read(end), 0
                while start < end:
                    stop, count = _up_to_mark(data, start, at, marked, limits)
                    yield LineBlock(at.line + 1, count, data[start:stop], at.offset)
                    at = Position(at.offset + stop - start, at.line + count)
                    start = stop
                    if _is_due(at, marked, limits):
                        yield at
                        marked = at
                continue
            # The first line, or one of which the buffer holds the beginning.
            text = lines.readline(limits.line_bytes + 1)
            number, end = at.line + 1, at.offset + len(text)
            ended = text.endswith(b"\n")
            if not ended and len(text) > limits.line_bytes:
                while not ended and (rest := lines.readline(_PIECE)):
                    end, ended = end + len(rest), rest.endswith(b"\n")
                yield Loss(f"{name}:{number}", "too-long", excerpt(text))
            elif not ended and stream.damage is not None:
                yield Loss(f"{name}:{number}", "cut-line", excerpt(text))
            else:
                yield FileLine(number, text.removeprefix(_MARK) if number == 1 else text, at.offset)
            at = Position(end, number)
            if _is_due(at, marked, limits):
                yield at
                marked = at
        if at != marked or (resume is None and not at.line):
            yield at
        if stream.damage is not None:
            yield Loss(f"{name}:{at.line + 1}", *stream.damage)


def _is_due(at: Position, marked: Position, limits: GraphLimits) -> bool:
    return at.line - marked.line >= limits.mark_lines or at.offset - marked.offset >= limits.mark_bytes


def _up_to_mark(data: bytes, start: int, at: Position, marked: Position, limits: GraphLimits) -> tuple[int, int]:
    """Where the lines from `start` on end that stand before the next mark or the end, and how many they are."""
    stop, count = len(data), data.count(b"\n", start)
    if (lines_due := marked.line + limits.mark_lines - at.line) < count:
        stop, count = _end_of(data, start, lines_due), lines_due
    room = marked.offset + limits.mark_bytes - at.offset  # the line with the last of these bytes is taken whole
    if room < stop - start:
        stop = data.index(b"\n", start + room - 1) + 1
        count = data.count(b"\n", start, stop)
    return stop, count


def _end_of(data: bytes, start: int, count: int) -> int:
    """Where so many lines end, counted from `start`; there are as many."""
    low, high = start, len(data)  # the line ends behind `low`
    while high - low > 1:
        middle = (low + high) // 2
        count_here = data.count(b"\n", low, middle)
        if count_here >= count:
            high = middle
        else:
            low, count = middle, count - count_here
    return high


def pieces_of(path: Path, limits: GraphLimits) -> Iterator[bytes | Loss]:
    """The uncompressed bytes in order, for a file without lines; damage as in `lines_of`, at the end."""
    with _opened(path, limits) as stream:
        lines = io.BufferedReader(stream, _BUFFER)
        while piece := lines.read1(_PIECE):
            yield piece
        if stream.damage is not None:
            yield Loss(readable_name(path.name), *stream.damage)


def excerpt(text: bytes) -> str:
    """The beginning of a line, for people."""
    return text[:_SHOWN].decode("utf-8", "replace").rstrip("\r\n")


def _opened(path: Path, limits: GraphLimits) -> _Surviving:
    with reading(path):
        raw = open_plain(path)
        size = path.stat().st_size
    return _Surviving(raw, path.suffix.lower(), max(_BOMB_FLOOR, limits.expansion * size))


class _Surviving(io.RawIOBase):
    """A stream that ends where its archive is damaged or has given `ceiling` bytes; `damage` then says why: a slug and
    the words of the library."""

    def __init__(self, raw: io.FileIO, suffix: str, ceiling: int) -> None:
        self._raw = raw
        self._packed = suffix in COMPRESSED
        self._stream: IO[bytes] = unpacked(raw, suffix)
        # What one step gives: a read that goes on would lose the last good bytes before damage.
        self._step = cast(io.BufferedReader, self._stream).read1 if self._packed else raw.read
        self._ceiling = ceiling
        self._total = 0
        self.damage: tuple[str, str] | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        if self.damage is not None:
            return 0
        data: bytes | None = b""
        try:
            data = self._step(len(view))
        except ArchiveMemoryError as error:
            self.damage = ("decompression-bomb", str(error))
        except (*DAMAGED, OSError) as error:
            self.damage = ("damaged", str(error))
        data = data or b""
        self._total += len(data)
        if self._packed and self._total > self._ceiling:
            self.damage = ("decompression-bomb", f"more than {self._ceiling:,} bytes")
            return 0
        view[: len(data)] = data
        return len(data)

    def go_to(self, offset: int) -> bool:
        """Pass over so many bytes of the plain stream; there is no way into the middle of an archive but through its
        beginning. False if it ends before."""
        if not self._packed:
            self._raw.seek(offset)
            return True
        block = bytearray(_PIECE)
        while offset and (size := self.readinto(memoryview(block)[: min(offset, _PIECE)])):
            offset -= size
        return offset == 0

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
            self._raw.close()
        super().close()
