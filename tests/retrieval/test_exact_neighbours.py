"""Exact search against brute force with Python integers, on vectors that tie often."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchwright.records import Modality
from benchwright.retrieval import exact_neighbours
from benchwright.retrieval.exact_neighbours import EXACT_DIMENSIONS, nearest, neighbours, products, top_k
from benchwright.retrieval.vectors import VectorStore

KINDS = list(Modality)


def store_of(vectors: NDArray[np.int8], ids: list[str]) -> VectorStore:
    kinds = [KINDS[row % 3] for row in range(len(ids))]
    return VectorStore(Path(), {"scale": 1.0, "identity": ""}, ids, kinds, vectors)


def brute(
    store: VectorStore, query: list[int], k: int, modality: Modality | None, own: int = -1
) -> list[tuple[int, int]]:
    """(row, score) of the k best, scores as Python integers, ties by id."""
    scored = [
        (-sum(a * b for a, b in zip(query, vector, strict=True)), store.ids[row], row)
        for row, vector in enumerate(store.vectors.tolist())
        if row != own and (modality is None or store.modalities[row] is modality)
    ]
    return [(row, -score) for score, _, row in sorted(scored)[:k]]


@st.composite
def stores(draw: st.DrawFn) -> VectorStore:
    count, width = draw(st.integers(1, 40)), draw(st.integers(1, 4))
    values = draw(
        st.lists(st.sampled_from([-127, -1, 0, 0, 1, 2, 127]), min_size=count * width, max_size=count * width)
    )
    ids = draw(st.permutations([f"s{number}" for number in range(count)]))
    return store_of(np.array(values, dtype=np.int8).reshape(count, width), list(ids))


@given(stores(), st.integers(0, 45), st.sampled_from([None, *KINDS]))
def test_neighbours_are_those_of_brute_force(store: VectorStore, k: int, modality: Modality | None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_neighbours, "_WIDEST", 7)
        patch.setattr(exact_neighbours, "_QUERIES", 5)
        patch.setattr(exact_neighbours, "_SQUARE", 6)
        patch.setattr(exact_neighbours, "_FIRST", 3)
        found = neighbours(store, k, modality)
    for row in range(len(store)):
        expected = brute(store, store.vectors[row].tolist(), k, modality, own=row)
        pairs = list(zip(found.rows[row].tolist(), found.scores[row].tolist(), strict=True))
        assert pairs[: len(expected)] == expected
        assert pairs[len(expected) :] == [(-1, 0)] * (k - len(expected))


@given(stores(), st.integers(0, 45), st.sampled_from([None, *KINDS]), st.data())
def test_top_k_is_that_of_brute_force(
    store: VectorStore, k: int, modality: Modality | None, data: st.DataObject
) -> None:
    width = store.dimensions
    query = data.draw(st.lists(st.integers(-127, 127), min_size=width, max_size=width))
    exclude = frozenset(data.draw(st.lists(st.sampled_from([*store.ids, "stranger"]), max_size=5)))
    expected = [(store.ids[row], score) for row, score in brute(store, query, len(store), modality)]
    assert (
        top_k(store, np.array(query, dtype=np.int8), k, modality, exclude=exclude)
        == [pair for pair in expected if pair[0] not in exclude][:k]
    )


def test_ties_go_by_id_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_neighbours, "_WIDEST", 4)
    store = store_of(np.ones((12, 2), dtype=np.int8), [f"s{number:02}" for number in reversed(range(12))])
    assert top_k(store, np.array([3, 4], dtype=np.int8), 3) == [("s00", 7), ("s01", 7), ("s02", 7)]


@pytest.mark.parametrize("width", [256, EXACT_DIMENSIONS, EXACT_DIMENSIONS + 1, 3000])
def test_products_are_exact_at_the_extremes(width: int) -> None:
    low, high = np.full((1, width), -128, dtype=np.int8), np.full((2, width), 127, dtype=np.int8)
    assert products(low, high).tolist() == [[-128 * 127 * width] * 2]
    odd = high.copy()
    odd[1, -1] = 126
    assert products(high[:1], odd).tolist() == [[127 * 127 * width, 127 * 127 * width - 127]]


def test_wrong_shapes_are_refused() -> None:
    store = store_of(np.ones((3, 2), dtype=np.int8), ["a", "b", "c"])
    with pytest.raises(ValueError, match=r"not \[n, 2\]"):
        nearest(store, np.ones((1, 3), dtype=np.int8), 1)
    with pytest.raises(ValueError, match="k is -1"):
        nearest(store, np.ones((1, 2), dtype=np.int8), -1)


def test_an_empty_store_has_no_neighbours() -> None:
    store = store_of(np.zeros((0, 2), dtype=np.int8), [])
    assert neighbours(store, 3).rows.shape == (0, 3)
    assert top_k(store, np.ones(2, dtype=np.int8), 3) == []


@pytest.mark.parametrize("k", [1, 5, 64, 65, 300])
def test_large_blocks_with_many_ties_are_those_of_brute_force(k: int) -> None:
    drawn = np.random.default_rng(7).integers(-3, 4, size=(301, 3)).astype(np.int8)
    store = store_of(drawn, [f"s{(number * 37) % 301:03}" for number in range(301)])
    found = neighbours(store, k)
    for row in (0, 150, 300):
        expected = brute(store, drawn[row].tolist(), k, None, own=row)
        assert list(zip(found.rows[row].tolist(), found.scores[row].tolist(), strict=True))[: len(expected)] == expected
