"""Define an input of a load: how it is read, and how it is recognised when the load goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.errors import ReadError, UsageError
from benchwright.files.atomic import sha256_file
from benchwright.files.disk_errors import reading
from benchwright.graphs.items import Item, ItemColumns, Position
from benchwright.graphs.read.base import LineInput
from benchwright.records import Json

HASHED = 1 << 30
"""Bytes up to which a file is known again by its hash; a larger one by its size and time of change: hashing a dump of
100 GB would take as long as a good part of loading it."""


@dataclass(frozen=True, slots=True)
class Feed:
    """One input. `identity` is plain JSON that changes with the file or with how it is read. `read` yields its items
    behind a position that it has given before, or all. `columns` yields the same, with rows that are alike as columns,
    and those between two positions in any order. `lines` is there if other processes may parse its lines. Where inputs
    contradict each other, the earlier feed decides. `bounded` feeds end where the load's limit of statements is
    reached. `usual` are the reasons of losses that its format brings about by itself."""

    name: str
    identity: Json
    read: Callable[[Position | None], Iterator[Item | ItemColumns]] = field(repr=False, compare=False)
    bounded: bool = True
    usual: frozenset[str] = frozenset()
    columns: Callable[[Position | None], Iterator[Item | ItemColumns]] | None = field(
        default=None, repr=False, compare=False
    )
    lines: LineInput | None = field(default=None, repr=False, compare=False)


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
