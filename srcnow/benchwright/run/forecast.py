"""Forecast what a run will still use, from a few attempts: numbers in, ranges out. Knows no plan and no models.

Two things are uncertain, and both are told at about 90 %: how often an attempt is accepted, and what an attempt takes.
A cell of which little is known borrows from those of its kind: it counts `BORROWED` attempts as if they had gone as
theirs went, one more accepted and one more not. The rate's interval is Wilson's; the number of attempts until the last
acceptance then varies by itself, as a negative binomial. What an attempt takes is a mean with its standard error.

Deviations of different origin are added as squares, as independent ones are. Cells of one kind are off together, for
they borrow from each other: theirs are added as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass

from benchwright.records import JsonRecord

Z = 1.645
"""Of a normal distribution, nine tenths lie within so many standard deviations."""
BORROWED = 4.0


@dataclass(frozen=True, slots=True)
class ForecastRange(JsonRecord):
    """The likeliest value, and what it is within nine times in ten. low <= mid <= high."""

    low: float
    mid: float
    high: float

    def __add__(self, other: ForecastRange) -> ForecastRange:
        """The sum of amounts that are off together."""
        return ForecastRange(self.low + other.low, self.mid + other.mid, self.high + other.high)

    def apart(self, other: ForecastRange) -> ForecastRange:
        """The sum of amounts that are off each by itself."""
        mid = self.mid + other.mid
        below, above = math.hypot(self._below, other._below), math.hypot(self._above, other._above)
        return ForecastRange(max(0.0, mid - below), mid, mid + above)

    def times(self, other: ForecastRange) -> ForecastRange:
        """The product of amounts that are off each by itself, each 0 or more: shares of the likeliest value add up as
        squares."""
        if not self.mid or not other.mid:
            return ForecastRange(0.0, 0.0, self.high * other.high)
        mid = self.mid * other.mid
        below = math.hypot(self._below / self.mid, other._below / other.mid)
        above = math.hypot(self._above / self.mid, other._above / other.mid)
        return ForecastRange(mid * max(0.0, 1.0 - below), mid, mid * (1.0 + above))

    @property
    def _below(self) -> float:
        return self.mid - self.low

    @property
    def _above(self) -> float:
        return self.high - self.mid


ZERO = ForecastRange(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ResourceUse(JsonRecord):
    """What something takes: calls, tokens in and out, dollars (None if a price is not known)."""

    calls: ForecastRange
    input: ForecastRange
    output: ForecastRange
    usd: ForecastRange | None

    def __add__(self, other: ResourceUse) -> ResourceUse:
        """The sum of what is off together."""
        return self._with(other, ForecastRange.__add__)

    def without(self, calls: int) -> ResourceUse:
        """What is left once so many of the calls are paid for. All calls count as alike."""
        if not calls or not self.calls.high:
            return self

        def left(amount: ForecastRange) -> ForecastRange:
            pairs = zip(astuple(amount), astuple(self.calls), strict=True)
            return ForecastRange(
                *(part * max(0.0, 1.0 - calls / all_calls) if all_calls else 0.0 for part, all_calls in pairs)
            )

        return ResourceUse(
            left(self.calls), left(self.input), left(self.output), None if self.usd is None else left(self.usd)
        )

    def apart(self, other: ResourceUse) -> ResourceUse:
        """The sum of what is off each by itself."""
        return self._with(other, ForecastRange.apart)

    def _with(self, other: ResourceUse, add: Callable[[ForecastRange, ForecastRange], ForecastRange]) -> ResourceUse:
        return ResourceUse(
            add(self.calls, other.calls),
            add(self.input, other.input),
            add(self.output, other.output),
            None if self.usd is None or other.usd is None else add(self.usd, other.usd),
        )

    def times(self, attempts: ForecastRange) -> ResourceUse:
        """For so many attempts what one takes."""
        return ResourceUse(
            self.calls.times(attempts),
            self.input.times(attempts),
            self.output.times(attempts),
            None if self.usd is None else self.usd.times(attempts),
        )


NO_USE = ResourceUse(ZERO, ZERO, ZERO, ZERO)


@dataclass(frozen=True, slots=True)
class AttemptSample:
    """One attempt that was made: whether it was accepted, and what it took. `usd` is None if a price is not known."""

    accepted: bool
    calls: float
    input: float
    output: float
    usd: float | None


@dataclass(frozen=True, slots=True)
class RemainingQuota:
    """What one cell still needs: `missing` acceptances, out of at most `room` more attempts. Cells of one `kind` (a
    style) help each other where little is known."""

    missing: int
    room: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What one cell will still take. `rate` is the share of attempts that are accepted; `short` says that the attempts
    which there are may not fill the quota: `may` at the upper end of what it takes, `will` at the likeliest. Forecasts
    of one `kind` are off together."""

    rate: ForecastRange
    attempts: ForecastRange
    take: ResourceUse
    short: str = ""
    kind: str = ""


def rate_of(accepted: int, attempts: int, borrowed: float = 0.5) -> ForecastRange:
    """The share that is accepted, after `attempts` of the cell's own, with those borrowed at the rate `borrowed`.
    Wilson's interval around the mean of both."""
    weight = attempts + BORROWED
    rate = (accepted + BORROWED * borrowed) / weight
    spread = Z * math.sqrt(rate * (1 - rate) / weight + Z * Z / (4 * weight * weight))
    centre = rate + Z * Z / (2 * weight)
    scale = 1 + Z * Z / weight
    return ForecastRange(max(0.0, (centre - spread) / scale), rate, min(1.0, (centre + spread) / scale))


def attempts_for(missing: int, rate: ForecastRange) -> ForecastRange:
    """How many attempts until `missing` more are accepted. Runs work ahead of the commits at a rate of one in two, so
    that twice the missing number may be made however good the rate is."""
    if not missing:
        return ZERO
    if rate.low <= 0:
        mid = missing / rate.mid if rate.mid else math.inf
        return ForecastRange(float(missing), mid, math.inf)
    mid = missing / rate.mid
    by_itself = Z * math.sqrt(missing * (1 - rate.mid)) / rate.mid
    low = mid - math.hypot(mid - missing / rate.high, by_itself)
    high = mid + math.hypot(missing / rate.low - mid, by_itself)
    return ForecastRange(min(max(low, float(missing)), mid), mid, max(high, 2.0 * missing))


def mean_of(own: Sequence[float], every: Sequence[float]) -> ForecastRange:
    """What one attempt takes, out of the cell's own attempts and as many as are borrowed from all. With no attempt at
    all there is nothing to say: ValueError. One alone has no spread of its own: half as much again either way."""
    if not every:
        raise ValueError("no attempts to take a mean of")
    overall = math.fsum(every) / len(every)
    weight = len(own) + BORROWED
    mean = (math.fsum(own) + BORROWED * overall) / weight
    if len(every) > 1:
        deviation = math.sqrt(math.fsum((one - overall) ** 2 for one in every) / (len(every) - 1))
        # as many as there are in all: what is borrowed is no better known than that
        half = Z * deviation / math.sqrt(min(weight, len(every)))
    else:
        half = mean / 2
    return ForecastRange(max(0.0, mean - half), mean, mean + half)


def from_samples(
    needs: Mapping[str, RemainingQuota],
    samples: Mapping[str, Sequence[AttemptSample]],
    elsewhere: Mapping[str, Sequence[AttemptSample]] | None = None,
) -> dict[str, Forecast]:
    """A forecast for each cell from attempts of these cells, and from attempts `elsewhere`, by kind. A kind without any
    attempt borrows from all; ValueError if there is none at all and anything is missing."""
    others = elsewhere or {}
    every = [sample for pool in (samples, others) for _, listed in sorted(pool.items()) for sample in listed]
    found: dict[str, Forecast] = {}
    for key, need in needs.items():
        own = samples.get(key, ())
        like = [
            sample
            for other, listed in sorted(samples.items())
            if other in needs and needs[other].kind == need.kind
            for sample in listed
        ]
        like += others.get(need.kind, ())
        pool = like or every
        overall = (sum(sample.accepted for sample in pool) + 1) / (len(pool) + 2)
        rate = rate_of(sum(sample.accepted for sample in own), len(own), overall)
        found[key] = of_rate(need, rate, _take(own, pool) if need.missing else NO_USE)
    return found


def _take(own: Sequence[AttemptSample], every: Sequence[AttemptSample]) -> ResourceUse:
    prices = [sample.usd for sample in every]
    return ResourceUse(
        mean_of([one.calls for one in own], [one.calls for one in every]),
        mean_of([one.input for one in own], [one.input for one in every]),
        mean_of([one.output for one in own], [one.output for one in every]),
        None if None in prices else mean_of([one.usd or 0.0 for one in own], [one.usd or 0.0 for one in every]),
    )


def of_rate(need: RemainingQuota, rate: ForecastRange, take: ResourceUse) -> Forecast:
    """A forecast from a rate and what one attempt takes; never more attempts than there is room for."""
    wanted = attempts_for(need.missing, rate)
    attempts = ForecastRange(*(min(one, float(need.room)) for one in (wanted.low, wanted.mid, wanted.high)))
    short = "will" if wanted.mid > need.room else "may" if wanted.high > need.room else ""
    return Forecast(rate, attempts, take.times(attempts), short, need.kind)


def total(forecasts: Iterable[Forecast]) -> tuple[ForecastRange, ResourceUse]:
    """Attempts and what they take, of all cells: those of a kind are off together, kinds each by itself."""
    kinds: dict[str, tuple[ForecastRange, ResourceUse]] = {}
    for one in forecasts:
        attempts, take = kinds.get(one.kind, (ZERO, NO_USE))
        kinds[one.kind] = (attempts + one.attempts, take + one.take)
    attempts, take = ZERO, NO_USE
    for _, (more, taking) in sorted(kinds.items()):
        attempts, take = attempts.apart(more), take.apart(taking)
    return attempts, take
