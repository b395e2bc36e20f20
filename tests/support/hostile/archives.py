"""Compressed files that grow, lie, or end too soon."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
from collections.abc import Iterator

import zstandard

from hostile.kinds import Hostile, cuts, damaged, hostile
from hostile.zeros import BLOCK, gzip_in_gzip, gzipped, xz_asking

BOMB = "decompression-bomb too-large damaged"
OAK = b"The oak is a tree that may live for a thousand years and more. " * 40
PACKERS = {
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}


def files() -> Iterator[Hostile]:
    bombs = {
        ".gz": lambda: gzipped(2048),
        ".bz2": lambda: bz2.compress(b" " * BLOCK) * 4096,
        ".xz": lambda: lzma.compress(b" " * BLOCK, preset=0) * 4096,
        ".zst": lambda: zstandard.ZstdCompressor().compress(b" " * BLOCK) * 4096,
    }
    for suffix, pack in PACKERS.items():
        name = suffix[1:]
        yield hostile("archive bomb", f"{name}-of-2-GB-and-more.txt{suffix}", BOMB, bombs[suffix])
        yield hostile("archive bomb", f"{name}-of-2-GB-and-more.jsonl{suffix}", f"{BOMB} no-content", bombs[suffix])
        packed = pack(OAK)
        yield from cuts("archive truncated", f"{name}", f".txt{suffix}", "damaged", packed, 3)
        yield from damaged(
            "archive damaged", f"{name}", f".md{suffix}", "damaged read encoding-guessed nul-bytes encoding", packed, 2
        )
        yield hostile("archive wrong name", f"{name}-of-words.txt{suffix}", "damaged", b"no archive at all")
        yield hostile("archive wrong name", f"{name}-of-nothing.txt{suffix}", "damaged empty", b"")
        yield hostile("archive damaged", f"{name}-and-rubbish.txt{suffix}", "damaged read", packed + b"rubbish" * 50)
    yield hostile(
        "archive bomb",
        "gz-in-gz.txt.gz",
        "nul-bytes encoding-guessed read",
        lambda: gzip_in_gzip(5, b" " * (8 * BLOCK)),
    )
    yield hostile("archive bomb", "gz-in-gz.txt.gz.gz", "unsupported nul-bytes", lambda: gzip_in_gzip(2, OAK))
    yield hostile("archive bomb", "gz-of-50000-empty-members.txt.gz", "empty", gzip.compress(b"", mtime=0) * 50_000)
    yield hostile(
        "archive bomb", "gz-name-without-end.txt.gz", "damaged", b"\x1f\x8b\x08\x08\0\0\0\0\0\xff" + b"n" * 500_000
    )
    yield hostile(
        "archive bomb", "gz-extra-without-end.txt.gz", "damaged", b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\xff\xff" + b"n" * 500
    )
    yield hostile("archive bomb", "xz-asks-for-3-GB.txt.xz", BOMB, lambda: xz_asking(39))
    yield hostile("archive bomb", "xz-asks-for-1.5-GB.jsonl.xz", BOMB, lambda: xz_asking(37))
    window = struct.pack("<IBB", 0xFD2FB528, 0, (31 - 10) << 3) + b"\x01\0\0"
    yield hostile("archive bomb", "zst-asks-for-2-GB.txt.zst", f"{BOMB} empty", window)
    skippable = struct.pack("<II", 0x184D2A50, 0) * 50_000
    yield hostile("archive bomb", "zst-of-50000-skipped-frames.txt.zst", "damaged empty", skippable)
