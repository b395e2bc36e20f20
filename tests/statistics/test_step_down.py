from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright.statistics import paired, step_down_p
from benchwright.statistics.cluster_sums import Sums, summed
from benchwright.statistics.permutation import SwapTest, sign_flip_p
from benchwright.statistics.step_down import Corrected, family_p

BITS = st.lists(st.lists(st.integers(-2, 2), min_size=20, max_size=20), min_size=2, max_size=5)


def own(sums: np.ndarray) -> list[float | None]:
    """The p-value of each column by itself."""
    zero = np.zeros_like(sums)
    found = paired(sums, zero, np.arange(len(sums)), bounds=None, resamples=100, permutations=500)
    return [one.p for one in found]


def test_one_system_of_twelve_is_better_than_all_others_and_all_of_it_is_found() -> None:
    rng = np.random.default_rng(5)
    values = (rng.random((40, 12)) < np.array([0.9] + [0.1] * 11)).astype(float)
    first, second = np.triu_indices(12, 1)
    sums = values[:, first] - values[:, second]
    p = step_down_p(own(sums), sums, 2000).p
    assert all(value is not None and value < 0.05 for value, one in zip(p, first, strict=True) if one == 0)


def test_equal_tests_cost_nothing() -> None:
    sums = np.random.default_rng(2).integers(0, 3, (30, 1)).astype(float) - 0.7
    (alone,) = own(sums)
    copies = np.repeat(sums, 8, axis=1)
    assert step_down_p([alone] * 8, copies, 500).p == pytest.approx([alone] * 8, abs=0.004)


def test_what_cannot_reach_the_level_takes_nothing_from_the_others() -> None:
    rng = np.random.default_rng(7)
    strong = rng.normal(0.6, 1, (40, 1))
    few = np.zeros((40, 60))
    few[:5] = rng.normal(0, 1, (5, 60))  # only five documents differ: p is 1/16 at least
    sums = np.hstack([strong, few])
    alone, beside = step_down_p(own(strong), strong).p[0], step_down_p(own(sums), sums).p[0]
    assert alone is not None
    assert beside is not None
    assert beside == alone


@given(BITS)
def test_no_corrected_value_lies_below_its_own_and_the_order_of_tests_says_nothing(columns: list[list[int]]) -> None:
    sums = np.array(columns, dtype=float).T
    p = own(sums)
    corrected = step_down_p(p, sums, 500).p
    for alone, together in zip(p, corrected, strict=True):
        assert (alone is None) == (together is None)
        assert alone is None or together is None or alone <= together <= 1
    assert step_down_p(p[::-1], sums[:, ::-1], 500).p == pytest.approx(corrected[::-1], abs=0.005)


def test_none_was_no_test_and_one_alone_needs_no_correction() -> None:
    sums = np.ones((12, 3))
    assert step_down_p([None, 0.2, 1.0], sums).p == (None, 0.2, 1.0)
    assert step_down_p([], np.zeros((4, 0))).p == ()


def test_the_level_of_a_single_test_lies_between_that_of_all_tests_apart_and_that_of_one() -> None:
    sums = np.random.default_rng(4).normal(size=(60, 20))
    p = own(sums)
    assert 0.05 / 20 <= step_down_p(p, sums, 4000).level < 0.05 / 10  # independent: Bonferroni's, about
    assert step_down_p(p, np.repeat(sums[:, :1], 20, axis=1), 4000).level == pytest.approx(0.05, abs=0.01)
    assert step_down_p(p[:1], sums[:, :1]).level == 0.05


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_probability_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        step_down_p([0.5, wrong], np.ones((5, 2)))


def sliced(sums: np.ndarray, slices: list[np.ndarray]) -> list[Sums]:
    """The sums of some documents each."""
    return [next(summed(sums[rows], rows, np.ones_like(sums[rows], dtype=np.bool_))) for rows in slices]


def test_tests_of_all_documents_get_the_values_that_they_have_by_themselves_and_by_a_table_of_all() -> None:
    draw = np.random.default_rng(8)
    sums = np.hstack([draw.normal(0.2, 1, (60, 5)), draw.integers(-1, 2, (60, 3)) * 1.0])
    sums[:50, 2] = 0.0  # ten documents differ: every swap is tried
    (every,) = sliced(sums, [np.arange(60)])
    alone = sign_flip_p(every, 2000, 3)
    found = family_p([SwapTest.of(every)], 60, 2000, 3)
    assert found.own == tuple(alone)
    assert found == Corrected(step_down_p(alone, sums, 2000, 3).p, found.level, tuple(alone))


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.lists(st.integers(20, 40), min_size=2, max_size=3))
def test_a_slice_is_tested_by_its_own_documents_as_in_a_table_of_all_with_0_elsewhere(
    seed: int, sizes: list[int]
) -> None:
    draw = np.random.default_rng(seed)
    ends = np.cumsum(sizes)
    slices = [np.arange(start, end) for start, end in zip([0, *ends[:-1]], ends, strict=True)]
    values = draw.exponential(1, (int(ends[-1]), 4)) - draw.random(4) * 1.5
    tests = [SwapTest.of(one) for one in sliced(values, slices)]
    found = family_p(tests, len(values), 500, 3)
    table = np.zeros((len(values), 4 * len(slices)))
    for place, rows in enumerate(slices):
        table[rows, 4 * place : 4 * place + 4] = values[rows]
    every = np.arange(len(values))
    (whole,) = sliced(table, [every])
    alone = sign_flip_p(whole, 500, 3)
    assert found.own == pytest.approx(alone, abs=0.0021)  # a swap more or less, by rounding
    assert found.p == pytest.approx(step_down_p(alone, table, 500, 3).p, abs=0.0021)


def test_where_nothing_is_drawn_exact_values_stay() -> None:
    sums = np.zeros((40, 2))
    sums[:4] = [[1, 2], [1, 3], [1, 5], [1, 7]]
    (every,) = sliced(sums, [np.arange(40)])
    found = family_p([SwapTest.of(every)], 40)
    assert found.own == found.p == (2 * 0.5**4 - 0.5**4, 2 * 0.5**4)
    assert family_p([], 0) == Corrected((), 0.05, ())
