"""What calls cost together: by hand, and never 0 where it is not known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.models.base import Usage
from benchwright.models.call_costs import CallCost, CallSum, dollars


def call(key: str = "a", usd: float | None = 0.25, usage: Usage | None = None) -> CallCost:
    return CallCost(key, "write", "openai/x", "ok", usage or Usage(100, 20, 60), usd)


def test_a_sum_says_what_it_lacks() -> None:
    spent = CallSum.of([call(), call(usd=None), call(usage=Usage(known=False))])
    assert spent == CallSum(calls=3, input=200, output=40, uncounted=1, usd=0.5, unpriced=1, cached=120)
    assert (spent.known_usd, spent.price) == (None, "at least $0.50")
    assert str(spent) == "3 calls, 200 + 40 tokens (1 told none), at least $0.50"
    assert spent.to_json()["usd"] is None
    assert spent.to_json()["usd_at_least"] == 0.5


def test_an_unknown_price_is_never_nothing() -> None:
    assert str(CallSum.of([call(usd=None)])) == "1 call, 100 + 20 tokens, price unknown"
    assert str(CallSum.of([call(usd=0.0)])) == "1 call, 100 + 20 tokens, $0.00"
    assert CallSum.of([]).price == "$0.00"
    assert call(usage=Usage(known=False)).tokens == "not told"
    assert call().tokens == "100 + 20"


def test_what_lost_calls_took_is_not_known() -> None:
    some, all_of_them = CallSum.of([call()], lost=1), CallSum.of([], lost=3)
    assert str(some) == (
        "1 call, 100 + 20 tokens, at least $0.25; 1 more call is no longer in the ledger: cost unknown"
    )
    assert str(all_of_them) == "0 calls, 0 + 0 tokens, price unknown; 3 calls are no longer in the ledger: cost unknown"
    assert (some.to_json()["usd"], some.to_json()["usd_at_least"], some.to_json()["lost"]) == (None, 0.25, 1)


@pytest.mark.parametrize(
    ("usd", "said"),
    [
        (0.0, "$0.00"),
        (1234.5, "$1,234.50"),
        (0.25, "$0.25"),
        (0.999, "$1.00"),
        (0.0123, "$0.012"),
        (0.000123, "$0.00012"),
    ],
)
def test_small_sums_keep_two_digits_that_count(usd: float, said: str) -> None:
    assert dollars(usd) == said


@given(st.floats(1e-9, 1e6))
def test_no_price_is_rounded_to_nothing(usd: float) -> None:
    said = float(dollars(usd).lstrip("$").replace(",", ""))
    assert said == pytest.approx(usd, rel=0.06)


@given(st.lists(st.floats(0, 10), max_size=20))
def test_the_order_of_calls_is_no_matter(prices: list[float]) -> None:
    calls = [call(str(index), usd) for index, usd in enumerate(prices)]
    assert CallSum.of(calls) == CallSum.of(calls[::-1])
