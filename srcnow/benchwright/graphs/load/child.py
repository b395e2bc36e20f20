"""Run the process that parses blocks of an input for a load.

Started by `workers`: `python -m benchwright.graphs.load.child`. It reads no file and writes none.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread

from benchwright.graphs.items import Loss
from benchwright.graphs.load.item_tables import ItemGatherer, ItemTables
from benchwright.graphs.read.base import LineInput
from benchwright.graphs.read.file_lines import FileLine, LineBlock
from benchwright.graphs.read.losses import LossCounter
from benchwright.readers.confined.parent_pipes import parent_pipes

Block = LineBlock | FileLine | Loss
"""Lines that one process parses together; a loss among them stands for itself."""


@dataclass(frozen=True, slots=True)
class BlockWork:
    """What is done to each block of an input's lines: who reads it, the input's number, and its usual losses."""

    source: LineInput
    rank: int
    usual: frozenset[str]

    def done(self, block: Block) -> tuple[ItemTables, LossCounter]:
        """The rows of a block, and the losses that are counted at the next position."""
        losses, gathering = LossCounter(self.source.name), ItemGatherer(self.rank, self.usual)
        for item in self.source.items(block, losses):
            gathering.add(item)
        return gathering.take(), losses


def main() -> None:
    """Work off what comes in. What was asked for ahead is taken from the pipe, and what was made is put into it, beside
    the reading, so that neither side waits for the other."""
    requests, replies = parent_pipes()
    try:
        work: BlockWork = requests.recv()
    except (EOFError, OSError):  # the load ended before it began
        return
    blocks: SimpleQueue[Block] = SimpleQueue()
    results: SimpleQueue[tuple[ItemTables, LossCounter]] = SimpleQueue()
    Thread(target=_until_nobody_is_there, args=(lambda: blocks.put(requests.recv()),), daemon=True).start()
    Thread(target=_until_nobody_is_there, args=(lambda: replies.send(results.get()),), daemon=True).start()
    while True:
        results.put(work.done(blocks.get()))


def _until_nobody_is_there(step: Callable[[], None]) -> None:
    try:
        while True:
            step()
    except (EOFError, OSError):  # the load is over, or was killed
        os._exit(0)


if __name__ == "__main__":
    main()
