"""The three dialects from the services' side: what a request asks, and how a reply or an error is worded."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dialect_requests import check_anthropic, check_google, check_openai

Dialect = Literal["openai", "anthropic", "google"]
DIALECTS: tuple[Dialect, ...] = ("openai", "anthropic", "google")

How = Literal["ok", "refused", "truncated"]


@dataclass(frozen=True)
class Answer:
    """A reply in full: its words, how it ended, and thinking that clients must not take for text."""

    text: str
    how: How = "ok"
    thinking: str = ""


@dataclass(frozen=True)
class ParsedRequest:
    """A request, the same for all dialects. `messages` are (role, text) with role user or assistant; `text` is all
    words, the system's too; `pictures` the decoded bytes of all images."""

    dialect: Dialect
    model: str
    system: str
    messages: tuple[tuple[str, str], ...]
    pictures: tuple[bytes, ...]
    schema: Mapping[str, Any] | None
    temperature: float | None
    max_tokens: int
    body: Mapping[str, Any]

    @property
    def text(self) -> str:
        return "\n".join([*([self.system] if self.system else []), *(text for _, text in self.messages)])


def parse(dialect: Dialect, model: str, body: Any) -> ParsedRequest:
    """Raises WrongRequestError for a body that the service's own types do not allow."""
    if dialect == "openai":
        check_openai(body)
        return _openai(body)
    if dialect == "anthropic":
        check_anthropic(body)
        return _anthropic(body)
    check_google(body)
    return _google(model, body)


def _openai(body: dict[str, Any]) -> ParsedRequest:
    pictures: list[bytes] = []
    turns = []
    for message in body["messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        words = [part["text"] for part in parts if part["type"] == "text"]
        for part in parts:
            if part["type"] == "image_url":
                pictures.append(base64.b64decode(part["image_url"]["url"].partition("base64,")[2], validate=True))
        turns.append((message["role"], "\n".join(words)))
    form = body.get("response_format", {})
    return ParsedRequest(
        "openai",
        body["model"],
        "\n".join(text for role, text in turns if role == "system"),
        tuple(turn for turn in turns if turn[0] != "system"),
        tuple(pictures),
        form["json_schema"]["schema"] if form.get("type") == "json_schema" else None,
        body.get("temperature"),
        body.get("max_completion_tokens", body.get("max_tokens")),
        body,
    )


def _anthropic(body: dict[str, Any]) -> ParsedRequest:
    pictures: list[bytes] = []
    turns = []
    for message in body["messages"]:
        parts = message["content"]
        for part in parts:
            if part["type"] == "image":
                pictures.append(base64.b64decode(part["source"]["data"], validate=True))
        turns.append((message["role"], "\n".join(part["text"] for part in parts if part["type"] == "text")))
    form = body.get("output_config", {}).get("format")
    return ParsedRequest(
        "anthropic",
        body["model"],
        body.get("system", ""),
        tuple(turns),
        tuple(pictures),
        form["schema"] if form else None,
        None,
        body["max_tokens"],
        body,
    )


def _google(model: str, body: dict[str, Any]) -> ParsedRequest:
    pictures = [
        base64.b64decode(part["inlineData"]["data"], validate=True)
        for content in body["contents"]
        for part in content["parts"]
        if "inlineData" in part
    ]
    roles = {"user": "user", "model": "assistant"}
    config = body.get("generationConfig", {})
    return ParsedRequest(
        "google",
        model,
        _words(body.get("systemInstruction", {"parts": []})),
        tuple((roles[content["role"]], _words(content)) for content in body["contents"]),
        tuple(pictures),
        config.get("responseJsonSchema"),
        config.get("temperature"),
        config.get("maxOutputTokens", 0),
        body,
    )


def _words(content: Mapping[str, Any]) -> str:
    return "\n".join(part["text"] for part in content["parts"] if "text" in part)


def render(request: ParsedRequest, answer: Answer) -> dict[str, Any]:
    """The reply in the request's dialect. Tokens are counted as a quarter of the characters, rounded up."""
    taken = -(-len(request.text) // 4)
    made = -(-len(answer.text + answer.thinking) // 4)
    if request.dialect == "openai":
        ended = {"ok": "stop", "refused": "stop", "truncated": "length"}[answer.how]
        refused = answer.how == "refused"
        message: dict[str, Any] = {
            "role": "assistant",
            "content": None if refused else answer.text,
            "refusal": answer.text if refused else None,
        }
        if answer.thinking:
            message["reasoning_content"] = answer.thinking
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": request.model,
            "choices": [{"index": 0, "finish_reason": ended, "message": message, "logprobs": None}],
            "usage": {"prompt_tokens": taken, "completion_tokens": made, "total_tokens": taken + made},
        }
    if request.dialect == "anthropic":
        thinking = [{"type": "thinking", "thinking": answer.thinking, "signature": "s"}] if answer.thinking else []
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request.model,
            "content": [*thinking, {"type": "text", "text": answer.text}],
            "stop_reason": {"ok": "end_turn", "refused": "refusal", "truncated": "max_tokens"}[answer.how],
            "stop_sequence": None,
            "usage": {"input_tokens": taken, "output_tokens": made},
        }
    thoughts = [{"text": answer.thinking, "thought": True}] if answer.thinking else []
    return {
        "candidates": [
            {
                "index": 0,
                "finishReason": {"ok": "STOP", "refused": "SAFETY", "truncated": "MAX_TOKENS"}[answer.how],
                "content": {"role": "model", "parts": [*thoughts, {"text": answer.text}]},
            }
        ],
        "usageMetadata": {
            "promptTokenCount": taken,
            "candidatesTokenCount": made,
            "totalTokenCount": taken + made,
        },
        "modelVersion": request.model,
    }


def render_empty(dialect: Dialect) -> dict[str, Any]:
    """A body of the right shape around nothing."""
    return {
        "openai": {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m", "choices": []},
        "anthropic": {"id": "msg_1", "type": "message", "role": "assistant", "model": "m"},
        "google": {"modelVersion": "m"},
    }[dialect]


def render_filtered(request: ParsedRequest) -> dict[str, Any]:
    """What the service's content filter leaves."""
    if request.dialect == "openai":
        found = render(request, Answer(""))
        found["choices"][0]["finish_reason"] = "content_filter"
        return found
    if request.dialect == "anthropic":
        return {**render(request, Answer("", "refused")), "content": []}
    return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 1}}


def render_error(dialect: Dialect, status: int, words: str, code: str) -> str:
    """An error as the service words it."""
    kinds = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error"}
    kinds |= {413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error"}
    google = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND"}
    google |= {429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}
    kind = kinds.get(status, "api_error")
    found: Any = {"error": {"message": words, "type": kind, "param": None, "code": code or None}}
    if dialect == "anthropic":
        found = {"type": "error", "error": {"type": code or kind, "message": words}, "request_id": "req_1"}
    elif dialect == "google":
        found = {"error": {"code": status, "message": words, "status": code or google.get(status, "INTERNAL")}}
    return json.dumps(found)
