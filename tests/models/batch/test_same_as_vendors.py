"""Our batch requests are the ones that the vendors' own libraries send: same paths, same parameters, same bodies."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anthropic
import openai
import pytest
from aiohttp import web
from batch_servers import CANARY, BatchServer
from google import genai
from google.genai import types

from benchwright.models.batch.services import ProviderBatches, open_service

TAG = "benchwright-0123"
KEYS = ("authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "openai-beta")
UPLOAD = ("x-goog-upload-protocol", "x-goog-upload-command", "x-goog-upload-header-content-type")
AN_UPLOAD = ("x-goog-upload-command", "x-goog-upload-offset")  # the library repeats what it has said before
LINES = {
    "openai": {
        "custom_id": "a",
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": "m", "messages": [{"role": "user", "content": "Hi"}]},
    },
    "anthropic": {
        "custom_id": "a",
        "params": {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]},
    },
    "google": {
        "key": "a",
        "request": {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}], "generationConfig": {}},
    },
}


class RecordingServer(BatchServer):
    """Keeps what it was sent: method, path, parameters, the headers that count, and the body."""

    def __init__(self) -> None:
        super().__init__(looks=1)
        self.calls: list[tuple[Any, ...]] = []

    @web.middleware
    async def _gate(self, asked: web.Request, handler: Any) -> web.StreamResponse:
        body: Any
        upload = asked.path.startswith("/google/upload/") and not asked.path.endswith("/files")
        if asked.content_type == "multipart/form-data":
            body = {}
            for name, field in (await asked.post()).items():
                body[name] = field
                if isinstance(field, web.FileField):
                    body[name] = (field.filename, field.content_type, field.file.read())
                    field.file.seek(0)
        elif asked.content_type == "application/json" and asked.can_read_body and not upload:
            body = await asked.json()
        else:
            body = await asked.read()
        names = AN_UPLOAD if upload else KEYS + UPLOAD
        headers = {name: asked.headers[name] for name in names if name in asked.headers}
        self.calls.append((asked.method, asked.path, dict(asked.query), headers, body))
        return await super()._gate(asked, handler)  # type: ignore[no-any-return]


async def ours(service: ProviderBatches, path: Path) -> list[Any]:
    await service.newest()
    uploaded = await service.upload(path, TAG)
    batch = await service.submit(path, uploaded, "m", TAG)
    await service.find(TAG, "")
    await service.look(batch)
    await service.fetch(batch, path.with_name("ours.jsonl"))
    await service.close()
    return [batch]


async def by_openai(server: BatchServer, path: Path) -> None:
    client = openai.AsyncOpenAI(api_key=CANARY, base_url=server.base_url("openai"))
    await client.batches.list(limit=100)
    data = (f"{TAG}.jsonl", path.read_bytes(), "application/jsonl")
    file = await client.files.create(file=data, purpose="batch")
    batch = await client.batches.create(
        completion_window="24h",
        endpoint="/v1/chat/completions",
        input_file_id=file.id,
        metadata={"benchwright": TAG},
    )
    await client.batches.list(limit=100)
    await client.batches.retrieve(batch.id)
    told = await client.batches.retrieve(batch.id)
    await client.files.content(told.output_file_id or "")
    await client.close()


async def by_anthropic(server: BatchServer, path: Path) -> None:
    client = anthropic.AsyncAnthropic(api_key=CANARY, base_url=server.base_url("anthropic"))
    await client.messages.batches.list(limit=100)
    requests = [json.loads(line) for line in path.read_text().splitlines()]
    batch = await client.messages.batches.create(requests=requests)
    await client.messages.batches.list(limit=100)
    await client.messages.batches.retrieve(batch.id)
    async for _ in await client.messages.batches.results(batch.id):
        pass
    await client.close()


async def by_google(server: BatchServer, path: Path) -> None:
    options = types.HttpOptions(base_url=server.base_url("google"))
    client = genai.Client(api_key=CANARY, vertexai=False, http_options=options)
    config = types.UploadFileConfig(display_name=TAG, mime_type="application/jsonl")
    file = await client.aio.files.upload(file=str(path), config=config)
    job = await client.aio.batches.create(
        model="m", src=file.name or "", config=types.CreateBatchJobConfig(display_name=TAG)
    )
    async for _ in await client.aio.batches.list(config=types.ListBatchJobsConfig(page_size=100)):
        pass
    await client.aio.batches.get(name=job.name or "")
    told = await client.aio.batches.get(name=job.name or "")
    assert told.dest is not None
    await client.aio.files.download(file=told.dest.file_name or "")
    await client.aio.aclose()
    client.close()


THEIRS: dict[str, Callable[[BatchServer, Path], Awaitable[None]]] = {
    "openai": by_openai,
    "anthropic": by_anthropic,
    "google": by_google,
}


@pytest.mark.parametrize("name", THEIRS)
@pytest.mark.filterwarnings("ignore")  # the libraries' own
def test_we_send_what_the_vendors_library_sends(name: str, tmp_path: Path) -> None:
    path = tmp_path / "requests.jsonl"
    path.write_text(json.dumps(LINES[name]) + "\n")
    calls = []
    for by_us in (True, False):
        with RecordingServer() as server:
            if by_us:
                asyncio.run(ours(open_service(name, server.settings(name), server.keys()), path))
            else:
                asyncio.run(THEIRS[name](server, path))  # type: ignore[arg-type]
            calls.append(server.calls)
    for one, other in zip(*calls, strict=True):
        assert one == other
    gc.collect()  # what the libraries leave open is closed here, and not in the middle of another test
