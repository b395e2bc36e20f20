"""Hostile files of every kind that an ingest may meet, made cheaply and always the same.

`ALL` is a tuple of `Hostile`: each has a name that says what it is, and what may come of it. `places.make_folder`
writes them. `QUICK` are those that take half a second at most, and no worker's life, but no more than two of a kind
where they differ in what is broken only; `DEADLY` names those that may cost a worker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from hostile import archives, converted, markup, names, office, pdfs, pictures, texts
from hostile.kinds import Hostile
from hostile.slow import DEADLY, SLOW

__all__ = ["ALL", "DEADLY", "QUICK", "Hostile"]

ALL: tuple[Hostile, ...] = tuple(
    file for module in (archives, converted, markup, names, office, pdfs, pictures, texts) for file in module.files()
)

REACHES_OUT = frozenset({"link", "name", "pdf reaching out", "pipe or socket", "svg"})
"""Kinds of files that try to leave the folder: each has its own way out, so none of them stands for another."""


def _few_of_a_kind(files: Iterable[Hostile]) -> Iterator[Hostile]:
    seen = Counter[str]()
    for file in files:
        seen[file.kind] += 1
        if seen[file.kind] <= 2 or file.kind in REACHES_OUT:
            yield file


QUICK = tuple(
    _few_of_a_kind(
        file
        for file in ALL
        if file.name not in SLOW and (file.kind not in converted.KINDS or file.name in converted.REACHES_OUT)
    )
)
