"""The services' own libraries, each behind one function: a JSON object goes out, what came back is told as a value.

The libraries do what they know best: addresses, authentication, connections. Their retries are off (pacing is done in
one place, and every try is counted), as are their tracing and their continuations. They are imported when a client is
opened and not before, for they take a second.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from benchwright.models.failures import Answered, Service

if TYPE_CHECKING:
    from aiohttp import ClientSession
    from anthropic import AsyncAnthropic
    from google.genai import Client
    from openai import AsyncOpenAI

CONNECT = 15.0
"""Seconds to reach a service; what it then takes to answer is the caller's to bound."""

Loss = Literal["refused", "reset", "timeout", "half_body", "untrusted", "address"]


@dataclass(frozen=True, slots=True)
class Lost:
    """A call that got no answer, and why. `billed`: the request may have been worked on."""

    why: Loss
    billed: bool


class ChatClient(Protocol):
    """One service's library, opened. For one event loop."""

    async def send(self, body: dict[str, Any]) -> Answered | Lost: ...

    async def close(self) -> None: ...


def open_client(service: Service, key: str | None) -> ChatClient:
    """The client for a service. Must be called on the event loop that will use it."""
    for name in ("openai", "anthropic", "httpx2", "google_genai"):
        logger = logging.getLogger(name)
        if logger.level == logging.NOTSET:  # they tell every call at INFO; whoever asks for that may set it
            logger.setLevel(logging.WARNING)
    provider = service.model.provider
    if provider == "anthropic":
        return _open_anthropic(service, key)
    if provider == "google":
        return _open_google(service, key)
    return _open_openai(service, key)


def _open_openai(service: Service, key: str | None) -> _OpenAI:
    import openai

    theirs = service.model.provider == "openai"
    # The environment's organisation and project are OpenAI's own, and no other server's business.
    others: Mapping[str, Any] = {"OpenAI-Organization": openai.omit, "OpenAI-Project": openai.omit}
    client = openai.AsyncOpenAI(
        api_key=key or "none",  # the library wants one; servers that need none ignore it
        base_url=service.address or None,
        max_retries=0,
        timeout=openai.Timeout(None, connect=CONNECT),
        default_headers=None if theirs else others,
        http_client=openai.DefaultAioHttpClient(),
    )
    return _OpenAI(client)


class _OpenAI:
    """`post` with a plain object: 0.8 ms of CPU a call, where typed requests and replies take 1.4."""

    def __init__(self, client: AsyncOpenAI) -> None:
        self._client = client

    async def send(self, body: dict[str, Any]) -> Answered | Lost:
        from aiohttp import ClientError
        from openai import APIConnectionError, APIStatusError

        try:
            return _read(await self._client.post("/chat/completions", cast_to=object, body=body))
        except APIStatusError as error:
            return _of_error(error.status_code, error.response.headers, error.response.text)
        except (APIConnectionError, ClientError) as error:  # the library does not know all errors of its transport
            return lost(error)
        except json.JSONDecodeError:
            return Answered(200, {})

    async def close(self) -> None:
        await self._client.close()


def _open_anthropic(service: Service, key: str | None) -> _Anthropic:
    import anthropic

    client = anthropic.AsyncAnthropic(
        api_key=key,
        base_url=service.address or None,
        max_retries=0,
        timeout=anthropic.Timeout(None, connect=CONNECT),
        open_telemetry=False,
        http_client=anthropic.DefaultAioHttpClient(),
    )
    return _Anthropic(client)


class _Anthropic:
    """The same for Anthropic: 0.7 ms of CPU a call, where `messages.create` takes 1.0."""

    def __init__(self, client: AsyncAnthropic) -> None:
        self._client = client

    async def send(self, body: dict[str, Any]) -> Answered | Lost:
        from aiohttp import ClientError
        from anthropic import APIConnectionError, APIStatusError

        try:
            return _read(await self._client.post("/v1/messages", cast_to=object, body=body))
        except APIStatusError as error:
            return _of_error(error.status_code, error.response.headers, error.response.text)
        except (APIConnectionError, ClientError) as error:  # the library does not know all errors of its transport
            return lost(error)
        except json.JSONDecodeError:
            return Answered(200, {})

    async def close(self) -> None:
        await self._client.close()


def _open_google(service: Service, key: str | None) -> _Google:
    from aiohttp import ClientSession, TCPConnector
    from google import genai
    from google.genai import types

    session = ClientSession(connector=TCPConnector(limit=0), trust_env=True)
    options = types.HttpOptions(
        base_url=service.address or None,
        aiohttp_client=session,
        # Without options the library sends a second time when a connection is torn, and says nothing.
        retry_options=types.HttpRetryOptions(attempts=1),
    )
    return _Google(genai.Client(api_key=key, vertexai=False, http_options=options), session, service.model.name)


class _Google:
    """1.4 ms of CPU a call. The library has no way to post a plain object, so the object travels as the extra body of
    an empty request; the typed route takes 1.8 ms, and decodes and encodes every image again."""

    def __init__(self, client: Client, session: ClientSession, name: str) -> None:
        self._client, self._session, self._name = client, session, name

    async def send(self, body: dict[str, Any]) -> Answered | Lost:
        from aiohttp import ClientError
        from google.genai import types
        from google.genai.errors import APIError

        config = types.GenerateContentConfig(
            http_options=types.HttpOptions(extra_body=body),
            should_return_http_response=True,
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
            automatic_continuation=False,  # each would be a call that nobody counted
        )
        try:
            found = await self._client.aio.models.generate_content(model=self._name, contents="-", config=config)
        except APIError as error:
            headers = getattr(error.response, "headers", {})
            return _of_error(error.code, headers, json.dumps(error.details))
        except json.JSONDecodeError:
            return Answered(502, {})  # an error whose body says that it is JSON, and is not
        except ClientError as error:
            return lost(error)
        response = found.sdk_http_response
        return _read(response.body if response is not None and response.body is not None else "")

    async def close(self) -> None:
        await self._client.aio.aclose()
        self._client.close()
        await self._session.close()


def _read(found: object) -> Answered:
    """A body that came with a good status: an object, or text that may hold one."""
    if not isinstance(found, str):
        return Answered(200, {}, data=found)
    try:
        return Answered(200, {}, text=found, data=json.loads(found))
    except (ValueError, RecursionError):
        return Answered(200, {}, text=found)


def _of_error(status: int, headers: Mapping[str, str], text: str) -> Answered:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    return Answered(status, {name.lower(): value for name, value in headers.items()}, text, data)


def lost(error: BaseException) -> Lost:
    """What became of a connection, told from the transport's own error at the bottom of the chain; the libraries' names
    for it differ, and one calls a torn connection a time-out."""
    import aiohttp

    chain: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and at not in chain:
        chain.append(at)
        at = at.__cause__ or at.__context__
    found = next((one for one in chain if isinstance(one, aiohttp.ClientError)), None)
    if isinstance(found, aiohttp.ClientSSLError):
        return Lost("untrusted", billed=False)
    if isinstance(found, aiohttp.ConnectionTimeoutError):
        return Lost("timeout", billed=False)
    if isinstance(found, aiohttp.ServerTimeoutError):
        return Lost("timeout", billed=True)
    if isinstance(found, aiohttp.ClientPayloadError):
        return Lost("half_body", billed=True)
    if isinstance(found, aiohttp.ClientConnectorError):
        return Lost("refused", billed=False)
    if isinstance(found, aiohttp.InvalidURL | aiohttp.ClientResponseError):
        return Lost("address", billed=False)
    return Lost("reset", billed=True)
