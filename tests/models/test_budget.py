"""A cap holds at any concurrency: against a service in memory that keeps its own account."""

from __future__ import annotations

import asyncio
import math
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from billing import spend_all
from hypothesis import given
from hypothesis import strategies as st
from services import Answer, Service, failure, in_turn, refusal, request
from virtual_time import run

from benchwright.errors import (
    BudgetError,
    ContextError,
    ModelUsageError,
    RequestError,
    StoppedError,
    TransientError,
    UsageError,
)
from benchwright.models import Message, PromptImage, Reply, Request, Usage
from benchwright.models.budget import BudgetedModel, RunBudget, Spending
from benchwright.models.failures import ServiceAddress
from benchwright.models.http_client import TransportFailure
from benchwright.models.keys import Keys
from benchwright.models.names import parse_name
from benchwright.models.prices import Price
from benchwright.models.tokens import likely, most_input

DOLLAR_A_THOUSAND = Price.of(1000, 1000)  # a tenth of a cent a token
ONE = request("q", max_tokens=383)  # at most 1 + 600 + 16 tokens in, so 1,000 in all: one dollar


ENDS = ["ok", "lost", "free", "cancel"]


def reply(tokens: int) -> Reply:
    return Reply("yes", usage=Usage(tokens, 0))


def asked(
    budget: RunBudget, answer: Answer | None = None, price: Price | None = DOLLAR_A_THOUSAND, count: int = 1
) -> tuple[list[Reply | BaseException], Service]:
    """The outcomes of as many equal calls at once."""
    service = Service(in_turn(answer or reply(400)))

    async def all_of_them() -> list[Reply | BaseException]:
        model = BudgetedModel(service, budget, price, "openai")
        outcomes = await asyncio.gather(*(model.ask(ONE) for _ in range(count)), return_exceptions=True)
        await model.close()
        return outcomes

    return run(all_of_them()), service


def test_the_bound_of_a_request_by_hand() -> None:
    assert most_input(ONE, "openai") == 1 + 600 + 16
    words = Request("openai/m", (Message.of("system", "é" * 10), Message.of("user", "")), "p", schema={"a": 1})
    assert most_input(words, "openai") == 20 + 8 + 600 + 32
    picture = Message("user", (PromptImage("00", Path("x"), 1000, 750),))
    assert most_input(Request("anthropic/m", (picture,), "p"), "anthropic") == 1000 + 600 + 16
    mini = Request("openai/gpt-4o-mini", (picture,), "p")
    assert most_input(mini, "openai") == 34 * max(math.ceil(2.46 * 32 * 24), 85 + 170 * 2 * 2) + 600 + 16
    assert likely(request("x" * 30, max_tokens=7), "openai") == 17


def test_a_call_is_settled_by_its_usage_and_its_price_is_in_the_reply() -> None:
    budget = RunBudget(usd=10)
    [answer], _ = asked(budget, Reply("yes", usage=Usage(300, 100)))
    assert answer == Reply("yes", usage=Usage(300, 100), usd=0.4)
    assert (budget.spent, budget.reserved) == (Spending(0.4, 1, 400), Spending())


def test_reservations_count_while_calls_are_in_flight() -> None:
    async def looked() -> tuple[Spending, Spending]:
        model = BudgetedModel(Service(), budget, DOLLAR_A_THOUSAND, "openai")
        calls = [asyncio.ensure_future(model.ask(ONE)) for _ in range(3)]
        await asyncio.sleep(0.5)
        seen = budget.spent, budget.reserved
        await asyncio.gather(*calls)
        return seen

    budget = RunBudget()
    assert run(looked()) == (Spending(), Spending(3.0, 3, 3000))
    assert budget.spent == Spending(pytest.approx(0.045), 3, 45)


def test_calls_wait_for_others_to_turn_out_cheaper_and_the_rest_is_refused() -> None:
    """A dollar is reserved for each and 0.4 is spent: of 3 dollars, three at once, then 1.8 of it is left, and so on:
    after 3, 4 and 5 calls 1.2, 1.6 and 2 are spent; the sixth fits, 2.4 spent; the seventh may take 1 of 0.6."""
    budget = RunBudget(usd=3)
    outcomes, service = asked(budget, count=10)
    assert [type(outcome) for outcome in outcomes] == [Reply] * 6 + [BudgetError] * 4
    assert budget.spent == Spending(pytest.approx(2.4), 6, 2400)
    assert service.times == [0, 0, 0, 1, 2, 3]
    assert isinstance(outcomes[9], BudgetError)
    assert outcomes[9].line() == (
        "the budget of $3.00 is used up: $2.40 spent, and the next call may take up to $1.00 — raise --max-usd "
        "(budget.usd in the plan); what was paid for is kept: the same command goes on from there"
    )
    assert outcomes[9].retryable


def test_caps_on_calls_and_tokens() -> None:
    outcomes, _ = asked(RunBudget(calls=4), count=6)
    assert [type(outcome) for outcome in outcomes] == [Reply] * 4 + [BudgetError] * 2
    assert str(outcomes[5]) == "the budget of 4 calls is used up: 4 spent, and the next call may take up to 1"
    outcomes, _ = asked(RunBudget(tokens=1500), count=6)
    assert [type(outcome) for outcome in outcomes] == [Reply] * 2 + [BudgetError] * 4
    assert str(outcomes[5]) == (
        "the budget of 1,500 tokens is used up: 800 spent, and the next call may take up to 1,000"
    )


def test_a_call_that_is_larger_than_the_cap_ends_at_once() -> None:
    budget = RunBudget(usd=0.5)
    [outcome], service = asked(budget)
    assert isinstance(outcome, BudgetError)
    assert service.sent == []
    assert "the budget of $0.5000 is used up: $0.00 spent" in str(outcome)


def test_a_small_call_is_sent_after_a_large_one_did_not_fit() -> None:
    async def both() -> list[Reply | BaseException]:
        model = BudgetedModel(Service(), RunBudget(tokens=1000), None, "openai")
        large, small = model.ask(request(max_tokens=5000)), model.ask(request(max_tokens=1))
        return await asyncio.gather(large, small, return_exceptions=True)

    outcomes = run(both())
    assert [type(outcome) for outcome in outcomes] == [BudgetError, Reply]


@pytest.mark.parametrize(
    ("answer", "spent"),
    [
        (Reply("yes", usage=Usage(known=False)), Spending(1.0, 1, 1000, untold=1)),
        (failure("timeout", billed=True), Spending(1.0, 1, 1000, untold=1)),
        (failure("half_body", billed=True), Spending(1.0, 1, 1000, untold=1)),
        (RequestError("too large", kind="oversized", billed=True), Spending(1.0, 1, 1000, untold=1)),
        (Reply("yes", usage=Usage(-(10**6), -(10**6))), Spending(1.0, 1, 1000, untold=1)),
        (Reply("yes", usage=Usage(100, -1)), Spending(1.0, 1, 1000, untold=1)),
        (Reply("yes", usage=Usage(2**63, 1)), Spending(1.0, 1, 1000, untold=1)),
        (failure("reset"), Spending()),
        (refusal(), Spending()),
        (ContextError("too long"), Spending()),
        (StoppedError("stop"), Spending()),
    ],
)
def test_what_may_have_been_billed_counts_whole_and_what_was_not_is_free(answer: Answer, spent: Spending) -> None:
    budget = RunBudget(usd=5)
    [outcome], _ = asked(budget, answer)
    assert outcome == answer
    assert (budget.spent, budget.reserved) == (spent, Spending())


def test_an_answer_that_is_too_large_to_read_is_billed() -> None:
    service = ServiceAddress(parse_name("openai/m"), "", "", Keys({}))
    error = TransportFailure("oversized", billed=True, bound=2**26).error(service, reached=True)
    assert isinstance(error, RequestError)
    assert (error.kind, error.billed) == ("oversized", True)


@given(st.integers() | st.integers(-5, 5), st.integers() | st.integers(-5, 5), st.integers() | st.integers(-5, 5))
def test_no_counts_lower_what_is_spent_or_make_a_call_free(input: int, output: int, cached: int) -> None:
    budget = RunBudget(usd=5)
    usage = Usage(input, output, cached)
    asked(budget, Reply("yes", usage=usage))
    assert 0 <= usage.cached <= usage.input < 2**63
    assert (budget.spent.calls, budget.reserved) == (1, Spending())
    assert budget.spent.usd >= 0
    assert budget.spent.tokens == (usage.input + usage.output if usage.known else 1000)
    assert usage.known == (0 <= input < 2**40 and 0 <= output < 2**40)


def test_a_cancelled_call_counts_whole() -> None:
    async def cancelled() -> None:
        call = asyncio.ensure_future(BudgetedModel(Service(), budget, DOLLAR_A_THOUSAND, "openai").ask(ONE))
        await asyncio.sleep(0.5)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    budget = RunBudget()
    run(cancelled())
    assert (budget.spent, budget.reserved) == (Spending(1.0, 1, 1000, untold=1), Spending())


def test_calls_without_a_price_are_counted_and_a_cap_on_dollars_refuses_them() -> None:
    budget = RunBudget(tokens=5000)
    [answer], _ = asked(budget, price=None)
    assert answer == reply(400)
    assert budget.spent == Spending(0.0, 1, 400, 1)
    [error], service = asked(RunBudget(usd=1), price=None)
    assert isinstance(error, ModelUsageError)
    assert service.sent == []
    assert "openai/m is not known" in str(error)
    assert "--max-tokens" in error.hint
    both = RunBudget(usd=1, tokens=5000)
    assert [type(outcome) for outcome in asked(both, price=None)[0]] == [Reply]


def test_a_service_that_goes_beyond_its_bounds_is_reserved_more_for_afterwards() -> None:
    budget = RunBudget(usd=2.5)
    outcomes, _ = asked(budget, Reply("yes", usage=Usage(617, 766)), count=3)  # twice max_tokens
    assert [type(outcome) for outcome in outcomes] == [Reply, Reply, BudgetError]
    budget = RunBudget(usd=2.5)

    async def one_by_one() -> list[type]:
        model = BudgetedModel(
            Service(in_turn(Reply("yes", usage=Usage(617, 766)))), budget, DOLLAR_A_THOUSAND, "openai"
        )
        ended: list[type] = []
        for _ in range(2):
            try:
                ended.append(type(await model.ask(ONE)))
            except BudgetError as error:
                ended.append(type(error))
        return ended

    assert run(one_by_one()) == [Reply, BudgetError]  # 1.383 spent, and the next may take as much


def test_stop_wakes_what_waits_for_the_budget() -> None:
    stop = threading.Event()

    async def stopped() -> tuple[list[Reply | BaseException], float]:
        budget = RunBudget(usd=1, stop=stop)
        model = BudgetedModel(Service(latency=lambda: 50.0), budget, DOLLAR_A_THOUSAND, "openai")
        first, second = asyncio.ensure_future(model.ask(ONE)), asyncio.ensure_future(model.ask(ONE))
        asyncio.get_running_loop().call_later(3.0, stop.set)
        await asyncio.wait([second])
        at = asyncio.get_running_loop().time()
        return await asyncio.gather(first, second, return_exceptions=True), at

    outcomes, at = run(stopped())
    assert [type(outcome) for outcome in outcomes] == [Reply, StoppedError]
    assert 3.0 <= at <= 3.11


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.floats(0, 3), st.integers(1, 600), st.sampled_from(ENDS)),
        max_size=40,
    ),
    st.floats(0.1, 6),
)
def test_what_is_reserved_and_spent_never_passes_the_cap_and_nothing_stalls(
    calls: list[tuple[int, float, int, str]], cap: float
) -> None:
    budget = RunBudget(usd=cap)

    async def one(start: int, latency: float, tokens: int, end: str) -> None:
        answer: Answer = reply(min(tokens, 400)) if end == "ok" else failure(billed=end == "lost")
        model = BudgetedModel(Service(in_turn(answer), lambda: latency), budget, DOLLAR_A_THOUSAND, "openai")
        await asyncio.sleep(start)
        call = asyncio.ensure_future(model.ask(request(max_tokens=tokens)))
        if end == "cancel":
            asyncio.get_running_loop().call_later(latency / 2, call.cancel)
        with suppress(TransientError, BudgetError, asyncio.CancelledError):
            await call
        assert budget.spent.usd + budget.reserved.usd <= cap * (1 + 1e-9)

    async def all_of_them() -> None:
        await asyncio.gather(*(one(*call) for call in calls))

    run(all_of_them())
    assert budget.reserved == Spending()


@pytest.mark.parametrize("seed", range(20))
def test_the_spend_stays_under_the_cap_at_64_at_once(seed: int) -> None:
    spend_all(seed)


@pytest.mark.parametrize("usd", [float("nan"), float("inf"), -1.0])
def test_a_cap_that_nothing_could_pass_is_refused(usd: float) -> None:
    with pytest.raises(UsageError, match="cannot be kept"):
        RunBudget(usd=usd)
