"""Store the neighbours of every source beside the vectors, and read them again.

    CORPUS/vectors/<encoder>/neighbours-<k>.parquet           exact
    CORPUS/vectors/<encoder>/neighbours-<k>-<recall>.parquet  approximate, with that recall promised

Columns `rows` and `scores`, int32 [sources, k], marked with the vectors' hash. An approximate file says in its metadata
how it was made, and holds the true neighbours of the sample on which its recall was measured: `exact_rows` and
`exact_scores`, rows of -2 for what was not sampled. So its recall can be counted again from the file alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.files.atomic import atomic_path
from benchwright.files.parquet import read_own_parquet
from benchwright.retrieval.approximate_neighbours import Approximate, approximate_neighbours
from benchwright.retrieval.exact_neighbours import Ints, Nearest, neighbours
from benchwright.retrieval.vectors import VectorStore

EXACT_UP_TO = 50_000
RECALL = 0.97

_MARK = b"benchwright.vectors"
_HOW = b"benchwright.neighbours"
_NOT_SAMPLED = -2


def frozen_neighbours(
    store: VectorStore,
    k: int,
    progress: Callable[[int, int], None] | None = None,
    *,
    exact_up_to: int = EXACT_UP_TO,
    recall: float = RECALL,
) -> Nearest:
    """The k nearest of every source, read if they were kept for these very vectors, else worked out and kept.

    Exact for up to `exact_up_to` sources, and wherever exact ones are kept already; for more `Approximate`, with the
    share `recall` of the true ones promised (exact all the same where that saves nothing). What approximate neighbours
    a corpus has is not changed by exact ones that come later, so that a benchmark goes on as it began.

    `progress(done, total)` counts sources. Raises StorageError when the disk refuses."""
    mark = str(store.manifest["sha256"])
    whole = store.folder / f"neighbours-{k}.parquet"
    part = store.folder / f"neighbours-{k}-{recall:g}.parquet"
    approximate = len(store) > exact_up_to
    for path in (part, whole) if approximate else (whole,):
        stored = _read(path, mark, len(store), k)
        if stored is not None:
            return stored
    near = approximate_neighbours(store, k, recall=recall, progress=progress) if approximate else None
    if near is not None:
        _write(part, mark, near, k)
        return near
    exact = neighbours(store, k, progress=progress)
    _write(whole, mark, exact, k)
    return exact


def _write(path: Path, mark: str, near: Nearest, k: int) -> None:
    """One file, so that what is there is whole."""
    columns = {"rows": near.rows, "scores": near.scores}
    metadata = {_MARK: mark.encode()}
    if isinstance(near, Approximate):
        for name, values in (("exact_rows", near.exact.rows), ("exact_scores", near.exact.scores)):
            columns[name] = np.full(near.rows.shape, _NOT_SAMPLED, dtype=np.int32)
            columns[name][near.sample] = values
        metadata[_HOW] = json.dumps(near.to_json(), sort_keys=True).encode()
    table = pa.table(
        {
            name: pa.FixedSizeListArray.from_arrays(pa.array(values.ravel(), pa.int32()), k)
            for name, values in columns.items()
        }
    )
    with atomic_path(path) as temporary:
        pq.write_table(table.replace_schema_metadata(metadata), temporary, compression="zstd")


def _read(path: Path, mark: str, count: int, k: int) -> Nearest | None:
    """None if the file is missing, of other vectors or damaged: then it is made anew."""
    try:
        table = read_own_parquet(path)
        metadata = table.schema.metadata or {}
        if metadata.get(_MARK) != mark.encode() or len(table) != count:
            return None
        near = Nearest(_column(table, "rows", k), _column(table, "scores", k))
        if _HOW not in metadata:
            return near
        how = json.loads(metadata[_HOW])
        rows, scores = _column(table, "exact_rows", k), _column(table, "exact_scores", k)
        sample = np.flatnonzero(rows[:, 0] != _NOT_SAMPLED).astype(np.int32)
        return Approximate(
            near.rows,
            near.scores,
            lists=int(how["lists"]),
            probes=int(how["probes"]),
            wanted_recall=float(how["asked"]),
            recall=float(how["recall"]),
            sample=sample,
            exact=Nearest(rows[sample], scores[sample]),
        )
    except (OSError, ValueError, KeyError, pa.ArrowException):
        return None


def _column(table: pa.Table, name: str, k: int) -> Ints:
    values: Ints = table.column(name).combine_chunks().flatten().to_numpy().reshape(len(table), k)
    return values
