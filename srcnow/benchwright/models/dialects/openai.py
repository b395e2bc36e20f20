"""Speaks the dialect of OpenAI's chat completions, as do OpenAI, Ollama, vLLM, SGLang and llama.cpp.

-> {"model": "gpt-x", "messages": [{"role": "user", "content": "Hello"}], "max_completion_tokens": 100}
<- {"model": "gpt-x-2026", "choices": [{"finish_reason": "stop", "message": {"content": "Hi"}}],
    "usage": {"prompt_tokens": 8, "completion_tokens": 1}}
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from benchwright.models.base import Message, ModelSettings, Part, Reply, Request, Status, Text, Usage
from benchwright.models.dialects import Pictures, join_text, mapping, no_reply, string, token_usage
from benchwright.models.names import parse_name

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")

# Servers without a parser for a reasoning model's thinking leave it in the text, often without its opening tag, because
# that stood in the prompt. A closing tag inside a JSON string is never followed by a line break.
_THINKING = re.compile(
    r"\s*(?:<(think|thinking|reasoning)>.*?(?:</\1>|\Z)|\[THINK\].*?(?:\[/THINK\]|\Z))", re.DOTALL | re.IGNORECASE
)
_THINKING_ENDS = re.compile(r".*?</think(?:ing)?>[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.IGNORECASE)


def body(
    request: Request, settings: ModelSettings, pictures: Pictures, without: Collection[str] = ()
) -> dict[str, Any]:
    """The JSON object for `/chat/completions`.

    OpenAI's own models take `max_completion_tokens`, other servers `max_tokens`; `without` swaps the two.
    """
    name = parse_name(request.model)
    limits = ("max_completion_tokens", "max_tokens")
    limit = limits[0] if name.provider == "openai" else limits[1]
    if limit in without:
        limit = limits[1] if limit == limits[0] else limits[0]
    payload: dict[str, Any] = {
        "model": name.name,
        "messages": [{"role": message.role, "content": _content(message, pictures)} for message in request.messages],
        limit: request.max_tokens,
    }
    if "temperature" not in without:
        payload["temperature"] = request.temperature
    if request.schema is not None:
        form = settings.structured or "schema"
        if form == "schema":
            title = _NOT_IN_A_NAME.sub("_", request.purpose)[:64] or "reply"
            schema = {"name": title, "schema": dict(request.schema), "strict": True}
            payload["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif form == "object":
            payload["response_format"] = {"type": "json_object"}
    return payload


def _content(message: Message, pictures: Pictures) -> str | list[dict[str, Any]]:
    """Plain text where there is no image: some servers' templates take nothing else."""
    if all(isinstance(part, Text) for part in message.parts):
        return "\n".join(part.text for part in message.parts if isinstance(part, Text))
    return [_part(part, pictures) for part in message.parts]


def _part(part: Part, pictures: Pictures) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    encoded = pictures(part)
    return {"type": "image_url", "image_url": {"url": f"data:{encoded.media_type};base64,{encoded.base64}"}}


def reply(data: Mapping[str, Any], request: Request) -> Reply:
    """The reply in the JSON object that came back. Raises TransientError (`bad_body`) if there is none in it."""
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise no_reply(request)
    choice = choices[0]
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise no_reply(request, "a message in it")
    content = message.get("content")
    # With some servers a list of parts, of which only text counts.
    words = string(content) or join_text(content, lambda part: part.get("type") == "text")
    text = without_thinking(words)
    finish_reason = choice.get("finish_reason")
    status: Status = "ok"
    if refusal := string(message.get("refusal")):
        status, text = "refused", refusal
    elif finish_reason == "content_filter":
        status = "refused"
    elif finish_reason == "length":
        status = "truncated"
    return Reply(text, status, usage=usage(data.get("usage")), served_by=string(data.get("model")))


def without_thinking(text: str) -> str:
    """`text` without what a reasoning model thought aloud before it. A thought that is not closed leaves nothing."""
    match = _THINKING.match(text) or _THINKING_ENDS.match(text)
    return text[match.end() :].lstrip() if match else text


def usage(data: Any) -> Usage:
    """Tokens as the service counted them; thinking counts as output, as it is billed."""
    counts = mapping(data)
    cached = mapping(counts.get("prompt_tokens_details")).get("cached_tokens") or 0
    return token_usage((counts.get("prompt_tokens"),), (counts.get("completion_tokens"),), cached)
