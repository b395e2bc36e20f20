"""Requests to a model at a mock server, through its real provider."""

import asyncio
from collections.abc import Sequence
from typing import Any

from dialect_servers import DialectServer
from dialect_wire import DIALECTS, Dialect

from benchwright.errors import BenchwrightError
from benchwright.models import Message, Reply, Request
from benchwright.models.keys import Keys
from benchwright.models.names import parse_name
from benchwright.models.providers import open_provider


def asked(dialect: Dialect, text: str = "Who wrote it?", **fields: Any) -> Request:
    messages = (Message.of("system", "Be short."), Message.of("user", text))
    return Request(f"{dialect}/m-1", messages, "answer", **fields)


def ask(
    server: DialectServer, requests: Sequence[Request], keys: Keys | None = None, **settings: Any
) -> list[Reply | BenchwrightError]:
    """The replies or errors of requests to one model, one after the other."""

    async def run() -> list[Reply | BenchwrightError]:
        name = parse_name(requests[0].model)
        dialect: Dialect = "openai" if name.provider not in DIALECTS else name.provider
        model = open_provider(name, server.settings(dialect, **settings), keys or server.keys())
        found: list[Reply | BenchwrightError] = []
        try:
            for request in requests:
                try:
                    found.append(await model.ask(request))
                except BenchwrightError as error:
                    found.append(error)
        finally:
            await model.close()
        return found

    return asyncio.run(run())
