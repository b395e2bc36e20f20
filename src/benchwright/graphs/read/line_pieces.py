"""Cut lines that do not depend on each other into pieces that several processes can parse.

Pieces begin at positions and are as long wherever a reading began, so that the same pieces come of the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchwright.graphs.items import Item, Loss, Position
from benchwright.graphs.read.base import GraphReadOptions, ReadLines
from benchwright.graphs.read.file_lines import FileLine, LineBlock, blocks_of
from benchwright.graphs.read.limits import GraphLimits
from benchwright.graphs.read.losses import LossCounter

_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class LinePiece:
    """Lines one behind the other, and what was lost among them."""

    found: tuple[LineBlock | FileLine | Loss, ...]

    def lines(self) -> Iterator[FileLine | Loss]:
        """All of it, one by one."""
        for part in self.found:
            if isinstance(part, LineBlock):
                yield from part.lines()
            else:
                yield part


def pieces_of(path: Path, limits: GraphLimits, resume: Position | None) -> Iterator[LinePiece | Position]:
    """What `lines_of` gives, lines and losses in pieces; a piece ends with the line that makes it long enough."""
    held: list[LineBlock | FileLine | Loss] = []
    size = 0
    for part in blocks_of(path, limits, resume):
        if isinstance(part, Position):
            if held:
                yield LinePiece(tuple(held))
                held, size = [], 0
            yield part
            continue
        rest: LineBlock | FileLine | Loss | None = part
        while isinstance(rest, LineBlock) and size + len(rest.data) > _BYTES:
            head, rest = _cut(rest, _BYTES - size)
            yield LinePiece((*held, head))
            held, size = [], 0
        if rest is not None:
            held.append(rest)
            size += 0 if isinstance(rest, Loss) else len(rest.data if isinstance(rest, LineBlock) else rest.text)
        if size >= _BYTES:
            yield LinePiece(tuple(held))
            held, size = [], 0
    if held:
        yield LinePiece(tuple(held))


def _cut(block: LineBlock, size: int) -> tuple[LineBlock, LineBlock | None]:
    """A block up to the line that has the last of so many bytes, and the rest."""
    end = block.data.index(b"\n", size - 1) + 1
    total = block.data.count(b"\n", 0, end)
    head = LineBlock(block.number, total, block.data[:end], block.offset)
    if end == len(block.data):
        return head, None
    return head, LineBlock(block.number + total, block.total - total, block.data[end:], block.offset + end)


def read_piece(
    read: ReadLines, name: str, options: GraphReadOptions, piece: LinePiece, losses: LossCounter
) -> Iterator[Item]:
    """What a piece of the file of that name tells."""
    return read(piece.lines(), name, options, losses)
