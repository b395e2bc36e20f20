from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.statistics import pooled_means


def test_groups_that_do_not_differ_are_told_by_all_of_them() -> None:
    found = pooled_means([0.5] * 8, [100.0] * 7 + [2.0])
    mean, low, high = found[-1]
    assert mean == pytest.approx(0.5, abs=0.01)
    assert 0.38 < low < 0.48
    assert 0.52 < high < 0.62


def test_groups_that_differ_much_stand_for_themselves() -> None:
    found = pooled_means([0.05, 0.95, 0.1, 0.9, 1.0], [400.0] * 4 + [8.0])
    assert [one[0] for one in found[:4]] == pytest.approx([0.05, 0.95, 0.1, 0.9], abs=0.01)
    assert 0.85 < found[4][0] < 1


def test_intervals_of_small_groups_hold_their_rates() -> None:
    """Rates that spread by 0.1 about a half: 97 % by perf-sized runs of the same simulation."""
    draw = np.random.default_rng(3)
    held = []
    for _ in range(60):
        items = np.array([40, 40, 6, 4, 8, 5])
        rates = draw.beta(12, 12, 6)
        right = draw.binomial(items, rates)
        found = pooled_means(right / items, items.astype(float))
        held += [low <= rate <= high for (_, low, high), rate in zip(found[2:], rates[2:], strict=True)]
    assert np.mean(held) > 0.9


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0.1, 5000)), min_size=1, max_size=8))
def test_a_mean_lies_within_its_interval_and_that_within_0_and_1(groups: list[tuple[float, float]]) -> None:
    found = pooled_means([mean for mean, _ in groups], [items for _, items in groups])
    assert len(found) == len(groups)
    for mean, low, high in found:
        assert 0 <= low <= mean <= high <= 1


def test_what_cannot_be_is_refused() -> None:
    assert pooled_means([], []) == []
    for means, items in (([1.1], [3.0]), ([0.5], [0.0]), ([0.5], [1.0, 2.0])):
        with pytest.raises(ValueError, match="each group"):
            pooled_means(means, items)
