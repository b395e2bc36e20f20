"""Read files and JSON that others may have written: regular files only, of bounded size, nested to a bounded depth."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import stat
from pathlib import Path
from typing import Any, NoReturn

MOST_BYTES = 2**30
"""Of a file that is read whole. The largest benchmark so far (WebQA imported) has examples of 60 MB."""
MOST_DEPTH = 64
"""Of JSON. What Benchwright writes is nested 10 deep; Python's own parser fails near 1,000."""

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_NO_BRACKET = re.compile(r"[^\[\]{}]+")


def open_plain(path: Path | str) -> io.FileIO:
    """Open a regular file for reading, unbuffered. OSError for anything else: opening a pipe waits for its other end,
    and opening a device may do anything. What is put in the file's place meanwhile is refused too."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "a folder, device, pipe or socket")
    file = io.FileIO(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "a folder, device, pipe or socket")
    return file


def read_regular(path: Path | str, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file. OSError if it is a pipe, a device or a folder, or has more than `most` bytes."""
    with open_plain(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise OSError(errno.EFBIG, f"has {size:,} bytes, and may have {most:,}")
        parts, left = [], most
        while left and (part := file.read(left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)


def read_json(path: Path | str, most: int = MOST_BYTES) -> Any:
    """The value of a JSON file. OSError as `read_regular`, ValueError as `parse_json`."""
    return parse_json(read_regular(path, most).decode("utf-8"))


def parse_json(text: str) -> Any:
    """The value of a JSON text. ValueError for anything else, for NaN and infinities, and for more than `MOST_DEPTH`
    levels."""
    if too_deep(text):
        raise ValueError(f"is not JSON, or is nested more than {MOST_DEPTH} levels deep")
    return json.loads(text, parse_constant=_refuse_constant)


def too_deep(text: str) -> bool:
    """Whether brackets are nested too deeply, or do not match. Looks at brackets outside strings, and takes the
    innermost pairs away as often as there may be levels."""
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return False
    brackets = _NO_BRACKET.sub("", _STRING.sub("", text))
    for _ in range(MOST_DEPTH):
        if not brackets:
            return False
        brackets = brackets.replace("[]", "").replace("{}", "")
    return bool(brackets)


class InvalidJsonError(ValueError):
    """JSON that Python reads and the standard does not allow, or that means two things. Its words go after the name of
    what holds it."""


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidJsonError(f"holds {name}, which is no JSON")


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise InvalidJsonError("gives one name twice")
    return data


STRICT_JSON = json.JSONDecoder(object_pairs_hook=_unique_names, parse_constant=_refuse_constant)
"""Takes nothing but JSON as its standard has it: no NaN, and no name twice in an object."""
