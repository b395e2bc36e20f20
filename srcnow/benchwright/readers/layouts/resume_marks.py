"""A stream of records gets marks at regular places, and can be continued behind one.

A stopped input is gone through again from its beginning up to the mark, without anything being made of it: what later
records need to know of earlier ones (ids that were given, facts that were seen) is then as it was. What costs is in
`make`: pictures are opened and decoded, and lines parsed, only behind the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from benchwright.readers.base import InputFile, Item, Mark

EVERY = 4_000
"""Records between two marks. Fewer than a chunk holds, so that chunks end at marks."""

Record = TypeVar("Record")


def marked(file: InputFile, records: Iterable[Record], make: Callable[[Record], Iterable[Item]]) -> Iterator[Item]:
    """What `make` makes of each record, with a mark after every `EVERY` records; behind the mark that the file is to
    be resumed from, if any."""
    done: int = file.resume.state["records"] if file.resume is not None else 0
    for number, record in enumerate(records, 1):
        if number > done:
            yield from make(record)
        if number % EVERY == 0:
            if number > done:
                yield Mark({"records": number})
            else:
                file.around.begin(f"record {number}")  # a sign of life


def marked_items(file: InputFile, items: Iterable[Item]) -> Iterator[Item]:
    """`marked` for items that cost nothing to make."""
    return marked(file, items, lambda item: (item,))
