"""What OpenAI's library did for a call, and our own client does in its place: headers, proxies, packing, bounds."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from aiohttp import web
from dialect_servers import CANARY, DialectServer
from provider_asking import ask, asked

from benchwright.errors import BenchwrightError, RequestError
from benchwright.models import ModelSettings, Reply, Request, http_client
from benchwright.models.http_client import proxy_for
from benchwright.models.keys import Keys
from benchwright.models.names import parse_name
from benchwright.models.providers import open_provider

VARIABLES = [f"{kind}_PROXY" for kind in ("HTTP", "HTTPS", "ALL", "NO")]
GOOD = {"model": "m", "choices": [{"message": {"content": "Yes ✓"}, "finish_reason": "stop"}]}


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize(
    ("environment", "address", "proxy"),
    [
        ({}, "https://api.openai.com/v1", None),
        ({"HTTPS_PROXY": "http://p:1"}, "https://api.openai.com/v1", "http://p:1"),
        ({"https_proxy": "p:1"}, "https://api.openai.com/v1", "http://p:1"),
        ({"HTTPS_PROXY": "http://p:1"}, "http://localhost:8000/v1", None),
        ({"ALL_PROXY": "http://p:1"}, "http://localhost:8000/v1", "http://p:1"),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "localhost,.b.org"}, "http://localhost:8000/v1", None),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "localhost,.b.org"}, "https://a.b.org/v1", None),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "b.org"}, "https://u:w@xb.org/v1", "http://p:1"),
        ({"ALL_PROXY": "http://p:1", "NO_PROXY": "*"}, "https://api.openai.com/v1", None),
    ],
)
def test_the_proxy_that_the_environment_names(
    environment: dict[str, str], address: str, proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(address) == proxy


async def reply_of(request: Request, url: str) -> Reply:
    model = open_provider(parse_name(request.model), ModelSettings(base_url=url), Keys({"OPENAI_API_KEY": CANARY}))
    try:
        return await model.ask(request)
    finally:
        await model.close()


def served(
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]], talk: Callable[[str], Awaitable[Reply]]
) -> Reply:
    """What `talk` gets from a server with this handler, whose address it is given."""

    async def run() -> Reply:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", handler)
        runner = web.AppRunner(app)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            host, port = runner.addresses[0][:2]
            return await talk(f"http://{host}:{port}")
        finally:
            await runner.cleanup()

    return asyncio.run(run())


def test_a_proxy_gets_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    async def handler(request: web.Request) -> web.Response:
        seen.append(str(request.url))
        return web.json_response(GOOD)

    async def talk(url: str) -> Reply:
        monkeypatch.setenv("http_proxy", url)
        return await reply_of(asked("openai"), "http://models.example/v1/")

    assert served(handler, talk).text == "Yes ✓"
    assert seen == ["http://models.example/v1/chat/completions"]


def test_packed_replies_are_unpacked() -> None:
    async def handler(request: web.Request) -> web.Response:
        packed = gzip.compress(json.dumps(GOOD).encode())
        return web.Response(body=packed, headers={"Content-Encoding": "gzip", "Content-Type": "application/json"})

    assert served(handler, lambda url: reply_of(asked("openai"), url)).text == "Yes ✓"


@pytest.mark.parametrize("packed", [False, True])
def test_a_body_that_never_ends_is_not_read_to_its_end(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "LARGEST", 100_000)

    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        await response.prepare(request)
        part = gzip.compress(bytes(10**6)) if packed else bytes(10**5)
        with suppress(ConnectionError):
            for _ in range(2000):
                await response.write(part)
                await asyncio.sleep(0)
        return response

    with pytest.raises(RequestError, match="openai/m-1 answered with more than") as caught:
        served(handler, lambda url: reply_of(asked("openai"), url))
    assert not caught.value.retryable


def test_openai_gets_the_headers_of_its_environment_and_other_servers_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-of-mine")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Gateway: mine\nno header\n")
    with DialectServer(lambda request: "Yes") as server:
        ask(server, [asked("openai")])
        ask(server, [replace(asked("openai"), model="ollama/m")])
        first, second = ({name.lower(): value for name, value in headers.items()} for headers in server.headers)
    assert first["authorization"] == f"Bearer {CANARY}"
    assert (first["openai-organization"], first["openai-project"]) == ("org-of-mine", "proj-of-mine")
    assert first["x-gateway"] == "mine"
    assert first["user-agent"].startswith("benchwright/")
    assert not {"authorization", "openai-organization", "openai-project", "x-gateway"} & second.keys()


def test_half_a_surrogate_pair_travels_as_an_escape() -> None:
    seen = []

    async def handler(request: web.Request) -> web.Response:
        seen.append(await request.read())
        return web.json_response(GOOD)

    for text in ("é", "é \ud800"):
        served(handler, lambda url, text=text: reply_of(asked("openai", text), url))  # type: ignore[misc]
    assert "é".encode() in seen[0]
    assert rb"\u00e9 \ud800" in seen[1]


def test_a_proxy_of_a_kind_that_is_not_spoken_gets_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    with DialectServer(lambda request: "Yes") as server:
        (found,) = ask(server, [asked("openai")])
        assert server.requests == 0
    assert isinstance(found, BenchwrightError)
