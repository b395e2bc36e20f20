"""The wordings of services and servers, and what each means here."""

import json
from typing import Any

import pytest

from benchwright.errors import ContextError, ModelUsageError, RequestError, TransientError
from benchwright.models.failures import (
    HttpResponse,
    ServiceAddress,
    filter_words,
    refused_field,
    status_failure,
    words_of,
)
from benchwright.models.http_client import http_response
from benchwright.models.keys import Keys
from benchwright.models.names import ModelName

SERVICE = ServiceAddress(ModelName("openai-compatible", "m"), "http://me:pass@host:8000/v1", "MY_KEY", Keys({}))


def openai(status: int, message: str, /, **fields: Any) -> HttpResponse:
    return http_response(status, {}, json.dumps({"error": {"message": message, **fields}}).encode())


def failure(answered: HttpResponse, pictures: bool = False, service: ServiceAddress = SERVICE) -> Exception:
    return status_failure(service, answered, pictures=pictures, now=0.0)


CONTEXT = [
    openai(
        429, "Request too large for m on tokens per min (TPM): Limit 1, Requested 2. Tokens must be reduced to run."
    ),
    openai(400, "This model's maximum context length is 8192 tokens. However, ...", code="context_length_exceeded"),
    openai(400, "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300001 tokens."),
    openai(400, "Your input exceeds the context window of this model."),
    openai(
        400, "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context length is 4096"
    ),
    openai(400, "The decoder prompt (length 9000) is longer than the maximum model length of 4096."),
    openai(400, "The input (9000 tokens) is longer than the model's context length (4096 tokens)."),
    openai(400, "the request exceeds the available context size (4096 tokens)", type="exceed_context_size_error"),
    openai(500, "input is too large to process. increase the physical batch size"),
    openai(400, "The number of tokens to keep from the initial prompt is greater than the context length."),
    openai(
        400, "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"
    ),
    openai(413, "Request exceeds the maximum size", type="request_too_large"),
    openai(400, "input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000"),
    http_response(400, {}, b'{"object": "error", "message": "maximum context length is 4096 tokens", "code": 400}'),
    http_response(400, {}, b'[{"error": {"message": "The input token count (12) exceeds the maximum"}}]'),
]

MONEY = [
    openai(429, "You exceeded your current quota, please check your plan.", code="insufficient_quota"),
    openai(402, "Insufficient Balance"),
    openai(400, "Your credit balance is too low to access the API."),
    openai(403, "no", type="billing_error"),
    openai(400, "You have reached your specified API usage limits. You will regain access on 2026-12-01."),
    openai(400, "You have reached your specified workspace usage limits."),
    openai(400, "This organization has hit its spending cap."),
]

OLD_KEYS = [
    openai(400, "API key expired. Please renew the API key.", status="INVALID_ARGUMENT"),
    openai(400, "API key not valid. Please pass a valid API key."),
    openai(400, "Your API key has expired"),
    openai(400, "no", code="API_KEY_INVALID"),
]

BLIND = [
    openai(400, "Invalid content type. image_url is only supported by certain models."),
    openai(400, "Failed to deserialize the JSON body: messages[0]: unknown variant `image_url`, expected `text`"),
    openai(400, "m is not a multimodal model"),
    openai(400, "At most 0 image(s) may be provided in one prompt."),
    openai(500, "image input is not supported - hint: you may need to provide the mmproj"),
    openai(404, "No endpoints found that support image input"),
    openai(500, "this model is missing data required for image input"),
]

UNKNOWN = [
    openai(404, "The model `m` does not exist or you do not have access to it.", code="model_not_found"),
    openai(404, "model: m", type="not_found_error"),
    openai(404, "models/m is not found for API version v1, or is not supported for generateContent."),
    openai(400, "m is not a valid model ID"),
]


@pytest.mark.parametrize("answered", CONTEXT, ids=lambda answered: answered.text[:60])
def test_too_long(answered: HttpResponse) -> None:
    assert isinstance(failure(answered), ContextError)


@pytest.mark.parametrize("answered", MONEY, ids=lambda answered: answered.text[:60])
def test_no_money(answered: HttpResponse) -> None:
    error = failure(answered)
    assert isinstance(error, ModelUsageError)
    assert "no credit left" in str(error) or "closed to the key" in str(error)


@pytest.mark.parametrize("answered", OLD_KEYS, ids=lambda answered: answered.text[:60])
def test_keys_that_are_refused_with_status_400(answered: HttpResponse) -> None:
    error = failure(answered)
    assert isinstance(error, ModelUsageError)
    assert "MY_KEY" in str(error)


def test_a_refusal_tells_its_status_and_code_unless_it_is_about_the_picture() -> None:
    answered = openai(400, "This image is too small", type="invalid_request_error")
    alone, shown = failure(answered), failure(answered, pictures=True)
    assert isinstance(alone, RequestError)
    assert isinstance(shown, RequestError)
    assert (alone.refusal, shown.refusal) == ("400 invalid_request_error", "")


@pytest.mark.parametrize("answered", BLIND, ids=lambda answered: answered.text[:60])
def test_no_vision(answered: HttpResponse) -> None:
    error = failure(answered, pictures=True)
    assert isinstance(error, ModelUsageError)
    assert "has no vision" in str(error)
    assert "has no vision" not in str(failure(answered))


@pytest.mark.parametrize("answered", UNKNOWN, ids=lambda answered: answered.text[:60])
def test_unknown_model(answered: HttpResponse) -> None:
    error = failure(answered)
    assert isinstance(error, ModelUsageError)
    assert "is unknown to the service" in str(error)


@pytest.mark.parametrize(
    "message",
    [
        "You uploaded an unsupported image. Please make sure your image is valid and has a supported format.",
        "image exceeds 5 MB maximum",
        "Could not process image",
        "messages.0.content.1.image.source.base64.media_type: Input should be 'image/jpeg', unsupported",
        "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
    ],
)
def test_what_concerns_one_request_only(message: str) -> None:
    assert type(failure(openai(400, message), pictures=True)) is RequestError


def test_an_address_with_nothing_there_is_shown_without_its_password() -> None:
    error = failure(http_response(404, {}, b"404 page not found"))
    assert isinstance(error, ModelUsageError)
    assert str(error) == ("openai-compatible/m: host:8000 has nothing at this address (404): 404 page not found")
    assert "/v1" in error.hint
    ollama = ServiceAddress(ModelName("ollama", "phi"), "http://localhost:11434/v1", "", Keys({}))
    told = failure(openai(404, "model 'phi' not found"), service=ollama)
    assert isinstance(told, ModelUsageError)
    assert told.hint == "ollama pull phi, or another base URL"


def test_keys() -> None:
    wrong = failure(openai(401, "Incorrect API key provided: sk-12345678"))
    assert isinstance(wrong, ModelUsageError)
    assert str(wrong) == "openai-compatible/m does not know the key in MY_KEY (401)"
    google = openai(400, "API key not valid. Please pass a valid API key.", status="INVALID_ARGUMENT")
    assert str(failure(google)) == "openai-compatible/m does not know the key in MY_KEY (400)"
    none = ServiceAddress(SERVICE.model, SERVICE.address, "", SERVICE.keys)
    wanted = failure(openai(401, "Unauthorized"), service=none)
    assert isinstance(wanted, ModelUsageError)
    assert "key_env" in wanted.hint
    closed = failure(openai(403, "Country, region, or territory not supported"))
    assert str(closed) == (
        "openai-compatible/m is closed to the key in MY_KEY (403): Country, region, or territory not supported"
    )


def test_a_schema_that_is_not_taken_says_what_to_set() -> None:
    error = failure(openai(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported"))
    assert isinstance(error, ModelUsageError)  # it would meet every request: the run ends, with one line
    assert "structured: object" in error.hint


@pytest.mark.parametrize(
    "answered",
    [
        openai(400, "The response was filtered", code="content_filter"),
        openai(400, "Output blocked by content filtering policy", type="invalid_request_error"),
        openai(400, "Invalid prompt: your prompt was flagged as potentially violating our usage policy."),
        openai(403, "m requires moderation and your input was flagged for violence"),
    ],
    ids=lambda answered: answered.text[:60],
)
def test_a_filter_that_answers_with_an_error(answered: HttpResponse) -> None:
    assert filter_words(answered) != ""
    assert filter_words(openai(400, "strange")) == ""
    assert filter_words(openai(500, "content_filter is down")) == ""


def test_googles_quota_is_a_rate_and_not_money() -> None:
    words = "You exceeded your current quota, please check your plan and billing details."
    error = failure(openai(429, words, status="RESOURCE_EXHAUSTED"))
    assert isinstance(error, TransientError)
    assert error.kind == "rate_limit"


@pytest.mark.parametrize(
    ("message", "param", "field"),
    [
        ("Unsupported value: 'temperature' does not support 0 with this model.", "temperature", "temperature"),
        ("Unsupported value: 'temperature' does not support 0 with this model.", None, "temperature"),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", None, "max_tokens"),
        ("max_completion_tokens: Extra inputs are not permitted", None, "max_completion_tokens"),
        ("`temperature` is deprecated for this model.", None, "temperature"),
        ("temperature must be between 0 and 2", None, ""),
        ("Unsupported value: 'tool_choice'", "tool_choice", ""),
    ],
)
def test_a_refused_field(message: str, param: str | None, field: str) -> None:
    assert refused_field(openai(400, message, param=param)) == field
    assert refused_field(openai(500, message, param=param)) == ""


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "[1]", '{"error": null}', '{"error": "no"}', '{"detail": "no"}', "\x00"]
)
@pytest.mark.parametrize("status", [300, 400, 401, 403, 404, 418, 422, 429, 500, 599])
def test_any_body_makes_an_error_of_one_line(status: int, text: str) -> None:
    error = failure(http_response(status, {}, text.encode()), pictures=True)
    assert "\n" not in str(error)
    assert str(error).startswith("openai-compatible/m")


@pytest.mark.parametrize(
    "body", [b"model image " * 2_000_000, json.dumps({"error": {"message": "image model " * 10**6}}).encode()]
)
def test_only_the_beginning_of_a_huge_error_is_looked_through(body: bytes) -> None:
    answered = http_response(400, {}, body)
    assert len(words_of(answered)) == 100_000
    assert (refused_field(answered), filter_words(answered)) == ("", "")
    assert isinstance(failure(answered, pictures=True), RequestError)
