"""What the plan says that a model cannot take is never sent to it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from scripted_models import ScriptedModel

from benchwright.errors import ContextError, ModelUsageError
from benchwright.models import Message, ModelSettings, PromptImage, Reply, Request, Text
from benchwright.models.names import parse_name
from benchwright.models.plan_limits import LimitedModel

NAME = "openai-compatible/m"


def ask(request: Request, **settings: object) -> tuple[Reply, int]:
    """The reply, and how many requests came through."""
    inner = ScriptedModel(lambda request: "yes")
    bounded = LimitedModel(inner, parse_name(NAME), ModelSettings(**settings))  # type: ignore[arg-type]
    return asyncio.run(bounded.ask(request)), len(inner.asked)


def words(count: int) -> Request:
    return Request(NAME, (Message.of("user", "x" * count),), "answer", max_tokens=100)


def test_images_for_a_model_that_is_said_to_be_blind_are_not_sent() -> None:
    parts = (Text("What is it?"), PromptImage("ab" * 32, Path("x.png"), 8, 6))
    request = Request(NAME, (Message("user", parts),), "answer")
    with pytest.raises(ModelUsageError) as caught:
        ask(request, vision=False)
    assert caught.value.line() == (
        "openai-compatible/m has no vision, as the plan says — "
        "name another model for images (vision_writer in the plan)"
    )
    assert ask(request, vision=True)[1] == ask(request)[1] == 1


def test_a_context_holds_the_request_and_its_reply() -> None:
    """A token is taken for three bytes."""
    assert ask(words(2700), context=1000)[1] == 1
    with pytest.raises(ContextError, match="takes about 1,001 tokens, and its context holds 1,000"):
        ask(words(2701), context=1000)
    assert ask(words(90_000))[1] == 1
