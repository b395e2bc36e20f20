"""Endpoints that misbehave: each has its line, none hangs, and no secret is told."""

import asyncio
import datetime
import random
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from systems_server import Fault, SystemsServer, body, drip, endless, hang, status, wire

from benchwright.errors import StoppedError, UsageError
from benchwright.evaluate.systems.base import FailureKind, RawReply
from benchwright.evaluate.systems.http_endpoint import Endpoint, RequestLimits
from benchwright.models.keys import Keys

QUICK = RequestLimits(timeout=0.3, pause=0.01, longest_wait=0.2, largest=2**17)
GOOD: dict[str, Any] = {"answer": "Paris", "contexts": []}
ASKED = {"id": "q", "question": "What is the capital of France?"}
PAGE = b"<!DOCTYPE html><html><title>Sign in</title></html>"


def ask(url: str, bounds: RequestLimits = QUICK, **options: Any) -> RawReply:
    """One question to an endpoint that is opened for it."""

    async def once() -> RawReply:
        endpoint = Endpoint(url, keys=options.pop("keys", Keys({})), bounds=bounds, **options)
        try:
            return await endpoint.ask(ASKED)
        finally:
            await endpoint.close()

    return asyncio.run(once())


def told(*faults: Fault, bounds: RequestLimits = QUICK) -> tuple[FailureKind, str, int]:
    """What is made of an endpoint that answers like this, and how often it was asked."""
    with SystemsServer(lambda asked: GOOD, faults={"q": faults}) as server:
        found = ask(server.url, bounds)
        return found.kind, found.failure, server.asked["q"]


def test_a_question_is_posted_and_its_answer_read() -> None:
    with SystemsServer(lambda asked: GOOD, latency=0.05) as server:
        found = ask(server.url)
        assert server.bodies == [ASKED]
    assert (found.value, found.kind, found.failure) == (GOOD, "", "")
    assert 0.05 <= found.seconds < 0.3


FAULTS: Mapping[str, tuple[Fault, FailureKind, str]] = {
    "hang": (hang(), "timeout", "did not answer within 0.3 s"),
    "drip": (drip(), "timeout", "did not answer within 0.3 s"),
    "page": (body(PAGE, kind="text/html"), "page", "answered with a web page (status 200), not with JSON"),
    "page called JSON": (body(PAGE), "page", "answered with a web page (status 200), not with JSON"),
    "page not found": (body(PAGE, 404, "text/html"), "page", "answered with a web page (status 404)"),
    "refusal": (status(400), "status", "answered with status 400: boom"),
    "no key": (status(401, '{"detail": "who are you?"}'), "status", "answered with status 401: who are you?"),
    "plain words": (status(404, "nothing\nhere"), "status", "answered with status 404: nothing here"),
    "no words": (status(422, ""), "status", "answered with status 422"),
    "redirect": (
        status(302, Location="http://elsewhere.example/x"),
        "redirect",
        "redirects (302) to elsewhere.example; redirects are not followed",
    ),
    "redirect here": (status(307, Location="/other"), "redirect", "redirects (307); redirects are not followed"),
    "large": (endless(2**18), "malformed", "answered with more than 131072 bytes"),
    "large by its own word": (body(b" " * 2**18), "malformed", "answered with more than 131072 bytes"),
    "half": (
        body(b'{"answer": '),
        "malformed",
        "answered with JSON that is not valid: expecting value at character 11",
    ),
    "two": (body(b"{} {}"), "malformed", "answered with JSON that is not valid: extra data at character 3"),
    "words": (body(b"Paris"), "malformed", "answered with JSON that is not valid: expecting value at character 0"),
    "NaN": (
        body(b'{"answer": "x", "contexts": [{"source": "a", "score": NaN}]}'),
        "malformed",
        "answered with JSON that is not valid: an object holds NaN, which is no JSON",
    ),
    "twice": (
        body(b'{"answer": "x", "answer": "y"}'),
        "malformed",
        "answered with JSON that is not valid: an object gives one name twice",
    ),
    "nested": (body(b"[" * 60_000 + b"]" * 60_000), "malformed", "answered with JSON that is nested too deeply"),
    "digits": (body(b"9" * 5_000), "malformed", "answered with JSON that holds a number of thousands of digits"),
    "empty": (body(b""), "malformed", "answered with an empty body"),
    "no content": (body(b"", 204), "malformed", "answered with an empty body"),
    "Latin-1": (
        body('{"answer": "Zürich"}'.encode("latin-1")),
        "malformed",
        "answered with a body that is not UTF-8 (at byte 13)",
    ),
    "compressed": (
        body(b"\x1f\x8b", Content_Encoding="gzip"),
        "malformed",
        "answered with a compressed body, which was not asked for",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_has_its_line_and_is_asked_once(name: str) -> None:
    fault, kind, words = FAULTS[name]
    assert told(fault, fault) == (kind, words, 1)


AGAIN: Mapping[str, tuple[Fault, FailureKind, str]] = {
    "500": (status(500), "status", "answered with status 500: boom"),
    "502 page": (body(PAGE, 502, "text/html"), "busy", "answered with a web page (status 502)"),
    "500 page": (body(PAGE, 500, "text/html"), "page", "answered with a web page (status 500)"),
    "503": (status(503, "loading"), "busy", "answered with status 503: loading"),
    "429": (status(429, Retry_After="0.01"), "busy", "answered with status 429: boom"),
    "closed": (wire(b""), "torn", "closed the connection before it answered"),
    "reset": (wire(b"", reset=True), "torn", "closed the connection before it answered"),
    "short": (
        wire(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
        "torn",
        "closed the connection in the middle of its answer",
    ),
    "half a chunk": (
        wire(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"),
        "torn",
        "closed the connection in the middle of its answer",
    ),
}


@pytest.mark.parametrize("name", AGAIN)
def test_what_may_pass_is_tried_three_times(name: str) -> None:
    fault, kind, words = AGAIN[name]
    assert told(fault, fault, fault, fault) == (kind, words, 3)
    assert told(fault, fault) == ("", "", 3)


def test_something_else_than_a_web_server_is_named() -> None:
    assert told(wire(b"SSH-2.0-OpenSSH_9.6\r\n")) == ("malformed", "does not answer as a web server", 1)


ANSWERS = [
    b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{"answer": "x", "contexts": []}',
    b"HTTP/1.1 302 Found\r\nLocation: http://a.example/b\r\nContent-Length: 0\r\n\r\n",
    b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 2\r\n\r\nno",
    b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n3\r\n1} \r\n0\r\n\r\n',
]
SPLINTERS = [
    b"\r\n",
    b"\0",
    b"\xff",
    b":",
    b"-1",
    b"9" * 20,
    b"gzip",
    b"HTTP/2.0 ",
    b"101 ",
    b"Location: http://[::1\r\n",
]


def mutated(rng: random.Random) -> bytes:
    """An answer with a few splinters in it, and a few pieces missing."""
    raw = bytearray(rng.choice(ANSWERS))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(raw))
        if rng.random() < 0.5:
            raw[at:at] = rng.choice(SPLINTERS)
        else:
            del raw[at : at + rng.randint(1, 12)]
    return bytes(raw)


def test_whatever_comes_over_the_wire_is_told_and_not_raised() -> None:
    rng = random.Random(1)
    answers = [mutated(rng) for _ in range(150)]

    async def all_told() -> list[RawReply]:
        left = iter(answers)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"}")
            writer.write(next(left))
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
            endpoint = Endpoint(url, keys=Keys({}), bounds=RequestLimits(timeout=0.5, tries=1))
            told = [await endpoint.ask(ASKED) for _ in answers]
            await endpoint.close()
        return told

    told = asyncio.run(all_told())
    assert all(bool(one.kind) == bool(one.failure) and one.failure.isprintable() for one in told)
    assert {"", "malformed", "torn", "redirect"} <= {one.kind for one in told}


def test_an_endpoint_that_asks_to_wait_is_waited_for_within_bounds() -> None:
    started = time.monotonic()
    assert told(status(429, Retry_After="0.15")) == ("", "", 2)
    assert time.monotonic() - started > 0.15
    assert told(status(503, Retry_After="3600")) == (
        "busy",
        "answered with status 503: boom (and asks to wait 3600 s)",
        1,
    )


def test_all_wait_when_one_is_asked_to() -> None:
    with SystemsServer(lambda asked: GOOD, faults={"q": [status(429, Retry_After="0.4")]}) as server:

        async def two() -> float:
            endpoint = Endpoint(server.url, keys=Keys({}), bounds=replace(QUICK, longest_wait=1.0))
            first = asyncio.create_task(endpoint.ask(ASKED))
            while not server.asked.get("q"):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)  # the reply is on its way
            started = time.monotonic()
            await endpoint.ask({**ASKED, "id": "other"})
            seconds = time.monotonic() - started
            await first
            await endpoint.close()
            return seconds

        assert asyncio.run(two()) > 0.05
        assert dict(server.asked) == {"q": 2, "other": 1}


def test_the_time_of_waiting_is_not_the_system_s() -> None:
    with SystemsServer(lambda asked: GOOD, faults={"q": [status(429, Retry_After="0.2")]}) as server:
        assert ask(server.url).seconds < 0.15


def test_stopping_ends_a_wait_at_once() -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    started = time.monotonic()
    busy = SystemsServer(lambda asked: GOOD, always=status(503, Retry_After="20"))
    with busy as server, pytest.raises(StoppedError):
        ask(server.url, RequestLimits(longest_wait=30), stop=stop)
    assert time.monotonic() - started < 3


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    found = ask(f"http://127.0.0.1:{port}/ask")
    assert (found.kind, found.failure) == ("unreachable", "cannot be reached: nothing listens there")
    found = ask("http://no-such-host.invalid/ask", RequestLimits(timeout=5))
    assert (found.kind, found.failure) == (
        "unreachable",
        "cannot be reached: no host has the name no-such-host.invalid",
    )


def test_http_spoken_to_as_https() -> None:
    with SystemsServer(lambda asked: GOOD) as server:
        found = ask(server.url.replace("http:", "https:"), RequestLimits(timeout=5))
    words = "cannot be reached: no TLS connection could be made (is it http, not https?)"
    assert (found.kind, found.failure) == ("unreachable", words)


def test_a_certificate_that_nobody_signed(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(_certificate(tmp_path))
    listening = socket.create_server(("127.0.0.1", 0))

    async def both() -> RawReply:
        server = await asyncio.start_server(lambda reader, writer: None, sock=listening, ssl=context)
        async with server:
            endpoint = Endpoint(
                f"https://127.0.0.1:{listening.getsockname()[1]}", keys=Keys({}), bounds=RequestLimits(5)
            )
            found = await endpoint.ask(ASKED)
            await endpoint.close()
        return found

    found = asyncio.run(both())
    assert (found.kind, found.failure) == ("unreachable", "cannot be reached: its certificate is not trusted")


def _certificate(folder: Path) -> Path:
    """A key and a certificate that it signed itself, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder(
        name, name, key.public_key(), x509.random_serial_number(), now, now.replace(year=2099)
    )
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path = folder / "both.pem"
    path.write_bytes(pem + made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    return path


def test_a_key_is_sent_and_never_told() -> None:
    keys = Keys({"MY_KEY": "canary-0123456789"})
    echo = body(b'{"error": "key canary-0123456789 is not known"}', 403)
    with SystemsServer(lambda asked: GOOD, faults={"q": [echo]}, token="canary-0123456789") as server:
        found = ask(server.url, keys=keys, key_env="MY_KEY")
    assert found.failure == "answered with status 403: key [key] is not known"
    with pytest.raises(UsageError) as wrong:
        Endpoint("http://127.0.0.1/", keys=Keys({}), key_env="MY_KEY")
    assert wrong.value.line() == "MY_KEY is not set — set the key in the environment, or in a file .env here"


def test_a_password_in_an_address_is_used_and_never_told() -> None:
    endpoint = Endpoint("http://me:s3cret-word@127.0.0.1:8000/ask?token=abcdef", keys=Keys({}))
    assert endpoint.name == "http://127.0.0.1:8000/ask?..."
    echo = body(b"no s3cret-word and no token=abcdef", 403, "text/plain")
    with SystemsServer(lambda asked: GOOD, faults={"q": [echo]}) as server:
        server.token = ""
        found = ask(server.url.replace("http://", "http://me:s3cret-word@") + "?token=abcdef")
        assert server.wrong.pop().startswith("token is 'Basic bWU6czNjcmV0LXdvcmQ='")
    assert found.failure == "answered with status 403: no [secret] and no [secret]"
    with pytest.raises(UsageError, match="is given a key and a name with password"):
        Endpoint("http://me:s3cret-word@127.0.0.1/", keys=Keys({"K": "12345678"}), key_env="K")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/v1/chat-completions/rag2", "/v1/chat-completions/rag2"),
        ("/services/T01AB2CD3/B0123ABCD/x7Yz09QwErTyUiOp", "/services/.../.../..."),
        ("/bot123456:ABC-DEF1234/ask", "/.../ask"),
        ("/3f2504e0-4f89-11d3-9a0c-0305e82c3301/search", "/.../search"),
        ("/ask%20me", "/..."),
    ],
)
def test_a_key_in_the_path_is_not_in_the_name(path: str, shown: str) -> None:
    assert Endpoint(f"https://rag.example{path}", keys=Keys({})).name == f"https://rag.example{shown}"


def test_a_key_in_the_path_is_cleaned_out_of_what_comes_back() -> None:
    echo = body(b"no such path: /x7Yz09QwErTyUiOp", 404, "text/plain")
    with SystemsServer(lambda asked: GOOD, faults={"q": [echo]}) as server:
        found = ask(f"{server.url}/x7Yz09QwErTyUiOp")
    assert found.failure == "answered with status 404: no such path: /[secret]"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/x",
        "http://",
        "http:///path",
        "http://host:99999/",
        "http://host:x/",
        "http://ho st/",
        "http://a..b/x",
        f"http://{'a' * 64}.org/x",
        "localhost",
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(UsageError) as wrong:
        Endpoint(url, keys=Keys({}))
    assert str(wrong.value) in (
        "the address of the endpoint is not a web address",
        "the address of the endpoint cannot be read",
    )
    assert wrong.value.hint == "give http://HOST:PORT/PATH or https://HOST/PATH"
