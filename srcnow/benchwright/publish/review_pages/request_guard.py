"""Refuse requests that no page of ours makes, before anything reads them, and put the safety headers on every answer.

- A request must name this server as its host: a web site cannot make its own name point here (DNS rebinding).
- A body is bounded while it is read, whatever its header says.
- Addresses that send wrong tokens, and sessions that ask too often, have to wait.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY: Final = 400_000
"""Bytes of a form: a page of 20 fields of 20,000 characters, far more than a task asks for."""
POLICY: Final = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
TOO_LARGE: Final = "The form is too large."
_TRACKED: Final = 10_000
"""Addresses and sessions that are counted at a time; the oldest is forgotten."""


class RateLimit:
    """So many events a second for each key, with a store of `burst` at the beginning. Safe to call from threads."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_second
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._mutex = threading.Lock()

    def allows(self, key: str, cost: float = 1.0) -> bool:
        """Whether there is room for one more event of the key, which is then counted. With `cost` 0 nothing is."""
        with self._mutex:
            now = self._clock()
            left, since = self._left.pop(key, (self._burst, now))
            left = min(self._burst, left + (now - since) * self._rate)
            allowed = left >= max(cost, 1.0)
            self._left[key] = (left - cost if allowed else left, now)
            while len(self._left) > _TRACKED:
                self._left.popitem(last=False)
            return allowed


class BodyTooLargeError(Exception):
    """A body that is longer than a form of ours can be: the app answers with 413."""


class RequestGuard:
    """The outermost layer of the app. `hosts` are the values that the Host header may have."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], tls: bool) -> None:
        self._app = app
        self._hosts = frozenset(host.encode("ascii") for host in hosts)
        headers = dict(_HEADERS, **({"Strict-Transport-Security": "max-age=31536000"} if tls else {}))
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # no web sockets; `lifespan` is the app's
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        named = [value for name, value in scope["headers"] if name == b"host"]
        if len(named) != 1 or named[0].lower() not in self._hosts:
            await self._refuse(send, 421, "This server answers to its own address only.")
            return
        declared = [value for name, value in scope["headers"] if name == b"content-length"]
        if any(not one.isdigit() or len(one) > 12 or int(one) > MOST_BODY for one in declared):
            await self._refuse(send, 413, TOO_LARGE)
            return
        read = 0

        async def bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BODY:
                raise BodyTooLargeError
            return message

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in self._headers}
                kept = [(name, value) for name, value in message["headers"] if name.lower() not in own]
                if not any(name.lower() == b"cache-control" for name, _ in kept):
                    kept.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*kept, *self._headers]}
            await send(message)

        await self._app(scope, bounded, guarded)

    async def _refuse(self, send: Send, status: int, text: str) -> None:
        body = text.encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
            *self._headers,
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
