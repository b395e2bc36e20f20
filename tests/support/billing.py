"""A whole run against a service with faults that bills by its own account, until the budget is spent."""

from __future__ import annotations

import asyncio
import random

from services import Answer, Service, failure, lognormal, refusal, request
from virtual_time import run

from benchwright.errors import BudgetError, TransientError
from benchwright.models import ModelSettings, Reply, Request, Usage
from benchwright.models.budget import BudgetedModel, RunBudget
from benchwright.models.pace import Gate, PacedModel
from benchwright.models.prices import Price, cost

PRICES = (Price.of(2.5, 10.0, 1.25), Price.of(150.0, 600.0))


def spend_all(seed: int) -> None:
    """600 questions, 64 at once, to two models, with a budget of about half of what they cost. Asserts that what the
    service charged, also for replies that were lost, is at most what the budget counts, and that at most the cap; and
    that no money was left that would have paid for another call."""
    rng = random.Random(seed)
    billed = [0.0]
    cap = rng.uniform(3.0, 9.0)

    def charged(price: Price) -> Service:
        def answer(request: Request, now: float) -> Answer:
            fault = rng.random()
            if fault < 0.05:
                return refusal(rng.choice([None, 1.0]))
            if fault < 0.08:
                return failure("server")
            usage = Usage(rng.randint(1, len(request.text)), rng.randint(0, request.max_tokens))
            billed[0] += cost(price, usage)
            if fault < 0.11:
                return failure(rng.choice(["timeout", "half_body", "bad_body", "reset"]), billed=True)
            return Reply("yes", usage=usage if fault > 0.13 else Usage(known=False))

        return Service(answer, lognormal(rng))

    budget = RunBudget(usd=cap)
    seen: list[float] = []

    class Watched(BudgetedModel):
        """Looks at the account whenever a call is asked for and ends."""

        async def ask(self, request: Request) -> Reply:
            try:
                return await super().ask(request)
            finally:
                seen.append(budget.spent.usd + budget.reserved.usd)
                assert billed[0] <= budget.spent.usd + budget.reserved.usd + 1e-9

    async def whole() -> list[Reply | BaseException]:
        gate = Gate(64)
        models = [
            PacedModel(
                Watched(charged(price), budget, price, "openai"), ModelSettings(), gate, seed=seed, notify=_nobody
            )
            for price in PRICES
        ]
        calls = [
            models[number % 2].ask(request("word " * rng.randint(1, 200) + str(number), rng.choice([50, 300])))
            for number in range(600)
        ]
        return await asyncio.gather(*calls, return_exceptions=True)

    outcomes = run(whole())
    assert all(isinstance(outcome, Reply | BudgetError | TransientError) for outcome in outcomes)
    assert any(isinstance(outcome, Reply) for outcome in outcomes)
    assert any(isinstance(outcome, BudgetError) for outcome in outcomes)
    assert billed[0] <= budget.spent.usd <= cap
    assert max(seen) <= cap * (1 + 1e-9)
    assert budget.reserved.calls == 0
    dearest = PRICES[1].most(2000, 300)
    assert budget.spent.usd > cap - dearest


def _nobody(line: str) -> None:
    """Takes what would be said."""
