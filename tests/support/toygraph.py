"""Inputs of graphs without files: items in a list, read from behind any of their positions."""

from collections.abc import Iterator, Sequence

from benchwright.graphs.items import Item, Position
from benchwright.graphs.load.feed import Feed


def feed(items: Sequence[Item], name: str = "toy", *, bounded: bool = True) -> Feed:
    """A feed of these items. Its identity is its name alone."""

    def read(at: Position | None) -> Iterator[Item]:
        start = 0 if at is None else list(items).index(at) + 1
        yield from items[start:]

    return Feed(name, {"file": name}, read, bounded)
