"""Compressed files are read as plain bytes, with a limit on the memory that an archive may ask for."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import IO, cast

from benchwright.files.zstd import DecompressionParameter, ZstdError, ZstdFile

DAMAGED = (EOFError, lzma.LZMAError, zlib.error, ZstdError, gzip.BadGzipFile)
"""What damaged archives raise; OSError (bz2) besides."""

_WINDOW_LOG = 27
_MEMORY = 1 << _WINDOW_LOG
"""What unpacking may need. The largest presets of xz and zstd need less; a header can ask for gigabytes."""

_PIECE = 1 << 16


class ArchiveMemoryError(lzma.LZMAError):
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
        return cast(IO[bytes], ZstdFile(raw, options={DecompressionParameter.window_log_max: _WINDOW_LOG}))
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
            value = b""
            if unpacker.needs_input:
                value, self._left = self._left or self._raw.read(_PIECE), b""
                if not value:
                    raise EOFError("the archive ends before its end is marked")
            try:
                data = unpacker.decompress(value, size)
            except lzma.LZMAError as error:
                if "limit" in str(error).lower():
                    raise ArchiveMemoryError(f"its dictionary needs more than {_MEMORY >> 20} MB") from error
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
