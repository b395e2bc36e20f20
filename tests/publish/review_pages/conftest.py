"""Sessions at a running server, by HTTP or in a browser, which are closed after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from review_client import ReviewClient
from review_steps import SIZES, Open, Serve

from benchwright.review.open_study import OpenStudy
from benchwright.workflows.review_serve import ReviewServer

Enter = Callable[[ReviewServer, str], ReviewClient]


@pytest.fixture
def enter() -> Iterator[Enter]:
    """Open a link at a server."""
    opened: list[ReviewClient] = []

    def entered(server: ReviewServer, link: str) -> ReviewClient:
        opened.append(ReviewClient.enter(server.url, link, server.study.task))
        return opened[-1]

    yield entered
    for one in opened:
        one.http.close()


@pytest.fixture
def server(study: OpenStudy) -> Iterator[ReviewServer]:
    """Of the module's `study`."""
    with ReviewServer(study) as running:
        yield running


@pytest.fixture
def ada(server: ReviewServer, study: OpenStudy, enter: Enter) -> ReviewClient:
    return enter(server, server.link(study.add_annotator("Ada")))


@pytest.fixture
def nobody() -> Iterator[Callable[[ReviewServer], httpx.Client]]:
    """A client without a session."""
    opened: list[httpx.Client] = []

    def made(server: ReviewServer) -> httpx.Client:
        opened.append(httpx.Client(base_url=server.url, timeout=30))
        return opened[-1]

    yield made
    for one in opened:
        one.close()


@pytest.fixture
def said() -> list[str]:
    """What pages complain of."""
    return []


@pytest.fixture
def serve() -> Iterator[Serve]:
    started: list[ReviewServer] = []

    def served(study: OpenStudy) -> ReviewServer:
        started.append(ReviewServer(study).__enter__())
        return started[-1]

    yield served
    for server in started:
        server.close()
        server.study.close()


@pytest.fixture
def open_link(browser: Browser, said: list[str]) -> Iterator[Open]:
    contexts: list[BrowserContext] = []

    def opened(link: str, size: str = "desktop", **settings: Any) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(link)
        page.wait_for_url(lambda url: "/enter/" not in url)
        page.wait_for_load_state("load")
        return page

    yield opened
    for context in contexts:
        context.close()
