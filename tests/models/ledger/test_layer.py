"""The ledger as a layer: what is there is not asked again, what is equal is asked once, what failed is not recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from calls import SCHEMA, Answering, reply, request

from benchwright.errors import BenchwrightError, BudgetError, RequestError, TransientError
from benchwright.models import Reply, Request
from benchwright.models.ledger import LEDGER, Ledger, LedgerModel


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path / LEDGER) as opened:
        yield opened


def test_the_second_time_costs_nothing(ledger: Ledger) -> None:
    inner = Answering()
    model = LedgerModel(inner, ledger)

    async def twice() -> list[Reply]:
        return [await model.ask(request()), await model.ask(request()), await model.ask(request(1))]

    assert asyncio.run(twice()) == [reply()] * 3
    assert inner.calls == [request(), request(1)]
    assert (model.asked, model.replayed, model.joined) == (2, 1, 0)
    asyncio.run(model.close())
    assert inner.closed


def test_a_hundred_at_once_are_one_call(ledger: Ledger) -> None:
    inner = Answering(wait=lambda: asyncio.sleep(0.01))
    model = LedgerModel(inner, ledger)

    async def at_once() -> list[Reply]:
        return list(await asyncio.gather(*(model.ask(request()) for _ in range(100))))

    assert asyncio.run(at_once()) == [reply()] * 100
    assert len(inner.calls) == 1
    assert (model.asked, model.replayed, model.joined) == (1, 0, 99)


@pytest.mark.parametrize("when", ["before it is sent", "while it is under way"])
def test_the_first_asker_may_go_away(ledger: Ledger, when: str) -> None:
    inner = Answering(wait=lambda: asyncio.sleep(0.02))
    model = LedgerModel(inner, ledger)

    async def leave() -> list[Reply]:
        first = asyncio.create_task(model.ask(request()))
        others = [asyncio.create_task(model.ask(request())) for _ in range(10)]
        await asyncio.sleep(0 if when == "before it is sent" else 0.01)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        return await asyncio.wait_for(asyncio.gather(*others), 5)

    assert asyncio.run(leave()) == [reply()] * 10
    assert len(inner.calls) == 1


def test_when_all_have_gone_the_call_is_given_up_and_the_next_asks_anew(ledger: Ledger) -> None:
    started: list[str] = []

    async def wait() -> None:
        started.append("call")
        await asyncio.sleep(0 if len(started) > 1 else 60)

    model = LedgerModel(Answering(wait=wait), ledger)

    async def leave() -> Reply:
        askers = [asyncio.create_task(model.ask(request())) for _ in range(3)]
        await asyncio.sleep(0.01)
        for asker in askers:
            asker.cancel()
        await asyncio.gather(*askers, return_exceptions=True)
        return await asyncio.wait_for(model.ask(request()), 5)

    assert asyncio.run(leave()) == reply()
    assert len(started) == 2


def test_one_who_comes_while_a_reply_goes_to_the_disk_does_not_pay_again(ledger: Ledger) -> None:
    """The last of those who wait goes away in the middle of the commit."""
    inner = Answering()
    model = LedgerModel(inner, ledger)
    released, put = asyncio.Event(), ledger.put

    async def slow_put(asked: Request, got: Reply, patience: float = 0.0) -> Reply:
        await released.wait()
        return await put(asked, got, patience=patience)

    async def leave() -> Reply:
        ledger.put = slow_put  # type: ignore[method-assign]
        first = asyncio.create_task(model.ask(request()))
        while not inner.calls:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        second = asyncio.create_task(model.ask(request()))
        await asyncio.sleep(0)
        released.set()
        return await asyncio.wait_for(second, 5)

    assert asyncio.run(leave()) == reply()
    assert (inner.calls, model.joined) == ([request()], 1)
    assert ledger.keys() == [request().key]


def test_one_who_comes_while_a_call_is_being_given_up_asks_anew(ledger: Ledger) -> None:
    inner = Answering(wait=lambda: asyncio.sleep(0.01))
    model = LedgerModel(inner, ledger)

    async def late() -> Reply:
        first = asyncio.create_task(model.ask(request()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        second = asyncio.create_task(model.ask(request()))
        with pytest.raises(asyncio.CancelledError):
            await first
        return await asyncio.wait_for(second, 5)

    assert asyncio.run(late()) == reply()


def test_a_call_that_is_cancelled_from_within_is_taken_over(ledger: Ledger) -> None:
    tries: list[int] = []

    async def wait() -> None:
        tries.append(len(tries))
        await asyncio.sleep(0)
        if len(tries) == 1:
            raise asyncio.CancelledError

    model = LedgerModel(Answering(wait=wait), ledger)

    async def at_once() -> list[Reply]:
        return list(await asyncio.wait_for(asyncio.gather(*(model.ask(request()) for _ in range(5))), 5))

    assert asyncio.run(at_once()) == [reply()] * 5
    assert len(tries) == 2


@pytest.mark.parametrize("error", [TransientError("reset"), RequestError("no"), BudgetError("spent")])
def test_errors_go_to_all_who_share_the_call_and_are_not_recorded(ledger: Ledger, error: BenchwrightError) -> None:
    answers: list[Reply | BenchwrightError] = [error, reply()]

    def answer(_: Request) -> Reply:
        one = answers.pop(0)
        if isinstance(one, BenchwrightError):
            raise one
        return one

    inner = Answering(answer, wait=lambda: asyncio.sleep(0.01))
    model = LedgerModel(inner, ledger)

    async def fail_then_ask() -> Reply:
        failed = await asyncio.gather(*(model.ask(request()) for _ in range(4)), return_exceptions=True)
        assert failed == [error] * 4
        assert ledger.keys() == []
        return await model.ask(request())

    assert asyncio.run(fail_then_ask()) == reply()
    assert len(inner.calls) == 2


@pytest.mark.parametrize(
    ("given", "status", "data"),
    [
        (Reply('{"question": "Why?"}'), "ok", {"question": "Why?"}),
        (Reply('Here it is:\n```json\n{"question": "Why?"}\n```'), "ok", {"question": "Why?"}),
        (Reply("Why?"), "unparsed", None),
        (Reply('{"question": 3}'), "unparsed", None),
        (Reply('{"question": "Wh', "truncated"), "truncated", None),
        (Reply("I can't help with that.", "refused", problem="content filter"), "refused", None),
    ],
)
def test_what_a_reply_is_stands_with_it(ledger: Ledger, given: Reply, status: str, data: object) -> None:
    asked = request(schema=SCHEMA)
    first = asyncio.run(LedgerModel(Answering(lambda _: given), ledger).ask(asked))
    assert (first.text, first.status, first.data) == (given.text, status, data)
    assert bool(first.problem) == (status == "unparsed" or bool(given.problem))
    inner = Answering()
    assert asyncio.run(LedgerModel(inner, ledger).ask(asked)) == first
    assert inner.calls == []


def test_free_text_is_not_read(ledger: Ledger) -> None:
    got = asyncio.run(LedgerModel(Answering(lambda _: Reply('{"a": 1} {"b": 2} YES')), ledger).ask(request()))
    assert (got.status, got.data, got.problem) == ("ok", None, "")


def test_no_key_of_a_service_is_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    canary = "sk-canary-0123456789abcdef"
    monkeypatch.setenv("OPENAI_API_KEY", canary)
    with Ledger.open(tmp_path / LEDGER) as ledger:
        asyncio.run(LedgerModel(Answering(), ledger).ask(request()))
        ledger.export(tmp_path / "calls.jsonl")
        for path in tmp_path.iterdir():
            assert canary.encode() not in path.read_bytes()
