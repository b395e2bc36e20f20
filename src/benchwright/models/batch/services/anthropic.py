"""Anthropic's message batches: the requests go with the submission, and a batch has no name of our choosing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anthropic

from benchwright.files.atomic import atomic_path
from benchwright.models.batch.request_files import FileLimits, anthropic_line
from benchwright.models.batch.services.base import UPLOAD_SECONDS, Account, BatchState, ListedBatch, ServiceName
from benchwright.models.batch.services.failures import answered, unanswered
from benchwright.models.names import Provider


class AnthropicBatches:
    """See Service. A batch can be known only by when it was made, by its number of requests, and in the end by the ids
    in its results."""

    name: ServiceName = "anthropic"
    providers: tuple[Provider, ...] = ("anthropic",)
    tagged = False
    line = staticmethod(anthropic_line)
    limits = FileLimits(100_000, 190_000_000)

    def __init__(self, account: Account) -> None:
        self._redact = account.redact
        self._client = anthropic.AsyncAnthropic(
            api_key=account.key, base_url=account.base_url, max_retries=2, timeout=120.0
        )

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        try:
            yield
        except anthropic.APIStatusError as error:
            raise answered("anthropic", error.status_code, error.message, self._redact) from None
        except anthropic.APIError as error:
            raise unanswered("anthropic", error, self._redact) from None

    async def newest(self) -> str:
        with self._mapped():
            page = await self._client.messages.batches.list(limit=1)
        return page.data[0].id if page.data else ""

    async def upload(self, path: Path, tag: str) -> str:
        return ""

    async def submit(self, path: Path, uploaded: str, model: str, tag: str) -> str:
        with path.open("rb") as file:
            requests = [json.loads(line) for line in file]
        with self._mapped():
            client = self._client.with_options(max_retries=0)
            batch = await client.messages.batches.create(requests=requests, timeout=UPLOAD_SECONDS)
        return batch.id

    async def find(self, tag: str, before: str) -> list[ListedBatch]:
        """The service lists the newest first: all that come before the one that was the newest then."""
        found = []
        with self._mapped():
            async for batch in self._client.messages.batches.list(limit=100):
                if batch.id == before:
                    break
                counts = batch.request_counts
                rows = counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired
                found.append(ListedBatch(batch.id, rows))
        return found

    async def look(self, batch: str) -> BatchState:
        with self._mapped():
            told = await self._client.messages.batches.retrieve(batch)
        counts = told.request_counts
        return BatchState(
            ended=told.processing_status == "ended",
            words=told.processing_status,
            done=counts.succeeded,
            failed=counts.errored + counts.expired + counts.canceled,
            problem="its results are no longer kept" if told.archived_at is not None else "",
            cancelled=told.cancel_initiated_at is not None and counts.canceled > 0,
        )

    async def fetch(self, batch: str, path: Path) -> None:
        """Results that the service no longer keeps leave an empty file."""
        with self._mapped(), atomic_path(path) as temporary, temporary.open("w", encoding="utf-8") as file:
            client = self._client.with_options(timeout=UPLOAD_SECONDS)
            if (await client.messages.batches.retrieve(batch)).results_url is None:
                return
            async for result in await client.messages.batches.results(batch):
                file.write(json.dumps(result.model_dump(mode="json", exclude_unset=True)) + "\n")

    async def close(self) -> None:
        await self._client.close()
