"""Speaks to Anthropic's message batches, where the requests go with the submission."""

from __future__ import annotations

from pathlib import Path

from benchwright.files.atomic import atomic_path
from benchwright.models.batch.request_files import ANTHROPIC_LINES, FileLimits
from benchwright.models.batch.services.base import BatchState, ListedBatch
from benchwright.models.batch.services.client import FILE_SECONDS, BatchClient, ServiceName, number
from benchwright.models.dialects import mapping
from benchwright.models.names import Provider

_PATH = "/v1/messages/batches"
_COUNTS = ("processing", "succeeded", "errored", "canceled", "expired")


class AnthropicBatches(BatchClient):
    """See ProviderBatches. A batch can be known only by when it was made, by its number of requests, and in the end by
    the ids in its results."""

    name: ServiceName = "anthropic"
    batches, cursor = _PATH, "after_id"
    providers: tuple[Provider, ...] = ("anthropic",)
    tagged = False
    form = ANTHROPIC_LINES
    limits = FileLimits(100_000, 190_000_000)

    async def upload(self, path: Path, tag: str) -> str:
        return ""

    async def submit(self, path: Path, uploaded: str, model: str, tag: str) -> str:
        rows = path.read_bytes().splitlines()
        body = b'{"requests":[' + b",".join(rows) + b"]}"
        return await self.text("id", "POST", _PATH, lambda: body, tries=1, seconds=FILE_SECONDS)

    async def find(self, tag: str, before: str) -> list[ListedBatch]:
        """The service lists the newest first: all that come before the one that was the newest then."""
        return [
            ListedBatch(str(batch.get("id")), sum(map(number, map(mapping(batch.get("request_counts")).get, _COUNTS))))
            async for batch in self.listed(before)
        ]

    async def look(self, batch: str) -> BatchState:
        data = await self.json("GET", f"{_PATH}/{batch}")
        _, succeeded, errored, cancelled, expired = map(number, map(mapping(data.get("request_counts")).get, _COUNTS))
        status = str(data.get("processing_status"))
        return BatchState(
            ended=status == "ended",
            words=status,
            done=succeeded,
            failed=errored + expired + cancelled,
            problem="its results are no longer kept" if data.get("archived_at") is not None else "",
            cancelled=data.get("cancel_initiated_at") is not None and cancelled > 0,
        )

    async def fetch(self, batch: str, path: Path) -> None:
        """Results that the service no longer keeps leave an empty file."""
        data = await self.json("GET", f"{_PATH}/{batch}")
        with atomic_path(path) as temporary, temporary.open("w+b") as file:
            if data.get("results_url") is not None:
                await self.download(f"{_PATH}/{batch}/results", file)
