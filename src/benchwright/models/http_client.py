"""The services' clients, each behind one function: a JSON object goes out, what came back is told as a value.

Anthropic's and Google's are their own libraries, which do what they know best: addresses, authentication, connections.
Their retries are off (pacing is done in one place, and every try is counted), as are their tracing and their
continuations. They are imported when a client is opened and not before, for they take a second. OpenAI's dialect, which
most servers speak, is plain HTTP.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from benchwright.models.failures import HttpResponse, ServiceAddress

if TYPE_CHECKING:
    from ssl import SSLContext

    from aiohttp import ClientResponse, ClientSession, TraceConfig
    from anthropic import AsyncAnthropic
    from google.genai import Client

CONNECT = 15.0
"""Seconds to reach a service; what it then takes to answer is the caller's to bound."""
OPENAI = "https://api.openai.com/v1"
"""Where OpenAI listens."""
KEEP = 5.0
"""Seconds for which an idle connection is kept, as the libraries keep theirs: many servers close one after that."""

LARGEST = 64 * 2**20
"""Bytes of a body, unpacked: the vectors of 128 texts, 3,072 numbers each, are some eight million."""

_READ = 2**16

Loss = Literal["refused", "reset", "timeout", "half_body", "oversized", "untrusted", "address"]


@dataclass(frozen=True, slots=True)
class TransportFailure:
    """A call that got no answer, and why. `billed`: the request may have been worked on."""

    why: Loss
    billed: bool


class ChatClient(Protocol):
    """One service's library, opened. For one event loop."""

    async def send(self, body: dict[str, Any]) -> HttpResponse | TransportFailure: ...

    async def close(self) -> None: ...


def open_client(service: ServiceAddress, key: str | None) -> ChatClient:
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


def open_embeddings(service: ServiceAddress, key: str | None) -> ChatClient:
    """The client for a service's embeddings, in OpenAI's dialect. Must be called on the event loop that will use it."""
    return _open_openai(service, key, "/embeddings")


def _open_openai(service: ServiceAddress, key: str | None, path: str = "/chat/completions") -> _OpenAI:
    import aiohttp

    address = service.address or OPENAI
    # aiohttp itself would look for proxies and .netrc in another thread, twice a call.
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP, ssl=trusted() if _secure(address) else False)
    session = aiohttp.ClientSession(
        connector=connector,
        headers=_openai_headers(service, key),
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT),
    )
    return _OpenAI(session, address.rstrip("/") + path, proxy_for(address))


def _openai_headers(service: ServiceAddress, key: str | None) -> dict[str, str]:
    from benchwright import __version__

    found = {
        "Accept": "application/json",
        "Content-Type": "application/json",
        "User-Agent": f"benchwright/{__version__}",
    }
    if key:
        found["Authorization"] = f"Bearer {key}"
    if service.model.provider == "openai":  # these are OpenAI's own, and no other server's business
        for name, variable in (("OpenAI-Organization", "OPENAI_ORG_ID"), ("OpenAI-Project", "OPENAI_PROJECT_ID")):
            if value := os.environ.get(variable):
                found[name] = value
        for line in os.environ.get("OPENAI_CUSTOM_HEADERS", "").splitlines():
            name, colon, value = line.partition(":")
            if colon:
                found[name.strip()] = value.strip()
    return found


def _secure(address: str) -> bool:
    return address.startswith("https://")


def trusted() -> SSLContext:
    """The system's certificates, or those that SSL_CERT_FILE or SSL_CERT_DIR name: as the other libraries trust."""
    import httpx2

    return httpx2.create_ssl_context()


def proxy_for(address: str) -> str | None:
    """The proxy that the environment names for an address (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY), if any."""
    parts, proxies = urlsplit(address), getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


class _OpenAI:
    """Over plain HTTP, for the dialect is one address and one header, and OpenAI's library takes three times the CPU
    for it. Nothing is sent twice, and nowhere but where it was meant for."""

    def __init__(self, session: ClientSession, url: str, proxy: str | None) -> None:
        self._session, self._url, self._proxy = session, url, proxy

    async def send(self, body: dict[str, Any]) -> HttpResponse | TransportFailure:
        from aiohttp import ClientError

        try:
            async with self._session.post(
                self._url, data=packed(body), proxy=self._proxy, allow_redirects=False
            ) as response:
                raw = await _body(response)
        except ClientError as error:
            return transport_failure(error)
        if raw is None:
            return TransportFailure("oversized", billed=True)
        try:
            data = json.loads(raw)
        except (ValueError, RecursionError):
            data = None
        if response.status < 300 and data is not None:
            return HttpResponse(200, {}, data=data)
        headers = {name.lower(): value for name, value in response.headers.items()}
        return HttpResponse(response.status, headers, raw.decode("utf-8", "replace"), data)

    async def close(self) -> None:
        await self._session.close()


async def _body(response: ClientResponse) -> bytes | None:
    """The body, unpacked; None if it is larger than it may be."""
    parts: list[bytes] = []
    size = 0
    async for part in response.content.iter_chunked(_READ):
        size += len(part)
        if size > LARGEST:
            response.close()  # else the rest would be read to keep the connection
            return None
        parts.append(part)
    return b"".join(parts)


def packed(body: dict[str, Any]) -> bytes:
    """A body as JSON in UTF-8. Half of a surrogate pair has none, and goes as an escape."""
    try:
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:
        return json.dumps(body, separators=(",", ":"), allow_nan=False).encode()


def _open_anthropic(service: ServiceAddress, key: str | None) -> _Anthropic:
    import anthropic

    client = anthropic.AsyncAnthropic(
        api_key=key,
        base_url=service.address or None,
        max_retries=0,
        timeout=anthropic.Timeout(None, connect=CONNECT),
        open_telemetry=False,
        http_client=anthropic.DefaultAioHttpClient(follow_redirects=False),
    )
    return _Anthropic(client)


class _Anthropic:
    """`post` with a plain object: 0.7 ms of CPU a call, where `messages.create` takes 1.0."""

    def __init__(self, client: AsyncAnthropic) -> None:
        self._client = client

    async def send(self, body: dict[str, Any]) -> HttpResponse | TransportFailure:
        from aiohttp import ClientError
        from anthropic import APIConnectionError, APIStatusError

        try:
            return _read(await self._client.post("/v1/messages", cast_to=object, body=body))
        except APIStatusError as error:
            return _of_error(error.status_code, error.response.headers, error.response.text)
        except (APIConnectionError, ClientError) as error:  # the library does not know all errors of its transport
            return transport_failure(error)
        except json.JSONDecodeError:
            return HttpResponse(200, {})

    async def close(self) -> None:
        await self._client.close()


def _open_google(service: ServiceAddress, key: str | None) -> _Google:
    from aiohttp import ClientSession, TCPConnector
    from google import genai
    from google.genai import types

    session = ClientSession(connector=TCPConnector(limit=0), trust_env=True, trace_configs=[_no_redirects()])
    options = types.HttpOptions(
        base_url=service.address or None,
        aiohttp_client=session,
        # Without options the library sends a second time when a connection is torn, and says nothing.
        retry_options=types.HttpRetryOptions(attempts=1),
    )
    return _Google(genai.Client(api_key=key, vertexai=False, http_options=options), session, service.model.name)


def _no_redirects() -> TraceConfig:
    """For a library that follows redirects and cannot be told not to: the session ends a call that is sent on."""
    import aiohttp

    async def refuse(session: ClientSession, context: object, params: aiohttp.TraceRequestRedirectParams) -> None:
        response = params.response
        response.close()
        raise aiohttp.ClientResponseError(response.request_info, (), status=response.status, message="redirect")

    config = aiohttp.TraceConfig()
    config.on_request_redirect.append(refuse)
    return config


class _Google:
    """1.4 ms of CPU a call. The library has no way to post a plain object, so the object travels as the extra body of
    an empty request; the typed route takes 1.8 ms, and decodes and encodes every image again."""

    def __init__(self, client: Client, session: ClientSession, name: str) -> None:
        self._client, self._session, self._name = client, session, name

    async def send(self, body: dict[str, Any]) -> HttpResponse | TransportFailure:
        from aiohttp import ClientError, ClientResponseError
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
            return HttpResponse(502, {})  # an error whose body says that it is JSON, and is not
        except ClientError as error:
            if isinstance(error, ClientResponseError) and 300 <= error.status < 400:
                return HttpResponse(error.status, {})
            return transport_failure(error)
        response = found.sdk_http_response
        return _read(response.body if response is not None and response.body is not None else "")

    async def close(self) -> None:
        await self._client.aio.aclose()
        self._client.close()
        await self._session.close()


def _read(found: object) -> HttpResponse:
    """A body that came with a good status: an object, or text that may hold one."""
    if not isinstance(found, str):
        return HttpResponse(200, {}, data=found)
    try:
        return HttpResponse(200, {}, text=found, data=json.loads(found))
    except (ValueError, RecursionError):
        return HttpResponse(200, {}, text=found)


def _of_error(status: int, headers: Mapping[str, str], text: str) -> HttpResponse:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    return HttpResponse(status, {name.lower(): value for name, value in headers.items()}, text, data)


def transport_failure(error: BaseException) -> TransportFailure:
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
        return TransportFailure("untrusted", billed=False)
    if isinstance(found, aiohttp.ConnectionTimeoutError):
        return TransportFailure("timeout", billed=False)
    if isinstance(found, aiohttp.ServerTimeoutError):
        return TransportFailure("timeout", billed=True)
    if isinstance(found, aiohttp.ClientPayloadError):
        return TransportFailure("half_body", billed=True)
    if isinstance(found, aiohttp.ClientConnectorError):
        return TransportFailure("refused", billed=False)
    if isinstance(found, aiohttp.InvalidURL | aiohttp.ClientResponseError):
        return TransportFailure("address", billed=False)
    return TransportFailure("reset", billed=True)
