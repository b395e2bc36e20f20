"""Says where each provider is reached: its address, the headers with its key, and the path of a chat request.

A new provider gets its name in `names.py`, its key in `keys.py`, its address here and its dialect in `providers.py`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from urllib.parse import quote

from benchwright.models.base import ModelSettings, Request
from benchwright.models.http_client import HttpClient, common_headers
from benchwright.models.names import ModelName, Provider, parse_name

ADDRESSES: Mapping[Provider, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "google": "https://generativelanguage.googleapis.com",
    "ollama": "http://localhost:11434/v1",
}
"""Where a provider listens if the plan names no base URL."""

GOOGLE_VERSION = "v1"
_ANTHROPIC_VERSION = "2026-10-21"


def open_http(provider: Provider, address: str, key: str | None) -> HttpClient:
    """A client for a provider at `address`, "" for its own. Make it on the event loop that uses it."""
    return HttpClient((address or ADDRESSES[provider]).rstrip("/"), {**common_headers(), **_headers(provider, key)})


def chat_path(name: ModelName) -> str:
    """Where requests to a model go, below the provider's address."""
    if name.provider == "anthropic":
        return "/v1/messages"
    if name.provider == "google":
        return f"/{GOOGLE_VERSION}/{google_model(name.name)}:generateContent"
    return "/chat/completions"


def google_model(name: str) -> str:
    """A model's path at Google: tuned models have a folder of their own."""
    return quote(name if name.startswith(("models/", "tunedModels/")) else f"models/{name}")


def endpoint_of(request: Request, settings: ModelSettings) -> str:
    """What of a model's settings can change its reply to a request, for the request's key: the address, and how a form
    is asked for; "" for the provider's own. The address is hashed, for a path may hold a secret. Names, passwords and
    queries are left out: they change while the server stays."""
    form = settings.structured if request.schema is not None and settings.structured != "schema" else None
    provider = parse_name(request.model).provider
    digest = server_digest(provider, settings)
    digest = "" if digest == server_digest(provider, ModelSettings()) else digest
    return f"{form or ''}@{digest}" if form or digest else ""


def server_digest(provider: Provider, settings: ModelSettings) -> str:
    """Sixteen hex digits that tell the server of a model apart from others; a provider's own counts as one, too."""
    server = _server(settings.base_url or ADDRESSES.get(provider, ""))
    return hashlib.sha256(server.encode()).hexdigest()[:16]


def _server(address: str) -> str:
    """An address without what may change while the server stays."""
    scheme, slashes, rest = address.partition("://")
    place, slash, path = rest.partition("?")[0].partition("/")
    return f"{scheme}{slashes}{place.rpartition('@')[2].lower()}{slash}{path}".rstrip("/")


def _headers(provider: Provider, key: str | None) -> dict[str, str]:
    if provider == "google":
        return {"x-goog-api-key": key or ""}
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    if provider == "anthropic":
        headers["anthropic-version"] = _ANTHROPIC_VERSION
    if provider == "openai":  # these are OpenAI's own, and no other server's business
        for name, variable in (("OpenAI-Organization", "OPENAI_ORG_ID"), ("OpenAI-Project", "OPENAI_PROJECT_ID")):
            if value := os.environ.get(variable):
                headers[name] = value
        for line in os.environ.get("OPENAI_CUSTOM_HEADERS", "").splitlines():
            name, colon, value = line.partition(":")
            if colon:
                headers[name.strip()] = value.strip()
    return headers
