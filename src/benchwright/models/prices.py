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
    inputs = [listed.input_mtok, *([listed.cache_write_mtok] if name.provider == "openai" else [])]
    starts = sorted(
        {start for part in (*inputs, listed.output_mtok, listed.cache_read_mtok) for start in _starts(part)}
    )
    rates = [_rate(inputs, listed.output_mtok, listed.cache_read_mtok, start) for start in (0, *starts)]
    complete = [rate for rate in rates if rate is not None]
    if len(complete) < len(rates) or not any(rate.input or rate.output for rate in complete):
        return None
    return Price(complete[0], tuple(zip(starts, complete[1:], strict=True)))


def _starts(listed: Decimal | TieredPrices | None) -> list[int]:
    return [] if listed is None or isinstance(listed, Decimal) else [tier.start for tier in listed.tiers]


def _at(listed: Decimal | TieredPrices | None, start: int) -> float | None:
    """The price of calls that are just longer than `start` tokens."""
    if listed is None or isinstance(listed, Decimal):
        return None if listed is None else float(listed)
    entry = listed.base
    for tier in listed.tiers:
        if start >= tier.start:
            entry = tier.price
    return float(entry)


def _rate(
    inputs: Sequence[Decimal | TieredPrices | None],
    output: Decimal | TieredPrices | None,
    cached: Decimal | TieredPrices | None,
    start: int,
) -> Rate | None:
    read = _at(inputs[0], start)
    written_price = _at(output, start)
    if read is None or written_price is None:
        return None
    read = max(read, *(_at(each, start) or 0.0 for each in inputs))
    cached_price = _at(cached, start)
    return Rate(read, written_price, read if cached_price is None else cached_price)


@cache
def _tables() -> DataSnapshot:
    """The tables as they were packed: not genai-prices' own snapshot, which an application may have set to be updated
    from the network."""
    from genai_prices.data import providers
    from genai_prices.data_snapshot import DataSnapshot

    return DataSnapshot(providers=providers, from_auto_update=False)
