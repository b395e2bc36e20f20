from __future__ import annotations

import pytest

from benchwright.statistics import holm


def test_each_is_multiplied_by_the_tests_that_are_left() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


def test_none_was_no_test_and_1_is_the_most() -> None:
    assert holm([None, 0.6, 0.5, None]) == (None, 1.0, 1.0, None)
    assert holm([0.02, None]) == (0.02, None)
    assert holm([]) == ()


def test_a_corrected_value_never_lies_below_one_before_it() -> None:
    assert holm([0.02, 0.021, 0.022]) == pytest.approx((0.06, 0.06, 0.06))


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_probability_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.5, wrong])
