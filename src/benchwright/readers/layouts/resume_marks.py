"""A stream of records gets marks at regular places, and can be continued behind one.

A stopped input is gone through again from its beginning up to the mark, without anything being made of it: what later
records need to know of earlier ones (ids that were given, facts that were seen) is then as it was. What costs is in
`make`: pictures are opened and decoded only behind the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from benchwright.readers.base import InputFile, Item, Mark

EVERY = 4_000
"""Records between two marks. Fewer than a chunk holds, so that chunks end at marks."""

Found = TypeVar("Found")


def marked(file: InputFile, found: Iterable[Found], make: Callable[[Found], Iterable[Item]]) -> Iterator[Item]:
    """What `make` makes of each record, with a mark after every `EVERY` records; behind the mark that the file is to
    be resumed from, if any."""
    done = _done(file)
    for number, record in enumerate(found, 1):
        if number <= done:
            continue
        yield from make(record)
        if number % EVERY == 0:
            yield Mark({"records": number})


def _done(file: InputFile) -> int:
    state = file.resume.state if file.resume is not None else {}
    count = state.get("records", 0)
    return count if isinstance(count, int) else 0
