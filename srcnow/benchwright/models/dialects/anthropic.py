"""Speaks the dialect of Anthropic's messages.

    -> {"model": "claude-x", "max_tokens": 100,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}
    <- {"model": "claude-x", "stop_reason": "end_turn", "content": [{"type": "text", "text": "Hi"}],
        "usage": {"input_tokens": 8, "output_tokens": 1}}

The service's current version takes no temperature from any model, so that none is sent: a reply at temperature 0 is
repeatable only because the ledger keeps it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from benchwright.models.base import ModelSettings, Part, Reply, Request, Status, Text, Usage
from benchwright.models.dialects import Pictures, join_text, mapping, no_reply, string, system_text, token_usage, turns
from benchwright.models.names import parse_name

_STATUS: Mapping[str, Status] = {
    "end_turn": "ok",
    "stop_sequence": "ok",
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
    "refusal": "refused",
}


def body(
    request: Request, settings: ModelSettings, pictures: Pictures, without: Collection[str] = ()
) -> dict[str, Any]:
    """The JSON object for `/v1/messages`. `structured: object` is not known here and asks by the prompt alone."""
    payload: dict[str, Any] = {
        "model": parse_name(request.model).name,
        "max_tokens": request.max_tokens,
        "messages": [
            {"role": message.role, "content": [_part(part, pictures) for part in message.parts]}
            for message in turns(request)
        ],
    }
    if system := system_text(request):
        payload["system"] = system
    if request.schema is not None and (settings.structured or "schema") == "schema":
        payload["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema)}}
    return payload


def _part(part: Part, pictures: Pictures) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    encoded = pictures(part)
    source = {"type": "base64", "media_type": encoded.media_type, "data": encoded.base64}
    return {"type": "image", "source": source}


def reply(data: Mapping[str, Any], request: Request) -> Reply:
    """The reply in the JSON object that came back. Raises TransientError (`bad_body`) if there is none in it."""
    content, stop_reason = data.get("content"), data.get("stop_reason")
    if not isinstance(content, list) or not isinstance(stop_reason, str):
        raise no_reply(request)
    text = join_text(content, lambda block: block.get("type") == "text")
    status = _STATUS.get(stop_reason, "ok")
    if status == "refused" and not text:
        text = string(mapping(data.get("stop_details")).get("explanation"))
    return Reply(text, status, usage=usage(data.get("usage")), served_by=string(data.get("model")))


def usage(data: Any) -> Usage:
    """Tokens as the service counted them. It tells what was read from and written to its cache apart from the rest of
    the input; here `input` is all of it."""
    counts = mapping(data)
    cached, cache_written = counts.get("cache_read_input_tokens") or 0, counts.get("cache_creation_input_tokens") or 0
    return token_usage((counts.get("input_tokens"), cached, cache_written), (counts.get("output_tokens"),), cached)
