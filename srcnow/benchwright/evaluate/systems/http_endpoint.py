"""Ask a system at an HTTP address, within bounds of time and size.

No redirect is followed, no compression is asked for or undone, and nothing of an answer is opened. What a proxy, a
restart or a full queue may cause is tried again a few times; other failures are reported as what they are.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import pbkdf2_hmac
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, unquote, urlsplit

from benchwright.errors import UsageError
from benchwright.evaluate.systems.base import FailureKind, RawReply
from benchwright.evaluate.systems.json_body import decode
from benchwright.models.base import json_bytes
from benchwright.models.failures import HttpResponse, is_page, say, words_of
from benchwright.models.http_client import (
    CONNECT,
    common_headers,
    open_session,
    proxy_for,
    read_body,
    transport_failure,
)
from benchwright.models.keys import Keys
from benchwright.models.retry_after import retry_after
from benchwright.models.stoppable_waits import StoppableWaits

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

_WORDS = 4_000  # characters of an error's body that are looked at
_BUSY = frozenset({408, 429, 502, 503, 504})
_PLAIN = re.compile(r"(?:(?:[A-Z]{0,5}[a-z]{0,11}|[a-z]{0,6}\d{1,2}[a-z]?)(?:[-_.]|$)){1,4}")
"""Part of a path that is words (`v1`, `chat-completions`); anything else may be a key."""
_LOCAL = re.compile(r"localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0")


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """What one question may take: `timeout` seconds for each try, from the first byte out to the last one in; `pause`
    seconds before the second try, and twice that before the third; at most `longest_wait` seconds where the endpoint
    says how long (`Retry-After`); an answer of at most `largest` bytes."""

    timeout: float = 60.0
    tries: int = 3
    pause: float = 0.5
    longest_wait: float = 30.0
    largest: int = 10 * 2**20


class Endpoint:
    """One address that is asked. `key_env` names the variable whose key is sent as a bearer token. Raises UsageError
    for what is not an address, and for a variable that is not set. For one event loop: it opens its session there at
    the first question."""

    def __init__(
        self,
        url: str,
        *,
        keys: Keys,
        key_env: str = "",
        bounds: RequestLimits | None = None,
        stop: threading.Event | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        parts = _address(url)
        self._url, self._parts = url, parts
        self._bounds = bounds or RequestLimits()
        self._key = keys.get(key_env) if key_env else None
        if key_env and self._key is None:
            raise UsageError(f"{key_env} is not set", hint="set the key in the environment, or in a file .env here")
        if self._key is not None and parts.username is not None:
            raise UsageError(
                f"{_public_address(parts)} is given a key and a name with password", hint="take one of them away"
            )
        self._keys, self._now = keys, now
        hidden = [part for part in parts.path.split("/") if not _PLAIN.fullmatch(part)]
        self._secrets = [
            secret for part in (parts.password, parts.query, *hidden) if part for secret in (part, unquote(part))
        ]
        self._waiting = StoppableWaits(stop)
        self._session: ClientSession | None = None
        self._proxy: str | None = None
        self._closed_until = 0.0  # on the loop's clock: no request before

    @property
    def name(self) -> str:
        return _public_address(self._parts)

    @cached_property
    def identity(self) -> str:
        """The name, with a slow hash of the whole address where the name leaves some of it out."""
        if self.name == self._url:
            return self.name
        return f"{self.name} {pbkdf2_hmac('sha256', self._url.encode(), b'benchwright', 100_000).hex()[:16]}"

    def heeds(self, key: str) -> bool:
        return True

    async def ask(self, request: Mapping[str, Any]) -> RawReply:
        reply = RawReply()
        for number in range(self._bounds.tries):
            await self._turn()
            reply, wait = await self._once(request)
            if wait is None or number == self._bounds.tries - 1:
                break
            if wait > self._bounds.longest_wait:
                return RawReply(None, reply.seconds, reply.kind, f"{reply.failure} (and asks to wait {wait:.0f} s)")
            await self._waiting.sleep(max(wait, self._bounds.pause * 2**number))
        return reply

    async def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _turn(self) -> None:
        """Wait until the endpoint takes questions again, if it asked for a pause."""
        self._waiting.check()
        pause = self._closed_until - asyncio.get_running_loop().time()
        if pause > 0:
            await self._waiting.sleep(pause)

    async def _once(self, request: Mapping[str, Any]) -> tuple[RawReply, float | None]:
        """One try, and the seconds to wait before another one; None if there should be none."""
        from aiohttp import ClientError

        session = self._open_session()
        data = json_bytes(dict(request))
        started = time.perf_counter()
        kind: FailureKind
        try:
            async with (
                asyncio.timeout(self._bounds.timeout),
                session.post(self._url, data=data, proxy=self._proxy, allow_redirects=False) as response,
            ):
                raw = await read_body(response, None, self._bounds.largest)
        except TimeoutError as error:
            # aiohttp's own errors of connecting are TimeoutErrors too
            if isinstance(error, ClientError):
                return self._connection_failure(error, time.perf_counter() - started)
            words = f"did not answer within {self._bounds.timeout:g} s"
            return RawReply(None, time.perf_counter() - started, "timeout", words), None
        except ClientError as error:
            return self._connection_failure(error, time.perf_counter() - started)
        except ValueError:  # a host name that there cannot be, of the address or of the proxy
            return RawReply(None, 0.0, "unreachable", "cannot be reached: its address or its proxy's is not one"), None
        seconds = time.perf_counter() - started
        if raw is None:
            return RawReply(None, seconds, "malformed", f"answered with more than {_size(self._bounds.largest)}"), None
        if 200 <= response.status < 300:
            kind, words, value = _read(response, raw)
            return RawReply(value, seconds, kind, self._clean(words)), None
        kind, words, again = self._refusal(response, raw)
        return RawReply(None, seconds, kind, words), again

    def _refusal(self, response: ClientResponse, raw: bytes) -> tuple[FailureKind, str, float | None]:
        """What an answer without a good status says, and the wait before it is asked again."""
        status = response.status
        if 300 <= status < 400:
            return "redirect", f"redirects ({status}){self._target(response)}; redirects are not followed", None
        headers = {name.lower(): value for name, value in response.headers.items()}
        text = raw[: 4 * _WORDS].decode("utf-8", "replace")[:_WORDS]
        again: float | None = None
        if status in _BUSY or status >= 500:
            again = retry_after(headers, self._now()) or 0.0
            if 0 < again <= self._bounds.longest_wait:
                self._closed_until = max(self._closed_until, asyncio.get_running_loop().time() + again)
        page = is_page(text)
        words = f"answered with a web page (status {status})" if page else f"answered with status {status}"
        if not page:
            value, _ = decode(raw)
            message = words_of(HttpResponse(status, headers, text, value))[:_WORDS]
            words += f": {say(self._clean(message), self._keys)}" if message.strip() else ""
        if status in _BUSY:
            return "busy", words, again
        return ("page" if page else "status"), words, again

    def _target(self, response: ClientResponse) -> str:
        """The host that a redirect leads to, if it leads to another one."""
        try:
            host = urlsplit(response.headers.get("Location", "")).hostname
        except ValueError:
            return ""
        return f" to {say(host, self._keys)}" if host and host != self._parts.hostname else ""

    def _connection_failure(self, error: BaseException, seconds: float) -> tuple[RawReply, float | None]:
        """What became of a connection."""
        import aiohttp

        why = transport_failure(error).why
        kind: FailureKind = (
            "timeout" if why == "timeout" else "malformed" if why in ("address", "malformed") else "unreachable"
        )
        if isinstance(error, aiohttp.ClientConnectorDNSError):
            words = f"cannot be reached: no host has the name {self._parts.hostname}"
        elif isinstance(error, aiohttp.ClientProxyConnectionError):
            words = "cannot be reached: the proxy that the environment names does not answer"
        elif isinstance(error, aiohttp.ClientConnectorCertificateError):
            words = "cannot be reached: its certificate is not trusted"
        elif why == "untrusted":
            words = "cannot be reached: no TLS connection could be made (is it http, not https?)"
        elif why == "refused":
            words = f"cannot be reached: {_reason(error)}"
        elif why == "timeout":
            words = f"was not reached within {min(CONNECT, self._bounds.timeout):g} s"
        elif why in ("address", "malformed"):
            words = "does not answer as a web server"
        else:
            place = "in the middle of its answer" if why == "half_body" else "before it answered"
            return RawReply(None, seconds, "torn", f"closed the connection {place}"), 0.0
        return RawReply(None, seconds, kind, words), None

    def _clean(self, text: str) -> str:
        """Someone's words without what the address holds as a secret."""
        for secret in self._secrets:
            if len(secret) >= 3:
                text = text.replace(secret, "[secret]")
        return text

    def _open_session(self) -> ClientSession:
        if self._session is None:
            headers = {**common_headers(), "Accept-Encoding": "identity", "Content-Type": "application/json"}
            if self._key is not None:
                headers["Authorization"] = f"Bearer {self._key}"
            self._session = open_session(self._url, headers, auto_decompress=False)
            self._proxy = None if _LOCAL.fullmatch(self._parts.hostname or "") else proxy_for(self._url)
        return self._session


def _read(response: ClientResponse, raw: bytes) -> tuple[FailureKind, str, object]:
    """What an answer with a good status holds."""
    encoding = response.headers.get("Content-Encoding", "identity").lower()
    if encoding != "identity":
        return "malformed", "answered with a compressed body, which was not asked for", None
    if is_page(raw[:_WORDS].decode("utf-8", "replace")):
        return "page", f"answered with a web page (status {response.status}), not with JSON", None
    value, problem = decode(raw)
    return ("malformed", f"answered with {problem}", None) if problem else ("", "", value)


def _address(url: str) -> SplitResult:
    """The parts of an address. Raises UsageError, without the address: it may hold a password."""
    hint = "give http://HOST:PORT/PATH or https://HOST/PATH"
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        (parts.hostname or "").encode("idna")  # raises a ValueError for a label that is empty or too long
    except ValueError:
        raise UsageError("the address of the endpoint cannot be read", hint=hint) from None
    if not good or any(letter.isspace() or not letter.isprintable() for letter in url):
        raise UsageError("the address of the endpoint is not a web address", hint=hint)
    return parts


def _public_address(parts: SplitResult) -> str:
    """An address without name, password and query, which may be secret, and without what may be a key in its path."""
    path = "/".join(part if _PLAIN.fullmatch(part) else "..." for part in parts.path.split("/"))
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{path}{'?...' if parts.query else ''}"


def _reason(error: BaseException) -> str:
    """Why no connection could be made, in the operating system's words."""
    import errno
    import os

    number = getattr(getattr(error, "os_error", error), "errno", None)
    if number == errno.ECONNREFUSED:
        return "nothing listens there"
    return os.strerror(number).lower() if isinstance(number, int) and number > 0 else "no connection could be made"


def _size(count: int) -> str:
    return f"{count // 2**20} MiB" if count >= 2**20 else f"{count} bytes"
