"""Turns a service's error status, headers and words into one of the errors of `errors.py`.

Services word the same trouble in many ways, and servers that speak a dialect word it in their own: what is told apart
here was collected from their documentation and sources, and each wording has a test. Every message is one line, holds
no key and quotes at most QUOTED characters of the service's words.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from benchwright.errors import (
    BenchwrightError,
    ContextError,
    ModelUsageError,
    RequestError,
    TransientError,
)
from benchwright.models.keys import Keys
from benchwright.models.names import ModelName
from benchwright.models.retry_after import parse_retry_after, retry_after

QUOTED = 200
"""Characters of a service's words that a message quotes."""
_READ = 100_000
"""Characters of them that are looked through: a service may send megabytes."""

_CONTEXT = re.compile(
    r"context[ _](?:length|window|size|limit)|exceed_context|maximum model length|prompt is too long"
    r"|input token count|input tokens exceed|number of tokens to keep|request_too_large|too large for model with"
    r"|input length and .?max_tokens|longer than the (?:maximum|model)|input is too (?:long|large)",
    re.IGNORECASE,
)
_BLIND = re.compile(
    r"(?:image|vision|multi-?modal).{0,80}(?:not support|unsupported|only supported|not a|not enabled|missing data)"
    r"|(?:not support|unsupported|at most 0|not a|no endpoints|unknown variant|missing data).{0,80}"
    r"(?:image|vision|multi-?modal)",
    re.IGNORECASE | re.DOTALL,
)
_THIS_IMAGE = re.compile(
    r"format|media.?type|mime|could not process|corrupt|decod|too large|exceeds|dimension|valid image", re.IGNORECASE
)
_ABOUT_PICTURES = re.compile(r"image|picture|pixel|media", re.IGNORECASE)
_UNKNOWN_MODEL = re.compile(
    r"model_not_found|not a valid model|invalid model|unknown model|model.{0,120}(?:does not exist|not found)",
    re.IGNORECASE | re.DOTALL,
)
_MONEY = re.compile(
    r"insufficient_quota|credit balance|insufficient (?:credit|balance|fund)|billing_(?:error|hard|not)"
    r"|specified (?:\w+ )?usage limit|spend(?:ing)? (?:limit|cap)\b",
    re.IGNORECASE,
)
_WRONG_KEY = re.compile(
    r"api[_ ]key (?:is |has )?(?:not valid|invalid|expired)|api_key_(?:invalid|expired)|invalid[_ ]api[_ ]key"
    r"|incorrect api key",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"unsupported|not support|deprecated|not permitted|only the default|unknown|unrecognized", re.IGNORECASE
)
_FILTER = re.compile(
    r"content_?filter|content filtering policy|ResponsibleAIPolicyViolation|data_inspection_failed|input was flagged"
    r"|prompt was flagged|violating our usage polic",
    re.IGNORECASE,
)
_NEVER_FITS = re.compile(r"request too large for .{0,120}must be reduced", re.IGNORECASE | re.DOTALL)
_SCHEMA = re.compile(r"response_format|json_schema|responseJsonSchema|response_json_schema|output_config|grammar")
_DELAY = re.compile(r'"retryDelay"\s*:\s*"([^"]{1,20})"')
_HTML = re.compile(r"\s*(?:<!doctype html|<html|<head|<\?xml)", re.IGNORECASE)

_REMOTE_CALLS = {1: 499, 3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 9: 400, 10: 409, 11: 400, 13: 500, 14: 503, 16: 401}
"""Google's codes of remote calls, as the HTTP statuses that they stand for."""

_KINDS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "RESOURCE_EXHAUSTED": 429,
    "api_error": 500,
    "UNAVAILABLE": 503,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""Names of errors, as the HTTP statuses that they stand for, for errors without a status of their own."""

REPLACEABLE = ("temperature", "max_tokens", "max_completion_tokens")
"""Fields that a model may refuse and that it can be asked without."""

_FIELDS = re.compile(rf"\b(?:{'|'.join(REPLACEABLE)})\b")


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """What came back: the HTTP status, headers with names in lower case, and the body as text (error or unreadable) or
    as what its JSON says."""

    status: int
    headers: Mapping[str, str]
    text: str = ""
    data: Any = None


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """Who was asked, for messages: `address` is the base URL in the settings, "" for the service's own; `key_name` the
    variable of the key that was sent, "" for none."""

    model: ModelName
    address: str
    key_name: str
    keys: Keys

    @property
    def host(self) -> str:
        """Host and port of the address: what of it may be shown, for it could hold a password."""
        try:
            parts = urlsplit(self.address)
            return f"{parts.hostname}:{parts.port}" if parts.port else (parts.hostname or "")
        except ValueError:
            return ""

    @property
    def local(self) -> bool:
        """Whether it is this machine."""
        return re.match(r"(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1)(?::\d+)?\Z", self.host) is not None


def say(text: str, keys: Keys) -> str:
    """Someone else's words for a message: without keys and control characters, in one line, cut short."""
    clean = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in keys.redact(text))
    line = keys.redact(" ".join(clean.split()))
    return line if len(line) <= QUOTED else line[: QUOTED - 3] + "..."


def is_page(text: str) -> bool:
    """Whether a body is a web page rather than a reply."""
    return bool(_HTML.match(text))


def refused_field(answered: HttpResponse) -> str:
    """The field of REPLACEABLE that this error says the model does not take; "" if it says something else."""
    if answered.status not in (400, 422):
        return ""
    error = _error(answered)
    words = words_of(answered)
    if not _REFUSES.search(f"{words} {error.get('code')}"[: 2 * _READ]):
        return ""
    param = error.get("param")
    if param in REPLACEABLE:
        return str(param)
    # "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.": the first that is named.
    match = _FIELDS.search(words)
    return match[0] if match else ""


def filter_words(answered: HttpResponse) -> str:
    """The words of a content filter that refuses with an error status; "" for any other answer. A filter is the
    service's answer to this request, and would be its answer again."""
    if answered.status not in (400, 403):
        return ""
    words, error = words_of(answered), _error(answered)
    return words if _FILTER.search(f"{words} {error.get('code')} {error.get('type')}"[: 2 * _READ]) else ""


def error_answer(answered: HttpResponse) -> HttpResponse:
    """The answer with the status that an error in its body stands for. Brokers send the errors of the services behind
    them with a good status: as the whole body, or in its first choice once tokens were made."""
    data = answered.data
    if answered.status >= 300 or not isinstance(data, Mapping):
        return answered
    choices = data.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], Mapping) else {}
    broken = choice.get("finish_reason") == "error"
    error = choice.get("error") or ((broken or not choices) and data.get("error")) or (broken and "the reply broke off")
    return replace(answered, status=error_status(error), data={**data, "error": error}) if error else answered


def error_status(error: Any) -> int:
    """The HTTP status that an error object stands for: its code as a status or as one of a remote call, else its
    type; 500 if it says none."""
    code = error.get("code") if isinstance(error, Mapping) else None
    number = int(code) if isinstance(code, int | str) and re.fullmatch(r"\d{1,3}", str(code), re.ASCII) else 0
    number = _REMOTE_CALLS.get(number, number)
    if 400 <= number < 600:
        return number
    kinds = (code, error.get("type"), error.get("status")) if isinstance(error, Mapping) else ()
    return next((_KINDS[kind] for kind in kinds if isinstance(kind, str) and kind in _KINDS), 500)


def status_failure(service: ServiceAddress, answered: HttpResponse, *, pictures: bool, now: float) -> BenchwrightError:
    """The error that an answer with an error status is. `pictures`: the request held images; `now`: seconds since 1970,
    for waiting times that are told as dates."""
    status, words, model = answered.status, words_of(answered), service.model
    code = str(_error(answered).get("code") or _error(answered).get("type") or "")[:QUOTED]
    text = f"{words} {code}"
    quoted = "an HTML page" if is_page(answered.text) else say(words, service.keys)
    tail = f": {quoted}" if quoted else ""
    if 300 <= status < 400:  # where to is left out: it may hold a secret
        return ModelUsageError(
            f"{model}: {service.host or 'the service'} redirects ({status}), which is not followed",
            hint="say the address that it leads to as base_url under models in the plan",
        )
    if status in (401, 403) or (status == 400 and _WRONG_KEY.search(text)):
        return _no_entry(service, status, tail)
    if status == 402 or (status in (400, 403, 429) and _MONEY.search(text)):
        return ModelUsageError(
            f"{model}: the account has no credit left{tail}", hint="top it up or raise its limit, then run this again"
        )
    if pictures and status in (400, 404, 415, 422, 500) and _BLIND.search(text) and not _THIS_IMAGE.search(words):
        return ModelUsageError(
            f"{model} has no vision{tail}", hint="name another model for images (vision_writer in the plan)"
        )
    if (status in (400, 413, 422, 500) and _CONTEXT.search(text)) or (status == 429 and _NEVER_FITS.search(text)):
        return ContextError(f"{model}: the request is longer than its context{tail}")
    if status == 404 or (status == 405 and service.address) or (status == 400 and _UNKNOWN_MODEL.search(text)):
        return _not_found(service, words, tail)
    kind, event = (
        ("timeout", "ran out of time")
        if status in (408, 504)
        else ("rate_limit", "limits its rate")
        if status == 429
        else ("overloaded", "is overloaded")
        if status in (503, 529) or (status >= 500 and "overloaded" in text.lower())
        else ("server", "failed")
        if status in (409, 425) or status >= 500
        else ("", "")
    )
    if kind:
        began = isinstance(answered.data, Mapping) and bool(answered.data.get("choices"))  # tokens were made
        return TransientError(
            f"{model} {event} ({status}){tail}", kind=kind, retry_after=_wait(answered, now), billed=began
        )
    if status == 400 and _SCHEMA.search(text):
        hint = "if it takes no JSON Schema, say structured: object or structured: text under models in the plan"
        # not one request's fault: every other would meet it too
        return ModelUsageError(f"{model} refused the form asked for{tail}", hint=hint)
    # what is said of a picture is true of this request alone
    refusal = "" if pictures and _ABOUT_PICTURES.search(words) else f"{status} {code}".strip()
    return RequestError(f"{model} refused the request ({status}){tail}", refusal=refusal)


def unreadable(service: ServiceAddress, text: str) -> BenchwrightError:
    """The error that a body with status 200 is which holds no JSON object."""
    if is_page(text):
        where = service.host or "its own address"
        return ModelUsageError(
            f"{service.model}: {where} answered with a web page",
            hint="the base URL is wrong; /v1 at its end may be missing",
        )
    return TransientError(f"{service.model} answered with a body that is no JSON", kind="bad_body", billed=True)


def _no_entry(service: ServiceAddress, status: int, tail: str) -> ModelUsageError:
    """The service's words are left out where they are about the key, for they often quote half of it."""
    model = service.model
    if not service.key_name:
        return ModelUsageError(
            f"{model} wants a key ({status})", hint="name its variable: key_env under models in the plan"
        )
    if status == 403:
        return ModelUsageError(f"{model} is closed to the key in {service.key_name} (403){tail}")
    return ModelUsageError(f"{model} does not know the key in {service.key_name} ({status})", hint="set the right key")


def _not_found(service: ServiceAddress, words: str, tail: str) -> ModelUsageError:
    model = service.model
    if model.provider == "ollama":
        return ModelUsageError(f"{model} is not there{tail}", hint=f"ollama pull {model.name}, or another base URL")
    if service.address and not re.search(r"model", words, re.IGNORECASE):
        hint = "the base URL is wrong; /v1 at its end may be missing"
        return ModelUsageError(f"{model}: {service.host} has nothing at this address (404){tail}", hint=hint)
    return ModelUsageError(f"{model} is unknown to the service{tail}", hint="check the model's name")


def _wait(answered: HttpResponse, now: float) -> float | None:
    """Seconds that the service asks to wait: in its headers, or with Google in the body."""
    seconds = retry_after(answered.headers, now)
    if seconds is None:
        delay = _DELAY.search(answered.text)
        seconds = parse_retry_after(delay[1], now) if delay else None
    return seconds


def _error(answered: HttpResponse) -> Mapping[str, Any]:
    """The object that tells of the error, wherever the dialect puts it; empty if there is none."""
    data = answered.data
    if isinstance(data, list) and len(data) == 1:
        data = data[0]
    if not isinstance(data, Mapping):
        return {}
    inner = data.get("error")
    if isinstance(inner, Mapping):
        return inner
    return {"message": inner, **data} if isinstance(inner, str) else data


def words_of(answered: HttpResponse) -> str:
    """What the service says of the error, at most _READ characters: its message, else the body."""
    error = _error(answered)
    for name in ("message", "detail"):
        if isinstance(error.get(name), str):
            return str(error[name])[:_READ]
    return (json.dumps(error, ensure_ascii=False) if error else answered.text)[:_READ]
