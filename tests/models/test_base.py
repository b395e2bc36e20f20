"""A request's key changes with every field; records survive their JSON."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from benchwright.models import Message, PromptImage, Reply, Request, Text, Usage
from benchwright.models.loop import LoopThread

WORDS = st.text(max_size=8)
PARTS = st.one_of(
    st.builds(Text, WORDS),
    st.builds(PromptImage, st.text("0123456789abcdef", min_size=4, max_size=4), st.just(Path("x"))),
)
MESSAGES = st.lists(
    st.builds(Message, st.sampled_from(["system", "user", "assistant"]), st.lists(PARTS, max_size=3).map(tuple)),
    max_size=3,
).map(tuple)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "model": WORDS,
    "messages": MESSAGES,
    "purpose": WORDS,
    "schema": st.none() | st.dictionaries(WORDS, WORDS, max_size=2),
    "temperature": st.floats(0, 2),
    "max_tokens": st.integers(1, 10_000),
    "sample": st.integers(0, 9),
    "nonce": WORDS,
    "endpoint": WORDS,
}
REQUESTS = st.builds(Request, **VALUES)


@given(REQUESTS, st.data())
def test_every_field_changes_the_key(request_: Request, data: st.DataObject) -> None:
    assert set(VALUES) == {field.name for field in fields(Request)}
    name = data.draw(st.sampled_from(sorted(VALUES)))
    other = replace(request_, **{name: data.draw(VALUES[name])})
    assert (other.key == request_.key) == (other.to_json() == request_.to_json())


def test_a_request_to_the_provider_s_own_endpoint_has_the_key_of_earlier_versions() -> None:
    asked = Request("openai/m", (Message.of("user", "Why?"),), "write", {"type": "object"}, 0.5, 70, 1, "a")
    assert asked.key == "b59c9d24e85ec3e37b59849f8d7c6c028fb79e388cf618b4ac8761b2f60b82df"
    assert replace(asked, endpoint="x").key != asked.key


def test_the_key_names_an_image_by_its_bytes_and_not_by_its_path() -> None:
    def asked(sha256: str, path: str) -> Request:
        return Request("openai/m", (Message("user", (PromptImage(sha256, Path(path)),)),), "write")

    assert asked("aa", "x.png").key == asked("aa", "y.png").key
    assert asked("aa", "x.png").key != asked("ab", "x.png").key


def test_a_reply_survives_its_json() -> None:
    reply = Reply("{}", "unparsed", None, "no object", Usage(3, 4, 1), "m-1", 0.25)
    assert Reply.from_json(reply.to_json()) == reply


def test_a_loop_thread_gives_results_and_cancels_what_is_left() -> None:
    import asyncio

    async def double(number: int) -> int:
        await asyncio.sleep(0)
        return 2 * number

    with LoopThread() as loop:
        assert loop.call(double(4)) == 8
        forever = loop.submit(asyncio.sleep(3600))
    assert forever.cancelled()
