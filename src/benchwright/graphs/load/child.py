"""Run the process that parses pieces of an input for a load.

Started by `workers`: `python -m benchwright.graphs.load.child`. It reads no file and writes none.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread

from benchwright.graphs.items import Item
from benchwright.graphs.load.item_tables import ItemGatherer, ItemTables
from benchwright.graphs.read.line_pieces import LinePiece
from benchwright.graphs.read.losses import LossCounter


@dataclass(frozen=True, slots=True)
class PieceWork:
    """What is done to each piece of an input: how it is read, what losses call it by, its number, its usual losses."""

    read: Callable[[LinePiece, LossCounter], Iterator[Item]]
    name: str
    rank: int
    usual: frozenset[str]

    def done(self, piece: LinePiece) -> tuple[ItemTables, LossCounter]:
        """The rows of a piece, and what is told of it at the next position."""
        losses, gathering = LossCounter(self.name), ItemGatherer(self.rank, self.usual)
        for item in self.read(piece, losses):
            gathering.add(item)
        return gathering.take(), losses


def main() -> None:
    """Work off what comes in. What was asked for ahead is taken from the pipe, and what was made is put into it, beside
    the reading, so that neither side waits for the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    asked, told = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(2, 1)  # nothing that is printed gets among the answers
    try:
        work: PieceWork = asked.recv()
    except (EOFError, OSError):  # the load ended before it began
        return
    pieces: SimpleQueue[LinePiece] = SimpleQueue()
    made: SimpleQueue[tuple[ItemTables, LossCounter]] = SimpleQueue()
    Thread(target=_until_nobody_is_there, args=(lambda: pieces.put(asked.recv()),), daemon=True).start()
    Thread(target=_until_nobody_is_there, args=(lambda: told.send(made.get()),), daemon=True).start()
    while True:
        made.put(work.done(pieces.get()))


def _until_nobody_is_there(step: Callable[[], None]) -> None:
    try:
        while True:
            step()
    except (EOFError, OSError):  # the load is over, or was killed
        os._exit(0)


if __name__ == "__main__":
    main()
