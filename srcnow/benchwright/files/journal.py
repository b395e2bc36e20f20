"""Keep one journal for all work that is resumed: entries that survive a kill, and the data they vouch for.

    FOLDER/journal.jsonl   what the work is about, then a line an entry, each with a checksum (`append_log`)
    FOLDER/journal.data    bytes that belong to entries, one behind the other
    FOLDER/<files>/        whole files that entries name

An entry may carry blobs (bytes, which go to `journal.data`) and names of files. Both are on the disk before the entry,
so that whatever an entry names is whole after a kill. What a kill leaves is removed when the journal is opened: an
unfinished last line, bytes and files that no entry names. A line that was changed in the middle is kept beside the
journal with all behind it (`AppendLog`); a changed blob is reported when it is read, and `cut` removes it.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

from benchwright.errors import StorageError
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import make_folder
from benchwright.files.disk_errors import writing

_BLOBS, _FILES = "blobs", "files"

Entry = Mapping[str, Any]


class Journal:
    """The journal of one piece of work. One process and one thread only: hold the folder's lock.

    `about` says which work it is: entries of another one are removed with their data. `files` names the folder below
    `folder` in which files lie that entries name. `resumed` says whether there were entries of this work."""

    def __init__(self, folder: Path, about: Entry, *, files: str = "") -> None:
        self.folder = folder
        self.files = folder / files if files else None
        self._data = folder / "journal.data"
        self._log = AppendLog(folder / "journal.jsonl")
        self._begin: list[dict[str, Any]] = []
        self._pending: list[dict[str, Any]] = []
        self._writer: IO[bytes] | None = None
        self._readers: dict[Path, IO[bytes]] = {}
        self._size = self._committed = 0
        self.resumed = self._clean(json.loads(json.dumps({"about": about})))

    def _clean(self, about: dict[str, Any]) -> bool:
        """Remove what no entry of this work names; whether there are entries."""
        named: set[str] = set()
        entries = AppendLog.stream(self._log.path)
        first = next((entry for _, entry in entries), None)
        if first == about:
            for _, entry in entries:
                named.update(entry.get(_FILES, ()))
                if _BLOBS in entry:
                    at, blobs = entry[_BLOBS]
                    self._committed = at + sum(size for size, _ in blobs)
        else:
            self._begin = [about]
        self._size = self._committed
        with writing(self.folder):
            if first != about:
                self._log.path.unlink(missing_ok=True)
            self._truncate()
            for path in self.files.iterdir() if self.files is not None and self.files.is_dir() else ():
                if path.name not in named:
                    path.unlink()
        return first == about

    def add(self, entry: Entry, blobs: Sequence[bytes] = (), files: Sequence[str] = ()) -> None:
        """Hold an entry for the next `commit`, with the bytes and the names of files that belong to it."""
        line = dict(entry)
        if not {_BLOBS, _FILES}.isdisjoint(line):
            raise ValueError(f"the keys {_BLOBS!r} and {_FILES!r} are the journal's own")
        if blobs:
            line[_BLOBS] = [self._size, [[len(blob), zlib.crc32(blob)] for blob in blobs]]
            self._write(blobs)
        if files:
            line[_FILES] = list(files)
        self._pending.append(line)

    def _write(self, blobs: Sequence[bytes]) -> None:
        with writing(self._data):
            if self._writer is None:
                make_folder(self.folder)
                self._writer = os.fdopen(os.open(self._data, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
                self._writer.seek(self._committed)  # not the end: a damaged file may be shorter
            for blob in blobs:
                self._writer.write(blob)
                self._size += len(blob)

    def commit(self) -> list[tuple[int, dict[str, Any]]]:
        """Wait until the disk has all that was added; each entry with its place, for `entry_at`. StorageError: nothing
        that was added since the last time is in the journal then."""
        entries, self._pending = self._pending, []
        if not entries:
            return []
        try:
            with writing(self._data):
                if self._writer is not None:
                    self._writer.flush()
                    os.fsync(self._writer.fileno())
                for name in (name for entry in entries for name in entry.get(_FILES, ())):
                    _sync((self.files or self.folder) / name)
            places = self._log.append_many([*self._begin, *entries])[len(self._begin) :]
        except StorageError:
            self.discard()
            raise
        self._begin, self._committed = [], self._size
        return list(zip(places, entries, strict=True))

    def discard(self) -> None:
        """Forget what was added since the last commit."""
        self._pending.clear()
        with suppress(StorageError):  # it writes what is buffered
            self._close_writer()
        with writing(self._data):
            self._truncate()
        self._size = self._committed

    def _truncate(self) -> None:
        if self._data.exists() and self._data.stat().st_size > self._committed:
            os.truncate(self._data, self._committed)

    def entries(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """All committed entries, each with its place, without holding them."""
        entries = AppendLog.stream(self._log.path)
        next(entries, None)
        return entries

    def entry_at(self, place: int) -> dict[str, Any]:
        """The entry of that place. StorageError if it is not as it was written."""
        entry = AppendLog.entry_at(self._reader(self._log.path), place)
        if entry is None:
            raise _damaged(self._log.path)
        return entry

    def blob(self, entry: Entry, number: int = 0) -> bytes:
        """Bytes that belong to an entry. StorageError if they are not as they were written."""
        at, blobs = entry[_BLOBS]
        size, checksum = blobs[number]
        file = self._reader(self._data)
        file.seek(at + sum(before for before, _ in blobs[:number]))
        data = file.read(size)
        if len(data) != size or zlib.crc32(data) != checksum:
            raise _damaged(self._data)
        return data

    def cut(self, place: int) -> None:
        """Remove the committed entry of that place and all behind it."""
        removed = [entry for at, entry in self.entries() if at >= place]
        self._committed = min((entry[_BLOBS][0] for entry in removed if _BLOBS in entry), default=self._committed)
        self._log.close()
        with writing(self._log.path):
            os.truncate(self._log.path, place)
        self.discard()

    def _reader(self, path: Path) -> IO[bytes]:
        if path not in self._readers:
            try:
                self._readers[path] = path.open("rb")
            except OSError as error:
                raise _damaged(path) from error
        return self._readers[path]

    def _close_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with writing(self._data):
                writer.close()

    def close(self) -> None:
        """Let go of the files. What was added and not committed is lost."""
        self._log.close()
        for file in self._readers.values():
            file.close()
        self._readers.clear()
        self._close_writer()

    def remove(self) -> None:
        """Close, and remove the folder: the work is done."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _damaged(path: Path) -> StorageError:
    return StorageError(f"{path} is damaged", hint="run the same command again; what is damaged is made anew")
