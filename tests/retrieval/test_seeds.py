"""Seeds: weights, chances and the effective sample size by hand, and draws that follow them."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.records import Modalities, Modality
from benchwright.retrieval.exact_neighbours import Nearest, neighbours
from benchwright.retrieval.seeds import Seeds
from benchwright.retrieval.stored_neighbours import frozen_neighbours
from benchwright.retrieval.vectors import VectorStore

TEXT, TABLE, IMAGE = Modality.TEXT, Modality.TABLE, Modality.IMAGE
# Six sources in the plane. By angle: a, b at 0 degrees, c at 45, d at 90, e at 180; z has no words.
VECTORS = [[100, 0], [50, 0], [70, 70], [0, 100], [-100, 0], [0, 0]]
HALF = 1 / math.sqrt(2)


def store_in(folder: Path, vectors: list[list[int]], kinds: list[Modality]) -> VectorStore:
    ids = [chr(ord("a") + place) for place in range(len(vectors))]
    array = np.array(vectors, dtype=np.int8).reshape(len(vectors), -1)
    return VectorStore(folder, {"scale": 1.0, "identity": "", "sha256": "v1"}, ids, kinds, array)


def test_weights_are_mean_cosine_distances_by_hand(tmp_path: Path) -> None:
    seeds = Seeds.open(store_in(tmp_path, VECTORS, [TEXT] * 6), k=2)
    # The nearest by integer score (ties by id), then 1 - cosine of each, averaged:
    # a: c 7000, b 5000       -> (1 - .7071 + 0) / 2
    # b: a 5000, c 3500       -> (0 + 1 - .7071) / 2
    # c: a 7000, d 7000       -> 1 - .7071
    # d: c 7000, a 0          -> (1 - .7071 + 1) / 2
    # e: d 0, f 0 (no words)  -> (1 + 1) / 2
    # f: a 0, b 0             -> (1 + 1) / 2
    expected = [(1 - HALF) / 2, (1 - HALF) / 2, 1 - HALF, (2 - HALF) / 2, 1, 1]
    assert seeds.weights.tolist() == pytest.approx(expected, abs=1e-15)


def test_chances_and_effective_sample_size_by_hand(tmp_path: Path) -> None:
    seeds = Seeds.open(store_in(tmp_path, VECTORS, [TEXT] * 6), k=2, beta=2.0)
    weights = [(1 - HALF) / 2, (1 - HALF) / 2, 1 - HALF, (2 - HALF) / 2, 1.0]  # not f, which has no words
    raised = [math.exp(-2.0 * weight) for weight in weights]
    chances = [one / sum(raised) for one in raised]
    assert seeds.chances(TEXT) == pytest.approx(dict(zip("abcde", chances, strict=True)), abs=1e-11)
    report = seeds.report(Modalities(text=2))
    assert report.effective == pytest.approx(1 / sum(chance**2 for chance in chances), abs=1e-9)
    assert (report.sources, report.beta) == (5, 2.0)
    assert (report.least, report.most) == pytest.approx(((1 - HALF) / 2, 1.0))
    assert report.mean == pytest.approx(sum(weights) / 5)
    assert str(report).startswith("5 sources to start from, worth 4 equally likely ones (temperature 2;")


def test_at_temperature_zero_all_are_as_likely(tmp_path: Path) -> None:
    seeds = Seeds.open(store_in(tmp_path, VECTORS, [TEXT] * 6), k=2, beta=0.0)
    assert set(seeds.chances(TEXT).values()) == {0.2}
    assert seeds.report(Modalities(text=1)).effective == pytest.approx(5.0, abs=1e-12)


def test_the_modality_is_drawn_by_what_is_wanted(tmp_path: Path) -> None:
    seeds = Seeds.open(store_in(tmp_path, VECTORS, [TEXT, TEXT, TEXT, TABLE, IMAGE, IMAGE]), k=2, beta=2.0)
    rng = np.random.default_rng(5)
    drawn = Counter(seeds.draw(Modalities(text=2, table=1), rng) for _ in range(3000))
    assert set(drawn) == {"a", "b", "c", "d"}
    assert drawn["d"] / 3000 == pytest.approx(1 / 3, abs=0.03)  # the only table
    chances = seeds.chances(TEXT)
    assert drawn["c"] / 3000 == pytest.approx(2 / 3 * chances["c"], abs=0.03)
    # of the texts three with chances p, of the tables one: 1 / ((2/3)^2 sum p^2 + (1/3)^2)
    squares = sum(chance**2 for chance in chances.values())
    report = seeds.report(Modalities(text=2, table=1))
    assert report.effective == pytest.approx(1 / (4 / 9 * squares + 1 / 9), abs=1e-9)
    assert seeds.count(IMAGE) == 1  # f has no words


def test_a_draw_follows_from_its_random_numbers_alone(tmp_path: Path) -> None:
    seeds = Seeds.open(store_in(tmp_path, VECTORS, [TEXT] * 6), k=2)
    first = [seeds.draw(Modalities(text=1), np.random.default_rng(number)) for number in range(20)]
    assert first == [seeds.draw(Modalities(text=1), np.random.default_rng(number)) for number in range(20)]
    assert len(set(first)) > 2


def test_what_is_not_there_cannot_be_drawn(tmp_path: Path) -> None:
    seeds = Seeds.open(store_in(tmp_path, VECTORS, [TEXT] * 5 + [IMAGE]), k=2)
    with pytest.raises(ValueError, match="over text\\+image"):
        seeds.draw(Modalities(text=1, image=1), np.random.default_rng(1))
    assert seeds.report(Modalities(image=1)).effective == 0.0


def test_neighbours_are_kept_and_made_anew_for_other_vectors(tmp_path: Path) -> None:
    store = store_in(tmp_path, VECTORS, [TEXT] * 6)
    told: list[tuple[int, int]] = []
    made = frozen_neighbours(store, 3, lambda done, total: told.append((done, total)))
    kept = frozen_neighbours(store, 3, lambda done, total: told.append((done, total)))
    assert told == [(6, 6)]
    assert (made.rows.tolist(), made.scores.tolist()) == (kept.rows.tolist(), kept.scores.tolist())
    assert [path.name for path in tmp_path.iterdir()] == ["neighbours-3.parquet"]
    other = VectorStore(tmp_path, {**store.manifest, "sha256": "v2"}, store.ids, store.modalities, -store.vectors)
    frozen_neighbours(other, 3, lambda done, total: told.append((done, total)))
    assert len(told) == 2
    (tmp_path / "neighbours-3.parquet").write_bytes(b"PAR1 nothing")
    assert frozen_neighbours(other, 3).rows.tolist() == made.rows.tolist()
    assert len(pq.read_table(tmp_path / "neighbours-3.parquet")) == 6


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_corpus_smaller_than_its_neighbourhood(tmp_path: Path, count: int) -> None:
    store = store_in(tmp_path, VECTORS[:2][:count] or [], [TEXT] * count) if count else _empty(tmp_path)
    seeds = Seeds.open(store, k=5)
    assert seeds.weights.tolist() == [0.0] * count  # alone, or beside its like
    assert Seeds.open(store, k=5).chances(TEXT) == dict.fromkeys("ab"[:count], 1 / max(1, count))


def _empty(folder: Path) -> VectorStore:
    return VectorStore(folder, {"sha256": "v"}, [], [], np.zeros((0, 2), dtype=np.int8))


@given(
    st.lists(st.lists(st.integers(-127, 127), min_size=2, max_size=2), min_size=1, max_size=12),
    st.integers(1, 15),
    st.floats(0, 1000),
)
def test_chances_add_up_to_one(vectors: list[list[int]], k: int, beta: float) -> None:
    store = store_in(Path(), vectors, [TEXT] * len(vectors))
    seeds = Seeds(store, neighbours(store, k), beta)
    alive = [row for row, vector in enumerate(vectors) if any(vector)]
    chances = seeds.chances(TEXT)
    assert len(chances) == len(alive) == seeds.count(TEXT)
    if alive:
        assert sum(chances.values()) == pytest.approx(1.0, abs=1e-9)
        assert 1 - 1e-9 <= seeds.report(Modalities(text=1)).effective <= len(alive) + 1e-9
        weights = seeds.weights[alive]
        raised = np.exp(-beta * (weights - weights.min()))
        expected = raised / raised.sum()
        assert list(chances.values()) == pytest.approx(expected.tolist(), abs=1e-9)


def test_fewer_neighbours_than_asked_are_averaged_over_those_there_are() -> None:
    store = store_in(Path(), [[1, 0], [0, 1], [1, 1]], [TEXT] * 3)
    near = Nearest(np.array([[2, -1], [-1, -1], [0, 1]], np.int32), np.array([[1, 0], [0, 0], [1, 1]], np.int32))
    assert Seeds(store, near).weights.tolist() == pytest.approx([1 - HALF, 0.0, 1 - HALF])
