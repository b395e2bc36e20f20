"""Sorting in parts is sorting at once, and leaves nothing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright.errors import StorageError
from benchwright.makers.lists.sorting import in_order, stride


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=8), st.integers(1, 40), st.integers(1, 7))
def test_parts_come_in_the_order_of_one_stable_sort(lists: list[list[int]], at_once: int, step: int) -> None:
    keys = np.array([key for one in lists for key in one], np.int64)
    rows = np.arange(len(keys), dtype=np.int64)
    ends = np.cumsum([len(one) for one in lists], dtype=np.int64).tolist()
    blocks = [(keys[start:end], rows[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
    with TemporaryDirectory() as folder:
        found = list(in_order(blocks, keys[::step], len(keys), at_once, Path(folder)))
        assert list(Path(folder).iterdir()) == []
    order = np.argsort(keys, kind="stable")
    assert [key for part, _ in found for key in part.tolist()] == keys[order].tolist()
    assert [row for _, part in found for row in part.tolist()] == rows[order].tolist()
    lists_of_keys = [set(part.tolist()) for part, _ in found]
    assert sum(map(len, lists_of_keys)) == len(set().union(*lists_of_keys))  # equal keys are in one block


def test_parts_are_about_as_large_as_is_wanted(tmp_path: Path) -> None:
    keys = np.random.default_rng(5).zipf(1.3, 100_000).astype(np.int64) * 1000 + np.arange(100_000) % 1000
    at_once = 10_000
    blocks = [(part, part) for part in np.array_split(keys, 20)]
    sizes = [len(key) for key, _ in in_order(blocks, keys[:: stride(at_once)], len(keys), at_once, tmp_path)]
    assert len(sizes) == 10
    assert sum(sizes) == 100_000
    assert max(sizes) < 1.3 * at_once


def test_a_folder_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    keys = np.arange(10, dtype=np.int64)
    with pytest.raises(StorageError, match="cannot take what does not fit into memory"):
        list(in_order([(keys, keys)], keys, 10, 3, tmp_path / "file"))
