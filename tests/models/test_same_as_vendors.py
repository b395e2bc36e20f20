"""A chat request goes where the vendor's own library sends it, with the same headers that count."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

import anthropic
import openai
import pytest
from aiohttp import web
from dialect_servers import CANARY
from google import genai
from google.genai import types

from benchwright.models.endpoints import ADDRESSES, chat_path, open_http
from benchwright.models.names import parse_name

NAME = "tuned m:1"
OF_THE_LIBRARY = (
    "host",
    "accept",
    "accept-encoding",
    "user-agent",
    "content-length",
    "connection",
    "x-stainless",
    "x-goog-api-client",
    "x-server-timeout",
)
MESSAGES = [{"role": "user", "content": "Hi"}]


async def by_openai(url: str) -> None:
    client = openai.AsyncOpenAI(api_key=CANARY, base_url=url, max_retries=0)
    await client.chat.completions.create(model=NAME, messages=MESSAGES)  # type: ignore[arg-type]


async def by_anthropic(url: str) -> None:
    client = anthropic.AsyncAnthropic(api_key=CANARY, base_url=url, max_retries=0)
    await client.messages.create(model=NAME, messages=MESSAGES, max_tokens=9)  # type: ignore[arg-type]


async def by_google(url: str) -> None:
    async with genai.Client(api_key=CANARY, vertexai=False, http_options=types.HttpOptions(base_url=url)).aio as client:
        await client.models.generate_content(model=NAME, contents="Hi")


async def by_us(provider: str, url: str) -> None:
    name = parse_name(f"{provider}/m")
    client = open_http(name.provider, url, CANARY)
    await client.send("POST", chat_path(type(name)(name.provider, NAME)), b"{}")
    await client.close()


def sent(talk: Callable[[str], Awaitable[None]]) -> tuple[str, dict[str, str]]:
    """The path and the headers of the first request."""
    calls: list[tuple[str, dict[str, str]]] = []

    async def handler(request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        calls.append((request.path_qs, {k: v for k, v in headers.items() if not k.startswith(OF_THE_LIBRARY)}))
        return web.json_response({"error": {"message": "no"}}, status=400)

    async def run() -> None:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", handler)
        runner = web.AppRunner(app)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            await talk(f"http://127.0.0.1:{runner.addresses[0][1]}")
        except (openai.APIError, anthropic.APIError, genai.errors.APIError):
            pass
        finally:
            await runner.cleanup()

    asyncio.run(run())
    return calls[0]


@pytest.mark.parametrize(
    ("provider", "theirs"), [("openai", by_openai), ("anthropic", by_anthropic), ("google", by_google)]
)
@pytest.mark.filterwarnings("ignore")  # the libraries' own
def test_we_ask_as_the_vendors_library_asks(provider: str, theirs: Callable[[str], Awaitable[None]]) -> None:
    assert sent(lambda url: by_us(provider, url)) == sent(theirs)
    gc.collect()  # what the libraries leave open is closed here, and not in the middle of another test


@pytest.mark.filterwarnings("ignore")  # the libraries' own
def test_the_addresses_are_the_vendors() -> None:
    assert str(openai.AsyncOpenAI(api_key="k").base_url).rstrip("/") == ADDRESSES["openai"]
    assert str(anthropic.AsyncAnthropic(api_key="k").base_url).rstrip("/") == ADDRESSES["anthropic"]
    google = genai.Client(api_key="k", vertexai=False)._api_client._http_options.base_url or ""
    assert google.rstrip("/") == ADDRESSES["google"]
    gc.collect()
