"""Messages in a pipe are frames: a kind and some parts of bytes, each with its length.

    BW | kind (1 byte) | parts (4) | sum of lengths (8) | length of each part (8 each) | the parts

The reader believes no length beyond its limit, and holds no more than it was sent.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_HEAD = struct.Struct("!2sBIQ")
_MAGIC = b"BW"
_LENGTH = 8
MAX_PARTS = 1 << 20


class FrameError(Exception):
    """Bytes that are no frame, or one beyond the limits: whoever sent them is not believed any further."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A message as it travels."""

    kind: int
    parts: tuple[bytes, ...]

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        return sum(map(len, self.parts))


def encode(kind: int, parts: Sequence[bytes | memoryview]) -> list[bytes | memoryview]:
    """A frame as pieces to write one after the other; the parts are not copied."""
    lengths = [len(part) for part in parts]
    head = _HEAD.pack(_MAGIC, kind, len(parts), sum(lengths)) + struct.pack(f"!{len(lengths)}Q", *lengths)
    return [head, *parts]


class FrameReader:
    """Takes bytes in pieces of any size, and gives the frames that they make up."""

    def __init__(self, limit: int) -> None:
        """`limit`: bytes of all parts of one frame."""
        self._limit = limit
        self._held = bytearray()
        self._wanted = _HEAD.size

    def feed(self, data: bytes) -> Iterator[Frame]:
        """The frames that these bytes complete. FrameError for what is none."""
        self._held += data
        while len(self._held) >= self._wanted:
            frame = self._take()
            if frame is not None:
                yield frame

    def _take(self) -> Frame | None:
        """One frame; or None, after setting how many bytes have to be there before another look is worth it."""
        magic, kind, count, total = _HEAD.unpack_from(self._held)
        if magic != _MAGIC:
            raise FrameError("the bytes are no frame")
        if count > MAX_PARTS or total > self._limit:
            raise FrameError(f"a frame of {count:,} parts and {total:,} bytes is beyond the limit")
        body = _HEAD.size + _LENGTH * count
        if len(self._held) < body:
            self._wanted = body
            return None
        lengths = struct.unpack_from(f"!{count}Q", self._held, _HEAD.size)
        if sum(lengths) != total:
            raise FrameError("the parts of a frame do not add up")
        if len(self._held) < body + total:
            self._wanted = body + total
            return None
        parts = []
        with memoryview(self._held) as view:
            at = body
            for length in lengths:
                parts.append(bytes(view[at : at + length]))
                at += length
        del self._held[:at]
        self._wanted = _HEAD.size
        return Frame(kind, tuple(parts))
