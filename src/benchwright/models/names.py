"""Names of models: `openai/gpt-x`, `openai-compatible/org/model`. Knows which services there are, and none of them."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, get_args

from benchwright.errors import UsageError

Provider = Literal["openai", "anthropic", "google", "ollama", "openai-compatible"]
PROVIDERS: tuple[Provider, ...] = get_args(Provider)


@dataclass(frozen=True, slots=True, order=True)
class ModelName:
    """A service and what it calls its model; `name` may hold slashes and colons of its own."""

    provider: Provider
    name: str

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}"


def parse_name(text: str) -> ModelName:
    """`PROVIDER/NAME` taken apart at the first slash. Raises UsageError for anything else, with the nearest service."""
    provider, slash, name = text.partition("/")
    for known in PROVIDERS:
        if provider == known and name and not any(character.isspace() for character in name):
            return ModelName(known, name)
    if provider in PROVIDERS and (slash or not name):
        raise UsageError(f"{text!r} names no model of {provider}", hint=f"write {provider}/NAME")
    near = get_close_matches(provider.lower(), PROVIDERS, 1)
    hint = f"did you mean {near[0]}/{name or 'NAME'}?" if near else f"write PROVIDER/NAME with {', '.join(PROVIDERS)}"
    raise UsageError(f"{text!r} is not the name of a model", hint=hint)
