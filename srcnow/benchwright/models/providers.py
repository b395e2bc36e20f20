"""Open a model of any provider (add a new provider here): pick its dialect, send a request once, read the reply.

Knows no pacing, budget or ledger. One call is one try, with one exception: if a model refuses a field, the request is
sent once more without it, and so are all later ones.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from benchwright.errors import ModelUsageError
from benchwright.models.base import ChatModel, ModelSettings, Reply, Request, Usage, json_bytes
from benchwright.models.callable_model import CallableClient
from benchwright.models.dialects import Pictures, anthropic, embeddings, google, openai
from benchwright.models.endpoints import ADDRESSES, chat_path, open_http
from benchwright.models.failures import (
    HttpResponse,
    ServiceAddress,
    error_answer,
    filter_words,
    refused_field,
    say,
    status_failure,
    unreadable,
)
from benchwright.models.http_client import HttpClient, TransportFailure
from benchwright.models.keys import Keys, key_names
from benchwright.models.names import PYTHON, ModelName
from benchwright.models.pictures import PictureCache


class _Dialect(Protocol):
    """What a module of `dialects` offers."""

    def body(
        self, request: Request, settings: ModelSettings, pictures: Pictures, without: Any = ()
    ) -> dict[str, Any]: ...

    def reply(self, data: Mapping[str, Any], request: Request) -> Reply: ...


_DIALECTS: Mapping[str, _Dialect] = {"anthropic": anthropic, "google": google}
"""The dialects of services that do not speak OpenAI's."""


def open_provider(name: ModelName, settings: ModelSettings, keys: Keys) -> ChatModel:
    """The model at its service. Nothing is imported, connected or asked of the keys before the first request, so that a
    run whose replies are all known needs neither. Raises ModelUsageError if the address is missing or is none."""
    if name.provider == PYTHON:
        return CallableClient(name, settings, keys)
    return _Provider(_service(name, settings, keys), settings, _DIALECTS.get(name.provider, openai), chat_path(name))


def open_embedder(name: ModelName, settings: ModelSettings, keys: Keys) -> ChatModel:
    """The same for a service's embeddings, in OpenAI's dialect: a request is the texts of one message, a reply's `data`
    their vectors (`dialects.embeddings`)."""
    return _Provider(_service(name, settings, keys), settings, embeddings, "/embeddings")


def _service(name: ModelName, settings: ModelSettings, keys: Keys) -> ServiceAddress:
    address = settings.base_url or (ADDRESSES["ollama"] if name.provider == "ollama" else "")
    if name.provider == "openai-compatible" and not address:
        raise ModelUsageError(f"{name} needs the address of its server", hint="say base_url under models in the plan")
    service = ServiceAddress(name, address, "", keys)
    if address and not (address.startswith(("http://", "https://")) and service.host):
        raise ModelUsageError(f"{name}: the base URL must be http://HOST or https://HOST, with a path such as /v1")
    return service


def require_key(name: ModelName, settings: ModelSettings, keys: Keys) -> str:
    """The variable that holds the model's key, "" if it needs none. Raises ModelUsageError if no variable is set."""
    names = key_names(name.provider, settings)
    key_name = next((variable for variable in names if keys.get(variable)), "")
    if not key_name and names:
        # A server of one's own may need none, but a variable that the plan names must be set.
        raise ModelUsageError(
            f"{name} needs a key: {' or '.join(names)} is not set",
            hint="set it in the environment, or in a file .env here",
        )
    return key_name


class _Provider:
    """See `open_provider`."""

    def __init__(self, service: ServiceAddress, settings: ModelSettings, dialect: _Dialect, path: str) -> None:
        self._service, self._settings, self._dialect, self._path = service, settings, dialect, path
        self._pictures = PictureCache(service.model.provider)
        self._without: set[str] = set()  # fields that the model has refused
        self._client: HttpClient | None = None
        self._reached = False
        self._closed = False

    def __repr__(self) -> str:
        return f"<{self._service.model} at {self._service.host or 'its service'}>"

    async def ask(self, request: Request) -> Reply:
        client = self._opened()
        body = await self._body(request)
        answered = await self._send(client, body)
        while field := refused_field(answered):
            self._without.add(field)
            previous, body = body, await self._body(request)
            if body == previous:
                break
            answered = await self._send(client, body)
        if words := filter_words(answered):
            return Reply(say(words, self._service.keys), "refused", usage=Usage(known=False))
        if answered.status >= 300:
            raise status_failure(self._service, answered, pictures=bool(request.pictures), now=time.time())
        if not isinstance(answered.data, Mapping):
            raise unreadable(self._service, answered.text)
        return self._dialect.reply(answered.data, request)

    async def _body(self, request: Request) -> dict[str, Any]:
        arguments = request, self._settings, self._pictures.encoded, frozenset(self._without)
        if request.pictures:  # to decode one takes long
            return await asyncio.to_thread(self._dialect.body, *arguments)
        return self._dialect.body(*arguments)

    def _opened(self) -> HttpClient:
        """The client, opened at the first request. Raises ModelUsageError if the key is missing."""
        if self._closed:
            raise RuntimeError("the model is closed")
        if self._client is None:
            service, name = self._service, self._service.model
            key_name = require_key(name, self._settings, service.keys)
            self._service = replace(service, key_name=key_name)
            self._client = open_http(name.provider, service.address, service.keys.get(key_name) if key_name else None)
        return self._client

    async def _send(self, client: HttpClient, body: dict[str, Any]) -> HttpResponse:
        """One try within the time that the settings allow. Raises what became of a call without an answer."""
        answered = await client.send("POST", self._path, json_bytes(body), seconds=self._settings.timeout)
        if isinstance(answered, TransportFailure):
            raise answered.error(self._service, reached=self._reached)
        self._reached = True
        return error_answer(answered)

    async def close(self) -> None:
        self._closed = True
        client, self._client = self._client, None
        if client is not None:
            await client.close()
