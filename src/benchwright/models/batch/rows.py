"""One line of a result file, of whatever form it is: whose it is, and the reply or the failure in it. Knows no files.

OpenAI, vLLM   {"custom_id", "response": {"status_code": 200, "body": {...}}, "error": null}
Anthropic      {"custom_id", "result": {"type": "succeeded", "message": {...}}}
Google         {"key", "response": {...}}   or   {"key", "error": {...}}
by hand        {"custom_id", "text": "..."}, and if known "model" and "usage": {"prompt_tokens", "completion_tokens"}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from benchwright.models.base import Reply, Request
from benchwright.models.batch.waiting import Failure
from benchwright.models.dialects import anthropic, google, openai

Form = Literal["openai", "anthropic", "google", "text", "request"]

_CONTEXT = re.compile(
    r"context[ _](?:length|window|size)|maximum context|prompt is too long|input token count.*exceed|too many tokens",
    re.IGNORECASE,
)
_MESSAGE = 500  # characters of a service's message that are kept

_RPC = {1: 499, 3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 9: 400, 10: 409, 11: 400, 13: 500, 14: 503, 16: 401}
"""Google's codes of remote calls, as the HTTP statuses that they stand for."""

_TYPES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""Anthropic's names of errors: a result line has no status of its own."""

_ACCOUNT = ("invalid_api_key", "insufficient_quota", "model_not_found", "billing_hard_limit_reached")

_ENDED = {"batch_expired": "expired", "batch_cancelled": "cancelled", "expired": "expired", "canceled": "cancelled"}


@dataclass(frozen=True, slots=True)
class Row:
    """A result line: `body` holds the reply in the given form unless `failure` says why there is none."""

    key: str
    form: Form
    body: Mapping[str, Any]
    failure: Failure | None = None

    def reply(self, request: Request) -> Reply:
        """The reply as the service gave it, its JSON not yet read. Raises TransientError (`bad_body`) if there is none
        in the body after all."""
        if self.form == "anthropic":
            return anthropic.reply(self.body, request)
        if self.form == "google":
            return google.reply(self.body, request)
        if self.form == "openai":
            return openai.reply(self.body, request)
        model = self.body.get("model")
        served_by = model if isinstance(model, str) else ""
        return Reply(self.body["text"], usage=openai.usage(self.body.get("usage")), served_by=served_by)


def read_row(data: Any) -> Row:
    """A line's JSON, understood. Raises ValueError, in words for the user, if it is no result line."""
    if not isinstance(data, Mapping):
        raise ValueError("not a JSON object")
    key = data.get("custom_id", data.get("key"))
    if not isinstance(key, str) or not key:
        raise ValueError("no custom_id")
    response, error = data.get("response"), data.get("error")
    if isinstance(data.get("text"), str):
        return Row(key, "text", data)
    if isinstance(data.get("result"), Mapping):
        return _anthropic(key, data["result"])
    if isinstance(response, Mapping) and isinstance(response.get("body"), Mapping):
        return _openai(key, response, error)
    if error:
        return Row(key, "google" if "key" in data else "openai", {}, _failure(None, error))
    if isinstance(response, Mapping) and ("key" in data or "candidates" in response):
        return Row(key, "google", response)
    if isinstance(response, Mapping) and isinstance(response.get("status_code"), int):
        return Row(key, "openai", {}, _failure(response["status_code"], response.get("body")))
    if any(isinstance(data.get(name), Mapping) for name in ("body", "params", "request")):
        return Row(key, "request", {})
    raise ValueError("neither a reply nor an error")


def _openai(key: str, response: Mapping[str, Any], error: Any) -> Row:
    status, body = response.get("status_code"), response["body"]
    if error or (isinstance(status, int) and status >= 400) or ("error" in body and "choices" not in body):
        return Row(key, "openai", {}, _failure(status if isinstance(status, int) else None, error or body))
    return Row(key, "openai", body)


def _anthropic(key: str, result: Mapping[str, Any]) -> Row:
    kind = result.get("type")
    if kind == "succeeded" and isinstance(result.get("message"), Mapping):
        return Row(key, "anthropic", result["message"])
    if kind in _ENDED:
        return Row(key, "anthropic", {}, Failure(_ENDED[kind], f"the batch ended before: {kind}", final=False))
    if kind == "errored":
        return Row(key, "anthropic", {}, _failure(None, result.get("error")))
    raise ValueError(f"a result of the unknown type {str(kind)[:40]!r}")


def _failure(status: int | None, error: Any) -> Failure:
    """A service's error as what it means for the request. Whatever the user can mend (a key, an account, a model's
    name) and whatever passes by itself is asked again; what the service finds wrong in the request itself is final."""
    inner = error
    while isinstance(inner, Mapping) and isinstance(inner.get("error"), Mapping):
        inner = inner["error"]
    told: Mapping[str, Any] = inner if isinstance(inner, Mapping) else {}
    message = str(told.get("message") or (inner if isinstance(inner, str) else "") or "no message")[:_MESSAGE]
    code, kind = told.get("code"), told.get("type")
    if code in _ENDED:
        return Failure(_ENDED[str(code)], message, final=False)
    if status is None or status < 400:
        number = code if isinstance(code, int) else 0
        status = _RPC.get(number, number) or _TYPES.get(str(kind), 500)
    words = f"{code} {message}"
    if status in (401, 402, 403, 404) or code in _ACCOUNT:
        return Failure("account", message, final=False)
    if status in (408, 409, 425, 499, 504):
        return Failure("timeout", message, final=False)
    if status == 429:
        return Failure("rate_limit", message, final=False)
    if status >= 500:
        return Failure("overloaded" if status in (503, 529) else "server", message, final=False)
    return Failure("context" if _CONTEXT.search(words) else "request", message, final=True)
