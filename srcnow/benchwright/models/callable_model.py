"""Lets a callable of Python stand for a model, behind the same budget, pacing and ledger as a service's.

    def call(messages: list[dict], schema=None, temperature=0.0, max_tokens=2000) -> str
    messages    [{"role": "system" | "user" | "assistant", "content": "words"}, ...]
    with images "content": [{"type": "text", "text": ...}, {"type": "image", "path": ..., "sha256": ...}, ...]

The callable takes the messages, and by name whatever else of these it has a parameter for. It returns the text of the
reply, at once or when it is awaited.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchwright.errors import ModelUsageError, RequestError, TransientError, UsageError
from benchwright.models.base import Message, ModelSettings, Part, Reply, Request, Text, Usage
from benchwright.models.keys import Keys
from benchwright.models.names import PYTHON, ModelName
from benchwright.models.user_calls import call_user

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_OPTIONAL = ("schema", "temperature", "max_tokens")


@dataclass(frozen=True, eq=False)
class CallableModel:
    """A function that is used as a model. The function receives the messages of a prompt and returns the text of a
    reply.

    - `name`, `version`: how the ledger identifies the model. Replies of earlier runs are reused while both stay the
      same, even if you have changed the function. Give it a new version when it would answer differently.
    - `vision`: whether the function may be shown images.
    - `timeout`: seconds to wait for a reply.

    Raises UsageError if the name isn't a single word, or if the function can't be called."""

    name: str
    call: Callable[..., Any]
    version: str = "1"
    vision: bool = False
    timeout: float = 120.0

    def __post_init__(self) -> None:
        for what, text in (("name", self.name), ("version", self.version)):
            if not _NAME.fullmatch(str(text)):
                raise UsageError(
                    f"the {what} of a model is {text!r}", hint="letters, digits and . _ - alone, such as my-model"
                )
        target: object = self.call
        if not callable(target):
            kind = type(target).__name__
            raise UsageError(f"{self.full_name} cannot be called (its type is {kind})", hint="give a function")
        try:
            inspect.signature(target).bind([], **dict.fromkeys(_parameters(target)))
        except TypeError as error:
            raise UsageError(
                f"{self.full_name} cannot be called with a list of messages: {error}", hint="let it take (messages)"
            ) from None
        except ValueError:  # of some built-in functions nothing is known
            pass

    @property
    def full_name(self) -> str:
        """The name in plans and requests: `python/NAME@VERSION`."""
        return f"{PYTHON}/{self.name}@{self.version}"

    def settings(self) -> ModelSettings:
        """The model settings that a plan would have for it."""
        return ModelSettings(vision=self.vision, timeout=self.timeout, call=self.call)


ModelInput = str | CallableModel
"""A model as a caller of Python gives it: by its name, or as a callable."""


def model_names(models: Collection[ModelInput]) -> tuple[str, ...]:
    """The full names of models. UsageError for what is neither a name nor a `CallableModel`."""
    for one in models:
        if not isinstance(one, str | CallableModel):
            raise UsageError(
                f"a {type(one).__name__} is not a model", hint='wrap what is called: CallableModel("my-model", call)'
            )
    return tuple(one.full_name if isinstance(one, CallableModel) else one for one in models)


def callable_settings(models: Iterable[ModelInput]) -> dict[str, ModelSettings]:
    """How those that are callables are reached, by name. UsageError for two callables of one name and version."""
    found: dict[str, CallableModel] = {}
    for one in models:
        if isinstance(one, CallableModel) and found.setdefault(one.full_name, one).call is not one.call:
            raise UsageError(f"two models are called {one.full_name}", hint="give one another name or version")
    return {name: one.settings() for name, one in found.items()}


class CallableClient:
    """Asks a callable. What it raises refuses the request; a time-out may pass."""

    def __init__(self, name: ModelName, settings: ModelSettings, keys: Keys) -> None:
        """Raises ModelUsageError without a callable: a plan alone cannot give one."""
        if settings.call is None:
            raise ModelUsageError(
                f"{name} is a callable, and was not given", hint="pass the CallableModel in Python, under this name"
            )
        self._name, self._call, self._timeout, self._keys = name, settings.call, settings.timeout, keys
        self._takes = _parameters(settings.call)

    async def ask(self, request: Request) -> Reply:
        values = {"schema": request.schema, "temperature": request.temperature, "max_tokens": request.max_tokens}
        named = {name: values[name] for name in self._takes}
        call = partial(self._call, [_message(one) for one in request.messages], **named)
        done = await call_user(self._call, call, self._timeout, self._keys)
        if done.kind == "timeout":
            raise TransientError(f"{self._name} {done.failure}", kind="timeout")
        if done.kind:
            raise RequestError(f"{self._name} {done.failure}", refusal=f"raised {done.raised}")
        if not isinstance(done.value, str):
            raise ModelUsageError(
                f"{self._name} returned no text (its type is {type(done.value).__name__})",
                hint="let it return the text of the reply",
            )
        return Reply(str.__str__(done.value), usage=Usage(known=False))

    async def close(self) -> None:
        """Nothing is open."""


def _parameters(call: Callable[..., Any]) -> tuple[str, ...]:
    try:
        known = inspect.signature(call).parameters
    except (ValueError, TypeError):
        return ()
    return tuple(name for name in _OPTIONAL if name in known)


def _message(message: Message) -> dict[str, object]:
    texts = [part.text for part in message.parts if isinstance(part, Text)]
    if len(texts) == len(message.parts):
        return {"role": message.role, "content": "\n".join(texts)}
    return {"role": message.role, "content": [_part(part) for part in message.parts]}


def _part(part: Part) -> dict[str, str]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    return {"type": "image", "path": str(part.path), "sha256": part.sha256}
