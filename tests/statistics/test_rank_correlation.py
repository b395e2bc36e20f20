"""Kendall's tau: the published tables of SMMQG, ties by scipy, and intervals over questions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.statistics.rank_correlation import MeasuredSystems, kendall_p, kendall_tau, tau_interval

RETRIEVERS = ([36.3, 42.1, 54.3, 60.1, 38.3, 43.7], [42.8, 45.0, 53.5, 56.7, 40.0, 45.3])
MODELS = ([55.0, 61.0, 65.7, 80.7, 73.9, 87.3, 93.0, 96.4], [68.0, 75.0, 78.5, 89.6, 75.9, 86.9, 92.9, 97.4])
GPT4 = [45.3, 61.3, 61.1, 73.9, 62.7, 74.1, 86.5, 93.4]
GPT35 = [56.9, 68.6, 69.2, 77.1, 71.5, 80.3, 82.7, 87.8]
BERT = [61.7, 69.0, 66.8, 70.2, 62.9, 66.2, 68.2, 69.8]
ROUGE = [53.0, 61.3, 66.2, 63.3, 71.9, 70.9, 72.0, 77.9]


@pytest.mark.parametrize(
    ("one", "other", "tau", "p"),
    [
        (*RETRIEVERS, 0.867, 0.017),  # SMMQG, table 13, as table 5 has it
        (*MODELS, 0.857, 0.0017),  # table 14
        (GPT4, GPT35, 0.929, 0.0004),  # table 6, as table 7 has it
        (GPT4, ROUGE, 0.714, 0.014),
        (GPT4, BERT, 0.429, 0.18),  # the paper prints 0.50 and 0.11
        ([1.0, 2, 3], [4.0, 5, 6], 1.0, 1 / 3),  # three systems show nothing, whatever their order
    ],
)
def test_published_values_are_met(one: list[float], other: list[float], tau: float, p: float) -> None:
    assert kendall_tau(one, other) == pytest.approx(tau, abs=0.0005)
    assert kendall_p(one, other) == pytest.approx(p, abs=0.0005 if p < 0.1 else 0.005)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=6))
def test_ties_are_those_of_tau_b(pairs: list[tuple[int, int]]) -> None:
    from scipy.stats import kendalltau  # here, for each process of the suite would import it for a second

    one, other = ([float(value) for value in side] for side in zip(*pairs, strict=True))
    peer = kendalltau(one, other).statistic
    found = kendall_tau(one, other)
    p = kendall_p(one, other)
    if found is None:
        assert np.isnan(peer)
        assert p is None
    else:
        assert found == pytest.approx(peer)
        assert kendall_tau(other, one) == pytest.approx(found)
        assert p is not None
        assert 0 < p <= 1


def test_more_systems_are_tried_by_formula_or_by_random_orders() -> None:
    from scipy.stats import kendalltau

    draw = np.random.default_rng(2)
    one = list(draw.normal(size=12))
    other = [value + draw.normal() for value in one]
    exact = kendalltau(one, other, method="exact").pvalue
    assert kendall_p(one, other) == pytest.approx(exact)
    tied = [*one[:10], one[0], one[1]]
    assert kendall_p(tied, other) == pytest.approx(kendalltau(tied, other, method="asymptotic").pvalue, abs=0.02)


def measured(rates: list[float], documents: int, seed: int, share: float = 1.0) -> MeasuredSystems:
    draw = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(documents), 5)
    values = (draw.random((len(clusters), len(rates))) < np.array(rates)).astype(float)
    return MeasuredSystems(values, clusters, draw.random(values.shape) < share)


def test_the_interval_is_narrow_where_systems_are_far_apart() -> None:
    rates = [0.1, 0.3, 0.5, 0.7, 0.9]
    apart = tau_interval(measured(rates, 60, 1), measured(rates, 60, 2), together=False)
    assert apart == (1.0, 1.0)
    alike = tau_interval(measured([0.5] * 5, 60, 1), measured([0.5] * 5, 60, 2, 0.8), together=False)
    assert alike is not None
    assert alike[1] - alike[0] > 1


def test_the_same_values_resampled_together_always_agree() -> None:
    one = measured([0.4, 0.5, 0.6, 0.45, 0.55], 20, 3)
    assert tau_interval(one, one, together=True) == pytest.approx((1.0, 1.0))
    apart = tau_interval(one, one, together=False)
    assert apart is not None
    assert apart[0] < 1


def test_what_cannot_be_told_is_none() -> None:
    assert kendall_tau([1.0], [2.0]) is None
    assert kendall_tau([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) is None
    assert tau_interval(measured([0.5] * 5, 1, 1), measured([0.5] * 5, 9, 1), together=False) is None
    with pytest.raises(ValueError, match="same systems"):
        kendall_tau([1.0, 2.0], [1.0])
    with pytest.raises(ValueError, match="no scored item"):
        MeasuredSystems(np.zeros((2, 1)), np.arange(2), np.zeros((2, 1), dtype=np.bool_)).means()
