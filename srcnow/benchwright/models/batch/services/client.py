"""Talks to a batch service over HTTP: tries again what failed in passing, and turns its errors into ours."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import IO, Any, Literal

from benchwright.errors import TransientError
from benchwright.models.base import json_bytes
from benchwright.models.endpoints import open_http
from benchwright.models.failures import HttpResponse, ServiceAddress, status_failure
from benchwright.models.http_client import HttpClient, TransportFailure

ServiceName = Literal["openai", "anthropic", "google"]
Body = Mapping[str, Any] | Callable[[], Any] | None

ANSWER_SECONDS = 120.0
"""How long one answer may take."""
FILE_SECONDS = 1800.0
"""How long an upload or a download of a batch file may take."""
LARGEST_FILE = 4 * 2**30
"""Bytes of a result file: twice the largest file that a service takes."""
TRIES, PAUSE = 3, 0.5
"""How often a request is tried that costs nothing; seconds before the second try, twice that before the third."""

_MOST_PAGES = 1000  # of a list; a service that never ends one is not followed


@dataclass(frozen=True, slots=True)
class Account:
    """How a service is reached: at which address, with which key."""

    service: ServiceAddress
    key: str


class BatchClient:
    """One account at one service. For one event loop; it connects at the first request."""

    name: ServiceName
    batches: str
    """The path of the account's batches."""
    cursor: str
    """The parameter of a list for the id that the next page begins after."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._http: HttpClient | None = None

    async def send(
        self,
        method: str,
        path: str,
        data: Body = None,
        *,
        tries: int = TRIES,
        seconds: float = ANSWER_SECONDS,
        into: IO[bytes] | None = None,
        **options: Any,
    ) -> HttpResponse:
        """The answer, if it has a good status. `data` is sent as JSON, or makes the body for each try. Raises
        TransientError after all tries, RequestError and ModelUsageError."""
        start = into.tell() if into is not None else 0
        for number in range(1, tries + 1):
            try:
                return await self._send_once(method, path, data, seconds, into=into, **options)
            except TransientError:
                if number == tries:
                    raise
            if into is not None:
                into.seek(start)
                into.truncate()
            await asyncio.sleep(PAUSE * 2 ** (number - 1))
        raise AssertionError("unreachable")

    async def _send_once(self, method: str, path: str, data: Body, seconds: float, **options: Any) -> HttpResponse:
        if self._http is None:
            self._http = open_http(self.name, self._account.service.address, self._account.key)
        body = json_bytes(data) if isinstance(data, Mapping) else data() if data is not None else None
        response = await self._http.send(method, path, body, seconds=seconds, **options)
        if isinstance(response, TransportFailure):
            raise response.error(self._account.service, reached=True)
        if response.status >= 300:
            raise status_failure(self._account.service, response, pictures=False, now=time.time())
        return response

    async def json(self, method: str, path: str, data: Body = None, **options: Any) -> Mapping[str, Any]:
        """The JSON object of the answer."""
        response = await self.send(method, path, data, **options)
        if not isinstance(response.data, Mapping):
            raise self._lacks("JSON object")
        return response.data

    async def text(self, name: str, method: str, path: str, data: Body = None, **options: Any) -> str:
        """One text of the JSON object of the answer, which has to be there."""
        value = (await self.json(method, path, data, **options)).get(name)
        if not isinstance(value, str) or not value:
            raise self._lacks(name)
        return value

    async def newest(self) -> str:
        """The id of the account's newest batch, "" if it has none."""
        async for batch in self.listed(""):
            return str(batch.get("id") or "")
        return ""

    async def listed(self, before: str) -> AsyncIterator[Mapping[str, Any]]:
        """The account's batches, the newest first, down to the one called `before`."""
        query = {"limit": "100"}
        for _ in range(_MOST_PAGES):
            page = await self.json("GET", self.batches, query=query)
            items = mappings(page.get("data"))
            for item in items:
                if before and item.get("id") == before:
                    return
                yield item
            if not page.get("has_more") or not items:
                return
            query[self.cursor] = str(items[-1].get("id"))

    async def download(self, path: str, into: IO[bytes], **options: Any) -> None:
        """Write the bytes that lie at a path to a file."""
        headers = {"Accept": "*/*"}
        await self.send("GET", path, into=into, headers=headers, seconds=FILE_SECONDS, largest=LARGEST_FILE, **options)

    async def close(self) -> None:
        client, self._http = self._http, None
        if client is not None:
            await client.close()

    def _lacks(self, part: str) -> TransientError:
        return TransientError(f"{self.name}'s batch service answered without a {part}", kind="bad_body")


def mappings(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list of an answer."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def number(value: Any) -> int:
    """A count of an answer, 0 if it is none. Google writes it as text."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value[:18])
    return value if isinstance(value, int) else 0
