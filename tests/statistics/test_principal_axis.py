"""The first principal axis, by hand and against a decomposition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.statistics.principal_axis import principal_axis


def test_by_hand() -> None:
    assert principal_axis(np.array([[0.0, 3.0], [4.0, 0.0]])) == pytest.approx([0.8, -0.6])
    assert principal_axis(np.array([[1.0, 1.0], [1.0, 1.0]])).tolist() == [0.0, 0.0]


@given(st.integers(0, 1000))
def test_it_is_the_first_of_a_decomposition(seed: int) -> None:
    rows = np.random.default_rng(seed).standard_normal((20, 4)) * np.array([5.0, 1.0, 1.0, 0.5])
    axis = np.linalg.svd(rows - rows.mean(axis=0))[2][0]
    assert abs(axis @ principal_axis(rows)) == pytest.approx(1.0, abs=1e-6)
