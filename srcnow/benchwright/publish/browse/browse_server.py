"""Serve the pages of a benchmark to browsers on this machine, and to nobody else.

It listens on the loopback address alone, answers only requests that name it as their host (a web site cannot make its
own name point here), and takes only GET and HEAD. A request names an example or a picture by a key that is
looked up in memory; no part of an address becomes a path. Pages may load style, script and pictures from here and
nothing else, and their script is a file of ours.

aiohttp serves: it is here already for models, parses requests strictly and within limits, and ends cleanly. The pages
are few and need no framework.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import threading
from collections.abc import Awaitable, Callable
from functools import lru_cache
from types import TracebackType
from typing import Final, Self

from aiohttp import web

from benchwright.errors import BenchwrightError, UsageError
from benchwright.publish.browse.browse_pages import error_page, list_page, question_page
from benchwright.publish.browse.browse_query import BrowseQuery
from benchwright.publish.browse.model_calls import ModelCalls, model_calls
from benchwright.publish.browse.snapshot import BrowsedBenchmark, SnapshotKeeper
from benchwright.publish.page.inline_images import inline_picture
from benchwright.publish.page.page_templates import asset, script

HOST: Final = "127.0.0.1"
_PICTURES = 512
_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class BrowseServer:
    """A web server in a thread of its own: `with BrowseServer(keeper) as server: server.url`. `port` 0 takes any free
    port. Raises UsageError for a port that can't be used, and errors from reading the benchmark."""

    def __init__(self, keeper: SnapshotKeeper, port: int = 0) -> None:
        self.keeper = keeper
        self.port = port
        self._reading = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._runner: web.AppRunner | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, name="benchwright-browse", daemon=True)
        self._picture = lru_cache(maxsize=_PICTURES)(inline_picture)
        self.browsed = self._current()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}/"

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        except OSError as error:
            self.close()
            reason = os.strerror(error.errno) if error.errno else error  # asyncio's own text has the address as a tuple
            raise UsageError(
                f"port {self.port} cannot be used: {reason}", hint="name another --port, or none"
            ) from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the server. Pages that are on their way are still sent."""
        if self._runner is not None:
            asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        app = web.Application(middlewares=[self._guard])
        app.add_routes([
            web.get("/", self._list),
            web.get("/question", self._question),
            web.get("/picture/{hash:[0-9a-f]{64}}", self._send_picture),
            web.get("/state", self._state),
            web.get("/page.css", _sent(asset("page.css"), "text/css")),
            web.get("/browse.js", _sent(script("browse.js"), "text/javascript")),
        ])  # fmt: skip
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=2.0)
        await runner.setup()
        self._runner = runner
        site = web.TCPSite(runner, HOST, self.port)
        await site.start()
        self.port = int(runner.addresses[0][1])
        logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # malformed requests of strangers

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Refuse what does not name this server as its host, and put the headers on every answer."""
        if request.headers.get("Host") not in (f"{HOST}:{self.port}", f"localhost:{self.port}"):
            response: web.StreamResponse = web.Response(status=421, text="This server answers to its own address only.")
        else:
            try:
                response = await handler(request)
            except web.HTTPException as error:  # no such page, or another method
                response = web.Response(status=error.status, text=error.reason)
        response.headers.update(_HEADERS)
        return response

    def _current(self) -> BrowsedBenchmark:
        with self._reading:
            self.browsed = self.keeper.current((BenchwrightError, OSError))
        return self.browsed

    async def _now(self) -> BrowsedBenchmark:
        """The benchmark as it is now. Where it has to be read again, other requests wait in a thread."""
        return await asyncio.to_thread(self._current) if self.keeper.changed else self.browsed

    async def _list(self, request: web.Request) -> web.Response:
        browsed = await self._now()
        return _html(list_page(browsed, BrowseQuery.read(request.query), self.keeper.problem))

    async def _question(self, request: web.Request) -> web.Response:
        browsed = await self._now()
        place = browsed.index.position.get(request.query.get("id", ""))
        if place is None:
            return _html(error_page(browsed, "There is no such question. The benchmark may have changed."), 404)
        entry = browsed.index.entries[place]
        problem = self.keeper.problem
        calls = ModelCalls()
        if entry.outcome is not None and entry.outcome.calls:
            try:
                calls = await asyncio.to_thread(model_calls, browsed.bench.path, entry.outcome.calls)
            except BenchwrightError as error:
                problem = f"The model calls cannot be shown: {error}."
        return _html(question_page(browsed, entry, BrowseQuery.read(request.query), calls, problem))

    async def _send_picture(self, request: web.Request) -> web.Response:
        """A picture by its hash: its pixels alone, no larger than a page shows it."""
        held = self.browsed.pictures.get(request.match_info["hash"])
        picture = await asyncio.to_thread(self._picture, held.path) if held is not None else None
        if picture is None:
            return web.Response(status=404, text="There is no such picture.")
        head, _, data = picture.uri.partition(";base64,")
        return web.Response(body=base64.b64decode(data), content_type=head.removeprefix("data:"))

    async def _state(self, request: web.Request) -> web.Response:
        """The name of the state that is shown: an open page asks whether it is still its own."""
        browsed = await self._now()
        return web.json_response({"stamp": browsed.stamp, "problem": bool(self.keeper.problem)})


def _html(text: str, status: int = 200) -> web.Response:
    # A lone half of a surrogate pair has no UTF-8; texts show it as an escape, addresses do not hold it.
    return web.Response(status=status, body=text.encode("utf-8", "replace"), content_type="text/html", charset="utf-8")


def _sent(text: str, kind: str) -> _Handler:
    body = text.encode()

    async def send(request: web.Request) -> web.Response:
        return web.Response(body=body, content_type=kind, charset="utf-8")

    return send
