"""Asking for one attempt: which model, which key, and when a reply may be mended."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchwright.errors import ContextError, RequestError
from benchwright.models import PromptImage, Reply, Request
from benchwright.prompts import styles
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.fence import ShownSource
from benchwright.prompts.prompt import prompt
from benchwright.records import Modalities, Modality

PASSAGE = ShownSource("S1", Modality.TEXT, "Oslo", "Oslo is the capital of Norway.")
IMAGE = ShownSource("S1", Modality.IMAGE, "Oslo", "Caption: Harbour", PromptImage("ab", Path("x.png")))


class Scripted:
    """Answers by a function and remembers what it was asked."""

    def __init__(self, answer: Callable[[Request], Reply]) -> None:
        self._answer = answer
        self.asked: list[Request] = []

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        await asyncio.sleep(0)
        return self._answer(request)

    async def close(self) -> None:
        return None


def asker(model: Scripted, nonce: str = "cell#3") -> Asker:
    return Asker(Actors(Actor("m/writer", model), Actor("m/vision", model), Actor("m/verifier", model)), nonce, "13")


def fine(request: Request) -> Reply:
    return Reply("fine", "ok", {})


def test_pictures_go_to_the_vision_writer_and_verdicts_to_the_verifier() -> None:
    model = Scripted(fine)
    one = asker(model)

    async def run() -> None:
        await one.ask("writer", prompt("entity"), {"num_entities": 1}, [PASSAGE])
        await one.ask("writer", prompt("entity"), {"num_entities": 1}, [IMAGE])
        await one.ask("verifier", prompt("answer"), {"question": "Where?", "parts": ""}, [IMAGE])

    asyncio.run(run())
    assert [request.model for request in model.asked] == ["m/writer", "m/vision", "m/verifier"]
    assert one.models == {"verifier": "m/verifier", "vision_writer": "m/vision", "writer": "m/writer"}
    assert one.calls == tuple(request.key for request in model.asked)
    assert one.prompts == {"answer": prompt("answer").sha256, "entity": prompt("entity").sha256}


def test_equal_questions_share_a_call_at_temperature_0_and_not_above() -> None:
    model = Scripted(fine)

    async def run() -> None:
        for nonce in ("cell#1", "cell#2"):
            await asker(model, nonce).ask("verifier", prompt("answer"), {"question": "Where?", "parts": ""}, [PASSAGE])
            await asker(model, nonce).ask("writer", prompt("entity"), {"num_entities": 1}, [PASSAGE])
            await asker(model, nonce).ask(
                "verifier", prompt("answer"), {"question": "Where?", "parts": ""}, [PASSAGE], sample=1
            )

    asyncio.run(run())
    keys = [request.key for request in model.asked]
    assert keys[0] == keys[3]
    assert keys[1] != keys[4]
    assert keys[2] == keys[5] != keys[0]


def test_unreadable_replies_are_mended_in_one_round_only() -> None:
    def unread(request: Request) -> Reply:
        return Reply("bad", "unparsed", None, "no object") if request.purpose != "repair" else fine(request)

    model = Scripted(unread)
    one = asker(model)

    async def ask(sample: int) -> Reply:
        return await one.ask(
            "verifier", prompt("answer"), {"question": "Where?", "parts": ""}, [PASSAGE], sample=sample
        )

    async def run() -> list[Reply]:
        one.next_round()
        first = await asyncio.gather(ask(0), ask(1))
        one.next_round()
        return [*first, await ask(2)]

    assert [reply.status for reply in asyncio.run(run())] == ["ok", "ok", "unparsed"]
    assert [request.purpose for request in model.asked].count("repair") == 2
    mended = next(request for request in model.asked if request.purpose == "repair")
    assert [message.role for message in mended.messages[-2:]] == ["assistant", "user"]
    assert "no object" in mended.text


def test_a_reply_that_stays_unreadable_is_given_as_it_is() -> None:
    model = Scripted(lambda request: Reply("bad", "unparsed", None, "no object"))
    one = asker(model)
    reply = asyncio.run(one.ask("verifier", prompt("answer"), {"question": "Where?", "parts": ""}, [PASSAGE]))
    assert reply == replace(reply, status="unparsed")
    assert len(model.asked) == len(one.calls) == 2


def test_a_reply_that_was_cut_off_is_asked_for_once_more_with_twice_the_limit() -> None:
    limit = prompt("answer").max_tokens
    model = Scripted(lambda request: fine(request) if request.max_tokens > limit else Reply("{", "truncated"))
    one = asker(model)
    reply = asyncio.run(one.ask("verifier", prompt("answer"), {"question": "Where?", "parts": ""}, [PASSAGE]))
    assert reply.status == "ok"
    assert [request.max_tokens for request in model.asked] == [limit, 2 * limit]
    assert len(one.calls) == 2


@pytest.mark.parametrize("error", [RequestError("at most 4096 completion tokens"), ContextError("too long")])
def test_a_cut_reply_stays_what_it_is_where_the_model_cannot_write_more(error: Exception) -> None:
    limit = prompt("answer").max_tokens

    def answer(request: Request) -> Reply:
        if request.max_tokens > limit:
            raise error
        return Reply("{", "truncated")

    one = asker(Scripted(answer))
    reply = asyncio.run(one.ask("verifier", prompt("answer"), {"question": "Where?", "parts": ""}, [PASSAGE]))
    assert (reply.status, len(one.calls)) == ("truncated", 1)


def test_calls_are_listed_alike_in_whatever_order_replies_arrive() -> None:
    def unread(request: Request) -> Reply:
        return Reply("bad", "unparsed", None, "no object") if request.purpose == "hop_about" else fine(request)

    class Late(Scripted):
        """Answers what is asked of one source later than what is asked of the other."""

        def __init__(self, slow: str) -> None:
            super().__init__(unread)
            self._slow = slow

        async def ask(self, request: Request) -> Reply:
            for _ in range(5 if request.purpose == self._slow else 0):
                await asyncio.sleep(0)
            return await super().ask(request)

    values = {"style": styles()["multi-hop"], "wants": Modalities(text=1), "entity": "Oslo", "site": ""}

    async def run(model: Scripted) -> tuple[str, ...]:
        one = asker(model)
        one.next_round()
        await asyncio.gather(*(one.ask("writer", prompt(name), values, [PASSAGE]) for name in ("hop_about", "hop_to")))
        return one.calls

    first, second = Late("hop_about"), Late("hop_to")
    calls = asyncio.run(run(first))
    assert calls == asyncio.run(run(second))
    assert [request.purpose for request in first.asked] != [request.purpose for request in second.asked]
    purposes = {request.key: request.purpose for request in first.asked}
    assert [purposes[key] for key in calls] == ["hop_about", "repair", "hop_to"]


def test_every_message_has_a_code_of_its_own() -> None:
    model = Scripted(fine)

    async def run() -> None:
        for question in ("Where?", "When?"):
            await asker(model).ask("verifier", prompt("answer"), {"question": question, "parts": ""})

    asyncio.run(run())
    codes = [re.findall(r"<question code=(\w+)>", request.text)[-1] for request in model.asked]
    assert len(set(codes)) == 2
