"""Opens a provider's batch service by its name; each is behind the same few methods."""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.errors import UsageError
from benchwright.models.base import ModelSettings
from benchwright.models.batch.services.anthropic import AnthropicBatches
from benchwright.models.batch.services.base import BatchState, ListedBatch, ProviderBatches, account
from benchwright.models.batch.services.google import GoogleBatches
from benchwright.models.batch.services.openai import OpenAIBatches
from benchwright.models.keys import Keys

SERVICES: Mapping[str, type[OpenAIBatches | AnthropicBatches | GoogleBatches]] = {
    service.name: service for service in (OpenAIBatches, AnthropicBatches, GoogleBatches)
}


def open_service(name: str, settings: Mapping[str, ModelSettings], keys: Keys) -> ProviderBatches:
    """The batch service of this name; it connects at its first request. Raises UsageError."""
    require_service(name)
    service = SERVICES[name]
    return service(account(service.providers, settings, keys))


def require_service(name: str) -> None:
    """UsageError if there is no batch service of this name."""
    if name not in SERVICES:
        raise UsageError(f"{name!r} is not a batch service", hint=f"one of {', '.join(SERVICES)}")


__all__ = ["BatchState", "ListedBatch", "ProviderBatches", "open_service", "require_service"]
