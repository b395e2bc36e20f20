"""What a hostile file is to the tests: how it is made, and what may come of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

READ = "read"
"""Among the reasons of `expect`: sources come of it, and they are harmless."""

WORKER = frozenset({"worker-timeout", "worker-memory", "worker-crashed", "worker-output"})

Maker = Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Hostile:
    """`name` is its path in the folder; `expect` holds the reasons of drops that may come of it, and `READ`."""

    kind: str
    name: str
    expect: frozenset[str]
    make: Maker


def written(data: Callable[[], bytes] | bytes) -> Maker:
    """A file of these bytes, made when it is asked for."""

    def make(path: Path) -> None:
        path.write_bytes(data if isinstance(data, bytes) else data())

    return make


def hostile(
    kind: str,
    name: str,
    expect: str,
    data: Callable[[], bytes] | bytes | Maker,
    *,
    raw: bool = False,
) -> Hostile:
    """`expect` is a list of words; `raw` says that `data` makes the file itself."""
    maker = data if raw else written(data)  # type: ignore[arg-type]
    return Hostile(kind, name, frozenset(expect.split()), maker)  # type: ignore[arg-type]


def cuts(kind: str, stem: str, suffix: str, expect: str, data: bytes, places: int) -> Iterator[Hostile]:
    """The same file cut at so many places, from its first bytes to just before its end."""
    for number in range(places):
        at = 3 + (len(data) - 4) * number // max(places - 1, 1)
        yield hostile(kind, f"{stem}-cut-at-{at}{suffix}", expect, data[:at])


def damaged(kind: str, stem: str, suffix: str, expect: str, data: bytes, count: int) -> Iterator[Hostile]:
    """The same file with a hundredth of its bytes changed, each time others."""
    for number in range(count):
        random_ = random.Random(number)
        broken = bytearray(data)
        for _ in range(max(3, len(broken) // 100)):
            broken[random_.randrange(len(broken))] = random_.randrange(256)
        yield hostile(kind, f"{stem}-damaged-{number}{suffix}", expect, bytes(broken))
