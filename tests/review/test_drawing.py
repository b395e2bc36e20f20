from __future__ import annotations

from collections import Counter
from operator import itemgetter

from hypothesis import given
from hypothesis import strategies as st

from benchwright.review.drawing import drawn, mixed

pairs = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.integers()), max_size=40, unique=True)


@given(items=pairs, seed=st.integers(0, 9))
def test_a_draw_holds_each_item_once(items: list[tuple[str, str, int]], seed: int) -> None:
    order = drawn(items, [itemgetter(0), itemgetter(1)], seed, "test")
    assert sorted(order) == sorted(items)
    assert order == drawn(items, [itemgetter(0), itemgetter(1)], seed, "test")


@given(items=pairs, count=st.integers(0, 40))
def test_any_first_part_is_even_as_far_as_there_are_items(items: list[tuple[str, str, int]], count: int) -> None:
    part = drawn(items, [itemgetter(0), itemgetter(1)], 13, "test")[:count]
    whole, taken = Counter(one[0] for one in items), Counter(one[0] for one in part)
    for one in whole:
        for other in whole:
            if taken[one] < whole[one]:  # it is not used up, so that no other group is more than one ahead
                assert taken[other] <= taken[one] + 1


def test_pools_are_spread_over_the_whole_length() -> None:
    order = mixed([[("own", one) for one in range(300)], [("other", one) for one in range(120)]], 13, "test")
    assert len(order) == 420
    assert [one for name, one in order if name == "own"] == list(range(300))
    for start in range(0, 420, 42):
        assert 10 <= sum(name == "other" for name, _ in order[start : start + 42]) <= 14
