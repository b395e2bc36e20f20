"""How much memory list questions over a graph need, and how much they may take.

Everything is done in memory. A graph that needs more than the plan's `lists.memory` is refused before it is read.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchwright.errors import UsageError
from benchwright.files.memory_sizes import memory_bytes

A_TRIPLE = 128
"""Bytes that a triple takes: its columns, statements, edges both ways and what they are made of, as measured."""

AN_ENTITY = 200
"""Bytes that an entity or value takes: about 60 of flags and codes, the rest its id, names and description."""


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """What queries may take: `memory` such as 2GB, `threads` how many work side by side (None: one a core)."""

    memory: str = "2GB"
    threads: int | None = None

    @property
    def bytes(self) -> int:
        """`memory` in bytes. UsageError if it is not a size."""
        return memory_bytes(self.memory)


def check_memory(name: str, triples: int, entities: int, limits: QueryLimits) -> None:
    """UsageError if a graph of this size does not fit; it names the memory that is needed and the setting."""
    needed = A_TRIPLE * triples + AN_ENTITY * entities
    if needed > limits.bytes:
        size = f"{-(-needed // 10**8) / 10:g}GB"
        raise UsageError(
            f"lists over the graph {name!r} ({triples:,} triples) need about {size} of memory, more than "
            f"{limits.memory}",
            hint=f"write lists: {{memory: {size}}} in the plan if there is as much, or load a part of the graph",
        )
