"""Sends JSON to a service over HTTP and reads the answer within bounds, for chat models and batch services.

Nothing is sent twice, no redirect is followed, and proxies and certificates are those that the environment names.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import ssl
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from benchwright.errors import BenchwrightError, ModelUsageError, RequestError, TransientError
from benchwright.files.bounded import too_deep
from benchwright.models.failures import HttpResponse, ServiceAddress

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

CONNECT = 15.0
"""Seconds to reach a service; what it then takes to answer is the caller's to bound."""
KEEP = 5.0
"""Seconds for which an idle connection is kept: many servers close one after that."""

LARGEST = 64 * 2**20
"""Bytes of a body, unpacked: the vectors of 128 texts, 3,072 numbers each, are some eight million."""

_READ = 2**16
_LARGE = 2**20  # bytes from which on a body is sent piece by piece

Loss = Literal["refused", "reset", "timeout", "half_body", "silent", "oversized", "malformed", "untrusted", "address"]


@dataclass(frozen=True, slots=True)
class TransportFailure:
    """A call that got no answer, and why. `billed`: the request may have been worked on. `bound`: the seconds or the
    bytes that it took more than."""

    why: Loss
    billed: bool
    bound: float = 0.0

    def error(self, service: ServiceAddress, *, reached: bool) -> BenchwrightError:
        """What it means for the call. `reached`: the service has answered before."""
        model, where = service.model, service.host or "the service"
        if self.why == "untrusted":
            return ModelUsageError(f"{model}: the certificate of {where} is not trusted")
        if self.why == "address":
            return ModelUsageError(
                f"{model}: {where} cannot be asked", hint="check the base URL, the proxy and the key"
            )
        if self.why == "oversized":
            message = f"{model} answered with more than {self.bound / 2**20:g} MiB"
            return RequestError(message, kind="oversized", billed=self.billed)
        words, kind, hint = {
            "refused": (f": {where} cannot be reached", "reset", "is the server running?" if service.local else ""),
            "reset": (": the connection was torn before an answer came", "reset", ""),
            "half_body": (": the connection was torn in the middle of the answer", "half_body", ""),
            "timeout": (f": {where} was not reached in time", "timeout", ""),
            "silent": (f" did not answer within {self.bound:g} s", "timeout", ""),
            "malformed": (f": {where} does not answer as a web service", "bad_body", "check the base URL"),
        }[self.why]
        if self.why == "malformed" and not reached:  # more likely a wrong address than a service at fault
            return TransientError(f"{model}{words}", kind="reset", hint=hint)
        return TransientError(f"{model}{words}", kind=kind, billed=self.billed, hint="" if reached else hint)


class HttpClient:
    """One service, by its address without a slash at the end. `headers` go with every request. Make it on the event
    loop that uses it."""

    def __init__(self, address: str, headers: Mapping[str, str]) -> None:
        self._address, self._proxy = address, proxy_for(address)
        self._session = open_session(address, headers)
        # aiohttp would find it out with a connection open, and leave that to the garbage collector
        self._sendable = all(value.isprintable() for value in headers.values())

    async def send(
        self,
        method: str,
        path: str,
        data: Any = None,
        *,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        seconds: float | None = None,
        into: IO[bytes] | None = None,
        largest: int | None = None,
    ) -> HttpResponse | TransportFailure:
        """The answer to one request, if it comes within `seconds`. `data` is sent as it is, bytes as JSON unless
        `headers` say otherwise. A body with a good status is written to `into`, if that is given; it may have `largest`
        bytes, LARGEST if None."""
        from aiohttp import ClientError

        if not self._sendable:
            return TransportFailure("address", False)
        if isinstance(data, bytes):
            headers = {"Content-Type": "application/json", **(headers or {})}
            data = io.BytesIO(data) if len(data) > _LARGE else data
        try:
            async with (
                asyncio.timeout(seconds),
                self._session.request(
                    method,
                    self._address + path,
                    data=data,
                    headers=headers,
                    params=query,
                    proxy=self._proxy,
                    allow_redirects=False,
                ) as response,
            ):
                body = await read_body(response, into if response.status < 300 else None, largest or LARGEST)
        except ClientError as error:
            return transport_failure(error)
        except TimeoutError:
            return TransportFailure("silent", True, seconds or 0.0)
        except ValueError:  # a host name that there cannot be
            return TransportFailure("address", False)
        if body is None:
            return TransportFailure("oversized", True, largest or LARGEST)
        return http_response(response.status, response.headers, body)

    async def close(self) -> None:
        await self._session.close()


def open_session(address: str, headers: Mapping[str, str], **options: Any) -> ClientSession:
    """A session for one address, with that many connections as there are calls. `options` are aiohttp's."""
    import aiohttp

    # aiohttp itself would look for proxies and .netrc in another thread, twice a call.
    secure = trusted_certificates() if address.startswith("https://") else False
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP, ssl=secure),
        headers=headers,
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT),
        cookie_jar=aiohttp.DummyCookieJar(),
        **options,
    )


def common_headers() -> dict[str, str]:
    """The headers of every request."""
    from benchwright import __version__

    return {"Accept": "application/json", "User-Agent": f"benchwright/{__version__}"}


def trusted_certificates() -> ssl.SSLContext:
    """The system's certificates, or those that SSL_CERT_FILE or SSL_CERT_DIR name."""
    named = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")
    if sys.platform in ("darwin", "win32") and not named:
        import truststore

        return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return ssl.create_default_context()  # OpenSSL reads both variables itself


def proxy_for(address: str) -> str | None:
    """The proxy that the environment names for an address (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY), if any."""
    parts, proxies = urlsplit(address), getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


async def read_body(response: ClientResponse, into: IO[bytes] | None, largest: int) -> bytes | None:
    """The unpacked body, or b"" if it was written to `into`; None if it is larger than `largest`."""
    parts: list[bytes] = []
    size = 0
    if (response.content_length or 0) > largest:
        response.close()
        return None
    async for part in response.content.iter_chunked(_READ):
        size += len(part)
        if size > largest:
            response.close()  # else the rest would be read to keep the connection
            return None
        if into is None:
            parts.append(part)
        else:
            into.write(part)
    return b"".join(parts)


def http_response(status: int, headers: Mapping[str, str], body: bytes) -> HttpResponse:
    """What came back: its JSON, and its text if it is an error or holds no JSON. What is nested deeper than any answer
    counts as no JSON: Python could read some of it, and not write it in a message."""
    try:
        source = body.decode(json.detect_encoding(body), "surrogatepass")
        data = None if too_deep(source) else json.loads(source)
    except (ValueError, RecursionError):
        data = None
    text = "" if status < 300 and data is not None else body.decode("utf-8", "replace")
    return HttpResponse(status, {name.lower(): value for name, value in headers.items()}, text, data)


def transport_failure(error: BaseException) -> TransportFailure:
    """Why a call got no answer, from aiohttp's error."""
    import aiohttp

    losses: tuple[tuple[Loss, bool, tuple[type[BaseException], ...]], ...] = (
        ("untrusted", False, (aiohttp.ClientSSLError,)),
        ("timeout", False, (aiohttp.ConnectionTimeoutError,)),
        ("timeout", True, (aiohttp.ServerTimeoutError,)),
        ("half_body", True, (aiohttp.ClientPayloadError,)),
        ("refused", False, (aiohttp.ClientConnectorError,)),
        ("address", False, (aiohttp.InvalidURL, aiohttp.ClientHttpProxyError)),
        ("malformed", True, (aiohttp.ClientResponseError,)),
    )
    first = next(((why, billed) for why, billed, kinds in losses if isinstance(error, kinds)), None)
    return TransportFailure(*first) if first else TransportFailure("reset", billed=True)
