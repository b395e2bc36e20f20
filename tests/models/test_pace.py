"""Pacing against a service in memory, on a clock that jumps."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pacing import Desk
from services import Answer, Service, failure, in_turn, lognormal, refusal, request
from virtual_time import run

from benchwright.errors import (
    BudgetError,
    ContextError,
    ModelUsageError,
    RequestError,
    TransientError,
)
from benchwright.models import ModelSettings, Reply, Request, Usage
from benchwright.models.pace import Gate, PacedModel

YES = Reply("yes", usage=Usage(10, 5))


def now() -> float:
    return asyncio.get_running_loop().time()


def test_as_many_calls_as_the_gate_lets_through_first_come_first_served() -> None:
    desk = Desk(Service(), limit=8)
    replies, took = desk.ask(40)
    assert replies == [YES] * 40
    assert (desk.service.most_in_flight, took) == (8, 5.0)
    assert [words for _, words in desk.service.sent] == [f"q{number}" for number in range(40)]
    assert desk.service.closed


def test_the_gate_is_shared_by_models_and_a_model_that_waits_holds_up_no_other() -> None:
    async def both() -> tuple[float, float, int]:
        gate = Gate(4)
        slow = Service(in_turn(refusal(50), YES))
        quick = Service()
        paced = [
            PacedModel(service, ModelSettings(), gate, seed=1, notify=print, patience=1e6) for service in (slow, quick)
        ]
        first = asyncio.ensure_future(paced[0].ask(request("a")))
        await asyncio.gather(*(paced[1].ask(request(f"{number}", model="openai/n")) for number in range(40)))
        done = now()
        await first
        return done, now(), quick.most_in_flight

    done, last, most = run(both())
    assert (done, most) == (10.0, 4)
    assert 51 <= last <= 51.6


def test_an_error_that_passes_is_tried_again_after_a_random_wait_that_is_the_same_in_every_run() -> None:
    def times(seed: int) -> list[float]:
        service = Service(in_turn(failure(), failure("reset"), failure("bad_body", True), YES))

        async def one() -> Reply:
            return await PacedModel(service, ModelSettings(), Gate(4), seed=seed, notify=print).ask(request())

        assert run(one()) == YES
        return service.times

    first = times(1)
    waits = [later - earlier - 1 for earlier, later in pairwise(first)]
    assert len(waits) == 3
    assert all(0 <= wait <= bound for wait, bound in zip(waits, (1, 2, 4), strict=True))
    assert times(1) == first != times(2)


def test_tries_end_and_raise_the_last_error() -> None:
    desk = Desk(Service(in_turn(failure("timeout"))), options={"tries": 5})
    [error], _ = desk.ask(1)
    assert isinstance(error, TransientError)
    assert error.kind == "timeout"
    assert len(desk.service.sent) == 5


@pytest.mark.parametrize("error", [RequestError("no"), ContextError("long"), ModelUsageError("key"), BudgetError("0")])
def test_other_errors_are_not_tried_again_and_free_their_place(error: Exception) -> None:
    desk = Desk(Service(in_turn(error, YES)), limit=1)
    replies, _ = desk.ask(2)
    assert replies == [error, YES]
    assert len(desk.service.sent) == 2


def test_the_window_falls_to_what_the_service_takes() -> None:
    """A service that takes 16 calls at once and refuses the rest, asked 64 at a time."""
    service = Service()
    service._answer = lambda request, now: refusal() if service.in_flight > 16 else YES
    desk = Desk(service, limit=64)
    replies, took = desk.ask(2000)
    assert replies == [YES] * 2000
    assert took < 1.35 * 2000 / 16
    assert len(service.sent) < 1.25 * 2000


def test_retry_after_is_waited_for_by_the_whole_model() -> None:
    desk = Desk(Service(in_turn(refusal(20), YES)), limit=4)
    replies, _ = desk.ask(12)
    assert replies == [YES] * 12
    assert [at for at, _ in desk.service.sent if at < 20] == [0.0]
    assert desk.service.sent[1] == (20.0, "q1")  # the others waited too
    assert desk.lines == ["openai/m has had too many calls: next try in 20 s"]


def test_a_lone_refusal_among_many_answers_is_waited_for_by_its_call_alone() -> None:
    desk = Desk(Service(lambda request, now: refusal(20) if request.text == "q3" and now < 20 else YES), limit=64)
    replies, took = desk.ask(640)
    assert replies == [YES] * 640
    assert [at for at, words in desk.service.sent if words == "q3"] == [0.0, pytest.approx(20.25, abs=0.25)]
    assert len([at for at in desk.service.times if at < 11]) == 640
    assert took < 22
    assert desk.lines == []


@pytest.mark.parametrize("limit", [1, 16])
@pytest.mark.parametrize("kind", ["rate_limit", "overloaded"])
def test_a_service_that_asks_for_less_than_an_hour_is_waited_for(limit: int, kind: str) -> None:
    """However long that is, and though it refuses everything before: it is left alone for the time it named."""
    desk = Desk(Service(lambda request, now: refusal(2400 - now, kind) if now < 2400 else YES), limit=limit)
    replies, took = desk.ask(40)
    assert replies == [YES] * 40
    assert 2400 < took < 2500
    assert len([at for at in desk.service.times if at < 2400]) <= limit
    lone = ["openai/m asks to be left alone for 40 min: one call waits 40 min"] if limit > 1 else []
    assert desk.lines == [*lone, "openai/m has had too many calls: next try in 40 min"]


@pytest.mark.parametrize("limit", [1, 16])
def test_a_service_that_asks_for_more_than_an_hour_is_given_up_with_one_line(limit: int) -> None:
    desk = Desk(Service(in_turn(refusal(72_000))), limit=limit)
    replies, took = desk.ask(40)
    assert all(isinstance(reply, TransientError) for reply in replies)
    assert took == 0
    assert len(desk.service.sent) <= limit
    assert desk.lines[-1] == "openai/m asks to be left alone for 20 h: it is given up for this run"
    assert len(desk.lines) == (1 if limit == 1 else 2)  # among many calls, one refusal is no sign yet
    assert str(replies[-1]).startswith("openai/m asks to be left alone for 20 h (the last failure: ")
    assert isinstance(replies[-1], TransientError)
    assert "run the same command again" in replies[-1].hint


def test_one_odd_refusal_among_many_answers_does_not_give_the_model_up() -> None:
    desk = Desk(Service(lambda request, now: refusal(1e9) if request.text == "q3" and now < 9 else YES), limit=64)
    replies, took = desk.ask(640)
    assert replies == [YES] * 640
    assert 3600 < took < 3610
    assert desk.lines == ["openai/m asks to be left alone for 277778 h: one call waits 60 min"]


def test_a_service_that_asks_for_patience_for_ever_is_given_up() -> None:
    desk = Desk(Service(in_turn(refusal(700))), limit=16)
    replies, took = desk.ask(64)
    assert all(isinstance(reply, TransientError) for reply in replies)
    assert 1300 < took < 2200
    assert desk.lines[-1].endswith("it is given up for this run")


@pytest.mark.parametrize("asked", [None, 0.0, -5.0, float("nan")])
def test_no_retry_after_or_one_that_is_no_time_means_a_short_random_wait(asked: float | None) -> None:
    desk = Desk(Service(in_turn(refusal(asked), YES)), limit=1)
    [reply], took = desk.ask(1)
    assert reply == YES
    assert 1 <= took <= 2


@pytest.mark.parametrize("retry_after", [None, 1.0])
@pytest.mark.parametrize("kind", ["rate_limit", "overloaded"])
def test_a_steady_third_of_refusals_stops_nothing(retry_after: float | None, kind: str) -> None:
    rng = random.Random(7)

    def answer(request: Request, now: float) -> Answer:
        return refusal(retry_after, kind) if rng.random() < 0.3 else YES

    desk = Desk(Service(answer, lognormal(random.Random(8))), limit=64)
    replies, took = desk.ask(2000)
    assert replies == [YES] * 2000
    assert took < (1200 if retry_after is None else 3000)


@pytest.mark.parametrize("retry_after", [None, 1.0])
def test_a_few_faults_of_all_kinds_cost_little(retry_after: float | None) -> None:
    """2 % refused, 2 % failed, 2 % unreadable, 1 % dropped: one more call for each, and at most a fifth more time."""
    rng, faults = random.Random(7), []

    def answer(request: Request, now: float) -> Answer:
        drawn = rng.random()
        if drawn > 0.07:
            return YES
        kinds = [refusal(retry_after), failure(), failure("bad_body", billed=True), failure("reset", billed=True)]
        faults.append(kinds[int(drawn / 0.02)])
        return faults[-1]

    desk = Desk(Service(answer, lognormal(random.Random(8))), limit=64)
    clean = Desk(Service(latency=lognormal(random.Random(8))), limit=64)
    replies, took = desk.ask(3000)
    assert replies == [YES] * 3000
    assert len(desk.service.sent) == 3000 + len(faults)
    assert took < 1.2 * clean.ask(3000)[1] + 1
    assert desk.lines == []


def test_a_call_that_is_always_refused_is_given_up_though_others_are_answered() -> None:
    async def both() -> tuple[BaseException, float]:
        service = Service(lambda request, now: refusal() if request.text == "too long" else YES)
        paced = PacedModel(service, ModelSettings(), Gate(4), seed=1, notify=print)
        refused = asyncio.ensure_future(paced.ask(request("too long")))
        number = 0
        while not refused.done():
            assert await paced.ask(request(f"{(number := number + 1)}")) == YES
        error = refused.exception()
        assert error is not None
        return error, now()

    error, at = run(both())
    assert isinstance(error, TransientError)
    assert 600 <= at < 660


def test_a_model_that_is_down_is_asked_seldom_and_comes_back() -> None:
    desk = Desk(Service(lambda request, now: failure() if now < 100 else YES), limit=16)
    replies, _ = desk.ask(64)
    assert replies == [YES] * 64
    assert len([at for at in desk.service.times if 10 < at < 100]) <= 6
    assert desk.lines[0].startswith("openai/m does not answer: 12 failures in a row, next try in 2 s")
    assert [line.split(", next try")[0][-3:] for line in desk.lines[1:-1]] == ["row"] * 5
    assert desk.lines[-1] == "openai/m answers again, after 2 min"


def test_one_request_that_the_service_chokes_on_does_not_keep_it_down() -> None:
    def answer(request: Request, now: float) -> Answer:
        return failure() if now < 30 or request.text == "q0" else YES

    desk = Desk(Service(answer), limit=16)
    replies, took = desk.ask(32)
    assert isinstance(replies[0], TransientError)
    assert replies[1:] == [YES] * 31
    assert took < 200


@pytest.mark.parametrize(
    ("kind", "least", "most"), [("timeout", 600, 680), ("reset", 60, 100), ("rate_limit", 600, 680)]
)
def test_a_model_that_stays_down_is_given_up(kind: str, least: float, most: float) -> None:
    async def all_of_them() -> tuple[list[Reply | BaseException], float, BaseException]:
        paced = desk.open()
        replies = await asyncio.gather(
            *(paced.ask(request(f"q{number}")) for number in range(64)), return_exceptions=True
        )
        at = now()
        with pytest.raises(TransientError) as late:
            await paced.ask(request("late"))
        assert now() == at
        return replies, at, late.value

    desk = Desk(Service(in_turn(failure(kind))), limit=16)
    replies, at, late = run(all_of_them())
    assert all(isinstance(reply, TransientError) for reply in replies)
    assert least <= at <= most
    assert len(desk.service.sent) < 200
    assert str(late).startswith("openai/m has not answered for ")
    assert desk.lines[-1].endswith("it is given up for this run")


@given(st.integers(1, 90), st.integers(1, 130), st.integers(0, 9))
def test_no_minute_has_more_requests_than_allowed(per_minute: int, count: int, seed: int) -> None:
    rng = random.Random(seed)
    desk = Desk(
        Service(lambda request, now: failure() if rng.random() < 0.1 else YES, lognormal(rng)),
        settings=ModelSettings(requests_per_minute=per_minute),
    )
    replies, _ = desk.ask(count)
    assert replies == [YES] * count
    times = desk.service.times
    assert all(sum(1 for time in times if at <= time < at + 60) <= per_minute for at in times)


def test_requests_by_the_minute_are_used_up() -> None:
    desk = Desk(Service(), limit=64, settings=ModelSettings(requests_per_minute=600))
    _, took = desk.ask(1200)
    assert took == pytest.approx(120, abs=3)


def test_tokens_by_the_minute_hold_and_are_corrected_by_what_was_used() -> None:
    """2,000 a minute; a call is taken for 101 tokens and uses 40."""
    desk = Desk(
        Service(in_turn(Reply("yes", usage=Usage(30, 10)))), limit=64, settings=ModelSettings(tokens_per_minute=2000)
    )
    _, took = desk.ask(200)
    times = desk.service.times
    assert all(sum(40 for time in times if at <= time < at + 60) <= 2000 for at in times)
    assert took < 1.2 * 200 * 40 / 2000 * 60
