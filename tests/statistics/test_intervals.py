from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchwright.statistics import Interval, mean_intervals

Doubles = NDArray[np.float64]
FEW = 200  # resamples, where the number does not matter


def one(values: list[float], clusters: list[int], **more: object) -> Interval:
    return mean_intervals(np.array(values)[:, None], clusters, **{"resamples": FEW, **more})[0]  # type: ignore[arg-type]


def documents(count: int, each: int = 1) -> list[int]:
    return [document for document in range(count) for _ in range(each)]


def test_single_right_or_wrong_answers_have_wilsons_interval() -> None:
    """12 of 40: m = 0.3, effect 1/39, z = 1.959964: (0.3 + z^2/78 -+ z sqrt((0.21 + z^2/156)/39)) / (1 + z^2/39)."""
    found = one([1.0] * 12 + [0.0] * 28, documents(40))
    pull = 1.959964**2 / 39
    half = math.sqrt(pull * (0.21 + pull / 4))
    assert found.mean == pytest.approx(0.3)
    assert found.low == pytest.approx((0.3 + pull / 2 - half) / (1 + pull), abs=1e-6)
    assert found.high == pytest.approx((0.3 + pull / 2 + half) / (1 + pull), abs=1e-6)
    assert (found.low, found.high) == pytest.approx((0.179, 0.457), abs=0.001)
    assert (found.n, found.clusters, found.sureness, found.why) == (40, 40, "", "")


def test_questions_that_stand_and_fall_together_count_as_one() -> None:
    alone = one([1.0] * 12 + [0.0] * 28, documents(40))
    together = one([1.0] * 60 + [0.0] * 140, documents(40, 5), resamples=4000)
    assert together.n == 200
    assert together.low is not None
    assert alone.low is not None
    assert together.high is not None
    assert alone.high is not None
    assert together.high - together.low == pytest.approx(alone.high - alone.low, rel=0.1)


def test_independent_questions_of_many_documents_have_the_textbook_interval() -> None:
    draw = np.random.default_rng(1)
    values = (draw.random(4000) < 0.5).astype(np.float64)
    found = one(list(values), documents(400, 10), resamples=4000)
    half = 1.96 * math.sqrt(0.25 / 4000)
    assert found.mean == pytest.approx(values.mean())
    assert found.low is not None
    assert found.high is not None
    assert found.mean is not None
    assert found.high - found.low == pytest.approx(2 * half, rel=0.12)


def test_skewed_seconds_have_a_longer_upper_side() -> None:
    values = np.exp(np.random.default_rng(2).normal(size=60))
    found = one(list(values), documents(60), bounds=None, resamples=2000)
    assert found.low is not None
    assert found.high is not None
    assert found.mean is not None
    assert found.high - found.mean > 1.2 * (found.mean - found.low)


def test_what_few_documents_cannot_tell_is_borrowed() -> None:
    """11 of 11 right in documents of 3, 3, 2, 2 and 1: of two questions on one document the average one has 16 / 11
    others beside it, so the correlation that makes a design effect of 1.5 is 0.5 / (16 / 11). Wilson's limit of
    11 / 1.5 items: 7.333 / (7.333 + 3.841) = 0.656. Without anything to borrow nothing is said."""
    clusters = np.repeat(np.arange(5), [3, 3, 2, 2, 1])
    values = np.ones((11, 1))
    (found,) = mean_intervals(values, clusters, correlations=[0.5 / (16 / 11)])
    assert (found.low, found.high, found.sureness) == (pytest.approx(0.656, abs=0.001), 1.0, "rough")
    (alone,) = mean_intervals(values, clusters)
    assert (alone.low, alone.high, alone.sureness) == (None, None, "none")
    values[0] = 0  # Wilson's of 10 of 11 right by statsmodels: proportion_confint(10, 11, method="wilson")
    (mixed,) = mean_intervals(values, clusters, correlations=[0.0])
    assert (mixed.low, mixed.high) == pytest.approx((0.6226, 0.9838), abs=1e-4)
    with pytest.raises(ValueError, match="correlations"):
        mean_intervals(values, clusters, correlations=[1.2])


def test_nothing_right_of_40_may_still_be_some() -> None:
    """Wilson's limit for none of 40: z^2 / (z^2 + 39) = 3.8415 / 42.8415 = 0.0897."""
    found = one([0.0] * 40, documents(40))
    assert (found.mean, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(0.08967, abs=1e-5)
    assert (found.sureness, found.why) == ("rough", "all documents have the same mean")
    everything = one([1.0] * 40, documents(40))
    assert (everything.low, everything.high) == pytest.approx((1 - 0.08967, 1.0), abs=1e-4)
    halves = one([0.5] * 40, documents(40))
    assert (halves.low, halves.high) == pytest.approx((0.5 - 0.08967 / 2, 0.5 + 0.08967 / 2), abs=1e-4)


def test_equal_seconds_have_no_interval() -> None:
    found = one([2.5] * 40, documents(40), bounds=None)
    assert (found.mean, found.low, found.high, found.sureness) == (2.5, None, None, "none")


@pytest.mark.parametrize(
    ("values", "clusters", "why"),
    [
        ([1.0, 0.0] * 10, documents(20), "fewer than 30 documents"),
        ([1.0] * 2 + [0.0] * 38, documents(40), "mean below 0.1 or above 0.9"),
        ([1.0] * 38 + [0.0] * 2, documents(40), "mean below 0.1 or above 0.9"),
        ([1.0, 0.0] * 120, documents(40) + [0] * 200, "a few documents hold most questions"),
        ([1.0] * 2 + [0.0] * 18, documents(20), "fewer than 30 documents"),
    ],
)
def test_what_is_not_promised_is_said(values: list[float], clusters: list[int], why: str) -> None:
    found = one(values, clusters)
    assert (found.sureness, found.why) == ("rough", why)
    assert found.low is not None


def test_a_few_values_that_outweigh_all_others_make_it_rough() -> None:
    found = one([1.0, 1.1] * 30 + [500.0], documents(61), bounds=None)
    assert (found.sureness, found.why) == ("rough", "a few values outweigh all others")


def test_one_document_has_no_interval_and_nothing_no_mean() -> None:
    alone = one([1.0, 0.0, 0.0, 0.0], [7, 7, 7, 7])
    assert (alone.mean, alone.low, alone.high, alone.clusters) == (0.25, None, None, 1)
    assert (alone.sureness, alone.why) == ("none", "all from one document")
    nothing = mean_intervals(np.zeros((0, 2)), np.zeros(0, dtype=np.int64))
    assert [(found.mean, found.n, found.sureness) for found in nothing] == [(None, 0, "none")] * 2


def test_what_is_not_scored_counts_nowhere_and_may_be_no_number() -> None:
    draw = np.random.default_rng(3)
    values = draw.random((200, 2))
    clusters = np.repeat(np.arange(50), 4)
    scored = np.ones((200, 2), dtype=np.bool_)
    scored[100:, 1] = False
    values[100:, 1] = np.nan
    whole, half = mean_intervals(values, clusters, scored=scored, resamples=FEW)
    assert whole == mean_intervals(values[:, :1], clusters, resamples=FEW)[0]
    assert half == mean_intervals(values[:100, 1:], clusters[:100], resamples=FEW)[0]
    assert (half.n, half.clusters) == (100, 25)


def test_one_more_column_changes_no_other() -> None:
    """Means to the last bit, ends to what single precision rounds, also where the weights of many documents are drawn
    in blocks: with AVX2 alone, OpenBLAS rounds a column of a product by its place."""
    draw = np.random.default_rng(4)
    values = draw.random((6000, 40))
    for clusters in (np.arange(6000) % 50, np.arange(6000)):
        every = mean_intervals(values, clusters, resamples=900)
        for some in (slice(7, 8), slice(30, 40)):
            alone = mean_intervals(values[:, some], clusters, resamples=900)
            assert [(one.mean, one.n, one.clusters) for one in alone] == [
                (one.mean, one.n, one.clusters) for one in every[some]
            ]
            ends = [(one.low, one.high) for one in alone]
            assert np.allclose(ends, [(one.low, one.high) for one in every[some]], rtol=1e-7, atol=0)


def test_the_seed_decides_the_draw() -> None:
    values = np.random.default_rng(5).random((90, 1))
    clusters = np.arange(90) // 3
    first, again, other = (
        mean_intervals(values**4, clusters, bounds=None, resamples=FEW, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_bounds_of_other_widths() -> None:
    values = np.random.default_rng(6).random((80, 1))
    plain = mean_intervals(values, np.arange(80), resamples=FEW)[0]
    percent = mean_intervals(100 * values, np.arange(80), bounds=(0.0, 100.0), resamples=FEW)[0]
    assert (percent.low, percent.high) == pytest.approx((100 * (plain.low or 0), 100 * (plain.high or 0)))
    both = mean_intervals(np.hstack([values, 9 * values]), np.arange(80), bounds=[(0.0, 1.0), None], resamples=FEW)
    assert both[0] == plain


@pytest.mark.parametrize(
    ("values", "clusters", "more", "says"),
    [
        ([0.5, float("nan")], [0, 1], {}, "no number"),
        ([0.5, float("inf")], [0, 1], {"bounds": None}, "no number"),
        ([0.5, 1.5], [0, 1], {}, "out of bounds"),
        ([0.5, 0.5], [0], {}, "do not fit"),
        ([0.5, 0.5], [0.5, 1.0], {}, "whole numbers"),
        ([0.5, 0.5], [0, 1], {"resamples": 5}, "too few"),
        ([0.5, 0.5], [0, 1], {"bounds": (1.0, 0.0)}, "lower"),
        ([0.5, 0.5], [0, 1], {"bounds": [None, None]}, "do not fit"),
        ([0.5, 0.5], [0, 1], {"scored": [[True]]}, "does not fit"),
    ],
)
def test_what_cannot_be_is_refused(
    values: list[float], clusters: list[int], more: dict[str, object], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        one(values, clusters, **more)


finite = st.floats(-1e200, 1e200)
shares = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1))


@given(st.lists(st.tuples(shares, st.integers(0, 6)), min_size=1, max_size=60))
def test_a_bounded_interval_holds_its_mean_and_stays_within_bounds(items: list[tuple[float, int]]) -> None:
    found = one([value for value, _ in items], [cluster for _, cluster in items])
    assert found.mean is not None
    assert 0 <= found.mean <= 1
    if len({cluster for _, cluster in items}) == 1:
        assert (found.low, found.high, found.sureness) == (None, None, "none")
    elif found.sureness == "none":
        assert found.clusters < 6
        assert "same mean" in found.why
    else:
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.mean <= found.high <= 1
        assert found.low < found.high
        assert found.sureness == "rough"


@given(st.lists(st.tuples(finite, st.integers(0, 6)), min_size=1, max_size=40))
def test_no_finite_value_gives_nan_or_infinity(items: list[tuple[float, int]]) -> None:
    found = one([value for value, _ in items], [cluster for _, cluster in items], bounds=None)
    assert found.mean is not None
    assert math.isfinite(found.mean)
    for end in (found.low, found.high):
        assert end is None or math.isfinite(end)
    if found.low is not None and found.high is not None:
        assert found.low <= found.mean <= found.high


@given(st.lists(st.tuples(shares, st.integers(0, 9)), min_size=2, max_size=60), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(items: list[tuple[float, int]], shuffler: object) -> None:
    found = one([value for value, _ in items], [cluster for _, cluster in items])
    other = list(items)
    shuffler.shuffle(other)  # type: ignore[attr-defined]
    again = one([value for value, _ in other], [cluster for _, cluster in other])
    assert (again.n, again.clusters) == (found.n, found.clusters)
    assert again.mean == pytest.approx(found.mean, abs=1e-9)
    assert again.low == pytest.approx(found.low, abs=1e-3)
    assert again.high == pytest.approx(found.high, abs=1e-3)
