"""Tasks are read in this process, without workers: for readers that a child cannot import, and for debugging."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from benchwright.readers.confined.converter import convert
from benchwright.readers.inputs import ReadContext
from benchwright.readers.read_task import InputEnd, ReadTask, RowChunk, read_task


def run_here(
    tasks: Iterable[ReadTask], *, fetch: Callable[[str], bytes] | None = None
) -> Iterator[tuple[ReadTask, RowChunk | InputEnd]]:
    """Read the tasks one after the other. Nothing is bounded, and a reader's bug is raised."""
    around = ReadContext(convert=convert) if fetch is None else ReadContext(fetch=fetch, convert=convert)
    for task in tasks:
        for part in read_task(task, around):
            yield task, part
