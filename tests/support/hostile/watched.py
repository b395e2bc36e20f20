"""The package's readers, in a worker that tells which files outside its folder Python opened: each is a drop."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.registered import READERS as KNOWN
from benchwright.records import Drop

REASON = "opened-outside"
_SYSTEM = ("/dev/null", "/dev/urandom", "/etc/localtime", "/etc/mime.types", "/proc/", "/sys/", "/usr/")
_OPENED: list[str] = []


def _hook(event: str, given: tuple[object, ...]) -> None:
    if event == "open" and isinstance(given[0], str | bytes):
        _OPENED.append(os.path.realpath(os.fsdecode(given[0])))


def _outside(file: InputFile) -> Iterator[Drop]:
    own = (sys.prefix, sys.base_prefix, str(file.root.resolve()), *filter(None, sys.path))
    allowed = tuple(os.path.realpath(path) + "/" for path in own)
    opened, _OPENED[:] = list(_OPENED), []
    for path in opened:
        if not (path + "/").startswith((*allowed, *_SYSTEM)):
            yield Drop(file.name, REASON, path)


def _watched(reader: Reader) -> Reader:
    def read(file: InputFile, limits: Limits) -> Iterator[Item]:
        try:
            yield from reader.read(file, limits)
        except ReadError:
            yield from _outside(file)
            raise
        yield from _outside(file)

    return replace(reader, read=read)


READERS = tuple(map(_watched, KNOWN))
sys.addaudithook(_hook)
