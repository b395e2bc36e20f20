"""Serve HTTP/1.1 with lognormal latencies and a share of faults at the least possible cost.

How long a call takes and how it ends is drawn from what its messages say and how often the server has seen them, not
from the order of arrival: every client that asks the same meets the same times and the same faults. What is replied is
drawn from the messages and how often they have been answered: a fault before it changes nothing.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import json
import math
import os
import resource
import sys
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from statistics import NormalDist
from typing import Any

from loopback.replies import completion, embeddings

REFUSING = 0.02
"""Seconds that a refusal (429) takes: nobody has worked on it."""


@dataclass(slots=True)
class Knobs:
    """Seconds and shares. `median` and `sigma` are of the lognormal time of an answer; then the shares of calls that
    end in each kind of fault. A refused client is told to wait `retry_after` seconds."""

    median: float = 0.2
    sigma: float = 0.6
    seed: float = 1
    rate_limited: float = 0.0
    failed: float = 0.0
    malformed: float = 0.0
    dropped: float = 0.0
    retry_after: float = 1.0


FAULTS = ("rate_limited", "failed", "malformed", "dropped")


@dataclass(slots=True, eq=False)
class Call:
    """One request as it was taken in: how long it will take, how it will end ("" for an answer)."""

    path: str
    body: dict[str, Any]
    name: bytes
    seconds: float
    fault: str


class Book:
    """The knobs, and what happened since the last reset."""

    def __init__(self, knobs: Knobs) -> None:
        self.knobs = knobs
        self.counts: Counter[str] = Counter()
        self.seen: Counter[bytes] = Counter()
        self.answered: Counter[bytes] = Counter()
        self.latency = 0.0
        self.first: float | None = None
        self.last = 0.0
        self.cpu = _cpu()

    def take(self, path: str, body: dict[str, Any], now: float) -> Call:
        """Count a call, and draw its fate."""
        name = _named(path, body)
        nth = self.seen[name]
        self.seen[name] += 1
        fault = self._fault(self._drawn("fault", name, nth) / 2**64) if path == "/chat/completions" else ""
        if fault == "rate_limited":
            seconds = REFUSING
        else:
            normal = NormalDist().inv_cdf(((self._drawn("time", name, nth) >> 12) + 0.5) / 2**52)
            seconds = self.knobs.median * math.exp(self.knobs.sigma * normal)
        self.latency += seconds
        self.counts["calls"] += 1
        self.counts["embeddings"] += path == "/embeddings"
        self.counts["in_flight"] += 1
        self.counts["most_in_flight"] = max(self.counts["most_in_flight"], self.counts["in_flight"])
        self.first = now if self.first is None else self.first
        return Call(path, body, name, seconds, fault)

    def draw(self, call: Call) -> int:
        """What the reply to a call is made from: 64 bits."""
        self.answered[call.name] += 1
        return self._drawn("reply", call.name, self.answered[call.name])

    def _drawn(self, what: str, name: bytes, nth: int) -> int:
        said = f"{what} {self.knobs.seed} {nth} ".encode() + name
        return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest(), "little")

    def _fault(self, drawn: float) -> str:
        for name in FAULTS:
            share: float = getattr(self.knobs, name)
            if drawn < share:
                return name
            drawn -= share
        return ""

    def end(self, how: str, now: float) -> None:
        """Count how a call ended."""
        self.counts[how] += 1
        self.counts["in_flight"] -= 1
        self.last = now

    def told(self) -> dict[str, float]:
        """Everything that `loopback.Counts` wants."""
        names = (
            *("calls", "embeddings", "answered", *FAULTS, "rejected", "left"),
            *("in_flight", "most_in_flight", "connections", "bytes_in", "bytes_out"),
        )
        span = 0.0 if self.first is None else max(0.0, self.last - self.first)
        rest = {"different": len(self.seen), "latency": self.latency, "span": span, "cpu": _cpu() - self.cpu}
        return {name: self.counts[name] for name in names} | rest


def _named(path: str, body: dict[str, Any]) -> bytes:
    """A hash of what a request says, without settings: clients word those differently."""
    said = hashlib.blake2b(path.encode(), digest_size=16)
    if path == "/embeddings":
        said.update(json.dumps(body.get("input")).encode())
    for message in body.get("messages", ()):
        content = message.get("content")
        said.update(b"\0")
        said.update((content if isinstance(content, str) else json.dumps(content)).encode("utf-8", "surrogatepass"))
    return said.digest()


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Connection(asyncio.Protocol):
    """One client's connection: requests one after the other."""

    def __init__(self, server: Serving) -> None:
        self.server = server
        self.transport: asyncio.Transport | None = None
        self.buffer = bytearray()
        self.head: tuple[str, str, int] | None = None  # method, path, length of the body
        self.waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.server.book.counts["connections"] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None
            self.server.book.end("left", self.server.loop.time())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        self._next()

    def _next(self) -> None:
        """Take the next request, if it is here as a whole and none is being worked on."""
        while self.transport is not None and self.waiting is None:
            if self.head is None:
                end = self.buffer.find(b"\r\n\r\n")
                if end < 0:
                    return
                self.head = _head(bytes(self.buffer[:end]))
                del self.buffer[: end + 4]
            method, path, length = self.head
            if len(self.buffer) < length:
                return
            body = bytes(self.buffer[:length])
            del self.buffer[:length]
            self.head = None
            self._take(method, path.split("?")[0].removeprefix("/v1"), body)

    def _take(self, method: str, path: str, body: bytes) -> None:
        book = self.server.book
        if path == "/counts":
            self.send(200, book.told())
        elif path == "/reset":
            self.server.book = Book(dataclasses.replace(self.server.start, **json.loads(body)))
            self.send(200, {})
        elif path == "/models":
            self.send(200, {"object": "list", "data": [{"id": "stub", "object": "model", "created": 0}]})
        elif method != "POST" or path not in ("/chat/completions", "/embeddings"):
            self.send(404, _error(f"nothing at {path}"))
        else:
            book.counts["bytes_in"] += len(body)
            call = book.take(path, json.loads(body), self.server.loop.time())
            self.waiting = self.server.loop.call_later(call.seconds, self._answer, call)

    def _answer(self, call: Call) -> None:
        self.waiting = None
        book = self.server.book
        book.end(call.fault or "answered", self.server.loop.time())
        if self.transport is None:
            return
        if call.fault == "dropped":
            self.transport.abort()
        elif call.fault == "rate_limited":
            self.send(429, _error("too many requests"), f"retry-after: {book.knobs.retry_after:g}\r\n")
        elif call.fault == "failed":
            self.send(500, _error("something went wrong"))
        else:
            half = call.fault == "malformed"
            chat = call.path == "/chat/completions"
            draw = 0 if half else book.draw(call)
            self.send(200, completion(call.body, draw) if chat else embeddings(call.body), half=half)
        self._next()

    def send(self, status: int, data: object, headers: str = "", half: bool = False) -> None:
        if self.transport is None:
            return
        body = json.dumps(data).encode()
        body = body[: len(body) // 2] if half else body
        self.server.book.counts["bytes_out"] += len(body)
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n{headers}\r\n"
        )
        self.transport.write(head.encode() + body)


def _head(head: bytes) -> tuple[str, str, int]:
    """Method, path and length of the body. ValueError for a body without a length: no client here sends one."""
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(":", 1) for line in lines if ":" in line)
    if "transfer-encoding" in headers:
        raise ValueError("a request in chunks")
    method, path, _ = first.split(" ")
    return method, path, int(headers.get("content-length", "0"))


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "server_error", "code": None, "param": None}}


class Serving:
    """The server's state: its book, and the knobs that it was started with."""

    def __init__(self, knobs: Knobs) -> None:
        self.start = knobs
        self.book = Book(knobs)
        self.loop = asyncio.get_running_loop()


async def serve(port: int, knobs: Knobs) -> None:
    """Say the base URL on standard output, and serve until standard input ends."""
    serving = Serving(knobs)
    server = await serving.loop.create_server(lambda: Connection(serving), "127.0.0.1", port, backlog=4096)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    ended = asyncio.Event()

    def read() -> None:
        if not os.read(sys.stdin.fileno(), 4096):
            ended.set()

    serving.loop.add_reader(sys.stdin.fileno(), read)
    await ended.wait()
    server.close()
