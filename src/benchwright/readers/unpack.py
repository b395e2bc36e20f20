"""Compressed bytes -> a stream of plain ones. Knows no limits but those on the memory that an archive may ask for."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Generator
from typing import IO, cast

import zstandard

DAMAGED = (EOFError, lzma.LZMAError, zlib.error, zstandard.ZstdError, gzip.BadGzipFile)
"""What damaged archives raise; OSError (bz2) besides."""

_MEMORY = 128 << 20
"""What unpacking may need. The largest presets of xz and zstd need less; a header can ask for gigabytes."""

_PIECE = 1 << 16


class TooHungry(lzma.LZMAError):
    """An archive whose dictionary needs more than 128 MB."""


def unpacked(raw: IO[bytes], suffix: str) -> IO[bytes]:
    """The plain bytes of `raw`, whose name ends in `suffix` (`.gz`, `.bz2`, `.xz`, `.zst`; anything else is plain)."""
    if suffix == ".gz":
        return cast(IO[bytes], gzip.GzipFile(fileobj=raw, mode="rb"))
    if suffix == ".bz2":
        return cast(IO[bytes], bz2.BZ2File(raw))
    if suffix == ".xz":
        return cast(IO[bytes], _Xz(raw))
    if suffix == ".zst":
        return cast(IO[bytes], _Zst(raw))
    return raw


class _Xz(io.RawIOBase):
    """Streams of xz one after the other, each within the memory limit (`lzma.LZMAFile` knows none)."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._unpacker: lzma.LZMADecompressor | None = None
        self._left = b""
        self._first = True

    def readable(self) -> bool:
        return True

    def read1(self, size: int = -1) -> bytes:
        """The same: `read` gives what one step gives."""
        return self.read(size)

    def read(self, size: int = -1) -> bytes:
        while True:
            if self._unpacker is None and not self._next():
                return b""
            unpacker = cast(lzma.LZMADecompressor, self._unpacker)
            given = b""
            if unpacker.needs_input:
                given, self._left = self._left or self._raw.read(_PIECE), b""
                if not given:
                    raise EOFError("the archive ends before its end is marked")
            try:
                data = unpacker.decompress(given, size)
            except lzma.LZMAError as error:
                if "limit" in str(error).lower():
                    raise TooHungry(f"its dictionary needs more than {_MEMORY >> 20} MB") from error
                raise
            if unpacker.eof:
                self._left, self._unpacker = unpacker.unused_data, None
            if data:
                return data

    def _next(self) -> bool:
        """Begin the next stream, zeros between two passed over; False at the end of the file."""
        while not self._first and not (rest := self._left.lstrip(b"\0")):
            self._left = self._raw.read(_PIECE)
            if not self._left:
                return False
        if not self._first:
            self._left = rest
        self._first = False
        self._unpacker = lzma.LZMADecompressor(memlimit=_MEMORY)
        return True


class _Zst(io.RawIOBase):
    """Frames of zstd one after the other. The library takes a file that ends within a frame for one that ends there, so
    that what is missing would be lost in silence: the frames are counted here as their bytes go by."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._frames = _frames()
        self._needs = next(self._frames)
        self._held = b""
        unpacker = zstandard.ZstdDecompressor(max_window_size=_MEMORY)
        self._stream = unpacker.stream_reader(cast(IO[bytes], _Tapped(self)), read_across_frames=True)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._checked(self._stream.read(size))

    def read1(self, size: int = -1) -> bytes:
        return self._checked(self._stream.read1(size))

    def _checked(self, data: bytes) -> bytes:
        if not data and (self._held or self._needs != _FRAME):
            raise EOFError("the archive ends before its end is marked")
        return data

    def packed(self, size: int) -> bytes:
        """The next bytes of the file, followed through its frames."""
        data = self._raw.read(size)
        held, at = self._held + data, 0
        while at < len(held) and len(held) - at >= (1 if self._needs < 0 else self._needs):
            if self._needs < 0:  # so many bytes mean nothing here
                passed = min(-self._needs, len(held) - at)
                self._needs += passed
                if not self._needs:
                    self._needs = next(self._frames)
            else:
                passed = self._needs
                self._needs = self._frames.send(held[at : at + passed])
            at += passed
        self._held = held[at:]
        return data


class _Tapped:
    """What the library reads from."""

    def __init__(self, file: _Zst) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        return self._file.packed(size)


_FRAME = 4


def _frames() -> Generator[int, bytes, None]:
    """Walks through frames of zstd (RFC 8878): yields how many bytes it has to see next (never 0), or, below zero, how
    many go by. It asks for `_FRAME` bytes only between frames."""
    while True:
        magic = int.from_bytes((yield _FRAME), "little")
        if magic >> 4 == 0x184D2A5:
            size = int.from_bytes((yield 1) + (yield 3), "little")
            if size:
                yield -size
            continue
        facts = (yield 1)[0]
        single, checksum = facts >> 5 & 1, facts >> 2 & 1
        rest = (1 - single) + (0, 1, 2, 4)[facts & 3] + (single, 2, 4, 8)[facts >> 6]
        if rest:
            yield -rest
        last = 0
        while not last:
            block = int.from_bytes((yield 3), "little")
            last, size = block & 1, 1 if block >> 1 & 3 == 1 else block >> 3
            if size:
                yield -size
        if checksum:
            yield -4
