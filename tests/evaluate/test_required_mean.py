"""Required means: one rule for the sentence and for what fails, by intervals worked out by hand."""

from __future__ import annotations

import pytest

from benchwright.evaluate.required_mean import RequiredMean
from benchwright.statistics import Interval


@pytest.mark.parametrize(
    ("interval", "strict", "fails", "verdict"),
    [
        ((0.5, 0.4, 0.6), False, False, "mine is not shown to be below 0.6 on recall@5: 0.500 [0.400, 0.600]"),
        ((0.5, 0.4, 0.59), False, True, "mine is shown to be below 0.6 on recall@5: 0.500 [0.400, 0.590]"),
        ((0.7, 0.6, 0.8), True, False, "mine is shown to reach 0.6 on recall@5: 0.700 [0.600, 0.800]"),
        ((0.7, 0.59, 0.8), True, True, "mine is not shown to reach 0.6 on recall@5: 0.700 [0.590, 0.800]"),
        ((1.0, None, None), False, False, "mine is not shown to be below 0.6 on recall@5: 1.000"),
        ((1.0, None, None), True, True, "whether mine reaches 0.6 on recall@5 was not tested: one document"),
        ((0.5, None, None), False, True, "whether mine reaches 0.6 on recall@5 was not tested: one document"),
        (
            (None, None, None),
            False,
            True,
            "whether mine reaches 0.6 on recall@5 was not tested: no question has a value",
        ),
    ],
)
def test_the_rule(
    interval: tuple[float | None, float | None, float | None], strict: bool, fails: bool, verdict: str
) -> None:
    estimate = Interval(*interval, 10, 5, "" if interval[1] else "none", "" if interval[1] else "one document")
    found = RequiredMean("mine", "recall@5", 0.6, estimate, strict)
    assert (found.fails, found.verdict) == (fails, verdict)
