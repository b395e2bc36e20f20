"""A job is one task on its way: what has been delivered, and how it goes on when its worker dies.

After a death the task is started again, from its last mark, with what was at hand among the units to avoid. Reading is
deterministic, so that the new worker gives the chunks since that mark once more: as many as were handed on are passed
over, and each must have the digest that it had. (One that differs means that the avoided unit had given rows to a chunk
before it killed; the input then ends there, because its rows can no longer be told apart.) Nothing but digests, and
what a reader needs behind a mark, is kept.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from benchwright.readers.base import Resume
from benchwright.readers.input_records import look_at
from benchwright.readers.read_task import InputEnd, ReadTask, RowChunk
from benchwright.readers.source_columns import DOCUMENTS, PAGES, SOURCES
from benchwright.records import Drop, Json


class ChangedError(Exception):
    """A second reading gives other rows than the first."""


@dataclass(slots=True)
class Job:
    """A task and its state. `fresh`: it wants a worker that has read nothing before."""

    task: ReadTask
    avoid: dict[str, str] = field(default_factory=dict)
    deaths: int = 0
    output: int = 0
    fresh: bool = False
    _mark: Json | None = None
    _touched: list[str] = field(default_factory=list)
    _pictures: list[str] = field(default_factory=list)
    _came: bool = False
    _has_rows: bool = False
    _digests: list[str] = field(default_factory=list)
    _again: deque[str] = field(default_factory=deque)

    @property
    def name(self) -> str:
        return self.task.item.name

    def take(self, chunk: RowChunk) -> bool:
        """Whether this chunk is to be handed on: not if it was before. ChangedError if it differs from that one."""
        if self._again:
            if self._again.popleft() != chunk.digest:
                raise ChangedError
            return False
        self._digests.append(chunk.digest)
        self._came = self._came or bool(chunk.sources.num_rows or chunk.drops)
        if chunk.mark is not None:
            self._mark = chunk.mark
            self._touched += (file.name for file in chunk.touched)
            self._pictures += chunk.pictures
            self._has_rows = self._came
            self._digests = []
        return True

    def finish(self) -> None:
        """The worker says that this is the end. ChangedError if it has not given what an earlier one gave."""
        if self._again:
            raise ChangedError

    def restart(self) -> ReadTask:
        """The task for the next worker: from the last mark, if there was one."""
        self._again = deque(self._digests)
        if self._mark is None:
            return self.task
        begun = self.task.resume or Resume(self._mark, has_rows=False)
        resume = Resume(
            self._mark,
            (*begun.touched, *self._touched),
            (*begun.pictures, *self._pictures),
            begun.has_rows or self._has_rows,
        )
        return replace(self.task, resume=resume)

    def input_bytes(self) -> int:
        """How large the input's files are."""
        item = self.task.item
        paths = [item.path / part for part in item.files] or [item.path]
        return sum(look.st_size for look in (path.stat() for path in paths if path.is_file()))

    def give_up(self, reason: str, detail: str) -> Iterator[RowChunk | InputEnd]:
        """The end of an input that cannot be read any further: one drop, and the files that were there."""
        item = self.task.item
        yield RowChunk(
            SOURCES.empty_table(),
            DOCUMENTS.empty_table(),
            PAGES.empty_table(),
            (Drop(item.name, reason, detail),),
            {},
            hashlib.sha256().hexdigest(),
        )
        paths = [item.path / part for part in item.files] or [item.path]
        real = sorted({path.resolve() for path in paths})
        yield InputEnd(tuple(look_at(path, item.root) for path in real if path.is_relative_to(item.root)), (), True)
