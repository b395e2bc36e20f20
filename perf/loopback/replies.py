"""Build the response bodies of completions and embeddings."""

from __future__ import annotations

import base64
import hashlib
import math
import re
import struct
from typing import Any

from loopback.generic import text_for
from loopback.writer import reply_to

CHARACTERS_A_TOKEN = 4
DIMENSIONS = 384
_WORD = re.compile(r"[a-z]{3,}")


def completion(body: dict[str, Any], draw: int) -> dict[str, Any]:
    """The body of a chat completion for a request's. `draw` is a number by which replies may differ."""
    prompt = text_of(body.get("messages", ()))
    tools = body.get("tools")
    message: dict[str, Any] = {"role": "assistant", "content": None, "refusal": None}
    if tools and body.get("tool_choice") != "none":
        function = tools[0]["function"]
        said = text_for(function.get("parameters"), prompt, draw)
        call = {"name": function["name"], "arguments": said}
        message["tool_calls"] = [{"id": f"call_{draw:x}", "type": "function", "function": call}]
    else:
        turns = [text_of([turn]) for turn in body.get("messages", ())] or [""]
        ours = reply_to(body, turns[0], turns[-1], draw)
        message["content"] = said = _said(body, prompt, draw) if ours is None else ours
    taken, made = (max(1, len(text) // CHARACTERS_A_TOKEN) for text in (prompt, said))
    return {
        "id": f"chatcmpl-{draw:016x}",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", "stub"),
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": taken, "completion_tokens": made, "total_tokens": taken + made},
    }


def text_of(messages: Any) -> str:
    """All words of the messages."""
    texts = []
    for message in messages:
        content = message.get("content") or ""
        parts = [{"text": content}] if isinstance(content, str) else content
        texts += [part["text"] for part in parts if "text" in part]
    return "\n".join(texts)


def _said(body: dict[str, Any], prompt: str, draw: int) -> str:
    wanted = body.get("response_format") or {}
    schema = wanted["json_schema"].get("schema") if wanted.get("type") == "json_schema" else None
    return text_for(schema, prompt, draw)


def embeddings(body: dict[str, Any]) -> dict[str, Any]:
    """The body of embeddings: the more words two texts share, the nearer they are."""
    given = body["input"]
    texts = [given] if isinstance(given, str) else given
    as_bytes = body.get("encoding_format") == "base64"
    data = []
    for index, text in enumerate(texts):
        vector = _vector(text if isinstance(text, str) else " ".join(map(str, text)))
        packed = base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode() if as_bytes else vector
        data.append({"object": "embedding", "index": index, "embedding": packed})
    tokens = sum(len(str(text)) for text in texts) // CHARACTERS_A_TOKEN
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": body.get("model", "stub"), "usage": usage}


def _vector(text: str) -> list[float]:
    vector = [0.0] * DIMENSIONS
    for word in _WORD.findall(text.lower())[:400]:
        number = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "little")
        vector[number % DIMENSIONS] += 1.0 if number >> 31 else -1.0
    vector[0] += 1e-3
    length = math.sqrt(sum(value * value for value in vector))
    return [value / length for value in vector]
