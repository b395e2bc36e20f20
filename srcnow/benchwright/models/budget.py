"""Enforces the budget of a run: the most that a call can cost is set aside before the call is sent.

The caps hold at any concurrency. Knows no provider and no pacing.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections import deque
from dataclasses import dataclass, replace

from benchwright.errors import BudgetError, ModelError, ModelUsageError, PendingError, UsageError
from benchwright.models.base import ChatModel, Reply, Request, Usage
from benchwright.models.names import Provider
from benchwright.models.prices import Price, cost
from benchwright.models.stoppable_waits import StoppableWaits
from benchwright.models.tokens import most_input

KEPT = "what was paid for is kept: the same command goes on from there"


@dataclass(frozen=True, slots=True)
class Spending:
    """An amount of everything that is capped, with `unpriced`, how many of the calls have no known price (they are in
    `calls` and `tokens`, and add nothing to `usd`), and `untold`, of how many the usage is not known (they are in
    `tokens` and `usd` with the most that they can have taken)."""

    usd: float = 0.0
    calls: int = 0
    tokens: int = 0
    unpriced: int = 0
    untold: int = 0

    def __add__(self, other: Spending) -> Spending:
        return Spending(
            self.usd + other.usd,
            self.calls + other.calls,
            self.tokens + other.tokens,
            self.unpriced + other.unpriced,
            self.untold + other.untold,
        )

    def __sub__(self, other: Spending) -> Spending:
        return Spending(
            self.usd - other.usd,
            self.calls - other.calls,
            self.tokens - other.tokens,
            self.unpriced - other.unpriced,
            self.untold - other.untold,
        )


NOTHING = Spending()


@dataclass(slots=True, eq=False)
class _WaitingReservation:
    need: Spending
    turn: asyncio.Future[None]


class RunBudget:
    """The caps of one run of a command (None: no cap), shared by all its models: US dollars, calls, tokens in and out.

    `spent` and `reserved` are whole values that are replaced, never changed, so that any thread may read them. For one
    event loop. What is reserved and spent never passes a cap, as long as no call costs more than its reservation.
    """

    def __init__(
        self,
        usd: float | None = None,
        calls: int | None = None,
        tokens: int | None = None,
        *,
        stop: threading.Event | None = None,
    ) -> None:
        if usd is not None and not 0 <= usd < math.inf:  # nothing would ever be more than NaN
            raise UsageError(f"a cap of {usd} dollars cannot be kept", hint="give a number of at least 0")
        self.usd = usd
        self.calls = calls
        self.tokens = tokens
        self.spent = NOTHING
        self.reserved = NOTHING
        self._queue: deque[_WaitingReservation] = deque()
        self._waiting = StoppableWaits(stop)

    def check_price(self, price: Price | None, model: str) -> None:
        """Raise ModelUsageError if dollars are capped but neither this model's price is known nor tokens are capped."""
        if price is None and self.usd is not None and self.tokens is None:
            raise ModelUsageError(
                f"the price of {model} is not known, so that a cap on dollars cannot hold",
                hint="cap tokens with --max-tokens (budget.tokens in the plan), "
                "or say the price under models: usd_per_million: [input, output]",
            )

    async def reserve(self, need: Spending) -> None:
        """Set `need` aside, one call's worth. Waits, first come first served, while it does not fit but calls in flight
        may turn out cheaper than was set aside for them. Raises BudgetError if it does not fit and nothing is in
        flight, and StoppedError."""
        self._waiting.check()
        if not self._queue and self._lacking(need) is None:
            self.reserved += need
            return
        place = _WaitingReservation(need, asyncio.get_running_loop().create_future())
        self._queue.append(place)
        self._serve()
        try:
            await self._waiting.turn(place.turn, lambda _: self.settle(need, NOTHING))
        finally:
            self._serve()  # those behind a call that will not be sent

    def settle(self, need: Spending, actual: Spending) -> None:
        """The call for which `need` was set aside is over, and took `actual`."""
        self.reserved -= need
        if self.reserved.calls == 0:
            self.reserved = NOTHING  # without what rounding left
        self.spent += actual
        self._serve()

    def _serve(self) -> None:
        while self._queue:
            place = self._queue[0]
            if not place.turn.done():
                lacking = self._lacking(place.need)
                if lacking is None:
                    self.reserved += place.need
                    place.turn.set_result(None)
                elif self.reserved.calls == 0:
                    place.turn.set_exception(lacking)
                else:
                    return
            self._queue.popleft()

    def _lacking(self, need: Spending) -> BudgetError | None:
        """None if `need` fits; else the error that says what stands in the way."""
        total = self.spent + self.reserved
        if self.usd is not None and total.usd + need.usd > self.usd * (1 + 1e-12):
            cap, spent, most = _usd(self.usd), _usd(self.spent.usd), _usd(need.usd)
            option = "usd"
        elif self.tokens is not None and total.tokens + need.tokens > self.tokens:
            cap, spent, most = f"{self.tokens:,} tokens", f"{self.spent.tokens:,}", f"{need.tokens:,}"
            option = "tokens"
        elif self.calls is not None and total.calls + need.calls > self.calls:
            cap, spent, most = f"{self.calls:,} calls", f"{self.spent.calls:,}", "1"
            option = "calls"
        else:
            return None
        return BudgetError(
            f"the budget of {cap} is used up: {spent} spent, and the next call may take up to {most}",
            hint=f"raise --max-{option} (budget.{option} in the plan); {KEPT}",
        )


class BudgetedModel:
    """The layer that pays for one model's calls: it reserves before each is sent, settles by the usage that is
    reported, and writes its price into the reply.

    A call whose usage is not told, or that failed after the service may have worked on it, counts as its whole
    reservation. One that the service refused or never got costs nothing.
    """

    def __init__(self, inner: ChatModel, budget: RunBudget, price: Price | None, provider: Provider) -> None:
        self._inner = inner
        self._budget = budget
        self._price = price
        self._provider: Provider = provider
        # How far a call went beyond its bounds, of input and of output: the next ones are bounded so much higher.
        self._beyond = (1.0, 1.0)

    async def ask(self, request: Request) -> Reply:
        """The reply, its price in `usd` if both price and usage are known. Raises BudgetError; ModelUsageError if
        dollars are capped but neither this model's price is known nor tokens are capped."""
        bounds = Usage(most_input(request, self._provider), request.max_tokens)
        need = self._most(request, bounds)
        await self._budget.reserve(need)
        actual = most = replace(need, untold=1)
        try:
            reply = await self._inner.ask(request)
            if reply.usage.known:
                actual = self._actual(reply.usage, bounds)
                if self._price is not None:
                    reply = replace(reply, usd=actual.usd)
            return reply
        except ModelError as error:
            actual = most if error.billed else NOTHING
            raise
        except (PendingError, UsageError):  # the service did not take it, or was not asked
            actual = NOTHING
            raise
        finally:
            self._budget.settle(need, actual)

    async def close(self) -> None:
        await self._inner.close()

    def _most(self, request: Request, bounds: Usage) -> Spending:
        """The most that one try of the request can take."""
        more_input, more_output = self._beyond
        input_tokens, output_tokens = math.ceil(bounds.input * more_input), math.ceil(bounds.output * more_output)
        if self._price is not None:
            return Spending(self._price.most(input_tokens, output_tokens), 1, input_tokens + output_tokens)
        self._budget.check_price(self._price, request.model)
        return Spending(0.0, 1, input_tokens + output_tokens, 1)

    def _actual(self, usage: Usage, bounds: Usage) -> Spending:
        """What a call took by the usage that the service told."""
        more_input, more_output = self._beyond
        if usage.input > bounds.input * more_input or usage.output > bounds.output * more_output:
            self._beyond = (
                max(more_input, usage.input / bounds.input),
                max(more_output, usage.output / max(bounds.output, 1)),
            )
        tokens = usage.input + usage.output
        return Spending(0.0, 1, tokens, 1) if self._price is None else Spending(cost(self._price, usage), 1, tokens)


def _usd(amount: float) -> str:
    return f"${amount:,.2f}" if amount >= 1 or amount == 0 else f"${amount:.4f}"
