"""Speaks the dialect of Google's generateContent, in its wire form.

    -> {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "generationConfig": {"maxOutputTokens": 100}}
    <- {"modelVersion": "gemini-x", "candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "Hi"}]}}],
        "usageMetadata": {"promptTokenCount": 8, "candidatesTokenCount": 1}}

The model's name is no part of the object: it stands in the address.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from benchwright.errors import TransientError
from benchwright.models.base import ModelSettings, Part, Reply, Request, Status, Text, Usage
from benchwright.models.dialects import Pictures

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
            for message in request.messages
            if message.role != "system"
        ],
        "generationConfig": config,
    }
    system = [part for message in request.messages if message.role == "system" for part in message.parts]
    if system:
        payload["systemInstruction"] = {"parts": [_part(part, pictures) for part in system]}
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
    served_by = str(data.get("modelVersion") or "")
    candidates = data.get("candidates")
    if not isinstance(candidates, list) or not candidates or not isinstance(candidates[0], Mapping):
        feedback = data.get("promptFeedback")
        if not isinstance(feedback, Mapping) and not counted.known:
            raise TransientError(f"{request.model} answered without a reply in it", kind="bad_body", billed=True)
        why = (
            (feedback.get("blockReasonMessage") or feedback.get("blockReason")) if isinstance(feedback, Mapping) else ""
        )
        return Reply(str(why or "no candidate"), "refused", usage=counted, served_by=served_by)
    candidate = candidates[0]
    text = _text(candidate.get("content"))
    finish_reason = str(candidate.get("finishReason") or "STOP")
    if finish_reason in _BROKEN:
        return Reply(
            text, "unparsed", problem=f"the service ended it with {finish_reason}", usage=counted, served_by=served_by
        )
    status = _STATUS.get(finish_reason, "refused")
    if status == "refused" and not text:
        text = str(candidate.get("finishMessage") or finish_reason)
    return Reply(text, status, usage=counted, served_by=served_by)


def _text(content: Any) -> str:
    """The words of the parts that are no thoughts."""
    parts = content.get("parts") if isinstance(content, Mapping) else None
    if not isinstance(parts, list):
        return ""
    spoken = [part for part in parts if isinstance(part, Mapping) and not part.get("thought")]
    return "".join(part["text"] for part in spoken if isinstance(part.get("text"), str))


def usage(data: Any) -> Usage:
    """Tokens as the service counted them; thinking counts as output, as it is billed."""
    if not isinstance(data, Mapping) or not isinstance(data.get("promptTokenCount"), int):
        return Usage(known=False)
    output_tokens = (data.get("candidatesTokenCount") or 0) + (data.get("thoughtsTokenCount") or 0)
    prompt_tokens = data["promptTokenCount"] + (data.get("toolUsePromptTokenCount") or 0)
    return Usage(prompt_tokens, output_tokens, data.get("cachedContentTokenCount") or 0)
