"""Reciprocal rank fusion: a worked example and what must hold of any lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.retrieval.rank_fusion import reciprocal_rank_fusion

LISTS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8), max_size=4)


def test_a_worked_example() -> None:
    fused = reciprocal_rank_fusion([["a", "b", "c"], ["b", "d"]], 3)
    assert fused == [("b", 1 / 61 + 1 / 62), ("a", 1 / 61), ("d", 1 / 62)]
    assert reciprocal_rank_fusion([["a"], ["b"]], 5, constant=0) == [("a", 1.0), ("b", 1.0)]
    assert reciprocal_rank_fusion([["a", "b", "a"]], 5) == [("a", 1 / 61), ("b", 1 / 62)]
    with pytest.raises(ValueError, match="k is -1"):
        reciprocal_rank_fusion([], -1)


@given(LISTS, st.integers(0, 9))
def test_every_id_once_and_scores_fall(lists: list[list[str]], k: int) -> None:
    fused = reciprocal_rank_fusion(lists, k)
    ids = [id for id, _ in fused]
    assert len(fused) == min(k, len({id for one in lists for id in one})) == len(set(ids))
    assert fused == sorted(fused, key=lambda pair: (-pair[1], pair[0]))


@given(LISTS)
def test_the_order_of_the_lists_does_not_matter(lists: list[list[str]]) -> None:
    assert reciprocal_rank_fusion(lists, 9) == reciprocal_rank_fusion(lists[::-1], 9)


@given(st.lists(st.sampled_from("abcdefgh"), unique=True))
def test_a_list_fused_with_itself_stays_as_it_is(one: list[str]) -> None:
    assert [id for id, _ in reciprocal_rank_fusion([one, one], 9)] == one


@given(LISTS, st.sampled_from("abcdefgh"))
def test_a_further_vote_never_lowers_a_score(lists: list[list[str]], id: str) -> None:
    before, after = (dict(reciprocal_rank_fusion(one, 9)) for one in (lists, [*lists, [id]]))
    assert after[id] > before.get(id, 0.0)
