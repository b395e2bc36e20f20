"""Put everything that a cell can ask into one seeded order, without repetition.

Families take turns, and within a family its strata (relations, patterns) take turns, so that a family with fifty
thousand seeds does not drown one with fifty. Within a stratum documents are spread by a seeded shuffle. In the families
of open facts they take turns: a reference may say a thousand times as much of a kind as the pages beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeVar

import numpy as np

from benchwright.makers.composed.family import Seed

Item = TypeVar("Item")
ORDER_VERSION = 2
"""To be raised when the same seeds come in another order: attempts are numbered by it."""


def shuffled(items: Sequence[Item], seed: int, name: str) -> list[Item]:
    """A permutation of `items` that depends on the seed and on `name` only."""
    digest = hashlib.sha256(name.encode()).digest()
    generator = np.random.Generator(np.random.PCG64([seed, int.from_bytes(digest, "big")]))
    return [items[int(at)] for at in generator.permutation(len(items))]


def take_turns(queues: Iterable[Sequence[Item]]) -> list[Item]:
    """First items of all queues, then second ones, and so on."""
    return [item for turn in zip_longest(*queues) for item in turn if item is not None]


def ordered(
    seeds: dict[str, list[Seed]], seed: int, cell: str, last: frozenset[str] = frozenset()
) -> list[tuple[str, Seed]]:
    """All seeds of a cell, as (family, seed), in the order in which attempts number them. Those of the families `last`
    come when the others have none left, and in their strata documents take turns."""
    if last.intersection(seeds) and not last.issuperset(seeds):
        first, later = ({name: seeds[name] for name in seeds if (name in last) is after} for after in (False, True))
        return ordered(first, seed, cell) + ordered(later, seed, cell, last)
    per_family = []
    for family in sorted(seeds):
        strata: dict[str, list[Seed]] = {}
        for one in seeds[family]:
            strata.setdefault(one.stratum, []).append(one)
        queues = [shuffled(strata[name], seed, f"{cell}\0{family}\0{name}") for name in sorted(strata)]
        queues = [_by_document(queue) for queue in queues] if family in last else queues
        queues = shuffled(queues, seed, f"{cell}\0{family}")
        per_family.append([(family, one) for one in take_turns(queues)])
    return take_turns(per_family)


def _by_document(queue: Sequence[Seed]) -> list[Seed]:
    """The seeds with a first one of each document before the second ones."""
    documents: dict[str, list[Seed]] = {}
    for one in queue:
        documents.setdefault(one.document, []).append(one)
    return take_turns(documents.values())
