"""A server in a thread that speaks the dialects of OpenAI, Anthropic and Google at once, for tests without a network.

    def answer(request: ParsedRequest) -> str:
        return scripted_reply(request.text, request.schema, {"refusal": "none"})

    with DialectServer(answer, faults=shared(7, {"limit": (0.02, rate_limit("1"))})) as server:
        model = open_provider(parse_name("openai/gpt-x"), server.settings("openai"), server.keys())
        ...
    assert server.billed == 12

Every request is held against the request types of the service's own library; one that they do not allow gets a 400 and
fails the test when the block ends (`server.wrong`). Faults come by schedule: see `dialect_faults`. What may be counted:

    requests        arrived, in any dialect            billed      replies that were sent whole
    faults          by name of the fault               in_flight, max_in_flight
    bodies          (dialect, body) in order of arrival
"""

import asyncio
import json
import socket
import struct
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from dialect_faults import Fault, Schedule, always, numbered, rate_limit, shared
from dialect_requests import WrongRequestError
from dialect_wire import (
    Answer,
    Dialect,
    ParsedRequest,
    parse,
    render,
    render_empty,
    render_error,
    render_filtered,
)
from scripted import scripted_reply

from benchwright.models import ModelSettings
from benchwright.models.keys import Keys

__all__ = [
    "Answer",
    "DialectServer",
    "Fault",
    "ParsedRequest",
    "always",
    "numbered",
    "rate_limit",
    "scripted_reply",
    "shared",
]

CANARY = "sk-canary-0123456789abcdef"
"""The key that `server.keys()` holds: no file, error or log may ever hold it."""

Answering = Callable[[ParsedRequest], str | Answer | Mapping[str, Any]]
"""Words, a whole Answer, or an object that is sent as JSON text."""

Latency = Callable[[int, ParsedRequest], float]
"""(number of the request, the request) -> seconds until it is answered."""


class DialectServer:
    """See the module. `answer` runs on the server's own thread, one call at a time. `key`: requests with another are
    refused (None: any is taken, and none is needed); `models`: names that are known (None: any)."""

    def __init__(
        self,
        answer: Answering,
        *,
        faults: Schedule = lambda number, request: None,
        latency: Latency = lambda number, request: 0.0,
        key: str | None = None,
        models: Collection[str] | None = None,
    ) -> None:
        self.answer, self.faulty, self.latency, self.key, self.models = answer, faults, latency, key, models
        self.requests = self.billed = self.in_flight = self.max_in_flight = 0
        self.faults: Counter[str] = Counter()
        self.bodies: list[tuple[Dialect, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.wrong: list[str] = []
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="dialects", daemon=True)

    def settings(self, dialect: Dialect, **fields: Any) -> ModelSettings:
        """Settings whose base URL is this server's, as a plan would give it for the dialect."""
        return ModelSettings(base_url=f"{self.url}/v1" if dialect == "openai" else self.url, **fields)

    def keys(self) -> Keys:
        """Keys for all three services: the canary."""
        return Keys(dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), CANARY))

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
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._serve("openai"))
        app.router.add_post("/v1/messages", self._serve("anthropic"))
        app.router.add_post("/{version:v1(?:beta)?}/models/{call}", self._serve("google"))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        await self._runner.setup()
        listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self._stopping = asyncio.Event()
        await web.SockSite(self._runner, listening).start()

    async def _stop(self) -> None:
        self._stopping.set()
        await self._runner.cleanup()

    def _serve(self, dialect: Dialect) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(http: web.Request) -> web.StreamResponse:
            self.requests += 1
            self.in_flight += 1
            self.max_in_flight = max(self.max_in_flight, self.in_flight)
            try:
                return await self._handle(dialect, http, self.requests)
            finally:
                self.in_flight -= 1

        return serve

    async def _handle(self, dialect: Dialect, http: web.Request, number: int) -> web.StreamResponse:
        body = json.loads(await http.read())
        self.bodies.append((dialect, body))
        self.headers.append({name.lower(): value for name, value in http.headers.items()})
        model = http.match_info.get("call", "").partition(":")[0]
        try:
            request = parse(dialect, model, body)
        except WrongRequestError as error:
            self.wrong.append(str(error))
            return _error(dialect, Fault("status", 400, error=f"wrong request: {error}"))
        refused = self._refused(http, request)
        if refused is not None:
            return _error(dialect, refused)
        await self._pause(self.latency(number, request))
        fault = self.faulty(number, request)
        if fault is None:
            return await self._whole(http, json.dumps(self._answered(request)).encode())
        self.faults[fault.name] += 1
        return await self._break(fault, http, request)

    def _refused(self, http: web.Request, request: ParsedRequest) -> Fault | None:
        """The answer to a wrong key or an unknown model."""
        sent = http.headers.get("x-goog-api-key") or http.headers.get("x-api-key")
        sent = sent or http.headers.get("authorization", "").removeprefix("Bearer ")
        if self.key is not None and sent != self.key:
            return Fault("status", 401, error=f"Incorrect API key provided: {sent}", code="invalid_api_key")
        if self.models is not None and request.model not in self.models:
            return Fault("status", 404, error=f"The model `{request.model}` does not exist", code="model_not_found")
        return None

    def _answered(self, request: ParsedRequest) -> dict[str, Any]:
        found = self.answer(request)
        if isinstance(found, Mapping):
            found = json.dumps(found, ensure_ascii=False)
        return render(request, Answer(found) if isinstance(found, str) else found)

    async def _pause(self, seconds: float) -> None:
        """Wait, but not longer than the server runs."""
        if seconds > 0:
            try:
                await asyncio.wait_for(self._stopping.wait(), seconds)
            except TimeoutError:
                return

    async def _whole(self, http: web.Request, data: bytes) -> web.StreamResponse:
        response = web.Response(body=data, content_type="application/json")
        await response.prepare(http)
        self.billed += 1  # before the last byte, for who has that may look at once
        try:
            await response.write_eof()
        except BaseException:
            self.billed -= 1
            raise
        return response

    async def _break(self, fault: Fault, http: web.Request, request: ParsedRequest) -> web.StreamResponse:
        if fault.kind == "status":
            return _error(request.dialect, fault)
        if fault.kind == "reset":
            return _tear(http)
        if fault.kind == "hang":
            await self._stopping.wait()
            return _tear(http)
        if fault.kind == "html":
            return web.Response(text="<!DOCTYPE html><html><title>Welcome</title></html>", content_type="text/html")
        if fault.kind == "empty":
            return await self._whole(http, json.dumps(render_empty(request.dialect)).encode())
        if fault.kind == "filter":
            return await self._whole(http, json.dumps(render_filtered(request)).encode())
        data = json.dumps(self._answered(request)).encode()
        if fault.kind == "invalid_json":
            return await self._whole(http, data[: len(data) // 2])
        response = web.StreamResponse(headers={"content-type": "application/json", "content-length": str(len(data))})
        await response.prepare(http)
        if fault.kind == "half_body":
            await response.write(data[: len(data) // 2])
            return _tear(http)
        try:
            for byte in data:
                await response.write(bytes([byte]))
                await self._pause(fault.seconds)
        except ConnectionError:
            return response  # the client had enough
        self.billed += 1
        return response


def _error(dialect: Dialect, fault: Fault) -> web.Response:
    text = fault.raw if fault.raw is not None else render_error(dialect, fault.status, fault.error, fault.code)
    return web.Response(text=text, status=fault.status, headers=dict(fault.headers), content_type="application/json")


def _tear(http: web.Request) -> web.StreamResponse:
    """Reset the connection: the client sees neither an answer nor an orderly end."""
    if http.transport is not None:
        raw = http.transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        http.transport.abort()
    return web.Response()


def wrong_schema(answer: Answering) -> Answering:
    """The same answers, but JSON with a field that no schema knows: as a model that does not keep to its schema."""

    def changed(request: ParsedRequest) -> str | Answer | Mapping[str, Any]:
        found = answer(request)
        whole = found if isinstance(found, Answer) else None
        text = whole.text if whole else found if isinstance(found, str) else json.dumps(found)
        text = json.dumps({"unexpected": text})
        return replace(whole, text=text) if whole else text

    return changed
