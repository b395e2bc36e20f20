"""Speaks to OpenAI's batch service and to servers with the same one: a file is uploaded, then a batch is made."""

from __future__ import annotations

import io
from pathlib import Path

from benchwright.files.atomic import atomic_path
from benchwright.models.batch.request_files import OPENAI_LINES, FileLimits
from benchwright.models.batch.services.base import BatchState, ListedBatch
from benchwright.models.batch.services.client import (
    FILE_SECONDS,
    BatchClient,
    ServiceName,
    mappings,
    number,
)
from benchwright.models.dialects import mapping
from benchwright.models.names import Provider

_TAG = "benchwright"  # the metadata's key
_ENDED = ("completed", "failed", "expired", "cancelled")


class OpenAIBatches(BatchClient):
    """See ProviderBatches. A batch carries our tag in its metadata."""

    name: ServiceName = "openai"
    batches, cursor = "/batches", "after"
    providers: tuple[Provider, ...] = ("openai", "openai-compatible")
    tagged = True
    form = OPENAI_LINES
    limits = FileLimits(50_000, 190_000_000)

    async def upload(self, path: Path, tag: str) -> str:
        import aiohttp

        content = path.read_bytes()

        def form() -> aiohttp.FormData:
            data = aiohttp.FormData({"purpose": "batch"})
            data.add_field("file", io.BytesIO(content), filename=f"{tag}.jsonl", content_type="application/jsonl")
            return data

        return await self.text("id", "POST", "/files", form, seconds=FILE_SECONDS)

    async def submit(self, path: Path, uploaded: str, model: str, tag: str) -> str:
        body = {
            "completion_window": "24h",
            "endpoint": "/v1/chat/completions",
            "input_file_id": uploaded,
            "metadata": {_TAG: tag},
        }
        return await self.text("id", "POST", "/batches", body, tries=1)

    async def find(self, tag: str, before: str) -> list[ListedBatch]:
        # What the service has not read yet it has not counted: no number, rather than 0.
        return [
            ListedBatch(str(batch["id"]))
            async for batch in self.listed(before)
            if mapping(batch.get("metadata")).get(_TAG) == tag
        ]

    async def look(self, batch: str) -> BatchState:
        data = await self.json("GET", f"/batches/{batch}")
        counts, status = mapping(data.get("request_counts")), str(data.get("status"))
        problem, full = "", False
        if status == "failed":
            faults = mappings(mapping(data.get("errors")).get("data"))
            words = [f"{fault.get('message') or fault.get('code')} (line {fault.get('line')})" for fault in faults[:3]]
            problem = self._account.service.keys.redact("; ".join(words) or "no reason given")
            full = any(fault.get("code") == "token_limit_exceeded" for fault in faults)
        return BatchState(
            ended=status in _ENDED,
            words=status,
            done=number(counts.get("completed")),
            failed=number(counts.get("failed")),
            problem=problem,
            cancelled=status == "cancelled",
            full=full,
        )

    async def fetch(self, batch: str, path: Path) -> None:
        """Replies and errors lie in two files there; either may be missing."""
        data = await self.json("GET", f"/batches/{batch}")
        with atomic_path(path) as temporary, temporary.open("w+b") as file:
            for name in (data.get("output_file_id"), data.get("error_file_id")):
                if name:
                    start = file.tell()
                    await self.download(f"/files/{name}/content", file)
                    if file.tell() > start:
                        file.seek(-1, 2)
                        if file.read() != b"\n":
                            file.write(b"\n")
