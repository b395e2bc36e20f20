"""Defines requests to chat models, their replies and the settings of a model, as plain values.

A request is named by its key: the hash of everything that could change its reply. The same request asked again is
answered from the ledger; two attempts that ask the same share one call.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from benchwright.records import Json, JsonRecord, fields_json

Role = Literal["system", "user", "assistant"]
Status = Literal["ok", "refused", "unparsed", "truncated"]
"""How a completed reply ended: as asked; the model or its filter refused; not what the schema asks for; cut off at
`max_tokens`. All four are stored and replayed as what they were."""

MOST_TOKENS = 2**40
"""More than any call has: a service that counts so many tokens, or fewer than none, is not believed."""

Notify = Callable[[str], None]
"""Takes one line that a person should see, such as that a service is being waited for."""


@dataclass(frozen=True, slots=True)
class Text(JsonRecord):
    """Words of a message."""

    text: str


@dataclass(frozen=True, slots=True)
class PromptImage:
    """An image in a message, named by the SHA-256 of the original file at `path`. `width` and `height` are in pixels.
    Providers receive a copy within their limits, with no side longer than `side` pixels (0: the provider's limit)."""

    sha256: str
    path: Path = field(compare=False)
    width: int = field(compare=False, default=0)
    height: int = field(compare=False, default=0)
    side: int = 0

    def to_json(self) -> Json:
        return {"image": self.sha256} | ({"side": self.side} if self.side else {})


Part = Text | PromptImage


@dataclass(frozen=True, slots=True)
class Message(JsonRecord):
    """One turn of a conversation."""

    role: Role
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, role: Role, text: str) -> Message:
        return cls(role, (Text(text),))


def canonical(request: Json) -> bytes:
    """A request's JSON as the bytes that its key is the hash of. ValueError for a number that JSON has not (NaN)."""
    text = json.dumps(request, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def json_bytes(value: Any) -> bytes:
    """A value as compact JSON in UTF-8. Half of a surrogate pair has no UTF-8, and becomes an escape. ValueError for a
    number that JSON has not (NaN)."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


@dataclass(frozen=True)
class Request:
    """One call to a model.

    `model` is the full name (`openai/NAME`); `schema` the JSON Schema that the reply must fulfil, None for free text;
    `purpose` the prompt's name, for counting; `sample` tells repeats of one question apart; `nonce` is "" at
    temperature 0, so that equal questions share a call, and names attempt and place above it, so that they do not.
    `endpoint` tells servers and forms of the same model apart (`endpoints.endpoint_of`), "" for the provider's own.
    """

    model: str
    messages: tuple[Message, ...]
    purpose: str
    schema: Mapping[str, Any] | None = None
    temperature: float = 0.0
    max_tokens: int = 2000
    sample: int = 0
    nonce: str = ""
    endpoint: str = ""

    def to_json(self) -> Json:
        fields = fields_json(self)
        return fields if self.endpoint else {name: fields[name] for name in fields if name != "endpoint"}

    @cached_property
    def canonical(self) -> bytes:
        """Everything above as JSON with sorted keys: the same request always gives the same bytes. Half a surrogate
        pair, as a careless service may write one, is kept (it has no proper UTF-8)."""
        return canonical(self.to_json())

    @cached_property
    def key(self) -> str:
        """SHA-256 of everything above, 64 hex digits: what the ledger and batch files call this request."""
        return hashlib.sha256(self.canonical).hexdigest()

    @property
    def pictures(self) -> tuple[PromptImage, ...]:
        """All images in order."""
        return tuple(part for message in self.messages for part in message.parts if isinstance(part, PromptImage))

    @property
    def text(self) -> str:
        """All words in order, for counting."""
        return "".join(part.text for message in self.messages for part in message.parts if isinstance(part, Text))


@dataclass(frozen=True, slots=True)
class Usage(JsonRecord):
    """Tokens of one call as the service counted them; `cached` of the input tokens came from its cache. `known` is
    False where the service told none, or numbers that no call has (then they are 0, and nothing may be concluded)."""

    input: int = 0
    output: int = 0
    cached: int = 0
    known: bool = True

    def __post_init__(self) -> None:
        if not all(0 <= count < MOST_TOKENS for count in (self.input, self.output)):
            for name in ("input", "output", "cached", "known"):
                object.__setattr__(self, name, 0 if name != "known" else False)
        elif not 0 <= self.cached <= self.input:
            object.__setattr__(self, "cached", 0)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Usage:
        return cls(**data)


@dataclass(frozen=True, slots=True)
class Reply:
    """A completed reply. `text` is what the model wrote; `data` what the schema asked for, read out of it (None without
    a schema, or if it could not be read: then `problem` says why); `served_by` the model's name as the service told it;
    `usd` what the call cost, None if the price is not known."""

    text: str
    status: Status = "ok"
    data: Any = None
    problem: str = ""
    usage: Usage = Usage()
    served_by: str = ""
    usd: float | None = None

    def to_json(self) -> Json:
        return {name: getattr(self, name) for name in self.__slots__} | {"usage": self.usage.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reply:
        return cls(**{name: data[name] for name in cls.__slots__} | {"usage": Usage.from_json(data["usage"])})


class ChatModel(Protocol):
    """Something that answers requests: a provider, or a layer around one. For one event loop."""

    async def ask(self, request: Request) -> Reply:
        """The completed reply. Raises the errors of `benchwright.errors` under ModelError, and UsageError for what only
        the user can mend (no key, an unknown model, images for a model without vision)."""

    async def close(self) -> None:
        """Let go of connections. Asking afterwards is an error."""


@runtime_checkable
class AddressedModel(Protocol):
    """A chat model whose settings tell which server it is, and how long its replies may be."""

    def addressed(self, request: Request) -> Request:
        """The request with its `endpoint` and its `max_tokens`."""


class Models(Protocol):
    """Gives models by their full names, the same one for the same name. A run has one, and closes it."""

    def model(self, name: str) -> ChatModel:
        """The model of that name. Raises UsageError for a name that no provider has, or a key that is missing."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The settings of a model, as in the section `models` of a plan. None stands for the default of the provider.

    - `structured`: how the form of replies is requested: `schema` (the service enforces a JSON Schema), `object` (any
      JSON), `text` (only the prompt asks for it).
    - `context`: the length of the context in tokens. `timeout`: seconds for a call.
    - `usd_per_million`: the price of a million input tokens and a million output tokens.
    - `key_env`: the environment variable with the key.
    - `max_tokens`: the largest reply including reasoning, instead of the limit of each prompt.
    - `call`: the function that answers, for models named `python/...`."""

    base_url: str | None = None
    key_env: str | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    context: int | None = None
    vision: bool | None = None
    structured: Literal["schema", "object", "text"] | None = None
    usd_per_million: tuple[float, float] | None = None
    timeout: float = 120.0
    max_tokens: int | None = None
    call: Callable[..., Any] | None = None
