"""Draw items without replacement, evenly over what they are told apart by. Every draw is seeded."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain, zip_longest
from typing import TypeVar

T = TypeVar("T")
_GAP = object()


def drawn(items: Iterable[T], keys: Sequence[Callable[[T], Hashable]], seed: int, purpose: str) -> list[T]:
    """All items in random order, so that any first part of them is as even as can be: over the values of the first key,
    within each of these over the values of the second, and so on. To draw n, take the first n."""
    shuffled = list(items)
    generator(seed, purpose).shuffle(shuffled)
    return _in_turn(shuffled, keys)


def mixed(pools: Sequence[Sequence[T]], seed: int, purpose: str) -> list[T]:
    """The items of several pools as one list, each pool in its order and spread over the whole length."""
    draw = generator(seed, purpose)
    placed = [
        ((place + draw.random()) / len(pool), number, place)
        for number, pool in enumerate(pools)
        for place in range(len(pool))
    ]
    return [pools[number][place] for _, number, place in sorted(placed)]


def generator(seed: int, purpose: str) -> random.Random:
    """Random numbers for one purpose, independent of all others of the same seed."""
    return random.Random(f"review {seed} {purpose}")


def _in_turn(items: Sequence[T], keys: Sequence[Callable[[T], Hashable]]) -> list[T]:
    """One item of each group in turn, groups in the order of their first items."""
    if not keys:
        return list(items)
    groups: dict[Hashable, list[T]] = {}
    for item in items:
        groups.setdefault(keys[0](item), []).append(item)
    turns = zip_longest(*(_in_turn(group, keys[1:]) for group in groups.values()), fillvalue=_GAP)
    return [item for item in chain.from_iterable(turns) if item is not _GAP]  # type: ignore[misc]
