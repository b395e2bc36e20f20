"""Finds aliases that say too little: another entity's label, or an alias of very many entities.

A label is looked for on the pages of an entity's neighbours however many namesakes it has: the graph says that the two
belong together, and of two neighbours with one name neither is taken. An alias gets no such credit.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import pyarrow as pa

from benchwright.graphs.graph import Graph
from benchwright.graphs.lookups import rows_with
from benchwright.values.names import fold

MOST_SHARING = 5
"""Entities that may have one alias; from more on it counts for none of them."""

_STEP = 65_536


class Shared:
    """Which names are labels, and which aliases too many entities share: sorted hashes (int64), 8 bytes a name. Two
    names with one hash are one in 10**9 at a hundred million of them, and cost a mention at most."""

    def __init__(self, graph: Graph) -> None:
        self._labels = np.unique(_hashes(graph.column("label")))
        aliases = _hashes(graph.alias_names)
        listed, counts = np.unique(aliases, return_counts=True)
        self._crowded = listed[counts > MOST_SHARING]

    def too_many(self, alias: str, label: str) -> bool:
        """Whether an alias of the entity with this label tells nothing."""
        key = name_hash(fold(alias))
        if fold(alias) == fold(label):
            return False
        return any(rows.start < rows.stop for rows in (rows_with(self._crowded, key), rows_with(self._labels, key)))


def name_hash(name: str) -> int:
    """The same in every process: a search that was killed goes on in another one."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


def _hashes(names: pa.ChunkedArray) -> np.ndarray:
    """int64 [names]."""
    hashes = np.empty(len(names), dtype=np.int64)
    for start in range(0, len(names), _STEP):
        part = names.slice(start, _STEP).to_pylist()
        hashes[start : start + len(part)] = [name_hash(fold(one)) for one in part]
    return hashes
