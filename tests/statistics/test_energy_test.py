"""The energy test: values by hand, exactness under equality, and power."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.statistics.energy_test import detectable_part, distances, energy_test


def rows(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)[:, None]


def test_the_coefficient_by_hand() -> None:
    # 2 E|X-Y| = 20, E|X-X'| = E|Y-Y'| = 0: two points apart
    assert energy_test(rows(0, 0), rows(10, 10), 1).coefficient == pytest.approx(1.0)
    # X = {0, 2}, Y = {1, 3}: E|X-Y| = (1 + 3 + 1 + 1) / 4 = 1.5, E|X-X'| = E|Y-Y'| = 1; (3 - 2) / 3
    assert energy_test(rows(0, 2), rows(1, 3), 1).coefficient == pytest.approx(1 / 3)
    assert energy_test(rows(1, 2), rows(2, 1), 1).coefficient == pytest.approx(0.0)


def test_the_p_value_of_few_rows_is_that_of_all_orders() -> None:
    # {0, 1} and {10, 11}: of the 6 ways to pick two, 2 give the largest distance
    assert energy_test(rows(0, 1), rows(10, 11), 1, 9999).p_value == pytest.approx(1 / 3, abs=0.02)
    assert energy_test(rows(5, 5, 5), rows(5, 5), 1).p_value == 1.0


def test_equal_distributions_are_told_apart_as_often_as_the_level_says() -> None:
    generator = np.random.default_rng(5)
    values = [
        energy_test(*generator.standard_normal((2, 15, 3)).astype(np.float32), seed, 99).p_value for seed in range(400)
    ]
    assert np.mean(np.array(values) <= 0.05) == pytest.approx(0.05, abs=0.033)  # three standard errors
    assert np.mean(np.array(values) <= 0.5) == pytest.approx(0.5, abs=0.075)


def test_a_shift_is_found() -> None:
    drawn = np.random.default_rng(1).standard_normal((2, 40, 3)).astype(np.float32)
    assert energy_test(drawn[0], drawn[1] + 1.0, 1).p_value == 0.001


@given(st.integers(0, 1000))
def test_distances_are_those_of_the_definition(seed: int) -> None:
    drawn = np.random.default_rng(seed).standard_normal((6, 3)).astype(np.float32)
    direct = np.linalg.norm(drawn[:, None].astype(float) - drawn[None].astype(float), axis=2)
    assert distances(drawn) == pytest.approx(direct, abs=1e-6)


def test_few_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="2 rows"):
        energy_test(rows(1), rows(1, 2), 1)


def test_more_rows_show_smaller_parts() -> None:
    pool = np.random.default_rng(3).standard_normal((400, 2)).astype(np.float32)
    few, many = detectable_part(pool, 30, 12, 1), detectable_part(pool, 80, 60, 1)
    assert many is not None
    assert many <= 0.8
    assert few is None or few > many
    assert detectable_part(pool[:30], 20, 20, 1) is None
