"""Forecasts by hand: rates, attempts, what they take; and what has to hold for any numbers."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.run.forecast import (
    NO_USE,
    ZERO,
    AttemptSample,
    Forecast,
    ForecastRange,
    RemainingQuota,
    ResourceUse,
    attempts_for,
    from_samples,
    mean_of,
    of_rate,
    rate_of,
    total,
)


def close(found: ForecastRange, low: float, mid: float, high: float) -> bool:
    return [found.low, found.mid, found.high] == pytest.approx([low, mid, high], abs=1e-4)


def test_amounts_that_are_off_by_themselves_add_up_as_squares() -> None:
    one, other = ForecastRange(7, 10, 14), ForecastRange(16, 20, 23)
    assert close(one.apart(other), 30 - 5, 30, 30 + 5)
    assert one + other == ForecastRange(23, 30, 37)
    # 0.3 and 0.2 below, 0.4 and 0.15 above, of 10 * 20
    assert close(one.times(other), 200 * (1 - 0.360555), 200, 200 * (1 + 0.4272))
    assert close(ForecastRange(0, 1, 9).times(ForecastRange(0, 1, 9)), 0, 1, 1 + 8 * math.sqrt(2))
    assert ForecastRange(0, 0, 3).times(ForecastRange(1, 2, 3)) == ForecastRange(0, 0, 9)


def test_cells_of_a_kind_are_off_together_and_kinds_by_themselves() -> None:
    def one(kind: str) -> Forecast:
        amount = ForecastRange(6, 10, 15)
        return Forecast(ForecastRange(0.5, 0.5, 0.5), amount, ResourceUse(amount, amount, amount, amount), kind=kind)

    attempts, take = total([one("a"), one("a"), one("b")])
    # a: 20 with 8 below and 10 above; b: 10 with 4 and 5
    assert close(attempts, 30 - math.hypot(8, 4), 30, 30 + math.hypot(10, 5))
    assert take.calls == attempts


def test_two_of_four_with_four_borrowed_at_a_half() -> None:
    # rate (2 + 4 * 0.5) / 8; centre 0.5 + z2/16 = 0.669127, spread z * sqrt(0.25/8 + z2/256) = 0.336403, scale 1.338253
    assert close(rate_of(2, 4), 0.24863, 0.5, 0.75137)


def test_many_attempts_outweigh_what_is_borrowed() -> None:
    found = rate_of(300, 1000, 0.9)
    assert found.mid == pytest.approx(303.6 / 1004)
    assert close(found, 0.27906, 0.30239, 0.32680)


def test_attempts_for_ten_more() -> None:
    # by itself it varies by 1.645 * sqrt(10 * 0.5) / 0.5 = 7.3567; the rate's ends are 7.5 less and 20 more:
    # 20 - hypot(7.5, 7.3567) = 9.49, but ten take ten; 20 + hypot(20, 7.3567)
    assert close(attempts_for(10, ForecastRange(0.25, 0.5, 0.8)), 10, 20, 41.3101)
    assert close(attempts_for(10, ForecastRange(1.0, 1.0, 1.0)), 10, 10, 20)  # made ahead of need
    assert attempts_for(0, ForecastRange(0.0, 0.0, 0.0)) == ZERO
    assert attempts_for(3, ForecastRange(0.0, 0.5, 1.0)).high == math.inf


def test_a_mean_borrows_from_all() -> None:
    # (10 + 14 + 4 * 10) / 6; deviation 4, over the square root of the 5 that there are
    assert close(mean_of([10, 14], [10, 14, 6, 6, 14]), 10.66667 - 2.94267, 10.66667, 10.66667 + 2.94267)
    assert close(mean_of([], [8, 8, 8]), 8, 8, 8)
    assert close(mean_of([6], [6]), 3, 6, 9)
    with pytest.raises(ValueError, match="no attempts"):
        mean_of([], [])


def sample(accepted: bool, calls: float = 10, usd: float | None = 0.5) -> AttemptSample:
    return AttemptSample(accepted, calls, 1000 * calls, 100 * calls, usd)


def test_a_cell_without_attempts_borrows_from_its_kind() -> None:
    needs = {
        "a": RemainingQuota(4, 80, "hop"),
        "b": RemainingQuota(4, 80, "hop"),
        "c": RemainingQuota(4, 80, "plain"),
        "d": RemainingQuota(0, 80, "plain"),
    }
    samples = {"a": [sample(True, 20)] * 4, "c": [sample(False, 5)] * 4}
    found = from_samples(needs, samples)
    # four of four, with one more accepted and one more not: 5 / 6
    assert found["b"].rate.mid == pytest.approx(5 / 6)
    assert found["a"].rate.mid == pytest.approx((4 + 4 * 5 / 6) / 8)
    assert found["c"].rate.mid == pytest.approx(4 * (1 / 6) / 8)
    # all four took 20 calls: nothing is uncertain but the attempts, 4 / (5 / 6) of them
    assert found["b"].take.calls.mid == pytest.approx(20 * 4.8)
    assert found["b"].take.input.mid == pytest.approx(20_000 * 4.8)
    assert found["d"].take == NO_USE
    assert found["d"].attempts == ZERO
    attempts, take = total(found.values())
    assert take.calls.mid == pytest.approx(sum(one.take.calls.mid for one in found.values()))
    assert attempts.mid == pytest.approx(4 / (11 / 12) + 4.8 + 48)


def test_a_kind_without_attempts_borrows_from_all() -> None:
    found = from_samples(
        {"a": RemainingQuota(1, 9, "x"), "b": RemainingQuota(1, 9, "y")}, {"a": [sample(True), sample(False)]}
    )
    assert found["b"].rate.mid == pytest.approx(2 / 4)
    with pytest.raises(ValueError, match="no attempts"):
        from_samples({"a": RemainingQuota(1, 9)}, {})


def test_one_unknown_price_makes_the_dollars_unknown() -> None:
    found = from_samples(
        {"a": RemainingQuota(2, 9), "b": RemainingQuota(0, 9)}, {"a": [sample(True), sample(True, usd=None)]}
    )
    assert found["a"].take.usd is None
    assert found["b"].take.usd == ZERO
    assert total(found.values())[1].usd is None


def test_the_room_bounds_the_attempts_and_a_shortfall_is_told() -> None:
    one = ResourceUse(*(ForecastRange(1, 1, 1),) * 4)
    assert of_rate(RemainingQuota(5, 100), ForecastRange(0.5, 0.5, 0.5), one).short == ""
    assert of_rate(RemainingQuota(5, 12), ForecastRange(0.4, 0.5, 0.6), one).short == "may"
    short = of_rate(RemainingQuota(5, 6), ForecastRange(0.4, 0.5, 0.6), one)
    assert (short.short, short.attempts.mid, short.take.calls.high) == ("will", 6, 6)


counts = st.integers(0, 60)


@given(counts, counts, st.floats(0.01, 0.99), st.integers(0, 50))
def test_ends_are_in_order(accepted: int, others: int, borrowed: float, missing: int) -> None:
    rate = rate_of(accepted, accepted + others, borrowed)
    assert 0 <= rate.low <= rate.mid <= rate.high <= 1
    attempts = attempts_for(missing, rate)
    assert missing <= attempts.low <= attempts.mid <= attempts.high


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=30), st.lists(st.floats(0, 1e6), max_size=10))
def test_a_mean_lies_between_its_ends(own: list[float], others: list[float]) -> None:
    found = mean_of(own, own + others)
    assert 0 <= found.low <= found.mid <= found.high


@pytest.mark.parametrize("rate", [0.25, 0.5, 0.8])
def test_nine_times_in_ten_the_attempts_needed_lie_in_the_range(rate: float) -> None:
    """A pilot of 3 attempts in each of 9 cells of 3 kinds, then what it really takes: 20 more acceptances in each. The
    cells' own rates differ a little."""
    rng = np.random.default_rng(13)
    cells = [f"{kind}{number}" for kind in "abc" for number in range(3)]
    one = whole = 0
    widths = []
    for _ in range(400):
        rates = {name: rng.beta(20 * rate, 20 * (1 - rate)) for name in cells}
        pilots = {name: [sample(bool(hit)) for hit in rng.random(3) < rates[name]] for name in cells}
        found = from_samples({name: RemainingQuota(20, 10_000, name[0]) for name in cells}, pilots)
        needed = {name: 20 + int(rng.negative_binomial(20, rates[name])) for name in cells}
        one += found["a0"].attempts.low <= needed["a0"] <= found["a0"].attempts.high
        attempts, _ = total(found.values())
        whole += attempts.low <= sum(needed.values()) <= attempts.high
        widths.append(attempts.high / attempts.low)
    assert statistics.median(widths) < 7  # and the range says something
    assert one / 400 >= 0.9
    assert whole / 400 >= 0.9
