"""OpenAI's batch service, and other servers that have the same one: a file is uploaded, then a batch is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import openai

from benchwright.files.atomic import atomic_path
from benchwright.models.batch.request_files import FileLimits, openai_line
from benchwright.models.batch.services.base import UPLOAD_SECONDS, Account, BatchState, ListedBatch, ServiceName
from benchwright.models.batch.services.failures import answered, unanswered
from benchwright.models.names import Provider

_TAG = "benchwright"  # the metadata's key
_ENDED = ("completed", "failed", "expired", "cancelled")


class OpenAIBatches:
    """See Service. A batch carries our tag in its metadata."""

    name: ServiceName = "openai"
    providers: tuple[Provider, ...] = ("openai", "openai-compatible")
    tagged = True
    line = staticmethod(openai_line)
    limits = FileLimits(50_000, 190_000_000)

    def __init__(self, account: Account) -> None:
        self._redact = account.redact
        # The library tries again by itself, which is good for looking and fatal for sending: there it is switched off.
        self._client = openai.AsyncOpenAI(api_key=account.key, base_url=account.base_url, max_retries=2, timeout=120.0)

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        try:
            yield
        except openai.APIStatusError as error:
            raise answered("openai", error.status_code, error.message, self._redact) from None
        except openai.APIError as error:
            raise unanswered("openai", error, self._redact) from None

    async def newest(self) -> str:
        with self._mapped():
            page = await self._client.batches.list(limit=1)
        return page.data[0].id if page.data else ""

    async def upload(self, path: Path, tag: str) -> str:
        with self._mapped():
            data = (f"{tag}.jsonl", path.read_bytes(), "application/jsonl")
            file = await self._client.files.create(file=data, purpose="batch", timeout=UPLOAD_SECONDS)
        return file.id

    async def submit(self, path: Path, uploaded: str, model: str, tag: str) -> str:
        with self._mapped():
            batch = await self._client.with_options(max_retries=0).batches.create(
                completion_window="24h",
                endpoint="/v1/chat/completions",
                input_file_id=uploaded,
                metadata={_TAG: tag},
            )
        return batch.id

    async def find(self, tag: str, before: str) -> list[ListedBatch]:
        found = []
        with self._mapped():
            async for batch in self._client.batches.list(limit=100):
                if batch.id == before:
                    break
                if (batch.metadata or {}).get(_TAG) == tag:
                    # What the service has not read yet it has not counted: no number, rather than 0.
                    found.append(ListedBatch(batch.id))
        return found

    async def look(self, batch: str) -> BatchState:
        with self._mapped():
            told = await self._client.batches.retrieve(batch)
        counts = told.request_counts
        problem, full = "", False
        if told.status == "failed":
            faults = (told.errors.data if told.errors else None) or []
            words = [f"{fault.message or fault.code} (line {fault.line})" for fault in faults[:3]]
            problem = self._redact("; ".join(words) or "no reason given")
            full = any(fault.code == "token_limit_exceeded" for fault in faults)
        return BatchState(
            ended=told.status in _ENDED,
            words=told.status,
            done=counts.completed if counts else 0,
            failed=counts.failed if counts else 0,
            problem=problem,
            cancelled=told.status == "cancelled",
            full=full,
        )

    async def fetch(self, batch: str, path: Path) -> None:
        """Replies and errors lie in two files there; either may be missing."""
        with self._mapped(), atomic_path(path) as temporary, temporary.open("wb") as file:
            told = await self._client.batches.retrieve(batch)
            for name in (told.output_file_id, told.error_file_id):
                if name:
                    content = await self._client.with_options(timeout=UPLOAD_SECONDS).files.content(name)
                    data = content.content
                    file.write(data if not data or data.endswith(b"\n") else data + b"\n")

    async def close(self) -> None:
        await self._client.close()
