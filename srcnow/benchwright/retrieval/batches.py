"""Take a stream in lists of a given size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of `size` items in order, the last one perhaps shorter; none of no items."""
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch
