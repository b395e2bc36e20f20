"""Finds aliases that say too little: another entity's label, or an alias of very many entities.

A label is looked for on the pages of an entity's neighbours however many namesakes it has: the graph says that the two
belong together, and of two neighbours with one name neither is taken. An alias gets no such credit.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.graphs.graph import Graph

MOST_SHARING = 5
"""Entities that may have one alias; from more on it counts for none of them."""

_STEP = 65_536


class Shared:
    """Which names are labels, and which aliases too many entities share: sorted hashes (int64), 8 bytes a name. Two
    names with one hash are one in 10**9 at a hundred million of them, and cost a mention at most."""

    def __init__(self, graph: Graph) -> None:
        labels = _hashes(graph.column("label").chunks, graph.size)
        self._labels = np.unique(labels)
        path = graph.path / "names.parquet"
        aliases = _hashes(_batches(path), pq.read_metadata(path).num_rows)
        listed, counts = np.unique(aliases, return_counts=True)
        self._crowded = listed[counts > MOST_SHARING]

    def too_many(self, alias: str, label: str) -> bool:
        """Whether an alias of the entity with this label tells nothing."""
        key = _hash(alias)
        if alias.casefold() == label.casefold():
            return False
        return _holds(self._crowded, key) or _holds(self._labels, key)


def _holds(sorted_hashes: np.ndarray, key: int) -> bool:
    at = int(np.searchsorted(sorted_hashes, key))
    return at < len(sorted_hashes) and int(sorted_hashes[at]) == key


def _hash(name: str) -> int:
    return int.from_bytes(blake2b(name.casefold().encode(), digest_size=8).digest(), "big", signed=True)


def _hashes(chunks: Iterator[pa.Array] | list[pa.Array], size: int) -> np.ndarray:
    """int64 [size], the same in every process: a search that was killed goes on in another one."""
    made = np.empty(size, dtype=np.int64)
    at = 0
    for chunk in chunks:
        for start in range(0, len(chunk), _STEP):
            part = chunk.slice(start, _STEP).to_pylist()
            made[at : at + len(part)] = [_hash(one) for one in part]
            at += len(part)
    return made


def _batches(path: object) -> Iterator[pa.Array]:
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=_STEP, columns=["name"]):
            yield batch.column(0)
