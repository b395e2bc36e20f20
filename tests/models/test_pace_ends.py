"""Calls that are stopped or cancelled, in any moment and whatever the faults: all end, and nothing is left over."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pacing import Desk
from services import Answer, Service, failure, lognormal, refusal, request
from virtual_time import run

from benchwright.errors import (
    BudgetError,
    RequestError,
    StoppedError,
    TransientError,
)
from benchwright.models import ModelSettings, Reply, Request, Usage
from benchwright.models.budget import BudgetedModel, RunBudget, Spending
from benchwright.models.loop import LoopThread
from benchwright.models.pace import Gate, PacedModel

YES = Reply("yes", usage=Usage(10, 5))


def test_stop_wakes_all_that_wait_and_lets_what_is_in_flight_finish() -> None:
    stop = threading.Event()

    async def stopped() -> tuple[list[Reply | BaseException], dict[str, float]]:
        ended: dict[str, float] = {}

        async def ask(name: str) -> Reply:
            try:
                return await paced.ask(request(name))
            finally:
                ended[name] = asyncio.get_running_loop().time()

        service = Service(lambda request, now: refusal(300) if request.text == "sleeps" else YES, lambda: 10.0)
        paced = PacedModel(service, ModelSettings(), Gate(2), seed=1, notify=print, stop=stop)
        asyncio.get_running_loop().call_later(5.0, stop.set)
        names = ["flies", "sleeps", "queues", "queues too"]
        return await asyncio.gather(*(ask(name) for name in names), return_exceptions=True), ended

    replies, ended = run(stopped())
    assert replies[0] == YES
    assert [type(reply) for reply in replies[1:]] == [StoppedError] * 3
    assert ended["flies"] == 10.0
    assert all(5.0 <= ended[name] <= 5.11 for name in ("sleeps", "queues", "queues too"))


def test_nothing_is_sent_after_stop() -> None:
    stop = threading.Event()
    desk = Desk(Service(lambda request, now: stop.set() or YES), limit=2, options={"stop": stop})  # type: ignore[func-returns-value]
    replies, _ = desk.ask(20)
    assert replies[:2] == [YES, StoppedError] or [type(reply) for reply in replies[2:]] == [StoppedError] * 18
    assert len(desk.service.sent) <= 2


def test_a_cancelled_call_gives_its_place_back() -> None:
    async def cancelled() -> int:
        service = Service()
        gate = Gate(2)
        paced = PacedModel(service, ModelSettings(), gate, seed=1, notify=print)
        tasks = [asyncio.ensure_future(paced.ask(request(f"{number}"))) for number in range(8)]
        await asyncio.sleep(0.5)
        for task in tasks[1:5]:
            task.cancel()
        replies = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(reply) for reply in replies] == [Reply] + [asyncio.CancelledError] * 4 + [Reply] * 3
        return gate.in_flight

    assert run(cancelled()) == 0


def test_it_works_on_a_loop_in_a_thread_and_is_stopped_from_another() -> None:
    stop = threading.Event()
    service = Service(latency=lambda: 0.01)
    with LoopThread() as loop:

        async def opened() -> PacedModel:
            return PacedModel(service, ModelSettings(requests_per_minute=1), Gate(4), seed=1, notify=print, stop=stop)

        paced = loop.call(opened())
        first, second = loop.submit(paced.ask(request("a"))), loop.submit(paced.ask(request("b")))
        assert first.result() == YES
        stop.set()
        with pytest.raises(StoppedError):
            second.result()
        loop.call(paced.close())


@given(
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from([None, 0, 1, 2, 3])), min_size=1, max_size=25),
    st.integers(1, 4),
    st.sampled_from([None, 3]),
)
def test_calls_cancelled_in_any_moment_give_their_places_back(
    calls: list[tuple[int, int | None]], limit: int, cap: int | None
) -> None:
    """Calls take a second and begin and are cancelled on the second, so that all of it happens in the same moment."""

    async def all_of_them() -> tuple[Gate, RunBudget]:
        gate, budget = Gate(limit), RunBudget(calls=cap)
        model = PacedModel(
            BudgetedModel(Service(), budget, None, "openai"), ModelSettings(), gate, seed=1, notify=print
        )

        async def one(start: int, patience: int | None) -> None:
            await asyncio.sleep(start)
            call = asyncio.ensure_future(model.ask(request(f"{start}")))
            if patience is not None:
                asyncio.get_running_loop().call_later(patience, call.cancel)
            with suppress(asyncio.CancelledError, BudgetError):
                await call

        await asyncio.gather(*(one(*call) for call in calls))
        assert await model.ask(request("last")) == YES if cap is None else True
        return gate, budget

    gate, budget = run(all_of_them())
    assert gate.in_flight == 0
    assert budget.reserved == Spending()
    assert cap is None or budget.spent.calls <= cap


class StopsAtALook(threading.Event):
    """A run that is stopped between two looks at the signal: the first `looks` find it unset."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    def is_set(self) -> bool:
        self._looks -= 1
        return self._looks < 0


@pytest.mark.parametrize("looks", range(8))
def test_a_stop_between_two_looks_leaves_the_place_free(looks: int) -> None:
    async def stopped() -> Reply:
        gate, stop = Gate(1), StopsAtALook(looks)
        model = PacedModel(Service(), ModelSettings(), gate, seed=1, notify=print, stop=stop)
        await asyncio.gather(*(model.ask(request(f"{number}")) for number in range(3)), return_exceptions=True)
        return await PacedModel(Service(), ModelSettings(), gate, seed=1, notify=print).ask(request("last"))

    assert run(stopped()) == YES


FAULTS: list[Callable[[], Answer]] = [
    lambda: YES,
    lambda: refusal(2),
    lambda: failure("reset", True),
    lambda: RequestError("no"),
    lambda: ValueError("a fault of ours"),
]
CALLS = st.tuples(st.integers(0, 4), st.sampled_from([None, 0, 1, 2, 3]), st.sampled_from(FAULTS))


@given(st.lists(CALLS, min_size=1, max_size=12), st.integers(1, 3), st.none() | st.integers(0, 40), st.booleans())
def test_no_moment_of_a_stop_or_a_cancellation_leaks_a_place(
    calls: list[tuple[int, int | None, Callable[[], Answer]]], limit: int, looks: int | None, deaf: bool
) -> None:
    """Calls fail, are cancelled, and the run stops at any look at the signal; its lines may find no reader. Then all
    places are free, and another model of the same run gets one."""

    def notify(line: str) -> None:
        if deaf:
            raise BrokenPipeError

    async def all_of_them() -> tuple[Gate, RunBudget]:
        stop = StopsAtALook(looks) if looks is not None else None
        gate, budget = Gate(limit), RunBudget(calls=30, stop=stop)
        faults = {f"{number}": answer for number, (_, _, answer) in enumerate(calls)}
        service = Service(lambda request, now: faults[request.text]() if now < 60 else YES)
        inner = BudgetedModel(service, budget, None, "openai")
        model = PacedModel(inner, ModelSettings(), gate, seed=1, notify=notify, stop=stop)

        async def one(number: int, start: int, patience: int | None) -> None:
            await asyncio.sleep(start)
            call = asyncio.ensure_future(model.ask(request(f"{number}")))
            if patience is not None:
                asyncio.get_running_loop().call_later(patience, call.cancel)
            await asyncio.wait([call])
            assert call.cancelled() or call.exception() is None or isinstance(call.exception(), ENDS)

        await asyncio.gather(*(one(number, start, patience) for number, (start, patience, _) in enumerate(calls)))
        other = PacedModel(Service(), ModelSettings(), gate, seed=1, notify=print)
        assert await other.ask(request("last")) == YES
        return gate, budget

    gate, budget = run(all_of_them())
    assert gate.in_flight == 0
    assert budget.reserved == Spending()


ENDS = (StoppedError, BudgetError, TransientError, RequestError, ValueError, BrokenPipeError)


def test_stop_reaches_calls_that_wait_for_the_budget_within_pacing() -> None:
    stop = threading.Event()

    async def stopped() -> tuple[list[Reply | BaseException], int]:
        service = Service(latency=lambda: 5.0)
        gate, budget = Gate(8), RunBudget(calls=2, stop=stop)
        model = PacedModel(
            BudgetedModel(service, budget, None, "openai"), ModelSettings(), gate, seed=1, notify=print, stop=stop
        )
        asyncio.get_running_loop().call_later(1.0, stop.set)
        outcomes = await asyncio.gather(*(model.ask(request(f"{n}")) for n in range(20)), return_exceptions=True)
        return outcomes, gate.in_flight

    outcomes, in_flight = run(stopped())
    assert [type(outcome) for outcome in outcomes] == [Reply] * 2 + [StoppedError] * 18
    assert in_flight == 0


@given(st.integers(0, 10_000), st.integers(1, 20), st.sampled_from([None, 0.5, 7.0]))
def test_whatever_the_faults_every_call_ends_and_nothing_is_left_in_flight(
    seed: int, limit: int, retry_after: float | None
) -> None:
    rng = random.Random(seed)
    kinds: list[Callable[[], Answer]] = [
        lambda: refusal(retry_after),
        lambda: refusal(retry_after, "overloaded"),
        failure,
        lambda: failure("reset"),
        lambda: failure("half_body", True),
        lambda: RequestError("no"),
    ]
    share = rng.random()

    def answer(request: Request, now: float) -> Answer:
        return rng.choice(kinds)() if rng.random() < share else YES

    desk = Desk(Service(answer, lognormal(rng)), limit=limit)
    replies, _ = desk.ask(60)
    assert len(replies) == 60
    assert all(isinstance(reply, Reply | TransientError | RequestError) for reply in replies)
    assert desk.service.in_flight == 0
    assert desk.service.most_in_flight <= limit
