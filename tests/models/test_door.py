"""The door: layers by name, what is too long is held back, a recording answers or waits."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import ContextError, PendingError
from benchwright.models import Message, Reply, Request
from benchwright.models.door import Fitting, Recorded
from benchwright.models.names import parse_name

NAME = parse_name("openai/m")


class Echo:
    async def ask(self, request: Request) -> Reply:
        return Reply("echo")

    async def close(self) -> None:
        return None


def request(words: int) -> Request:
    return Request("openai/m", (Message.of("user", "word " * words),), "write", max_tokens=100)


def test_what_the_plan_says_does_not_fit_is_not_sent() -> None:
    model = Fitting(Echo(), 1000, NAME)
    assert asyncio.run(model.ask(request(500))).text == "echo"  # 2,500 bytes / 3 + 100
    with pytest.raises(ContextError, match="about 1,100 tokens with its reply, and by the plan openai/m has 1,000"):
        asyncio.run(model.ask(request(600)))


def test_what_a_recording_lacks_is_waited_for() -> None:
    with pytest.raises(PendingError, match="holds no reply of openai/m to this write request"):
        asyncio.run(Recorded(NAME).ask(request(1)))
