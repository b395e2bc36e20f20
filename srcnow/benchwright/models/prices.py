"""Works out what tokens cost, by the plan or by the tables of genai-prices, without the network.

What is not known is None, never 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from benchwright.models.base import ModelSettings, Usage
from benchwright.models.names import ModelName

if TYPE_CHECKING:  # its tables take half a second to load
    from genai_prices.data_snapshot import DataSnapshot
    from genai_prices.types import TieredPrices

MILLION = 1_000_000
_LISTED = ("openai", "anthropic", "google")


@dataclass(frozen=True, slots=True)
class Rate:
    """US dollars for a million tokens: input, output, and input that came from the service's cache."""

    input: float
    output: float
    cached: float

    def cost(self, usage: Usage) -> float:
        fresh = max(usage.input - usage.cached, 0)
        return (fresh * self.input + usage.cached * self.cached + usage.output * self.output) / MILLION


@dataclass(frozen=True, slots=True)
class Price:
    """What one model's tokens cost. `longer` are other rates for calls with more input tokens than a number, in rising
    order: they then hold for all of the call's tokens."""

    rate: Rate
    longer: tuple[tuple[int, Rate], ...] = ()

    @classmethod
    def of(cls, input_per_million: float, output_per_million: float, cached_per_million: float | None = None) -> Price:
        """The same for calls of any length; cached input costs what other input does unless told."""
        cached = input_per_million if cached_per_million is None else cached_per_million
        return cls(Rate(input_per_million, output_per_million, cached))

    def most(self, input_tokens: int, output_tokens: int) -> float:
        """The most dollars that a call of up to so many tokens can cost."""
        rates = [self.rate, *(rate for above, rate in self.longer if input_tokens > above)]
        dearest = max(max(rate.input, rate.cached) for rate in rates)
        return (input_tokens * dearest + output_tokens * max(rate.output for rate in rates)) / MILLION


def cost(price: Price, usage: Usage) -> float:
    """The dollars that a call cost."""
    rate = price.rate
    for above, other in price.longer:
        if usage.input > above:
            rate = other
    return rate.cost(usage)


def price(name: ModelName, settings: ModelSettings, when: datetime | None = None) -> Price | None:
    """The price of a model on a day (today): what the plan says, else what is listed for services that have one price
    for everybody. None for local models and other addresses, and for models that are not listed.

    OpenAI's newer models charge for what they write to their cache, and do it unasked. How much that was is not told to
    us everywhere, so all input that was not read from the cache counts as written to it.
    """
    if settings.usd_per_million is not None:
        return Price.of(*settings.usd_per_million)
    if name.provider not in _LISTED:
        return None
    try:
        _, entry = _tables().find_provider_model(name.name, None, name.provider, None)
    except LookupError:
        return None
    listed = entry.get_prices(when or datetime.now(UTC))
    written = listed.cache_write_mtok if name.provider == "openai" else None
    parts = [_tiers(part) for part in (listed.input_mtok, written, listed.output_mtok, listed.cache_read_mtok)]
    starts = sorted({start for tiers in parts for start, _ in tiers if start})
    rates = [_rate(*(_at(tiers, start) for tiers in parts)) for start in (0, *starts)]
    complete = [rate for rate in rates if rate is not None]
    if len(complete) < len(rates) or not any(rate.input or rate.output for rate in complete):
        return None
    return Price(complete[0], tuple(zip(starts, complete[1:], strict=True)))


def _tiers(listed: Decimal | TieredPrices | None) -> list[tuple[int, float]]:
    """A listed price as (tokens from which it holds, price), in rising order."""
    if listed is None or isinstance(listed, Decimal):
        return [] if listed is None else [(0, float(listed))]
    return [(0, float(listed.base)), *((tier.start, float(tier.price)) for tier in listed.tiers)]


def _at(tiers: Sequence[tuple[int, float]], start: int) -> float | None:
    """The price of calls that are just longer than `start` tokens."""
    return next((price for begin, price in reversed(tiers) if begin <= start), None)


def _rate(read: float | None, stored: float | None, output: float | None, cached: float | None) -> Rate | None:
    """The rate of calls of one length, from the prices of input, of input written to the cache, of output and of
    cached input."""
    if read is None or output is None:
        return None
    read = max(read, stored or 0.0)
    return Rate(read, output, read if cached is None else cached)


@cache
def _tables() -> DataSnapshot:
    """The tables as they were packed: not genai-prices' own snapshot, which an application may have set to be updated
    from the network."""
    from genai_prices.data import providers
    from genai_prices.data_snapshot import DataSnapshot

    return DataSnapshot(providers=providers, from_auto_update=False)
