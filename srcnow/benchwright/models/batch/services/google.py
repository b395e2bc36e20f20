"""Speaks to Google's batch mode: a file is uploaded, then a job is made of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from benchwright.errors import TransientError
from benchwright.files.atomic import atomic_path
from benchwright.models.batch.request_files import GOOGLE_LINES, FileLimits
from benchwright.models.batch.services.base import BatchState, ListedBatch
from benchwright.models.batch.services.client import (
    FILE_SECONDS,
    BatchClient,
    ServiceName,
    mappings,
    number,
)
from benchwright.models.dialects import mapping
from benchwright.models.endpoints import GOOGLE_VERSION, google_model
from benchwright.models.names import Provider

_TYPE = "application/jsonl"
_ENDED = ("succeeded", "failed", "cancelled", "expired")


class GoogleBatches(BatchClient):
    """See ProviderBatches. A job carries our tag as its display name."""

    name: ServiceName = "google"
    providers: tuple[Provider, ...] = ("google",)
    tagged = True
    form = GOOGLE_LINES
    limits = FileLimits(50_000, 190_000_000)

    async def newest(self) -> str:
        """Jobs are known by their tag alone: none is needed."""
        return ""

    async def upload(self, path: Path, tag: str) -> str:
        """A resumable upload in two requests: the first is answered with the address for the second."""
        size = path.stat().st_size
        headers = {
            "X-Goog-Upload-Protocol": "resumable",
            "X-Goog-Upload-Command": "start",
            "X-Goog-Upload-Header-Content-Length": str(size),
            "X-Goog-Upload-Header-Content-Type": _TYPE,
            "X-Goog-Upload-File-Name": path.name,
        }
        body = {"file": {"display_name": tag, "mime_type": _TYPE, "size_bytes": size}}
        start = await self.send("POST", f"/upload/{GOOGLE_VERSION}/files", body, headers=headers)
        address = urlsplit(start.headers.get("x-goog-upload-url", ""))
        if not address.path:
            raise TransientError("google's batch service named no address for an upload", kind="bad_body")
        headers = {"X-Goog-Upload-Command": "upload, finalize", "X-Goog-Upload-Offset": "0", "Content-Type": _TYPE}
        data = path.read_bytes()
        # Only the path counts: the file goes to the service's own address, whatever the answer says.
        base = urlsplit(self._account.service.address).path.rstrip("/")
        where = address.path.removeprefix(base) + (f"?{address.query}" if address.query else "")
        answer = await self.json("POST", where, lambda: data, headers=headers, seconds=FILE_SECONDS, tries=1)
        return str(mapping(answer.get("file")).get("name") or "")

    async def submit(self, path: Path, uploaded: str, model: str, tag: str) -> str:
        where = f"/{GOOGLE_VERSION}/{google_model(model)}:batchGenerateContent"
        body = {"batch": {"displayName": tag, "inputConfig": {"fileName": uploaded}}}
        return await self.text("name", "POST", where, body, tries=1)

    async def find(self, tag: str, before: str) -> list[ListedBatch]:
        return [
            ListedBatch(str(job["name"]))
            async for job in self._jobs()
            if mapping(job.get("metadata")).get("displayName") == tag and job.get("name")
        ]

    async def _jobs(self) -> AsyncIterator[Mapping[str, Any]]:
        query = {"pageSize": "100"}
        while True:
            page = await self.json("GET", f"/{GOOGLE_VERSION}/batches", query=query)
            for job in mappings(page.get("operations")):
                yield job
            if not page.get("nextPageToken"):
                return
            query["pageToken"] = str(page["nextPageToken"])

    async def _job(self, batch: str) -> Mapping[str, Any]:
        return await self.json("GET", f"/{GOOGLE_VERSION}/batches/{quote(batch.removeprefix('batches/'))}")

    async def look(self, batch: str) -> BatchState:
        job = await self._job(batch)
        metadata = mapping(job.get("metadata"))
        state = str(metadata.get("state") or "").removeprefix("BATCH_STATE_").removeprefix("JOB_STATE_").lower()
        counts = mapping(metadata.get("batchStats"))
        problem = ""
        if state == "failed":
            problem = self._account.service.keys.redact(
                str(mapping(job.get("error")).get("message") or "no reason given")
            )
        return BatchState(
            ended=state in _ENDED,
            words=state or "unspecified",
            done=number(counts.get("successfulRequestCount")),
            failed=number(counts.get("failedRequestCount")),
            problem=problem,
            cancelled=state == "cancelled",
        )

    async def fetch(self, batch: str, path: Path) -> None:
        """A job that never ran has no file of results."""
        metadata = mapping((await self._job(batch)).get("metadata"))
        name = str(mapping(metadata.get("output")).get("responsesFile") or "").removeprefix("files/")
        with atomic_path(path) as temporary, temporary.open("w+b") as file:
            if name:
                where = f"/{GOOGLE_VERSION}/files/{quote(name)}:download"
                await self.download(where, file, query={"alt": "media"})
