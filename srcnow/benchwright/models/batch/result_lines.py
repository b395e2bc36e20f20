"""Reads one line of a result file, of any service's form: which request it answers, and the reply or failure.

OpenAI, vLLM   {"custom_id", "response": {"status_code": 200, "body": {...}}, "error": null}
Anthropic      {"custom_id", "result": {"type": "succeeded", "message": {...}}}
Google         {"key", "response": {...}}   or   {"key", "error": {...}}
by hand        {"custom_id", "text": "..."}, and if known "model" and "usage": {"prompt_tokens", "completion_tokens"}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from benchwright.errors import ModelError, RequestError
from benchwright.models.base import Reply, Request, Usage
from benchwright.models.batch.request_log import RequestFailure
from benchwright.models.dialects import anthropic, google, openai
from benchwright.models.failures import (
    HttpResponse,
    ServiceAddress,
    error_answer,
    error_status,
    filter_words,
    refused_field,
    say,
    status_failure,
)
from benchwright.models.keys import Keys
from benchwright.models.names import parse_name

Form = Literal["openai", "anthropic", "google", "text", "request"]

_ENDED: Mapping[str, str] = {
    "batch_expired": "expired",
    "batch_cancelled": "cancelled",
    "expired": "expired",
    "canceled": "cancelled",
}
"""Names for a batch that ended before a request's turn: OpenAI's, then Anthropic's."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result line: `body` holds the reply in the given form, unless `answered` is an error that the service gave
    instead, or `ended` says how the batch ended before the request's turn came."""

    key: str
    form: Form
    body: Mapping[str, Any]
    answered: HttpResponse | None = None
    ended: str = ""

    @property
    def failed(self) -> bool:
        """Whether there is no reply."""
        return (
            self.form == "request"
            or bool(self.ended)
            or (self.answered is not None and not filter_words(self.answered))
        )

    def reply(self, request: Request, redact: Callable[[str], str]) -> Reply:
        """The reply as the service gave it, its JSON not yet read; a content filter's error is a refusal, as in a call.
        Raises TransientError (`bad_body`) if there is none in the body after all."""
        if self.answered is not None:
            words = say(redact(filter_words(self.answered)), Keys({}))
            return Reply(words, "refused", usage=Usage(known=False))
        if self.form == "anthropic":
            return anthropic.reply(self.body, request)
        if self.form == "google":
            return google.reply(self.body, request)
        if self.form == "openai":
            return openai.reply(self.body, request)
        model = self.body.get("model")
        served_by = model if isinstance(model, str) else ""
        text = openai.without_thinking(self.body["text"])
        return Reply(text, usage=openai.usage(self.body.get("usage")), served_by=served_by)

    def refused_field(self) -> str:
        """The field that the model does not take, if that is what the service says; "" else."""
        return refused_field(self.answered) if self.answered is not None else ""

    def failure(self, request: Request, redact: Callable[[str], str]) -> RequestFailure | None:
        """What the error means for the request, told as of a single call; None if the line holds a reply. Whatever the
        user can mend (a key, an account, a model's name) and whatever passes by itself is asked again; what the service
        finds wrong in the request is final."""
        if self.ended:
            return RequestFailure(self.ended, f"the batch ended before its turn ({self.ended})", final=False)
        if self.answered is None:
            return None
        # Keys are taken out before words are cut short, lest half of one be left.
        data = _clean(self.answered.data, redact)
        answered = replace(self.answered, data=data, text=json.dumps(data))
        service = ServiceAddress(parse_name(request.model), "", "the batch service", Keys({}))
        error = status_failure(service, answered, pictures=bool(request.pictures), now=0.0)
        if isinstance(error, RequestError):
            return RequestFailure(error.kind, str(error), final=True, refusal=error.refusal)
        if isinstance(error, ModelError):
            return RequestFailure(error.kind, str(error), final=not error.retryable)
        return RequestFailure("account", error.line(), final=False)


def parse_result_line(data: Any) -> ResultLine:
    """A line's JSON, understood. Raises ValueError, in words for the user, if it is no result line."""
    if not isinstance(data, Mapping):
        raise ValueError("not a JSON object")
    key = data.get("custom_id", data.get("key"))
    if not isinstance(key, str) or not key:
        raise ValueError("no custom_id")
    response, error = data.get("response"), data.get("error")
    if isinstance(data.get("text"), str):
        return ResultLine(key, "text", data)
    if isinstance(data.get("result"), Mapping):
        return _anthropic(key, data["result"])
    if isinstance(response, Mapping) and isinstance(response.get("body"), Mapping):
        return _openai(key, response, error)
    if error:
        return _failed(key, "google" if "key" in data else "openai", None, error)
    if isinstance(response, Mapping) and ("key" in data or "candidates" in response):
        return ResultLine(key, "google", response)
    if isinstance(response, Mapping) and isinstance(response.get("status_code"), int):
        return _failed(key, "openai", response["status_code"], response.get("body"))
    if any(isinstance(data.get(name), Mapping) for name in ("body", "params", "request")):
        return ResultLine(key, "request", {})
    raise ValueError("neither a reply nor an error")


def _openai(key: str, response: Mapping[str, Any], error: Any) -> ResultLine:
    status = response.get("status_code")
    answered = error_answer(HttpResponse(status if isinstance(status, int) else 200, {}, data=response["body"]))
    if error or answered.status >= 400:
        return _failed(key, "openai", answered.status, error or answered.data)
    return ResultLine(key, "openai", response["body"])


def _anthropic(key: str, result: Mapping[str, Any]) -> ResultLine:
    kind = str(result.get("type"))
    if kind == "succeeded" and isinstance(result.get("message"), Mapping):
        return ResultLine(key, "anthropic", result["message"])
    if kind in _ENDED:
        return ResultLine(key, "anthropic", {}, ended=_ENDED[kind])
    if kind == "errored":
        return _failed(key, "anthropic", None, result.get("error"))
    raise ValueError(f"a result of the unknown type {kind[:40]!r}")


def _failed(key: str, form: Form, status: int | None, error: Any) -> ResultLine:
    """A line with an error, which is told in as many ways as there are services."""
    inner = error
    while isinstance(inner, Mapping) and isinstance(inner.get("error"), Mapping):
        inner = inner["error"]
    fields: Mapping[str, Any] = inner if isinstance(inner, Mapping) else {"message": str(inner or "no message")}
    ended = _ENDED.get(str(fields.get("code")))
    if ended:
        return ResultLine(key, form, {}, ended=ended)
    if status is None or status < 400:
        status = error_status(fields)
    return ResultLine(key, form, {}, HttpResponse(status, {}, data={"error": dict(fields)}))


def _clean(data: Any, redact: Callable[[str], str]) -> Any:
    """The same with every text redacted."""
    if isinstance(data, str):
        return redact(data)
    if isinstance(data, Mapping):
        return {name: _clean(value, redact) for name, value in data.items()}
    return [_clean(value, redact) for value in data] if isinstance(data, list) else data
