"""Parse model names such as `openai/gpt-x`, and suggest the full name of a model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, Literal, get_args

from benchwright.errors import UsageError

Service = Literal["openai", "anthropic", "google", "ollama", "openai-compatible"]
Provider = Literal[Service, "python"]
PROVIDERS: tuple[Service, ...] = get_args(Service)
"""The services. A callable of Python stands beside them, and is only known where it was given."""
PYTHON: Final = "python"
_KNOWN: tuple[Provider, ...] = (*PROVIDERS, PYTHON)


@dataclass(frozen=True, slots=True, order=True)
class ModelName:
    """A service and what it calls its model; `name` may hold slashes and colons of its own."""

    provider: Provider
    name: str

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}"


_FAMILIES: Mapping[Provider, re.Pattern[str]] = {
    "openai": re.compile(r"(?:chat)?gpt-|o\d(?:-|$)"),
    "anthropic": re.compile("claude-"),
    "google": re.compile("gemini-"),
}


def full_name(name: str) -> str:
    """`openai/gpt-4.1` for `gpt-4.1`: the full name of a model of a known family, "" for any other text."""
    return next((f"{provider}/{name}" for provider, start in _FAMILIES.items() if start.match(name.lower())), "")


def model_family(name: str) -> str:
    """`gpt`, `claude`, `llama`: models of one family share data and training, whoever serves them. The letters that the
    model's own name begins with; all models of OpenAI's `o` series count as `gpt`."""
    own = name.rsplit("/", 1)[-1].lower()
    if _FAMILIES["openai"].match(own):
        return "gpt"
    found = re.match(r"[a-z]+", own)
    return found.group() if found else own


def parse_name(text: str) -> ModelName:
    """`PROVIDER/NAME` taken apart at the first slash. Raises UsageError for anything else, with the nearest service."""
    provider, slash, name = text.partition("/")
    for candidate in _KNOWN:
        if provider == candidate and name and not any(character.isspace() for character in name):
            return ModelName(candidate, name)
    if provider in PROVIDERS and (slash or not name):
        raise UsageError(f"{text!r} names no model of {provider}", hint=f"write {provider}/NAME")
    near = get_close_matches(provider.lower(), PROVIDERS, 1)
    if not slash and full_name(text):
        raise UsageError(f"{text!r} is not the name of a model", hint=f"did you mean {full_name(text)!r}?")
    hint = f"did you mean {near[0]}/{name or 'NAME'}?" if near else f"write PROVIDER/NAME with {', '.join(PROVIDERS)}"
    raise UsageError(f"{text!r} is not the name of a model", hint=hint)
