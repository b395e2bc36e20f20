"""Draws evenly over relations (QAMPARI, section 2.4), for the order of attempts and for test sets."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def balanced_round_robin(queues: Sequence[tuple[tuple[str, ...], Sequence[T]]], most: int) -> list[T]:
    """What stands in queues of (relations, rows), `most` of it: the next is always the first of the queue whose
    relations were drawn least so far, of equals that of which less was taken, then the one that stands first."""
    counts: Counter[str] = Counter()
    heap = [(0, 0, place) for place in range(len(queues))]
    order: list[T] = []
    while heap and len(order) < most:
        used, position, place = heapq.heappop(heap)
        relations, rows = queues[place]
        now = sum(counts[one] for one in relations)
        if now > used:  # others of its relations were drawn meanwhile
            heapq.heappush(heap, (now, position, place))
            continue
        order.append(rows[position])
        counts.update(relations)
        if position + 1 < len(rows):
            heapq.heappush(heap, (now + len(relations), position + 1, place))
    return order
