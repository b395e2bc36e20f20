"""Bodies of requests, held against the request types of the services' own libraries: nothing missing, nothing of the
wrong type, and no field that the library does not know."""

from collections.abc import Mapping
from typing import Any

from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from google.genai import types as google
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter, ValidationError

_OPENAI = TypeAdapter[Any](CompletionCreateParamsNonStreaming)
_ANTHROPIC = TypeAdapter[Any](MessageCreateParamsNonStreaming)
_USUAL = str.maketrans("-_", "+/")


class WrongRequestError(ValueError):
    """A body that the service's own types do not allow."""


def check_openai(body: Any) -> None:
    """Raise WrongRequestError unless `body` is a request for /v1/chat/completions."""
    _same(_OPENAI, body)


def check_anthropic(body: Any) -> None:
    """Raise WrongRequestError unless `body` is a request for /v1/messages. The service refuses messages without
    content and blank texts, which its types allow."""
    _same(_ANTHROPIC, body)
    for message in body["messages"]:
        if not message["content"]:
            raise WrongRequestError("messages: all messages must have non-empty content")
        if any(part["type"] == "text" and not part["text"].strip() for part in message["content"]):
            raise WrongRequestError("messages: text content blocks must contain non-whitespace text")


def check_google(body: Any) -> None:
    """Raise WrongRequestError unless `body` is a request for models/NAME:generateContent."""
    if not isinstance(body, dict):
        raise WrongRequestError("not an object")
    unknown = set(body) - {"contents", "systemInstruction", "generationConfig"}
    if unknown or "contents" not in body:
        raise WrongRequestError(f"fields {sorted(body)}")
    try:
        for content in [*body["contents"], *([body["systemInstruction"]] if "systemInstruction" in body else [])]:
            _alike(google.Content.model_validate(content), content)
            if not content["parts"] or any(part.get("text") == "" for part in content["parts"]):
                raise WrongRequestError("contents.parts must not be empty")
        config = body.get("generationConfig", {})
        _alike(google.GenerationConfig.model_validate(config), config)
    except ValidationError as error:
        raise WrongRequestError(str(error)) from error


def _same(adapter: TypeAdapter[Any], body: Any) -> None:
    """Typed dictionaries drop what they do not know, so that a body with unknown fields comes out changed."""
    try:
        read = _plain(adapter.validate_python(body))
    except ValidationError as error:
        raise WrongRequestError(str(error)) from error
    if read != body:
        raise WrongRequestError(f"unknown fields in {body}")


def _alike(read: Any, body: Any) -> None:
    """The wire form is in camel case, while the library's types also take snake case."""
    if _one_alphabet(read.model_dump(mode="json", by_alias=True, exclude_unset=True)) != body:
        raise WrongRequestError(f"not in wire form: {body}")


def _one_alphabet(value: Any) -> Any:
    """The library writes bytes in the alphabet of Base64 for URLs; the service takes either, and is sent the usual."""
    if isinstance(value, list):
        return [_one_alphabet(one) for one in value]
    if isinstance(value, dict):
        return {
            name: one.translate(_USUAL) if name == "data" and isinstance(one, str) else _one_alphabet(one)
            for name, one in value.items()
        }
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if value is None or isinstance(value, str | int | float):
        return value
    return [_plain(item) for item in value]
