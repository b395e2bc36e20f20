"""Requests in each dialect: what is sent, and that the services' own types allow it."""

from pathlib import Path
from typing import Any

import pytest
from dialect_requests import WrongRequestError, check_anthropic, check_google, check_openai
from hypothesis import given
from hypothesis import strategies as st

from benchwright.models import Message, ModelSettings, PromptImage, Request, Text
from benchwright.models.dialects import anthropic, google, openai
from benchwright.models.pictures import EncodedPicture

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}
PICTURE = PromptImage("ab" * 32, Path("x.png"), 3, 2)
PLAIN = ModelSettings()


def encoded(picture: PromptImage) -> EncodedPicture:
    return EncodedPicture("image/png", "aGVsbG8=")


def asked(model: str, **fields: Any) -> Request:
    messages = (
        Message.of("system", "Be short."),
        Message("user", (Text("Look:"), PICTURE, Text("What is it?"))),
        Message.of("assistant", "A dog"),
        Message.of("user", "Sure?"),
    )
    return Request(model, messages, "write question", **{"max_tokens": 50, **fields})


def test_openai_gets_a_picture_a_strict_schema_and_its_own_limit() -> None:
    body = openai.body(asked("openai/gpt-x", schema=SCHEMA), PLAIN, encoded)
    check_openai(body)
    assert body == {
        "model": "gpt-x",
        "messages": [
            {"role": "system", "content": "Be short."},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "Look:"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}},
                    {"type": "text", "text": "What is it?"},
                ],
            },
            {"role": "assistant", "content": "A dog"},
            {"role": "user", "content": "Sure?"},
        ],
        "max_completion_tokens": 50,
        "temperature": 0.0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "write_question", "schema": SCHEMA, "strict": True},
        },
    }


@pytest.mark.parametrize("model", ["ollama/llama", "openai-compatible/org/m:8b"])
def test_other_servers_get_the_older_limit(model: str) -> None:
    body = openai.body(asked(model), PLAIN, encoded)
    check_openai(body)
    assert body["max_tokens"] == 50
    assert "max_completion_tokens" not in body
    assert "response_format" not in body
    assert body["model"] == model.partition("/")[2]


def test_a_field_that_a_model_refused_is_left_out_or_replaced() -> None:
    body = openai.body(asked("openai/o9"), PLAIN, encoded, without=("temperature", "max_completion_tokens"))
    assert "temperature" not in body
    assert body["max_tokens"] == 50
    other = openai.body(asked("ollama/o9"), PLAIN, encoded, without=("max_tokens",))
    assert other["max_completion_tokens"] == 50
    assert "max_tokens" not in other


def test_a_weaker_form_of_json_is_asked_for_as_the_plan_says() -> None:
    request = asked("openai-compatible/m", schema=SCHEMA)
    assert openai.body(request, ModelSettings(structured="object"), encoded)["response_format"] == {
        "type": "json_object"
    }
    assert "response_format" not in openai.body(request, ModelSettings(structured="text"), encoded)
    assert "output_config" not in anthropic.body(request, ModelSettings(structured="object"), encoded)
    objects = google.body(request, ModelSettings(structured="object"), encoded)["generationConfig"]
    assert objects["responseMimeType"] == "application/json"
    assert "responseJsonSchema" not in objects
    assert "responseMimeType" not in google.body(request, ModelSettings(structured="text"), encoded)["generationConfig"]


def test_anthropic_gets_the_system_text_apart_and_no_temperature() -> None:
    body = anthropic.body(asked("anthropic/claude-x", schema=SCHEMA, temperature=1.0), PLAIN, encoded)
    check_anthropic(body)
    assert body == {
        "model": "claude-x",
        "max_tokens": 50,
        "system": "Be short.",
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "Look:"},
                    {
                        "type": "image",
                        "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="},
                    },
                    {"type": "text", "text": "What is it?"},
                ],
            },
            {"role": "assistant", "content": [{"type": "text", "text": "A dog"}]},
            {"role": "user", "content": [{"type": "text", "text": "Sure?"}]},
        ],
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}},
    }


def test_google_gets_its_own_roles_and_the_system_text_apart() -> None:
    body = google.body(asked("google/gemini-x", schema=SCHEMA, temperature=0.5), PLAIN, encoded)
    check_google(body)
    assert body == {
        "contents": [
            {
                "role": "user",
                "parts": [
                    {"text": "Look:"},
                    {"inlineData": {"mimeType": "image/png", "data": "aGVsbG8="}},
                    {"text": "What is it?"},
                ],
            },
            {"role": "model", "parts": [{"text": "A dog"}]},
            {"role": "user", "parts": [{"text": "Sure?"}]},
        ],
        "systemInstruction": {"parts": [{"text": "Be short."}]},
        "generationConfig": {
            "maxOutputTokens": 50,
            "temperature": 0.5,
            "responseMimeType": "application/json",
            "responseJsonSchema": SCHEMA,
        },
    }


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_blank_turn_is_left_out_where_the_service_refuses_it(text: str) -> None:
    """As when the model is shown its own empty reply, and asked to mend it."""
    messages = (Message.of("user", "Who?"), Message.of("assistant", text), Message.of("user", "Once more."))
    request = Request("anthropic/m", (Message.of("system", text), *messages), "repair")
    for dialect, check, turns in ((anthropic, check_anthropic, "messages"), (google, check_google, "contents")):
        body = dialect.body(request, PLAIN, encoded)
        check(body)
        assert [turn["role"] for turn in body[turns]] == ["user", "user"]
        assert not {"system", "systemInstruction"} & body.keys()
    assert [turn["role"] for turn in openai.body(request, PLAIN, encoded)["messages"]][2:] == ["assistant", "user"]


PARTS = st.one_of(st.builds(Text, st.text(max_size=5)), st.just(PICTURE))
TURNS = st.lists(st.builds(Message, st.just("user"), st.lists(PARTS, min_size=1, max_size=3).map(tuple)), min_size=1)
ASKED = st.builds(
    Request,
    st.just("openai/m"),
    st.tuples(st.booleans(), TURNS).map(
        lambda drawn: (*([Message.of("system", "s")] if drawn[0] else []), *drawn[1]),
    ),
    st.text(max_size=80),
    st.none() | st.just(SCHEMA),
    st.floats(0, 2),
    st.integers(1, 9999),
)


@given(ASKED, st.sampled_from([None, "schema", "object", "text"]))
def test_every_request_is_allowed_by_the_services_own_types(request_: Request, structured: Any) -> None:
    settings = ModelSettings(structured=structured)
    check_openai(openai.body(request_, settings, encoded))
    check_anthropic(anthropic.body(request_, settings, encoded))
    check_google(google.body(request_, settings, encoded))


def test_the_check_of_the_types_sees_what_is_wrong() -> None:
    body = openai.body(asked("openai/m"), PLAIN, encoded)
    for wrong in ({**body, "temprature": 1}, {**body, "messages": [{"role": "user"}]}, {"model": "m"}):
        with pytest.raises(WrongRequestError):
            check_openai(wrong)
    with pytest.raises(WrongRequestError):
        check_anthropic({**anthropic.body(asked("anthropic/m"), PLAIN, encoded), "temperature": 1.0})
    with pytest.raises(WrongRequestError):
        check_google({"contents": [{"parts": [{"inline_data": {"mime_type": "image/png", "data": "aGVsbG8="}}]}]})
