"""Requests and replies for tests of what lies between attempt and service: written by hand, and drawn at random."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from benchwright.models import Message, PromptImage, Reply, Request, Text, Usage

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"question": {"type": "string"}},
    "required": ["question"],
    "additionalProperties": False,
}


def request(number: int = 0, **changed: Any) -> Request:
    """A small request; another number is another question."""
    fields: dict[str, Any] = {
        "model": "openai/some-model",
        "messages": (Message.of("system", "Write one question."), Message.of("user", f"Source {number}.")),
        "purpose": "write",
    }
    return Request(**{**fields, **changed})


def reply(number: int = 0, **changed: Any) -> Reply:
    """The reply to it."""
    fields: dict[str, Any] = {"text": f"What is {number}?", "usage": Usage(100 + number, 10), "usd": 0.25}
    return Reply(**{**fields, **changed})


class Answering:
    """A model that answers what it is told to, after what it is told to wait for, and counts."""

    def __init__(self, answer: Callable[[Request], Reply] | None = None, wait: Callable[[], Any] | None = None) -> None:
        self.calls: list[Request] = []
        self.closed = False
        self._answer = answer or (lambda _: reply())
        self._wait = wait or (lambda: asyncio.sleep(0))

    async def ask(self, request: Request) -> Reply:
        self.calls.append(request)
        await self._wait()
        return self._answer(request)

    async def close(self) -> None:
        self.closed = True


# ------------------------------------------------------------------ at random
_words = st.text(max_size=40)
_words_with_halves = st.text(st.characters(exclude_categories=()), max_size=40)  # half surrogate pairs as well
_counts = st.integers(0, 2**53)
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=8,
)
_hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
_parts = st.builds(Text, _words_with_halves) | st.builds(PromptImage, _hashes, st.just(Path("x.png")))
_messages = st.builds(
    Message, st.sampled_from(["system", "user", "assistant"]), st.lists(_parts, max_size=3).map(tuple)
)

requests = st.builds(
    Request,
    model=_words,
    messages=st.lists(_messages, max_size=3).map(tuple),
    purpose=_words,
    schema=st.none() | st.dictionaries(_words, _json, max_size=3),
    temperature=st.floats(0, 2),
    max_tokens=st.integers(1, 10**6),
    sample=st.integers(0, 100),
    nonce=_words_with_halves,
    endpoint=_words,
)
replies = st.builds(
    Reply,
    text=_words_with_halves,
    status=st.sampled_from(["ok", "refused", "unparsed", "truncated"]),
    data=_json,
    problem=_words,
    usage=st.builds(Usage, _counts, _counts, _counts, st.booleans()),
    served_by=_words,
    usd=st.none() | st.floats(0, 1e6),
)
