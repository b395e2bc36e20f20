"""Replies in each dialect, as values worked out by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import TransientError
from benchwright.models import Message, Reply, Request, Usage
from benchwright.models.dialects import anthropic, embeddings, google, openai

ASKED = Request("openai/gpt-x", (Message.of("user", "Hello"),), "write")


def of_openai(message: dict[str, Any], reason: str = "stop") -> Reply:
    return openai.reply({"model": "served", "choices": [{"finish_reason": reason, "message": message}]}, ASKED)


def of_anthropic(content: list[dict[str, Any]], reason: str = "end_turn", **rest: Any) -> Reply:
    return anthropic.reply({"model": "served", "content": content, "stop_reason": reason, **rest}, ASKED)


def of_google(parts: list[dict[str, Any]], reason: str = "STOP", **rest: Any) -> Reply:
    candidate = {"content": {"parts": parts}, "finishReason": reason, **rest}
    return google.reply({"modelVersion": "served", "candidates": [candidate]}, ASKED)


def test_openai() -> None:
    counts = {"prompt_tokens": 20, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 8}}
    data = {"model": "gpt-x-1", "choices": [{"finish_reason": "stop", "message": {"content": "Hi"}}], "usage": counts}
    assert openai.reply(data, ASKED) == Reply("Hi", usage=Usage(20, 5, 8), served_by="gpt-x-1")
    assert of_openai({"content": "Hi"}).usage == Usage(known=False)
    assert of_openai({"content": "H"}, "length").status == "truncated"
    assert of_openai({"content": None, "refusal": "No."}) == Reply(
        "No.", "refused", usage=Usage(known=False), served_by="served"
    )
    assert of_openai({"content": None}, "content_filter").status == "refused"
    assert of_openai({"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Hi"}]}).text == "Hi"
    assert of_openai({"content": "Hi", "reasoning_content": "hm", "reasoning": "hm"}).text == "Hi"


def test_anthropic() -> None:
    counts = {"input_tokens": 3, "output_tokens": 5, "cache_read_input_tokens": 8, "cache_creation_input_tokens": None}
    data = {
        "model": "claude-x-1",
        "stop_reason": "end_turn",
        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Hi"}],
        "usage": counts,
    }
    assert anthropic.reply(data, ASKED) == Reply("Hi", usage=Usage(11, 5, 8), served_by="claude-x-1")
    assert of_anthropic([{"type": "text", "text": "H"}], "max_tokens").status == "truncated"
    assert of_anthropic([], "max_tokens") == Reply("", "truncated", usage=Usage(known=False), served_by="served")
    refused = of_anthropic([], "refusal", stop_details={"type": "refusal", "category": "bio", "explanation": "No."})
    assert (refused.status, refused.text) == ("refused", "No.")
    assert of_anthropic([], "refusal", stop_details=None).status == "refused"


def test_google() -> None:
    data = {
        "modelVersion": "gemini-x-1",
        "candidates": [
            {"finishReason": "STOP", "content": {"parts": [{"text": "hm", "thought": True}, {"text": "Hi"}]}}
        ],
        "usageMetadata": {"promptTokenCount": 20, "candidatesTokenCount": 2, "thoughtsTokenCount": 3},
    }
    assert google.reply(data, ASKED) == Reply("Hi", usage=Usage(20, 5), served_by="gemini-x-1")
    assert of_google([{"text": "H"}], "MAX_TOKENS").status == "truncated"
    assert of_google([{"text": "H"}], "CONTINUATION").status == "truncated"
    for reason in ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "OTHER", "SOMETHING_NEW"):
        assert of_google([], reason) == Reply(reason, "refused", usage=Usage(known=False), served_by="served")
    assert of_google([], "SAFETY", finishMessage="Too sharp.").text == "Too sharp."
    broken = of_google([{"text": "{"}], "MALFORMED_RESPONSE")
    assert (broken.status, broken.problem) == ("unparsed", "the service ended it with MALFORMED_RESPONSE")


def test_google_refuses_a_prompt_by_sending_no_candidate() -> None:
    counts = {"promptTokenCount": 20}
    blocked = google.reply({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": counts}, ASKED)
    assert blocked == Reply("SAFETY", "refused", usage=Usage(20, 0))
    assert google.reply({"usageMetadata": counts}, ASKED).status == "refused"


@pytest.mark.parametrize(
    "data", [{}, {"choices": []}, {"choices": None}, {"choices": [None]}, {"choices": [{"message": None}]}]
)
def test_a_body_without_a_reply_is_no_reply(data: dict[str, Any]) -> None:
    for dialect in (openai, anthropic, google):
        with pytest.raises(TransientError) as caught:
            dialect.reply(data, ASKED)
        assert (caught.value.kind, caught.value.billed, caught.value.retryable) == ("bad_body", True, True)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>\nIs it {1}?\n</think>\n\n{}", "{}"),
        ("  <thinking>a</thinking>b", "b"),
        ("Is it?\nYes.\n</think>\n\n{}", "{}"),
        ("Yes.</think>\n{}", "{}"),
        ("[THINK]a[/THINK]b", "b"),
        ("<think>never closed", ""),
        ('{"a": "<think>b</think> c"}', '{"a": "<think>b</think> c"}'),
        ("no thought", "no thought"),
        ("", ""),
    ],
)
def test_thinking_is_no_text(text: str, left: str) -> None:
    assert openai.without_thinking(text) == left


@pytest.mark.parametrize("count", [-1, 2**63, 1.5, float("nan"), True, "7", [7]])
def test_a_count_that_cannot_be_one_leaves_the_usage_unknown(count: Any) -> None:
    unknown = Usage(known=False)
    assert openai.usage({"prompt_tokens": count, "completion_tokens": 1}) == unknown
    assert openai.usage({"prompt_tokens": 3, "completion_tokens": count}) == unknown
    assert anthropic.usage({"input_tokens": 3, "output_tokens": 1, "cache_read_input_tokens": count}) == unknown
    assert google.usage({"promptTokenCount": 3, "candidatesTokenCount": count}) == unknown
    assert embeddings.reply({"data": [{"embedding": [1.0]}], "usage": {"prompt_tokens": count}}, ASKED).usage == unknown


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5), lambda inner: st.lists(inner)
)


def mixed_up(value: Any) -> st.SearchStrategy[Any]:
    """The same value with any part of it replaced by any other JSON."""
    if isinstance(value, dict):
        same: st.SearchStrategy[Any] = st.fixed_dictionaries({}, optional={k: mixed_up(v) for k, v in value.items()})
    elif isinstance(value, list):
        same = st.tuples(*map(mixed_up, value)).map(list)
    else:
        same = st.just(value)
    return st.integers(0, 9).flatmap(lambda drawn: same if drawn else JSON)


REPLIES = {
    openai: {
        "model": "m",
        "choices": [{"finish_reason": "stop", "message": {"content": [{"type": "text", "text": "Hi"}], "refusal": ""}}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 1}},
    },
    anthropic: {
        "model": "m",
        "stop_reason": "refusal",
        "stop_details": {"explanation": "No."},
        "content": [{"type": "text", "text": "Hi"}],
        "usage": {
            "input_tokens": 1,
            "output_tokens": 1,
            "cache_read_input_tokens": 1,
            "cache_creation_input_tokens": 1,
        },
    },
    google: {
        "modelVersion": "m",
        "promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": "No."},
        "candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "Hi", "thought": False}]}}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "thoughtsTokenCount": 1},
    },
}


@pytest.mark.parametrize("dialect", REPLIES, ids=lambda dialect: dialect.__name__)
@given(drawn=st.data())
def test_any_object_is_a_reply_or_a_bad_body(dialect: Any, drawn: st.DataObject) -> None:
    data = drawn.draw(mixed_up(REPLIES[dialect]))
    try:
        reply = dialect.reply(data if isinstance(data, dict) else {}, ASKED)
    except TransientError as error:
        assert error.kind == "bad_body"  # noqa: PT017
        return
    assert isinstance(reply.text, str)
    assert isinstance(reply.served_by, str)
    assert min(reply.usage.input, reply.usage.output, reply.usage.cached) >= 0
