"""Tasks, chunks and ends are written as frames and read back; whatever a child sends is checked here first.

A child may have been taken over by what it read. So nothing that it sends is ever run (no pickle), every length and
type is proven, columns must have exactly the three schemas, and a picture must be what its name says.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import IntEnum
from pathlib import Path
from typing import Any

from benchwright.readers.base import Limits, Reader, ReaderOptions, Resume
from benchwright.readers.confined.columnar import EXTENSIONS, SHA256, from_parts, to_parts
from benchwright.readers.confined.frames import Frame, FrameError, encode
from benchwright.readers.discover import Input
from benchwright.readers.input_records import FileState
from benchwright.readers.read_task import IngestOptions, InputEnd, ReadTask, RowChunk
from benchwright.records import Drop, Json, dump_line

_IMAGE = re.compile(rf"images/({SHA256.pattern})\.(?:{'|'.join(EXTENSIONS)})")


MOST_HEAD = 64 << 20
"""Bytes of a frame's JSON: what is read from it takes many times as much of the parent's memory. Drops, marks and names
of files stand in it, which are far less."""


class Kind(IntEnum):
    """What a frame is. The first three go to the child, the others come from it."""

    TASK = 1
    FETCHED = 2
    REFUSED = 3
    READY = 16
    CHUNK = 17
    FINISHED = 18
    FETCH = 19
    DYING = 20
    CONVERT = 21


Pieces = list[bytes | memoryview]


def _packed(value: Any) -> bytes:
    """JSON in which any text survives, half surrogate pairs too (names of files hold them)."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def task_frame(task: ReadTask, avoid: Mapping[str, str]) -> Pieces:
    """A task for a child. `avoid`: what killed earlier ones."""
    item, options = task.item, task.options
    return encode(
        Kind.TASK,
        [
            _packed(
                {
                    "name": item.name,
                    "path": str(item.path),
                    "root": str(item.root),
                    "reader": item.reader.name,
                    "files": item.files,
                    "options": options.to_json(),
                    "licence": task.licence,
                    "resume": None if task.resume is None else asdict(task.resume),
                    "avoid": dict(avoid),
                }
            )
        ],
    )


def task_of(frame: Frame, readers: Mapping[str, Reader]) -> tuple[ReadTask, dict[str, str]]:
    """What `task_frame` packed. The child trusts its parent: KeyError for a reader that is not there."""
    data = json.loads(frame.parts[0])
    settings = data["options"]
    options = IngestOptions(
        **settings
        | {
            "limits": Limits(**settings["limits"]),
            "read": ReaderOptions(**settings["read"]),
            "allow_fetch": tuple(settings["allow_fetch"]),
        }
    )
    files = tuple(data["files"])
    item = Input(data["name"], Path(data["path"]), Path(data["root"]), readers[data["reader"]], files)
    resume = None
    if (fields := data["resume"]) is not None:
        resume = Resume(fields["state"], tuple(fields["touched"]), tuple(fields["pictures"]), fields["has_rows"])
    return ReadTask(item, options, data["licence"], resume), data["avoid"]


def chunk_frame(chunk: RowChunk) -> Pieces:
    """A chunk for the parent: one part of JSON, then the buffers of three tables, then the pictures."""
    tables, parts = [], []
    for table in (chunk.sources, chunk.documents, chunk.pages):
        shape, buffers = to_parts(table)
        tables.append(shape)
        parts += buffers
    head = {
        "tables": tables,
        "drops": [list(drop.to_json().values()) for drop in chunk.drops],
        "images": list(chunk.images),
        "digest": chunk.digest,
        "mark": chunk.mark,
        "touched": [file.to_json() for file in chunk.touched],
        "pictures": chunk.pictures,
    }
    return encode(Kind.CHUNK, [_packed(head), *parts, *chunk.images.values()])


def chunk_of(frame: Frame, origin: str) -> RowChunk:
    """What `chunk_frame` packed, proven. `origin` is the input that every row must name. FrameError."""
    head = _head(frame, ("tables", "drops", "images", "digest", "mark", "touched", "pictures"))
    _demand(isinstance(head["tables"], list) and len(head["tables"]) == 3, "not three tables")
    parts = list(frame.parts[:0:-1])  # the next one last

    def take() -> bytes:
        _demand(bool(parts), "a part is missing")
        return parts.pop()

    sources, documents, pages = from_parts(head["tables"], take, origin)
    digest, mark = head["digest"], head["mark"]
    _demand(isinstance(digest, str) and SHA256.fullmatch(digest) is not None, "not a digest")
    _demand(mark is None or isinstance(mark, dict), "not a mark")
    if mark is not None:
        _prove_mark(mark)
    images = {}
    for name in _list(head["images"]):
        match = _IMAGE.fullmatch(name) if isinstance(name, str) else None
        _demand(match is not None, "not a picture's name")
        data = take()
        _demand(match is not None and hashlib.sha256(data).hexdigest() == match[1], "a picture is not what it says")
        images[name] = data
    _demand(not parts, "parts are left over")
    drops = tuple(_drop(values) for values in _list(head["drops"]))
    touched = tuple(_touched(values) for values in _list(head["touched"]))
    pictures = tuple(_name(value) for value in _list(head["pictures"]))
    return RowChunk(sources, documents, pages, drops, images, digest, mark, touched, pictures)


def finished_frame(end: InputEnd, leaves: bool) -> Pieces:
    """The end of a task. `leaves`: the worker ends itself now, because it has become large."""
    touched = [file.to_json() for file in end.touched]
    head = {"touched": touched, "pictures": end.pictures, "failed": end.failed, "leaves": leaves}
    return encode(Kind.FINISHED, [_packed(head)])


def finished_of(frame: Frame) -> tuple[InputEnd, bool]:
    """What `finished_frame` packed, proven. FrameError."""
    head = _head(frame, ("touched", "pictures", "failed", "leaves"))
    touched = tuple(_touched(values) for values in _list(head["touched"]))
    pictures = tuple(_name(value) for value in _list(head["pictures"]))
    _demand(isinstance(head["failed"], bool) and isinstance(head["leaves"], bool), "not a truth")
    return InputEnd(touched, pictures, head["failed"]), head["leaves"]


def words_frame(kind: Kind, *words: str) -> Pieces:
    """A few words: an address to fetch, why one was refused, what the child dies of."""
    return encode(kind, [_packed(words)])


def words_of(frame: Frame, count: int) -> tuple[str, ...]:
    """What `words_frame` packed, proven. FrameError."""
    words = _list(_json(frame))
    _demand(len(words) == count and all(isinstance(word, str) for word in words), "not the words expected")
    return tuple(_text(word) for word in words)


def _json(frame: Frame) -> Any:
    def refuse(word: str) -> None:
        raise FrameError(f"{word} is no JSON")

    _demand(bool(frame.parts), "an empty frame")
    _demand(len(frame.parts[0]) <= MOST_HEAD, "a frame's head is too large")
    try:
        return json.loads(frame.parts[0], parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise FrameError("a frame's head is not JSON") from error


def _head(frame: Frame, keys: Sequence[str]) -> dict[str, Any]:
    head = _json(frame)
    if not isinstance(head, dict) or tuple(head) != tuple(keys):
        raise FrameError("a frame's head has other keys")
    return head


def _demand(true: bool, what: str) -> None:
    if not true:
        raise FrameError(what)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise FrameError("not a list")
    return value


def _text(value: Any) -> str:
    """A text that a file can keep."""
    if not isinstance(value, str):
        raise FrameError("not a text")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise FrameError("a text with half a surrogate pair") from error
    return value


def _name(value: Any) -> str:
    """A path below the input's root."""
    name = _text(value)
    _demand(
        not name.startswith("/") and ".." not in name.split("/") and "\0" not in name, "a path that leaves the root"
    )
    return name


def _prove_mark(mark: Json) -> None:
    """A state that a journal can keep: no number beyond all bounds, no text that is none."""
    try:
        dump_line(mark).encode()
    except (ValueError, RecursionError) as error:
        raise FrameError("not a mark") from error


def _drop(values: Any) -> Drop:
    _demand(isinstance(values, list) and len(values) == 4, "not a drop")
    return Drop(*map(_text, values))


def _touched(values: Any) -> FileState:
    _demand(isinstance(values, list) and len(values) == 4, "not a file")
    name, size, mtime, sha256 = values
    _demand(type(size) is int and type(mtime) is int, "not a file's size and time")
    hashed = isinstance(sha256, str) and (not sha256 or SHA256.fullmatch(sha256) is not None)  # "": left for the end
    _demand(sha256 is None or hashed, "not a file's hash")
    return FileState(_name(name), size, mtime, sha256)
