"""Prices come from the packed tables or the plan, and are None where nobody knows them."""

from __future__ import annotations

import socket
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal
from typing import NoReturn

import pytest
from genai_prices.data_snapshot import DataSnapshot
from genai_prices.types import (
    ClauseEquals,
    ConditionalPrice,
    ModelInfo,
    ModelPrice,
    Provider,
    StartDateConstraint,
    Tier,
    TieredPrices,
)
from hypothesis import given
from hypothesis import strategies as st

from benchwright.models import ModelSettings, Usage
from benchwright.models import prices as module
from benchwright.models.names import parse_name
from benchwright.models.prices import Price, Rate, cost, price

DAY = datetime(2025, 6, 1, tzinfo=UTC)
NONE = ModelSettings()


def listed(monkeypatch: pytest.MonkeyPatch, provider: str, model: ModelInfo) -> None:
    """Tables with one model."""
    tables = DataSnapshot([Provider(provider, provider, provider, models=[model])], from_auto_update=False)
    monkeypatch.setattr(module, "_tables", lambda: tables)


def test_listed_prices_without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object) -> NoReturn:
        raise AssertionError("prices asked the network")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    assert price(parse_name("openai/gpt-4o"), NONE, DAY) == Price.of(2.5, 10, 1.25)
    assert price(parse_name("openai/gpt-4o-mini"), NONE, DAY) == Price.of(0.15, 0.6, 0.075)
    assert price(parse_name("anthropic/claude-3-5-haiku-latest"), NONE, DAY) == Price.of(0.8, 4, 0.08)
    assert price(parse_name("google/gemini-2.5-pro"), NONE, DAY) == Price(
        Rate(1.25, 10, 0.125), ((200_000, Rate(2.5, 15, 0.25)),)
    )


def test_loading_the_package_of_models_does_not_load_the_tables() -> None:
    code = "import sys, benchwright.models.prices, benchwright.models.budget; print('genai_prices' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "name",
    [
        "openai/no-such-model",
        "openai/ft:gpt-4o:x",
        "ollama/llama3.2",
        "openai-compatible/gpt-4o",
        "openai/text-embedding-3-small",  # listed, without a price of output
    ],
)
def test_what_is_not_known_is_none_and_not_zero(name: str) -> None:
    assert price(parse_name(name), NONE) is None


def test_the_plan_s_price_goes_first() -> None:
    settings = ModelSettings(usd_per_million=(3.0, 7.0))
    assert price(parse_name("openai/gpt-4o"), settings) == Price.of(3, 7)
    assert price(parse_name("ollama/llama3.2"), ModelSettings(usd_per_million=(0.0, 0.0))) == Price.of(0, 0)


def test_a_model_that_is_listed_as_free_has_no_price(monkeypatch: pytest.MonkeyPatch) -> None:
    free = ModelPrice(input_mtok=Decimal(0), output_mtok=Decimal(0))
    listed(monkeypatch, "google", ModelInfo("m", ClauseEquals("m"), prices=free))
    assert price(parse_name("google/m"), NONE) is None


def test_prices_follow_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    prices = [
        ConditionalPrice(prices=ModelPrice(input_mtok=Decimal(4), output_mtok=Decimal(8))),
        ConditionalPrice(
            StartDateConstraint(DAY.date()), prices=ModelPrice(input_mtok=Decimal(2), output_mtok=Decimal(3))
        ),
    ]
    listed(monkeypatch, "anthropic", ModelInfo("m", ClauseEquals("m"), prices=prices))
    assert price(parse_name("anthropic/m"), NONE, datetime(2025, 5, 31, tzinfo=UTC)) == Price.of(4, 8)
    assert price(parse_name("anthropic/m"), NONE, DAY) == Price.of(2, 3)


def test_what_openai_writes_to_its_cache_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    written = ModelPrice(
        input_mtok=TieredPrices(Decimal(4), [Tier(1000, Decimal(8))]),
        cache_write_mtok=TieredPrices(Decimal(5), [Tier(1000, Decimal(10))]),
        cache_read_mtok=Decimal("0.5"),
        output_mtok=TieredPrices(Decimal(20), [Tier(500, Decimal(30))]),
    )
    model = ModelInfo("m", ClauseEquals("m"), prices=written)
    listed(monkeypatch, "openai", model)
    assert price(parse_name("openai/m"), NONE) == Price(
        Rate(5, 20, 0.5), ((500, Rate(5, 30, 0.5)), (1000, Rate(10, 30, 0.5)))
    )
    listed(monkeypatch, "anthropic", model)  # its cache is written when asked for, which we do not
    found = price(parse_name("anthropic/m"), NONE)
    assert found is not None
    assert found.rate == Rate(4, 20, 0.5)


def test_cost_by_hand() -> None:
    listed_price = Price(Rate(2.0, 10.0, 0.5), ((1000, Rate(4.0, 15.0, 1.0)),))
    assert cost(listed_price, Usage(1000, 100)) == pytest.approx(0.003)  # 1000 x 2 + 100 x 10, of a million
    assert cost(listed_price, Usage(1000, 100, cached=400)) == pytest.approx(0.0024)
    assert cost(listed_price, Usage(1001, 100, cached=1)) == pytest.approx(0.005501)
    assert listed_price.most(1000, 100) == pytest.approx(0.003)
    assert listed_price.most(1001, 100) == pytest.approx(0.005504)


RATES = st.builds(Rate, *[st.floats(0, 100)] * 3)


@given(
    st.builds(
        Price,
        RATES,
        st.dictionaries(st.integers(1, 3000), RATES, max_size=3).map(lambda d: tuple(sorted(d.items()))),
    ),
    st.integers(0, 5000),
    st.integers(0, 5000),
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_no_call_within_its_bounds_costs_more_than_the_most(
    listed_price: Price, most_input: int, most_output: int, share: float, cached: float, output: float
) -> None:
    used = int(share * most_input)
    usage = Usage(used, int(output * most_output), int(cached * used))
    assert cost(listed_price, usage) <= listed_price.most(most_input, most_output) * (1 + 1e-9) + 1e-12
