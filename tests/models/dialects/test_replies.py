"""Replies in each dialect, as values worked out by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import TransientError
from benchwright.models import Message, Reply, Request, Usage
from benchwright.models.dialects import anthropic, google, openai

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


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "message",
                    "content",
                    "usage",
                    "candidates",
                    "parts",
                    "text",
                    "finish_reason",
                    "promptFeedback",
                ]
            )
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["choices", "content", "candidates", "stop_reason", "usage"]), JSON))
def test_any_object_is_a_reply_or_a_bad_body(data: dict[str, Any]) -> None:
    for dialect in (openai, anthropic, google):
        try:
            assert isinstance(dialect.reply(data, ASKED), Reply)
        except TransientError as error:
            assert error.kind == "bad_body"  # noqa: PT017
