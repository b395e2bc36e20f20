"""Define an input of a load: how it is read, and how it is recognised when the load goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.errors import ReadError, UsageError
from benchwright.files.atomic import sha256_file
from benchwright.files.disk_errors import reading
from benchwright.graphs.items import Item, ItemColumns, Position
from benchwright.graphs.read.line_pieces import LinePiece
from benchwright.graphs.read.losses import LossCounter
from benchwright.records import Json

HASHED = 1 << 30
"""Bytes up to which a file is known again by its hash; a larger one by its size and time of change: hashing a dump of
100 GB would take as long as a good part of loading it."""


@dataclass(frozen=True, slots=True)
class PieceInput:
    """An input whose lines hang on no others. `cut` gives its pieces and positions behind a position; `read` what a
    piece tells, and goes to another process. `name` is what losses call it by, `bytes` how long it is on the disk."""

    name: str
    bytes: int
    cut: Callable[[Position | None], Iterator[LinePiece | Position]]
    read: Callable[[LinePiece, LossCounter], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Feed:
    """One input. `identity` is plain JSON that changes with the file or with how it is read; `read` yields its items
    behind a position that it has given before, or all. `columns` yields the same, rows that are alike as columns, and
    those between two positions in any order; `pieces` is there if an input can be read so. Where inputs contradict each
    other, the earlier feed decides. `bounded` feeds end where the load's limit of statements is reached. `usual` are
    the reasons of losses that its format brings about by itself."""

    name: str
    identity: Json
    read: Callable[[Position | None], Iterator[Item | ItemColumns]] = field(repr=False, compare=False)
    bounded: bool = True
    usual: frozenset[str] = frozenset()
    columns: Callable[[Position | None], Iterator[Item | ItemColumns]] | None = field(
        default=None, repr=False, compare=False
    )
    pieces: PieceInput | None = field(default=None, repr=False, compare=False)


def identity_of(path: Path) -> Json:
    """What a file is known again by: its name, size, and hash or time of change. UsageError if it cannot be read."""
    try:
        with reading(path):
            facts = path.stat()
        identity: Json = {"file": path.name, "bytes": facts.st_size}
        if facts.st_size <= HASHED:
            return {**identity, "sha256": sha256_file(path)}
    except ReadError as error:
        raise UsageError(str(error), hint="check the path") from error
    return {**identity, "changed_ns": facts.st_mtime_ns}
