"""Sorting more numbers than memory holds: parted by size into files that do fit, which are sorted one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchwright.errors import StorageError
from benchwright.graphs.mapped import scratch

Longs = npt.NDArray[np.int64]

AT_ONCE = 4_000_000
"""Rows that are worked on at once where memory allows it: more would be no quicker."""
_SAMPLED = 256
"""Keys of the sample for each part: the largest part is then hardly larger than the others."""


def in_order(
    blocks: Iterable[tuple[Longs, Longs]], sample: Longs, total: int, at_once: int, spill: Path | None
) -> Iterator[tuple[Longs, Longs]]:
    """Keys and what goes with each, by key, those of equal keys in the order that they came in; equal keys are in one
    block. There are at most `total`, of which about `at_once` are held, the rest in a folder in `spill` (None: the
    system's). `sample` is of keys that are spread like them. StorageError if the disk refuses."""
    if total <= at_once:
        held = list(blocks)
        none = np.zeros(0, np.int64)
        yield _sorted(
            np.concatenate([none, *(key for key, _ in held)]), np.concatenate([none, *(row for _, row in held)])
        )
        return
    parts = -(-total // at_once)
    ordered = np.sort(sample)
    cuts = np.unique(ordered[np.arange(1, parts) * len(ordered) // parts]) if len(ordered) else ordered
    try:
        with scratch(spill) as temporary:
            files = [temporary / str(part) for part in range(len(cuts) + 1)]
            for key, row in blocks:
                _spread(key, row, cuts, files)
            for file in files:
                if file.exists():
                    table = np.fromfile(file, np.int64).reshape(-1, 2)
                    file.unlink()
                    yield _sorted(np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1]))
    except OSError as error:
        raise StorageError(
            f"sorting cannot put aside what does not fit: {error.strerror or error}",
            hint="make room in the spill folder, or name another one as spill",
        ) from error


def stride(at_once: int) -> int:
    """Every how many rows one is taken for a sample for `in_order`."""
    return max(1, at_once // _SAMPLED)


def _spread(key: Longs, row: Longs, cuts: Longs, files: list[Path]) -> None:
    part = np.searchsorted(cuts, key, side="right")
    order = np.argsort(part, kind="stable")
    table = np.stack([key[order], row[order]], axis=1)
    ends = np.cumsum(np.bincount(part, minlength=len(files)))
    for file, start, end in zip(files, [0, *ends[:-1].tolist()], ends.tolist(), strict=True):
        if end > start:
            with file.open("ab") as into:
                table[start:end].tofile(into)


def _sorted(key: Longs, row: Longs) -> tuple[Longs, Longs]:
    order = np.argsort(key, kind="stable")
    return key[order], row[order]
