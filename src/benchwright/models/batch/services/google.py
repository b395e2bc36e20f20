"""Google's batch mode: a file is uploaded, then a job is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import aiohttp
from google import genai
from google.genai import errors, types

from benchwright.files.atomic import atomic_path
from benchwright.models.batch.request_files import FileLimits, google_line
from benchwright.models.batch.services.base import UPLOAD_SECONDS, Account, BatchState, ListedBatch, ServiceName
from benchwright.models.batch.services.failures import answered, unanswered
from benchwright.models.names import Provider

_CANCELLED = ("JOB_STATE_CANCELLED", "JOB_STATE_CANCELLING")


class GoogleBatches:
    """See Service. A job carries our tag as its display name."""

    name: ServiceName = "google"
    providers: tuple[Provider, ...] = ("google",)
    tagged = True
    line = staticmethod(google_line)
    limits = FileLimits(50_000, 190_000_000)

    def __init__(self, account: Account) -> None:
        self._account, self._redact = account, account.redact
        self._session: aiohttp.ClientSession | None = None

    @cached_property
    def _client(self) -> genai.Client:
        """Opened at the first use: a session belongs to the event loop that it is made on."""
        self._session = aiohttp.ClientSession(trust_env=True)
        options = types.HttpOptions(
            base_url=self._account.base_url,
            timeout=int(UPLOAD_SECONDS * 1000),
            aiohttp_client=self._session,
            # One attempt, said so: left unsaid, a request whose connection breaks is sent a second time.
            retry_options=types.HttpRetryOptions(attempts=1),
        )
        return genai.Client(api_key=self._account.key, vertexai=False, http_options=options)

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        try:
            yield
        except errors.APIError as error:
            raise answered("google", error.code, error.message or str(error.status), self._redact) from None
        # The library passes on what its transport raises, and raises the last two when an upload is cut short.
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError, KeyError) as error:
            raise unanswered("google", error, self._redact) from None

    async def newest(self) -> str:
        """Jobs are known by their tag alone: none is needed."""
        return ""

    async def upload(self, path: Path, tag: str) -> str:
        with self._mapped():
            config = types.UploadFileConfig(display_name=tag, mime_type="application/jsonl")
            file = await self._client.aio.files.upload(file=str(path), config=config)
        return file.name or ""

    async def submit(self, path: Path, uploaded: str, model: str, tag: str) -> str:
        with self._mapped():
            config = types.CreateBatchJobConfig(display_name=tag)
            job = await self._client.aio.batches.create(model=model, src=uploaded, config=config)
        return job.name or ""

    async def find(self, tag: str, before: str) -> list[ListedBatch]:
        found = []
        with self._mapped():
            config = types.ListBatchJobsConfig(page_size=100)
            async for job in await self._client.aio.batches.list(config=config):
                if job.display_name == tag and job.name:
                    found.append(ListedBatch(job.name))
        return found

    async def _job(self, batch: str) -> types.BatchJob:
        with self._mapped():
            return await self._client.aio.batches.get(name=batch)

    async def look(self, batch: str) -> BatchState:
        job = await self._job(batch)
        state = job.state.name if job.state is not None else "JOB_STATE_UNSPECIFIED"
        problem = ""
        if state == "JOB_STATE_FAILED":
            problem = self._redact((job.error.message if job.error else None) or "no reason given")
        stats = job.completion_stats
        return BatchState(
            ended=job.done,
            words=state.removeprefix("JOB_STATE_").lower(),
            done=int(stats.successful_count or 0) if stats else 0,
            failed=int(stats.failed_count or 0) if stats else 0,
            problem=problem,
            cancelled=state in _CANCELLED,
        )

    async def fetch(self, batch: str, path: Path) -> None:
        """A job that never ran has no file of results."""
        job = await self._job(batch)
        name = job.dest.file_name if job.dest else None
        with self._mapped(), atomic_path(path) as temporary:
            temporary.touch()
            if name:
                await self._client.aio.files.download(file=name, destination=temporary)

    async def close(self) -> None:
        if self._session is not None:
            await self._client.aio.aclose()
            self._client.close()
            await self._session.close()
