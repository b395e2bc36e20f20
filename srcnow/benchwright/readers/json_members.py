"""A JSON list or object of any size is read member by member, with only one member in memory.

    [{"page_content": "..."}, ...]        members without a key
    {"d5c7...": {"Q": "..."}, ...}        members with their keys

A member is cut out by its brackets and quotes alone, and parsed by whoever asked for it: what is wrong inside one
(`NaN`, a number of a million digits, half a surrogate, a thousand brackets) is that member's fault and not the file's.
An event parser would stop at the first fault, with no way to the next member. Only where the list itself is broken does
reading end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any, Literal

from benchwright.errors import ReadError
from benchwright.readers.inputs import InputFile

Kind = Literal["list", "object", "value"]

_BLOCK = 1 << 18
_KEY_BYTES = 1 << 16
_CLOSERS = {b"[": b"]", b"{": b"}"}
# Possessive throughout: nothing is looked through twice.
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_FLAT = rb'(?:[^"\[\]{}]++|' + _STRING + rb")*+"
_RUN = re.compile(rb'(?:[^"\[\]{}]++|' + _STRING + rb"|\{" + _FLAT + rb"\}|\[" + _FLAT + rb"\])*+", re.DOTALL)
"""All up to a bracket of a list or object that holds others, or to a string that the buffer cuts off."""
_REST = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+("?)', re.DOTALL)
_PLAIN = re.compile(rb"[^,\]}]*+")
_FILLED = re.compile(rb"[^ \t\r\n]")


@dataclass(frozen=True, slots=True)
class JsonMember:
    """One member of the list or object. `within` is the key of the member that it stands in, "" at the top; `number`
    counts all members from 0. `data` is None where it is larger than the limit."""

    number: int
    key: str
    data: bytes | None = field(repr=False)
    within: str = ""

    def value(self) -> Any:
        """The member parsed. ReadError `too-large` or `bad-json`."""
        if self.data is None:
            raise ReadError("too-large", "has more bytes than one record may have")
        try:
            return json.loads(self.data.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise ReadError("bad-json", str(error)) from error


def first_value(file: InputFile, kind: Kind, limit: int) -> Any:
    """The first member of a list or object, parsed; None if the file begins as something else, or the member has more
    bytes than `limit`."""
    try:
        with file.open_bytes() as stream:
            members = JsonMembers(stream, limit)
            first = next(iter(members), None) if members.kind == kind else None
            return first.value() if first is not None else None
    except ReadError:
        return None


class JsonMembers:
    """The members of the JSON value in a stream of bytes. `kind` says what the value is: a plain one ("value": a
    string, a number) has no members. A member whose key is in `into` is not given whole, but by its own members.

    ReadError: `empty`, `encoding`, `bad-json` (where the list itself is broken), `truncated`."""

    def __init__(self, stream: IO[bytes], limit: int, into: frozenset[str] = frozenset()) -> None:
        self._stream = stream
        self._limit = limit
        self._into = into
        self._buffer = b""
        self._at = 0  # in the buffer
        self._before = 0  # bytes of the stream before the buffer
        self._number = 0
        first = self._first()
        self.kind: Kind = "list" if first == b"[" else "object" if first == b"{" else "value"

    def __iter__(self) -> Iterator[JsonMember]:
        if self.kind == "value":
            return
        yield from self._container("")
        if self._next(or_end=True):
            raise self._broken("there is more after the end of the JSON value; is it JSON Lines (.jsonl)?")

    def _first(self) -> bytes:
        self._more()
        if self._buffer.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in self._buffer[:4]:
            raise ReadError("encoding", "JSON is read in UTF-8 only")
        if self._buffer.startswith(b"\xef\xbb\xbf"):
            self._at = 3
        first = self._next(or_end=True)
        if not first:
            raise ReadError("empty", "holds no text")
        return first

    def _container(self, within: str) -> Iterator[JsonMember]:
        opener = self._take()
        closer = _CLOSERS[opener]
        if self._next() == closer:
            self._at += 1
            return
        while True:
            key = self._key() if opener == b"{" else ""
            first = self._next()
            if not within and key in self._into and first in _CLOSERS:
                yield from self._container(key)
            elif first in (b",", b":", b"]", b"}"):
                raise self._broken("a value is missing")
            else:
                yield JsonMember(self._number, key, self._value(self._limit), within)
                self._number += 1
            after = self._next()
            self._at += 1
            if after == closer:
                return
            if after != b",":
                raise self._broken("a comma or the closing bracket is missing")
            self._next()

    def _key(self) -> str:
        if self._next() != b'"':
            raise self._broken("a key is missing")
        data = self._value(_KEY_BYTES)
        if data is None:
            raise self._broken("a key is too long")
        if self._next() != b":":
            raise self._broken("a colon is missing")
        self._at += 1
        try:
            return str(json.loads(data.decode("utf-8")))
        except ValueError as error:
            raise self._broken(f"a key is no string: {error}") from error

    def _value(self, limit: int) -> bytes | None:
        """The bytes of the value that begins here; None if they are too many, and then they are passed over."""
        held: list[bytes] = []
        size, start = 0, self._at
        depth, in_string = 0, False
        while True:
            done, depth, in_string = self._scan(depth, in_string)
            size += self._at - start
            if size > limit:
                held.clear()
            else:
                held.append(self._buffer[start : self._at])
            if done:
                return b"".join(held) if size <= limit else None
            self._more(or_end=False)
            start = self._at

    def _scan(self, depth: int, in_string: bool) -> tuple[bool, int, bool]:
        """Go on through a value as far as the buffer goes: whether it ended, how many brackets are open, and whether
        the end of the buffer is inside a string."""
        buffer = self._buffer
        while True:
            if in_string:
                match = _REST.match(buffer, self._at)
                assert match is not None  # it also matches nothing
                self._at = match.end()
                in_string = not match[1]
                if in_string or not depth:
                    return not in_string, depth, in_string
            if depth:
                match = _RUN.match(buffer, self._at)
                assert match is not None
                self._at = match.end()
            token = buffer[self._at : self._at + 1]
            if not token:
                return False, depth, False
            if token == b'"':
                in_string = True
            elif token in b"[{":
                depth += 1
            elif depth:
                depth -= 1
            else:  # a number, true, false or null, as far as it is there
                match = _PLAIN.match(buffer, self._at)
                assert match is not None
                self._at = match.end()
                return self._at < len(buffer), 0, False
            self._at += 1
            if not depth and not in_string:
                return True, 0, False

    def _next(self, *, or_end: bool = False) -> bytes:
        """The next byte that is no white space, not taken; b"" at the end if that may be."""
        while True:
            match = _FILLED.search(self._buffer, self._at)
            if match:
                self._at = match.start()
                return self._buffer[self._at : self._at + 1]
            self._at = len(self._buffer)
            if not self._more(or_end=or_end):
                return b""

    def _take(self) -> bytes:
        byte = self._next()
        self._at += 1
        return byte

    def _more(self, *, or_end: bool = True) -> bool:
        """Read on; what was not looked at yet (a backslash at the end of a block) stays."""
        block = self._stream.read(_BLOCK)
        if not block and not or_end:
            raise ReadError("truncated", f"ends in the middle, after {self._before + len(self._buffer):,} bytes")
        self._before += self._at
        self._buffer = self._buffer[self._at :] + block
        self._at = 0
        return bool(block)

    def _broken(self, what: str) -> ReadError:
        return ReadError("bad-json", f"byte {self._before + self._at:,}: {what}")
