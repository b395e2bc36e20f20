"""Speaks the dialect of Google's generateContent, in its wire form.

    -> {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "generationConfig": {"maxOutputTokens": 100}}
    <- {"modelVersion": "gemini-x", "candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "Hi"}]}}],
        "usageMetadata": {"promptTokenCount": 8, "candidatesTokenCount": 1}}

The model's name is no part of the object: it stands in the address.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from benchwright.models.base import ModelSettings, Part, Reply, Request, Status, Text, Usage
from benchwright.models.dialects import Pictures, join_text, mapping, no_reply, string, system_text, token_usage, turns

_ROLES = {"user": "user", "assistant": "model"}

_STATUS: Mapping[str, Status] = {
    "STOP": "ok",
    "MAX_TOKENS": "truncated",
    "CONTINUATION": "truncated",  # the service would go on if asked, which would be a second call that nobody counted
}
"""Every other reason to end (SAFETY, RECITATION, BLOCKLIST ...) is the service's refusal, but for those of _BROKEN."""

# Completed, paid for, and not what was asked: tried again they may come back for good, so that they count as replies.
_BROKEN = ("MALFORMED_RESPONSE", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "FINISH_REASON_UNSPECIFIED")


def body(
    request: Request, settings: ModelSettings, pictures: Pictures, without: Collection[str] = ()
) -> dict[str, Any]:
    """The JSON object for `models/NAME:generateContent`."""
    config: dict[str, Any] = {"maxOutputTokens": request.max_tokens}
    if "temperature" not in without:
        config["temperature"] = request.temperature
    if request.schema is not None:
        form = settings.structured or "schema"
        if form != "text":
            config["responseMimeType"] = "application/json"
        if form == "schema":
            config["responseJsonSchema"] = dict(request.schema)
    payload: dict[str, Any] = {
        "contents": [
            {"role": _ROLES[message.role], "parts": [_part(part, pictures) for part in message.parts]}
            for message in turns(request)
        ],
        "generationConfig": config,
    }
    if system := system_text(request):
        payload["systemInstruction"] = {"parts": [{"text": system}]}
    return payload


def _part(part: Part, pictures: Pictures) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"text": part.text}
    encoded = pictures(part)
    return {"inlineData": {"mimeType": encoded.media_type, "data": encoded.base64}}


def reply(data: Mapping[str, Any], request: Request) -> Reply:
    """The reply in the JSON object that came back; without a candidate the prompt was refused. Raises TransientError
    (`bad_body`) if the object is no reply of this service at all."""
    counted = usage(data.get("usageMetadata"))
    served_by = string(data.get("modelVersion"))
    candidates = data.get("candidates")
    if not isinstance(candidates, list) or not candidates or not isinstance(candidates[0], Mapping):
        feedback = data.get("promptFeedback")
        if not isinstance(feedback, Mapping) and not counted.known:
            raise no_reply(request)
        reasons = mapping(feedback)
        why = string(reasons.get("blockReasonMessage")) or string(reasons.get("blockReason")) or "no candidate"
        return Reply(why, "refused", usage=counted, served_by=served_by)
    candidate = candidates[0]
    text = join_text(mapping(candidate.get("content")).get("parts"), lambda part: not part.get("thought"))
    finish_reason = string(candidate.get("finishReason")) or "STOP"
    if finish_reason in _BROKEN:
        problem = f"the service ended it with {finish_reason}"
        return Reply(text, "unparsed", problem=problem, usage=counted, served_by=served_by)
    status = _STATUS.get(finish_reason, "refused")
    if status == "refused" and not text:
        text = string(candidate.get("finishMessage")) or finish_reason
    return Reply(text, status, usage=counted, served_by=served_by)


def usage(data: Any) -> Usage:
    """Tokens as the service counted them; thinking counts as output, as it is billed."""
    counts = mapping(data)
    names = ("toolUsePromptTokenCount", "candidatesTokenCount", "thoughtsTokenCount", "cachedContentTokenCount")
    tools, reply_tokens, thoughts, cached = (counts.get(name) or 0 for name in names)
    return token_usage((counts.get("promptTokenCount"), tools), (reply_tokens, thoughts), cached)
