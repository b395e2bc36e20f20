"""The k best of blocks of scores, against sorting everything."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.retrieval import best_scores as module
from benchwright.retrieval.best_scores import NOTHING, BestScores


@given(
    st.integers(1, 6),
    st.integers(1, 40),
    st.integers(1, 50),
    st.integers(1, 13),
    st.integers(1, 5),
    st.sampled_from(["float32", "int32"]),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_they_are_those_of_sorting_everything(
    queries: int, width: int, k: int, block: int, values: int, kind: str, turned: bool, seed: int
) -> None:
    draw = np.random.default_rng(seed)
    scores = draw.integers(-values, values + 1, size=(queries, width)).astype(np.int64) * 1000
    barred = draw.random((queries, width)) < 0.1
    ranks = draw.permutation(width).astype(np.int64)
    given_scores = np.where(barred, NOTHING, scores).astype(kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MANY", 2)
        patch.setattr(module, "_PIECE", 3)
        best = BestScores(queries, k)
        everyone = draw.permutation(queries)
        for start in range(0, width, block):
            part = given_scores[everyone, start : start + block]
            if turned:
                best.add_turned(np.ascontiguousarray(part.T), everyone, ranks[start : start + block])
            else:
                best.add(part, everyone, ranks[start : start + block])
    found_ranks, found_scores = best.ranked()
    for query in range(queries):
        real = sorted(
            (-int(scores[query, place]), int(ranks[place])) for place in range(width) if not barred[query, place]
        )[:k]
        expected = [(rank, -score) for score, rank in real] + [(-1, 0)] * (k - len(real))
        assert list(zip(found_ranks[query].tolist(), found_scores[query].tolist(), strict=True)) == expected


def test_copies_by_the_thousand_are_told_apart_by_rank() -> None:
    best = BestScores(300, 2)
    best.add(np.full((300, 2000), 7, np.float32), np.arange(300), np.arange(2000)[::-1].astype(np.int64))
    ranks, scores = best.ranked()
    assert (ranks == [0, 1]).all()
    assert (scores == 7).all()
