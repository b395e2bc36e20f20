"""What the mock batch services keep, and Google's part of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from aiohttp import web
from google.genai import types as google_types

Outcome = Literal["completed", "failed", "expired", "cancelled", "full"]
Row = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """A row that fails, with this status."""

    status: int
    message: str = "the row failed"


@dataclass
class Batch:
    """A batch at a service, with the rows as they came."""

    id: str
    service: str
    rows: list[Row]
    tag: str
    outcome: Outcome
    looks: int
    model: str = ""
    results: list[Row] | None = None

    @property
    def ids(self) -> list[str]:
        return [row.get("custom_id") or row["key"] for row in self.rows]


def words(key: str, body: Row) -> str:
    """The answer unless a test says otherwise."""
    return f"reply to {key[:8]}"


class GoogleBatchServer:
    """Google's routes. The rest of the server makes and finds batches."""

    files: dict[str, bytes]

    def base_url(self, service: str) -> str:
        raise NotImplementedError

    def _make(self, service: str, rows: list[Row], tag: str, model: str = "") -> Batch:
        raise NotImplementedError

    def _batch(self, service: str, name: str) -> Batch:
        raise NotImplementedError

    def _asked_after(self, batch: Batch) -> bool:
        raise NotImplementedError

    def _results(self, batch: Batch, render: Callable[[str, str | Fault], Row]) -> list[Row]:
        raise NotImplementedError

    def _mine(self, service: str) -> list[Batch]:
        raise NotImplementedError

    async def _google_start(self, asked: web.Request) -> web.Response:
        name = f"up-{len(self.files) + 1}"
        self.files[name] = b""
        address = f"{self.base_url('google')}/upload/v1/{name}"
        return web.json_response({}, headers={"X-Goog-Upload-URL": address, "X-Goog-Upload-Status": "active"})

    async def _google_upload(self, asked: web.Request) -> web.Response:
        name = asked.match_info["id"]
        self.files[name] += await asked.read()
        final = "finalize" in asked.headers["X-Goog-Upload-Command"]
        told = {"file": {"name": f"files/{name}", "mimeType": "application/jsonl"}}
        return web.json_response(told, headers={"X-Goog-Upload-Status": "final" if final else "active"})

    async def _google_create(self, asked: web.Request) -> web.Response:
        body = await asked.json()
        name = body["batch"]["inputConfig"]["fileName"].removeprefix("files/")
        rows = [json.loads(line) for line in self.files[name].splitlines()]
        for row in rows:
            assert set(row) == {"key", "request"}
            request = dict(row["request"])
            google_types.GenerateContentConfig.model_validate(request.pop("generationConfig"))
            for content in (*request.pop("contents"), *filter(None, [request.pop("systemInstruction", None)])):
                google_types.Content.model_validate(content)
            assert not request, request
        batch = self._make("google", rows, body["batch"]["displayName"], asked.match_info["name"])
        return web.json_response(self._google_told(batch))

    def _google_told(self, batch: Batch, ended: bool = False) -> Row:
        states = {"completed": "SUCCEEDED", "failed": "FAILED", "expired": "EXPIRED", "cancelled": "CANCELLED"}
        metadata: Row = {
            "displayName": batch.tag,
            "state": f"BATCH_STATE_{states[batch.outcome] if ended else 'RUNNING'}",
            "model": f"models/{batch.model}",
            "createTime": "2030-01-01T00:00:00Z",
        }
        if ended and batch.outcome == "completed":
            rows = self._results(batch, self._google_row)
            name = batch.id.replace("/", "-")
            self.files[name] = "".join(json.dumps(row) + "\n" for row in rows).encode()
            metadata["output"] = {"responsesFile": f"files/{name}"}
        return {"name": batch.id, "done": ended, "metadata": metadata}

    def _google_row(self, key: str, answer: str | Fault) -> Row:
        if isinstance(answer, Fault):
            return {"key": key, "error": {"code": answer.status, "message": answer.message}}
        content = {"role": "model", "parts": [{"text": answer}]}
        usage = {"promptTokenCount": 10, "candidatesTokenCount": 4, "totalTokenCount": 14}
        candidates = [{"content": content, "finishReason": "STOP", "index": 0}]
        return {"key": key, "response": {"candidates": candidates, "usageMetadata": usage, "modelVersion": "gemini-x"}}

    async def _google_list(self, asked: web.Request) -> web.Response:
        listed = self._mine("google")
        start, size = int(asked.query.get("pageToken", 0)), int(asked.query.get("pageSize", 50))
        told: Row = {"operations": [self._google_told(batch) for batch in listed[start : start + size]]}
        if start + size < len(listed):
            told["nextPageToken"] = str(start + size)
        return web.json_response(told)

    async def _google_get(self, asked: web.Request) -> web.Response:
        batch = self._batch("google", f"batches/{asked.match_info['id']}")
        return web.json_response(self._google_told(batch, self._asked_after(batch)))

    async def _google_content(self, asked: web.Request) -> web.Response:
        return web.Response(body=self.files[asked.match_info["id"]], content_type="application/octet-stream")
