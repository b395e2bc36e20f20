"""Parse the blocks of an input in several processes, in the order of the blocks.

    with Workers(2, work) as workers:
        for found in workers.done(blocks):
            ...

With no workers the same is done in this process: the rows are the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Self

from benchwright.errors import BenchwrightError
from benchwright.graphs.items import Position
from benchwright.graphs.load.child import Block, BlockWork
from benchwright.graphs.load.item_tables import ItemTables
from benchwright.graphs.read.losses import LossCounter
from benchwright.readers.confined.module_process import ModuleProcess

_CHILD = "benchwright.graphs.load.child"
_AHEAD = 3
"""Pieces that are asked of a worker before the first of them is taken."""

Done = tuple[ItemTables, LossCounter]


class LoadWorkers:
    """Processes that read blocks of one input, each its share in turn. They end with this one, however that ends."""

    def __init__(self, count: int, work: BlockWork) -> None:
        self._work = work
        self._children: list[_LoadWorker] = []
        with ExitStack() as undone:
            undone.callback(self.close)
            for _ in range(count):
                self._children.append(_LoadWorker(work))
            undone.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that there are."""
        return tuple(child.pid for child in self._children)

    def close(self) -> None:
        """End all processes."""
        for child in self._children:
            child.end()
        self._children.clear()

    def done(self, blocks: Iterator[Block | Position]) -> Iterator[Done | Position]:
        """What comes of the blocks, and the positions, in their order. BenchwrightError if a worker dies."""
        waiting: deque[_LoadWorker | Position] = deque()
        turn = 0
        for block in blocks:
            if isinstance(block, Position):
                waiting.append(block)
            elif not self._children:
                yield self._work.done(block)
            else:
                child = self._children[turn % len(self._children)]
                turn += 1
                while child.pending == _AHEAD:
                    yield _first(waiting)
                child.ask(block)
                waiting.append(child)
            while waiting and isinstance(waiting[0], Position):
                yield _first(waiting)
        while waiting:
            yield _first(waiting)


def _first(waiting: deque[_LoadWorker | Position]) -> Done | Position:
    first = waiting.popleft()
    return first if isinstance(first, Position) else first.answer()


class _LoadWorker:
    """One worker. `pending` is how many blocks it has not answered."""

    def __init__(self, work: BlockWork) -> None:
        self.pending = 0
        self._name = work.source.name
        self._process = ModuleProcess(_CHILD)
        with ExitStack() as undone, self._living():
            undone.callback(self.end)
            self._process.requests.send(work)
            undone.pop_all()

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, block: Block) -> None:
        """Give it a block to read."""
        with self._living():
            self._process.requests.send(block)
        self.pending += 1

    def answer(self) -> Done:
        """What came of the first block that it has not answered."""
        with self._living():
            done: Done = self._process.replies.recv()
        self.pending -= 1
        return done

    def end(self) -> None:
        """End it, whatever it is at."""
        self._process.end()

    @contextmanager
    def _living(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, OSError) as error:
            raise BenchwrightError(
                f"a process that reads {self._name} has ended",
                hint="run the same command to continue; if memory ran out, use fewer --workers",
            ) from error
