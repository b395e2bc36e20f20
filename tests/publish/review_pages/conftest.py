"""Sessions at a running server, which are closed after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from review_client import ReviewClient

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
def nobody() -> Iterator[Callable[[ReviewServer], httpx.Client]]:
    """A client without a session."""
    opened: list[httpx.Client] = []

    def made(server: ReviewServer) -> httpx.Client:
        opened.append(httpx.Client(base_url=server.url, timeout=30))
        return opened[-1]

    yield made
    for one in opened:
        one.close()
