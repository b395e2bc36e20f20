"""Read the objects of a JSON list or of JSON Lines one by one, in constant memory.

Positions count bytes of the text as it stands, and elements in the place of lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from benchwright.graphs.items import Loss, Position
from benchwright.graphs.read.file_lines import pieces_of
from benchwright.graphs.read.limits import GraphLimits
from benchwright.readers.inputs import readable_name

_TOKEN = re.compile(rb'[{}"\\\n]')
_BETWEEN = b" \t\r\n,[]\x1e"
_SHOWN = 100


class Element(NamedTuple):
    """An object of the list, its number from 1, and the position behind it."""

    number: int
    data: dict[str, Any]
    behind: Position


def elements_of(path: Path, limits: GraphLimits, resume: Position | None = None) -> Iterator[Element | Loss]:
    """Every element behind `resume`. Lost: `bad-json` for invalid JSON, `stray` for what stands between
    objects, `too-long`, `cut-record` for one that does not end, and the damage that `lines_of` knows."""
    name = readable_name(path.name)
    number, skip = (0, 0) if resume is None else (resume.line, resume.offset)
    objects, offset = _Objects(limits.line_bytes), skip
    for piece in pieces_of(path, limits):
        if isinstance(piece, Loss):
            yield piece
            continue
        fresh = piece[skip:]
        skip -= len(piece) - len(fresh)
        for end, text, reason in objects.fed(fresh):
            number += 1
            data: object = None
            if not reason:
                try:
                    data = json.loads(text, parse_float=Decimal)
                except (ValueError, RecursionError):
                    reason = "bad-json"
            if isinstance(data, dict):
                yield Element(number, data, Position(offset + end, number))
            else:
                yield Loss(f"{name}#{number}", reason or "bad-json", text[:_SHOWN].decode("utf-8", "replace"))
        offset += len(fresh)
    if objects.open:
        yield Loss(f"{name}#{number + 1}", "cut-record", objects.open[:_SHOWN].decode("utf-8", "replace"))


class _Objects:
    """Cuts a stream of bytes into what stands between matching braces. Braces in strings do not count, but a string
    that does not end with its line was none: its braces count after all, so that a lost quote costs one object."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._text = bytearray()
        self._depth = 0
        self._quoted = False
        self._inside = 0  # braces opened in the string that is being read, less those closed
        self._escaped = False
        self._too_long = False

    @property
    def open(self) -> bytes:
        """What was begun and has not ended."""
        return bytes(self._text).strip(_BETWEEN)

    def fed(self, piece: bytes) -> Iterator[tuple[int, bytes, str]]:
        """What ends in this piece: where in it, its bytes, and why they are not an object ("" if they may be one)."""
        begin = 0
        passed = 0 if self._escaped else -1
        self._escaped = False
        for token in _TOKEN.finditer(piece):
            at, sign = token.start(), token[0]
            if at == passed:
                continue
            if sign == b"\\":
                passed = at + 1
                self._escaped = passed == len(piece)
            elif sign == b'"':
                self._quoted, self._inside = not self._quoted, 0
            elif sign == b"\n":
                if self._quoted:
                    self._quoted = False
                    self._depth = max(0, self._depth + self._inside)
                    if not self._depth:
                        yield from self._cut(piece[begin:at], at, "bad-json")
                        begin = at
            elif self._quoted:
                self._inside += 1 if sign == b"{" else -1
            else:
                if sign == b"{":
                    if not self._depth:
                        yield from self._cut(piece[begin:at], at, "stray")
                        begin = at
                    self._depth += 1
                elif self._depth:
                    self._depth -= 1
                    if not self._depth:
                        yield from self._cut(piece[begin : at + 1], at + 1, "")
                        begin = at + 1
        self._take(piece[begin:])

    def _take(self, part: bytes) -> None:
        if len(self._text) + len(part) > self._most:
            self._too_long = True
            self._text[_SHOWN:] = b""
        else:
            self._text += part

    def _cut(self, part: bytes, end: int, reason: str) -> Iterator[tuple[int, bytes, str]]:
        self._take(part)
        text = bytes(self._text)
        if not reason or text.strip(_BETWEEN):
            yield end, text, "too-long" if self._too_long else reason
        self._text.clear()
        self._too_long = False
