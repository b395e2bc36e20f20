"""A RAG system or a retriever behind HTTP, in a thread: it holds every question against what was promised, and it
misbehaves by script.

    with SystemsServer(answer, faults={"q2": [status(500)], "q3": [hang(), hang()]}) as server:
        ...
    assert server.asked == Counter(q1=1, q2=2, q3=1)

`answer` gives the JSON value for what is asked. Faults are by question's id, one for each time it is asked; behind the
last one it is answered, unless that is `forever`. A request that is not as promised fails the test when the block ends.
"""

import asyncio
import contextlib
import json
import socket
import struct
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from aiohttp import web

Answering = Callable[[dict[str, Any]], object]
Fault = Callable[[web.Request, "SystemsServer"], Awaitable[web.StreamResponse]]

SYSTEM = {"id", "question"}
RETRIEVER = {"id", "query", "k"}


class SystemsServer:
    """See the module. `members` are those that every request has, `optional` those that it may have; `token` is the
    bearer token that is wanted ("": none may come)."""

    def __init__(
        self,
        answer: Answering,
        *,
        faults: Mapping[str, Sequence[Fault]] | None = None,
        always: Fault | None = None,
        members: set[str] = SYSTEM,
        optional: frozenset[str] = frozenset(),
        token: str = "",
        latency: float = 0.0,
    ) -> None:
        self.answer, self.faults, self.always, self.token, self.latency = (
            answer,
            dict(faults or {}),
            always,
            token,
            latency,
        )
        self.members, self.optional = members, optional
        self.asked: Counter[str] = Counter()
        self.bodies: list[dict[str, Any]] = []
        self.wrong: list[str] = []
        self.in_flight = self.max_in_flight = 0
        self.url = ""
        self.stopping = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="systems", daemon=True)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2].partition("/")[0])

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if kind is None and self.wrong:
            raise AssertionError(f"{len(self.wrong)} requests were wrong, the first: {self.wrong[0]}")

    async def _start(self) -> None:
        app = web.Application(client_max_size=2**20)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.01)
        await self._runner.setup()
        listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}/ask"
        await web.SockSite(self._runner, listening).start()

    async def _stop(self) -> None:
        self.stopping.set()
        await self._runner.cleanup()

    async def _handle(self, http: web.Request) -> web.StreamResponse:
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        try:
            asked = await self._checked(http)
            question = str(asked.get("id"))
            number = self.asked[question]
            self.asked[question] += 1
            self.bodies.append(asked)
            faults = self.faults.get(question, ())
            fault = faults[number] if number < len(faults) else self.always
            if fault is not None:
                return await fault(http, self)
            if self.latency:
                await asyncio.sleep(self.latency)
            return web.json_response(self.answer(asked))
        finally:
            self.in_flight -= 1

    async def _checked(self, http: web.Request) -> dict[str, Any]:
        raw = await http.read()
        headers = http.headers
        wanted = {
            "method": (http.method, "POST"),
            "content type": (headers.get("Content-Type"), "application/json"),
            "accept": (headers.get("Accept"), "application/json"),
            "encoding": (headers.get("Accept-Encoding"), "identity"),
            "token": (headers.get("Authorization", ""), f"Bearer {self.token}" if self.token else ""),
        }
        self.wrong += [f"{name} is {came!r}, not {right!r}" for name, (came, right) in wanted.items() if came != right]
        asked = json.loads(raw)
        if not isinstance(asked, dict) or not self.members <= set(asked) <= self.members | self.optional:
            self.wrong.append(f"asked with {raw[:200]!r}")
            return {}
        return asked


def body(raw: bytes, status: int = 200, kind: str = "application/json", **headers: str) -> Fault:
    """These bytes, as they are."""

    async def fault(http: web.Request, server: SystemsServer) -> web.StreamResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(body=raw, status=status, headers={"Content-Type": kind, **named})

    return fault


def status(code: int, words: str = '{"error": "boom"}', **headers: str) -> Fault:
    return body(words.encode(), code, **headers)


def hang() -> Fault:
    """No answer until the server stops."""

    async def fault(http: web.Request, server: SystemsServer) -> web.StreamResponse:
        with contextlib.suppress(asyncio.CancelledError):
            await server.stopping.wait()
        return web.Response()

    return fault


def drip(pause: float = 0.02) -> Fault:
    """A byte now and then, for ever."""

    async def fault(http: web.Request, server: SystemsServer) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(http)
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while not server.stopping.is_set():
                await response.write(b" ")
                await asyncio.sleep(pause)
        return response

    return fault


def endless(size: int) -> Fault:
    """A body of that many bytes whose length is not told beforehand."""

    async def fault(http: web.Request, server: SystemsServer) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(http)
        with contextlib.suppress(ConnectionError):
            for _ in range(size // 2**16 + 1):
                await response.write(b" " * 2**16)
        return response

    return fault


def wire(raw: bytes, *, reset: bool = False) -> Fault:
    """These bytes on the wire in place of an answer, then the connection is closed, or torn."""

    async def fault(http: web.Request, server: SystemsServer) -> web.StreamResponse:
        transport = http.transport
        assert transport is not None
        if raw:
            transport.write(raw)
            await asyncio.sleep(0.01)
        if reset:
            linger = struct.pack("ii", 1, 0)
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        transport.close()
        return web.Response()

    return fault
