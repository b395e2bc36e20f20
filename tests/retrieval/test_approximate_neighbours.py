"""Approximate neighbours keep their promise, say what they cost, and are the same twice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.records import Modalities, Modality
from benchwright.retrieval.approximate_neighbours import Approximate, approximate_neighbours, recall_of
from benchwright.retrieval.exact_neighbours import Nearest, neighbours
from benchwright.retrieval.seeds import Approximation, Seeds
from benchwright.retrieval.stored_neighbours import frozen_neighbours
from benchwright.retrieval.vectors import VectorStore

COUNT, WIDTH = 3000, 24


def clustered(folder: Path, count: int = COUNT, seed: int = 3) -> VectorStore:
    """Vectors around sixty centres, as texts are around topics."""
    draw = np.random.default_rng(seed)
    centres = draw.normal(size=(60, WIDTH))
    vectors = centres[draw.integers(60, size=count)] + 0.5 * draw.normal(size=(count, WIDTH))
    vectors *= 120 / np.abs(vectors).max()
    ids = [f"s{number:05}" for number in draw.permutation(count)]
    return VectorStore(folder, {"sha256": f"v{seed}"}, ids, [Modality.TEXT] * count, np.rint(vectors).astype(np.int8))


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Nearest:
    return neighbours(clustered(tmp_path_factory.mktemp("exact")), 5)


@pytest.mark.parametrize("promised", [0.8, 0.95])
def test_the_promise_is_kept_and_the_recall_that_is_told_is_the_one_counted(
    tmp_path: Path, exact: Nearest, promised: float
) -> None:
    found = approximate_neighbours(clustered(tmp_path), 5, recall=promised, sample=600)
    assert found is not None
    counted = np.mean(
        [len(set(exact.rows[row].tolist()) & set(found.rows[row].tolist())) / 5 for row in found.sample.tolist()]
    )
    assert found.recall == pytest.approx(counted, abs=1e-12)
    assert promised <= found.recall < 1
    assert recall_of(found, exact) == pytest.approx(found.recall, abs=0.03)  # over all, not only the sample
    assert found.exact.rows.tolist() == exact.rows[found.sample].tolist()
    assert (found.wanted_recall, len(found.sample), found.lists) == (promised, 600, 126)
    assert 1 <= found.probes <= 126 / 4


def test_one_probe_fewer_would_break_the_promise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = clustered(tmp_path)
    found = approximate_neighbours(store, 5, recall=0.95, sample=600)
    assert found is not None
    assert found.probes > 1
    fewer = approximate_neighbours(store, 5, recall=0.01, sample=600)
    assert fewer is not None
    assert fewer.probes == 1
    assert fewer.recall < 0.95


def test_scores_and_order_are_exact(tmp_path: Path) -> None:
    store = clustered(tmp_path)
    found = approximate_neighbours(store, 5, recall=0.9, sample=300)
    assert found is not None
    whole = store.vectors.astype(np.int64)
    for row in range(0, COUNT, 100):
        near = found.rows[row]
        assert row not in near
        assert len(set(near.tolist())) == 5
        assert found.scores[row].tolist() == (whole[near] @ whole[row]).tolist()
        order = [(-score, store.ids[place]) for score, place in zip(found.scores[row], near, strict=True)]
        assert order == sorted(order)


def test_two_builds_are_the_same(tmp_path: Path) -> None:
    first = approximate_neighbours(clustered(tmp_path), 5, recall=0.9, sample=300)
    second = approximate_neighbours(clustered(tmp_path), 5, recall=0.9, sample=300)
    assert first is not None
    assert second is not None
    assert first.rows.tobytes() == second.rows.tobytes()
    assert first.to_json() == second.to_json()


def test_where_it_saves_nothing_there_is_none(tmp_path: Path) -> None:
    draw = np.random.default_rng(1)
    noise = draw.integers(-127, 128, size=(500, 64)).astype(np.int8)  # nothing is near anything
    store = VectorStore(tmp_path, {"sha256": "n"}, [f"s{n:03}" for n in range(500)], [Modality.TEXT] * 500, noise)
    assert approximate_neighbours(store, 5, recall=0.97) is None
    near = frozen_neighbours(store, 5, exact_up_to=100)
    assert near.rows.tolist() == neighbours(store, 5).rows.tolist()
    assert [path.name for path in tmp_path.iterdir()] == ["neighbours-5.parquet"]


@given(st.integers(2, 300), st.integers(1, 4), st.integers(0, 2), st.integers(0, 1000))
def test_copies_and_empty_texts_do_no_harm(count: int, k: int, largest: int, seed: int) -> None:
    drawn = np.random.default_rng(seed).integers(-largest, largest + 1, size=(count, 2)).astype(np.int8)
    ids = [f"s{number:03}" for number in range(count)]
    store = VectorStore(Path(), {"sha256": ""}, ids, [Modality.TEXT] * count, drawn)
    found = approximate_neighbours(store, k, recall=0.5)
    if found is not None:
        assert 0.5 <= found.recall <= 1
        assert found.recall == pytest.approx(recall_of(found, neighbours(store, k)))


def test_a_corpus_over_the_limit_uses_it_and_says_so(tmp_path: Path, exact: Nearest) -> None:
    store = clustered(tmp_path)
    told: list[tuple[int, int]] = []
    made = frozen_neighbours(
        store, 5, lambda done, total: told.append((done, total)), exact_up_to=COUNT - 1, recall=0.9
    )
    assert isinstance(made, Approximate)
    assert told[-1] == (COUNT, COUNT)
    assert [path.name for path in tmp_path.iterdir()] == ["neighbours-5-0.9.parquet"]
    kept = frozen_neighbours(store, 5, exact_up_to=COUNT - 1, recall=0.9)
    assert isinstance(kept, Approximate)
    assert kept.rows.tobytes() == made.rows.tobytes()
    assert (kept.sample.tolist(), kept.exact.rows.tolist()) == (made.sample.tolist(), made.exact.rows.tolist())
    assert (kept.to_json(), kept.to_json()["how"]) == (made.to_json(), "ivf")
    assert not isinstance(frozen_neighbours(store, 5, exact_up_to=COUNT), Approximate)
    # What a corpus began with stays, though exact neighbours are there now; where none were, exact ones are taken.
    assert isinstance(frozen_neighbours(store, 5, exact_up_to=0, recall=0.9), Approximate)
    assert not isinstance(frozen_neighbours(store, 5, exact_up_to=0, recall=0.8), Approximate)


def test_what_it_does_to_weights_and_chances_is_told(tmp_path: Path, exact: Nearest) -> None:
    store = clustered(tmp_path)
    seeds = Seeds.open(store, 5, 20.0, exact_up_to=0, recall=0.9)
    true = Seeds(store, exact, 20.0)
    near = frozen_neighbours(store, 5, exact_up_to=0, recall=0.9)
    assert isinstance(near, Approximate)
    assert seeds.approximation is not None
    off = np.abs(seeds.weights - true.weights)[near.sample]
    assert seeds.approximation.weight_error == pytest.approx(off.mean(), abs=1e-12)
    assert seeds.approximation.most_weight_error == pytest.approx(off.max(), abs=1e-12)
    raised, whole = (np.exp(-20.0 * one.weights[near.sample]) for one in (seeds, true))
    shares = np.abs(raised / raised.sum() / (whole / whole.sum()) - 1)
    assert seeds.approximation.chance_error == pytest.approx(shares.mean(), abs=1e-9)
    assert seeds.approximation.most_chance_error == pytest.approx(shares.max(), abs=1e-9)
    assert 0 < off.mean() < off.max()
    report = seeds.report(Modalities(text=1))
    assert "approximate: 9" in str(report)
    told = Approximation.from_json(report.to_json()["approximation"])
    assert (told.recall, told.sample) == (round(near.recall, 4), 2000)
    assert true.approximation is None
    assert "approximation" not in true.report(Modalities(text=1)).to_json()


def test_a_file_of_before_is_exact_and_a_damaged_one_is_made_anew(tmp_path: Path, exact: Nearest) -> None:
    store = clustered(tmp_path)
    table = pa.table(
        {
            name: pa.FixedSizeListArray.from_arrays(pa.array(values.ravel(), pa.int32()), 5)
            for name, values in (("rows", exact.rows), ("scores", exact.scores))
        }
    )
    pq.write_table(table.replace_schema_metadata({b"benchwright.vectors": b"v3"}), tmp_path / "neighbours-5.parquet")
    assert type(frozen_neighbours(store, 5, exact_up_to=0)) is Nearest
    (tmp_path / "neighbours-5.parquet").unlink()
    made = frozen_neighbours(store, 5, exact_up_to=0)
    path = tmp_path / "neighbours-5-0.97.parquet"
    kept = pq.read_table(path)
    pq.write_table(kept.replace_schema_metadata({**kept.schema.metadata, b"benchwright.neighbours": b"{}"}), path)
    assert frozen_neighbours(store, 5, exact_up_to=0).rows.tobytes() == made.rows.tobytes()
    assert pq.read_table(path).equals(kept)
