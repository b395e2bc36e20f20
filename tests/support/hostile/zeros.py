"""Compressed zeros and spaces without end, made without compressing them: one block, repeated."""

from __future__ import annotations

import gzip
import lzma
import struct
import zlib

BLOCK = 1 << 20


def deflated(megabytes: int, letter: bytes = b" ") -> bytes:
    """A raw deflate stream of that many million equal letters: a kilobyte for each."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(letter * BLOCK) + packer.flush(zlib.Z_FULL_FLUSH)
    return block * megabytes + zlib.compressobj(9, zlib.DEFLATED, -15).flush()


def zlibbed(megabytes: int, letter: bytes = b"\0") -> bytes:
    """The same as zlib has it. Its checksum is right for zeros."""
    size = megabytes * BLOCK
    return b"\x78\x9c" + deflated(megabytes, letter) + struct.pack(">HH", size % 65521, 1)


def gzipped(megabytes: int, letter: bytes = b" ") -> bytes:
    """The same as gzip has it, with a wrong checksum at the end, which nobody should get to."""
    return (
        b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
        + deflated(megabytes, letter)
        + struct.pack("<II", 0, megabytes * BLOCK & 0xFFFFFFFF)
    )


def xz_asking(dictionary: int, data: bytes = b"x" * 100) -> bytes:
    """An .xz whose header asks for a dictionary of that code (39 is 3 GB)."""
    small = lzma.compress(data, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}])
    header = bytearray(small[12:24])
    header[4] = dictionary
    header[8:12] = zlib.crc32(bytes(header[:8])).to_bytes(4, "little")
    return small[:12] + bytes(header) + small[24:]


def gzip_in_gzip(levels: int, data: bytes) -> bytes:
    for _ in range(levels):
        data = gzip.compress(data, mtime=0)
    return data
