"""The same as `pool.py` without processes: for readers that a child cannot import, and for looking at a bug."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from benchwright.readers.inputs import Surroundings
from benchwright.readers.read_task import Chunk, Finished, Task, read_task


def run_here(
    tasks: Iterable[Task], *, fetch: Callable[[str], bytes] | None = None
) -> Iterator[tuple[Task, Chunk | Finished]]:
    """Read the tasks one after the other. Nothing is bounded, and a reader's bug is raised."""
    around = Surroundings() if fetch is None else Surroundings(fetch=fetch)
    for task in tasks:
        for part in read_task(task, around):
            yield task, part
