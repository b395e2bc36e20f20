from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.statistics import above_p, least_shown


def p_of(values: list[float], bound: float, clusters: list[int] | None = None, least: float = -1.0) -> float:
    found = above_p(values, clusters or list(range(len(values))), bound, least=least)
    assert found is not None
    return found


def binomial(lost: int, documents: int, rate: float) -> float:
    """The chance of so many losses or fewer."""
    return sum(comb(documents, k) * rate**k * (1 - rate) ** (documents - k) for k in range(lost + 1))


@pytest.mark.parametrize(("lost", "documents", "margin"), [(0, 30, 0.1), (0, 149, 0.02), (1, 50, 0.1), (3, 40, 0.2)])
def test_losses_alone_give_the_exact_binomial_p_value(lost: int, documents: int, margin: float) -> None:
    values = [-1.0] * lost + [0.0] * (documents - lost)
    assert p_of(values, -margin) == pytest.approx(binomial(lost, documents, margin), abs=0.01)


def test_wins_and_losses_give_the_exact_sign_test() -> None:
    assert p_of([1.0] * 10 + [-1.0] * 2 + [0.0] * 20, 0.0) == pytest.approx(binomial(2, 12, 0.5), abs=0.005)


@pytest.mark.parametrize("documents", [30, 50, 100])
@pytest.mark.parametrize("margin", [0.02, 0.05, 0.1])
def test_a_system_that_fails_just_as_often_as_the_margin_passes_in_one_of_twenty_samples_at_most(
    documents: int, margin: float
) -> None:
    """Over every number of failures, by its chance."""
    passing = 0.0
    for lost in range(documents):
        if p_of([-1.0] * lost + [0.0] * (documents - lost), -margin) >= 0.05:
            break
        passing = binomial(lost, documents, margin)
    assert passing <= 0.05 + 0.003


def test_equal_values_show_a_margin_that_rare_losses_would_have_shown() -> None:
    """A loss of the margin's rate is missing from 1 in 20 samples."""
    least = least_shown(30, 0.05)
    assert least == pytest.approx(0.095, abs=0.0005)
    assert p_of([0.0] * 30, -1.1 * least) < 0.05 < p_of([0.0] * 30, -0.9 * least)
    assert p_of([0.0] * 30, -0.00001) > 0.9


def test_many_questions_on_a_document_are_one_document() -> None:
    apart = p_of([0.0] * 30, -0.1)
    assert p_of([0.0] * 120, -0.1, [n // 4 for n in range(120)]) == pytest.approx(apart, abs=0.01)


def test_one_document_is_not_tested() -> None:
    assert above_p([0.0, 1.0], [3, 3], 0.0, least=-1.0) is None


def test_a_value_below_the_least_is_refused() -> None:
    with pytest.raises(ValueError, match="below the least"):
        p_of([0.0, -2.0], 0.0)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=30), st.floats(-1, 0), st.floats(0, 1))
def test_better_values_and_a_wider_margin_never_show_less(values: list[float], bound: float, gain: float) -> None:
    before = p_of(values, bound)
    assert p_of([min(value + gain, 1.0) for value in values], bound) <= before
    assert p_of(values, bound - gain) <= before + 1e-6


def test_memory_holds_for_many_documents() -> None:
    values = np.random.default_rng(1).normal(0, 0.1, 20_000).clip(-1, 1)
    assert above_p(values, np.arange(20_000), -0.01, least=-1.0, draws=500) == pytest.approx(1 / 501)
