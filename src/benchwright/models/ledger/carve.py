"""Rows out of the pages of a damaged SQLite file. Knows the file format's leaves, and trusts only the rows' seals.

A file that was cut off or overwritten has lost the pages that lead to its rows, while most of the rows are still there.
So no tree is followed: every page that looks like a leaf of a table is taken apart (SQLite's file format, sections 1.6
and 2), and what comes out counts only if it carries a true seal. Pages of the write-ahead log are laid over those of
the file (section 4), so that rows are found wherever they are.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchwright.models.ledger.calls import CallRow
from benchwright.models.ledger.sqlite_table import PAGE

_LEAF = 13
_WAL_HEAD, _FRAME_HEAD = 32, 24
_LOCAL = PAGE - 35  # the longest payload that stays on its leaf
_LEAST = (PAGE - 12) * 32 // 255 - 23
_FILE_HEAD = 100  # the first page begins with the file's own header
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def carve(path: Path) -> dict[bytes, CallRow]:
    """Every row that can be found in the file at `path` and its write-ahead log, by key. Raises OSError if the file
    cannot be read."""
    pages = _pages(path.read_bytes())
    layers = [pages]
    wal = path.with_name(path.name + "-wal")
    if wal.exists():
        log = wal.read_bytes()
        # Behind the log's end lie frames of an earlier one: with them only what was not found without them.
        layers = [{**pages, **_frames(log, of_this_log=True)}, {**pages, **_frames(log, of_this_log=False)}, pages]
    found: dict[bytes, CallRow] = {}
    for layer in layers:
        for number in sorted(layer):
            for row in _rows(layer, number):
                if row.key not in found and row.fits():
                    found[row.key] = row
    return found


def _pages(data: bytes) -> dict[int, bytes]:
    """The whole pages of a file, numbered from 1."""
    whole = len(data) // PAGE
    return {index + 1: data[index * PAGE : (index + 1) * PAGE] for index in range(whole)}


def _frames(data: bytes, *, of_this_log: bool) -> dict[int, bytes]:
    """The last whole copy of each page in a write-ahead log: a log's own frames carry the salt of its header."""
    found: dict[int, bytes] = {}
    size = _FRAME_HEAD + PAGE
    for start in range(_WAL_HEAD, len(data) - size + 1, size):
        if of_this_log and data[start + 8 : start + 16] != data[16:24]:
            continue
        found[int.from_bytes(data[start : start + 4], "big")] = data[start + _FRAME_HEAD : start + size]
    return found


def _rows(pages: Mapping[int, bytes], number: int) -> Iterator[CallRow]:
    """The rows with a true seal that begin on this page."""
    page = pages[number]
    head = _FILE_HEAD if number == 1 else 0
    if page[head] != _LEAF:
        return
    count = int.from_bytes(page[head + 3 : head + 5], "big")
    for index in range(min(count, (PAGE - head - 8) // 2)):
        at = head + 8 + 2 * index
        payload = _payload(pages, page, int.from_bytes(page[at : at + 2], "big"))
        if payload is None:
            continue
        values = _values(payload)
        row = CallRow.read(values[1:]) if values else None  # the first column is the id, which lies elsewhere
        if row is not None:
            yield row


def _payload(pages: Mapping[int, bytes], page: bytes, at: int) -> bytes | None:
    """The bytes of a cell, gathered from its chain of overflow pages; None if they are not all there."""
    size, at = _varint(page, at)
    _, at = _varint(page, at)
    if size <= _LOCAL:
        return page[at : at + size] if at + size <= PAGE else None
    if size > len(pages) * PAGE:  # a damaged length, and perhaps a chain that leads in a circle
        return None
    local = _LEAST + (size - _LEAST) % (PAGE - 4)
    local = local if local <= _LOCAL else _LEAST
    if at + local + 4 > PAGE:
        return None
    parts, missing = [page[at : at + local]], size - local
    onward = int.from_bytes(page[at + local : at + local + 4], "big")
    while missing > 0:
        more = pages.get(onward)
        if more is None:
            return None
        parts.append(more[4 : 4 + missing])
        missing -= PAGE - 4
        onward = int.from_bytes(more[:4], "big")
    return b"".join(parts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """SQLite's integer of 1 to 9 bytes at a place, and the place behind it; what lies outside reads as 0."""
    value = 0
    for index in range(9):
        byte = data[at + index] if at + index < len(data) else 0
        if index == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    raise AssertionError("unreachable")


def _values(payload: bytes) -> tuple[Any, ...]:
    """The columns of a record; none if it is no record."""
    length, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < min(length, len(payload)):
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Any] = []
    at = length
    for index, kind in enumerate(kinds):
        value, size = _value(payload, at, kind)
        if size < 0 or at + size > len(payload):
            return ()
        # A whole number in the column of dollars is kept as an integer.
        values.append(float(value) if index == _DOLLARS and isinstance(value, int) else value)
        at += size
    return tuple(values)


_DOLLARS = 8  # `usd` behind the id, see schema.sql


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    """A column of a serial type, and its bytes; -1 for a type that SQLite has not."""
    if kind == 0:
        return None, 0
    if kind in _INTEGERS:
        size = _INTEGERS[kind]
        return int.from_bytes(data[at : at + size], "big", signed=True), size
    if kind == 7:
        whole = data[at : at + 8]
        return (struct.unpack(">d", whole)[0], 8) if len(whole) == 8 else (None, -1)
    if kind in (8, 9):
        return kind - 8, 0
    if kind < 12:
        return None, -1
    size = (kind - 12) // 2
    raw = data[at : at + size]
    return (raw, size) if kind % 2 == 0 else (raw.decode("utf-8", "replace"), size)
