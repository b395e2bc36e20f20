"""Limits by the minute hold over every minute, and are used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.models.rate_limits import PerMinute


def drain(limit: PerMinute, amounts: list[float]) -> list[float]:
    """When each amount goes out, taken one after the other as soon as it may."""
    now, times = 0.0, []
    for amount in amounts:
        while (wait := limit.wait(now, amount)) > 0:
            now += max(wait, 0.001)
        limit.take(now, amount)
        times.append(now)
    return times


def test_calls_are_spread_over_the_minute_after_a_second_s_worth() -> None:
    times = drain(PerMinute(60), [1] * 5)
    assert times == pytest.approx([0, 0, 1, 2, 3])
    assert drain(PerMinute(120), [1] * 6) == pytest.approx([0, 0, 0, 0.5, 1, 1.5])


def test_the_whole_limit_is_used() -> None:
    assert drain(PerMinute(600), [1] * 6001)[-1] == pytest.approx(600, abs=2)


def test_fewer_than_one_a_minute() -> None:
    assert drain(PerMinute(0.5), [1, 1, 1]) == pytest.approx([0, 120, 240], abs=1.1)


def test_more_than_the_limit_goes_out_alone() -> None:
    assert drain(PerMinute(100), [250, 10, 250])[1:] == pytest.approx([149, 209], abs=1.1)


def test_a_correction_gives_back_what_was_not_used() -> None:
    limit = PerMinute(600)  # ten a second
    taken = limit.take(0.0, 600)
    assert limit.wait(1.0, 100) == pytest.approx(58)  # 60 s for 600 units, a second of them early
    limit.correct(taken, 1.0, 20)
    assert limit.wait(1.0, 100) == 0.0
    limit.correct(taken, 1.0, 300)  # and takes what was
    assert limit.wait(1.0, 100) == pytest.approx(28)


@given(
    st.floats(1, 500),
    st.lists(st.tuples(st.floats(0.5, 60), st.floats(0.1, 1.0), st.floats(0, 20)), min_size=1, max_size=120),
)
def test_no_minute_holds_more_than_the_limit(limit: float, calls: list[tuple[float, float, float]]) -> None:
    """Calls of an estimated amount, of which a share turns out to be used after a while."""
    meter, now = PerMinute(limit), 0.0
    used: list[tuple[float, float]] = []
    open_: list[tuple[float, list[float], float]] = []
    for estimate, share, latency in calls:
        estimate = min(estimate, limit)
        while (wait := meter.wait(now, estimate)) > 0:
            now += max(wait, 0.001)
            for each in [each for each in open_ if each[0] <= now]:
                open_.remove(each)
                meter.correct(each[1], now, each[2])
        open_.append((now + latency, meter.take(now, estimate), estimate * share))
        used.append((now, estimate * share))
    for at, _ in used:
        assert sum(amount for time, amount in used if at <= time < at + 60) <= limit * (1 + 1e-9)
