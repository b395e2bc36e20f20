"""The batch services of OpenAI, Anthropic and Google in one server in a thread, for tests without a network.

    with BatchServer() as server:
        service = open_service("openai", server.settings("openai"), server.keys())
    assert len(server.batches) == 1

Requests are held against the request types of the services' own libraries. What a test may set:

    answer      (custom id, the request's body) -> the model's words, or a Fault for that row
    edit        result lines -> result lines: to lose, repeat, shuffle or break some
    outcome     how the next batches end: "completed", "failed", "expired", "cancelled", "full"
    looks       how often a batch is asked after before it has ended
    created     called with each new batch before the answer is sent; if it raises, the connection breaks instead
    statuses    HTTP statuses to answer the next requests to a path with, by part of the path
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from anthropic.types.messages.batch_create_params import BatchCreateParams as AnthropicCreate
from batch_asking import completion
from batch_google import Batch, Fault, GoogleBatchServer, Outcome, Row, words
from openai.types.batch_create_params import BatchCreateParams as OpenAICreate
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter

from benchwright.models import ModelSettings
from benchwright.models.keys import Keys

CANARY = "sk-canary-batch-0123456789"

_OPENAI = TypeAdapter(OpenAICreate)
_COMPLETION = TypeAdapter(CompletionCreateParamsNonStreaming)
_ANTHROPIC = TypeAdapter(AnthropicCreate)


@dataclass
class BatchServer(GoogleBatchServer):
    """See the module."""

    answer: Callable[[str, Row], str | Fault] = words
    edit: Callable[[list[Row]], list[Row]] = lambda rows: rows
    outcome: Outcome = "completed"
    looks: int = 1
    created: Callable[[Batch], None] = lambda batch: None
    statuses: dict[str, list[int]] = field(default_factory=dict)
    batches: list[Batch] = field(default_factory=list)
    listed: Callable[[Batch], bool] = lambda batch: True
    files: dict[str, bytes] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    wrong: list[str] = field(default_factory=list)

    # ------------------------------------------------------------------ life
    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if kind is None:
            assert self.wrong == []

    async def _start(self) -> int:
        app = web.Application(client_max_size=300_000_000, middlewares=[self._gate])
        add = app.router.add_route
        add("POST", "/openai/v1/files", self._openai_upload)
        add("GET", "/openai/v1/files/{id}/content", self._openai_content)
        add("POST", "/openai/v1/batches", self._openai_create)
        add("GET", "/openai/v1/batches", self._openai_list)
        add("GET", "/openai/v1/batches/{id}", self._openai_get)
        add("POST", "/anthropic/v1/messages/batches", self._anthropic_create)
        add("GET", "/anthropic/v1/messages/batches", self._anthropic_list)
        add("GET", "/anthropic/v1/messages/batches/{id}", self._anthropic_get)
        add("GET", "/anthropic/v1/messages/batches/{id}/results", self._anthropic_results)
        add("POST", "/google/upload/{version}/files", self._google_start)
        add("POST", "/google/upload/{version}/{id}", self._google_upload)
        add("POST", "/google/{version}/models/{name}:batchGenerateContent", self._google_create)
        add("GET", "/google/{version}/batches", self._google_list)
        add("GET", "/google/{version}/batches/{id}", self._google_get)
        add("GET", "/google/{version}/files/{id}:download", self._google_content)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        address: tuple[str, int] = self._runner.addresses[0]
        return address[1]

    @web.middleware
    async def _gate(self, asked: web.Request, handler: Any) -> web.StreamResponse:
        self.seen[f"{asked.method} {asked.path}"] += 1
        key = (
            asked.headers.get("authorization") or asked.headers.get("x-api-key") or asked.headers.get("x-goog-api-key")
        )
        upload = asked.path.startswith("/google/upload/") and not asked.path.endswith("/files")
        if not upload and (key or "").removeprefix("Bearer ") != CANARY:
            return web.json_response(
                {"error": {"message": f"bad key {key}", "type": "authentication_error"}}, status=401
            )
        for part, statuses in self.statuses.items():
            if part in f"{asked.method} {asked.path}" and statuses:
                status = statuses.pop(0)
                if status:
                    message = {"message": f"status {status} for {key}", "type": "api_error", "code": status}
                    return web.json_response({"type": "error", "error": message}, status=status)
        try:
            answer: web.StreamResponse = await handler(asked)
        except BrokenPipeError:
            assert asked.transport is not None
            asked.transport.abort()
            return web.Response()
        except (ValueError, AssertionError) as error:
            self.wrong.append(str(error)[:2000])
            return web.json_response({"error": {"message": str(error)[:300], "code": 400}}, status=400)
        return answer

    def base_url(self, service: str) -> str:
        return f"http://127.0.0.1:{self.port}/{service}" + ("/v1" if service == "openai" else "")

    def settings(self, service: str, model: str = "m") -> dict[str, ModelSettings]:
        return {f"{service}/{model}": ModelSettings(base_url=self.base_url(service))}

    def keys(self) -> Keys:
        names = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")
        return Keys(dict.fromkeys(names, CANARY))

    # ------------------------------------------------------------------ what all share
    def _make(self, service: str, rows: list[Row], tag: str, model: str = "") -> Batch:
        ids = [row.get("custom_id") or row["key"] for row in rows]
        assert len(set(ids)) == len(ids), "an id stands twice in one batch"
        batch = Batch(f"{service}-{len(self.batches) + 1}", service, rows, tag, self.outcome, self.looks, model)
        if service == "google":
            batch.id = f"batches/{batch.id}"
        self.batches.append(batch)
        self.created(batch)
        return batch

    def _batch(self, service: str, name: str) -> Batch:
        for batch in self.batches:
            if batch.service == service and batch.id == name:
                return batch
        raise web.HTTPNotFound(
            text=json.dumps({"error": {"message": "no such batch"}}), content_type="application/json"
        )

    def _asked_after(self, batch: Batch) -> bool:
        """Whether the batch has ended by now."""
        batch.looks -= 1
        return batch.looks <= 0

    def _results(self, batch: Batch, render: Callable[[str, str | Fault], Row]) -> list[Row]:
        if batch.results is None:
            told = [(row.get("custom_id") or row["key"], row) for row in batch.rows]
            rows = [render(key, self.answer(key, row)) for key, row in told]
            batch.results = [] if batch.outcome == "failed" else self.edit(rows)
        return batch.results

    def _mine(self, service: str) -> list[Batch]:
        return [batch for batch in reversed(self.batches) if batch.service == service and self.listed(batch)]

    # ------------------------------------------------------------------ OpenAI
    async def _openai_upload(self, asked: web.Request) -> web.Response:
        form = await asked.post()
        assert form["purpose"] == "batch"
        upload = form["file"]
        assert isinstance(upload, web.FileField)
        name = f"file-{len(self.files) + 1}"
        self.files[name] = upload.file.read()
        told = {
            "id": name,
            "object": "file",
            "bytes": len(self.files[name]),
            "created_at": 1,
            "filename": upload.filename,
        }
        return web.json_response({**told, "purpose": "batch", "status": "processed"})

    async def _openai_create(self, asked: web.Request) -> web.Response:
        body: Any = _OPENAI.validate_python(await asked.json())
        assert body["endpoint"] == "/v1/chat/completions"
        rows = [json.loads(line) for line in self.files[body["input_file_id"]].splitlines()]
        for row in rows:
            assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
            _COMPLETION.validate_python(row["body"])
        assert len({row["body"]["model"] for row in rows}) == 1, "one model a batch"
        assert len(rows) <= 50_000
        return web.json_response(self._openai_told(self._make("openai", rows, body["metadata"]["benchwright"])))

    def _openai_told(self, batch: Batch, ended: bool = False) -> Row:
        told: Row = {
            "id": batch.id,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "completion_window": "24h",
            "created_at": 1,
            "input_file_id": "file",
            "status": batch.outcome.replace("full", "failed") if ended else "in_progress",
            "metadata": {"benchwright": batch.tag},
            "request_counts": {"total": len(batch.rows), "completed": 0, "failed": 0},
        }
        if ended and batch.outcome == "full":
            fault = {"code": "token_limit_exceeded", "message": "Enqueued token limit reached", "line": None}
            told["errors"] = {"object": "list", "data": [fault]}
        elif ended and batch.outcome == "failed":
            told["errors"] = {
                "object": "list",
                "data": [{"code": "model_not_found", "message": "no such model", "line": 1}],
            }
        elif ended:
            rows = self._results(batch, self._openai_row)
            for kind, some in (("output", _good), ("error", _bad)):
                content = "".join(json.dumps(row) + "\n" for row in rows if some(row))
                if content:
                    self.files[f"{batch.id}-{kind}"] = content.encode()
                    told[f"{kind}_file_id"] = f"{batch.id}-{kind}"
        return told

    def _openai_row(self, key: str, answer: str | Fault) -> Row:
        row: Row = {"id": f"batch_req_{len(self.batches)}_{key[:6]}", "custom_id": key, "error": None}
        if self.outcome in ("expired", "cancelled") and int(key, 16) % 2:
            return row | {"response": None, "error": {"code": f"batch_{self.outcome}", "message": "not in time"}}
        if isinstance(answer, Fault):
            body = {"error": {"message": answer.message, "type": None, "param": None, "code": None}}
            return row | {"response": {"status_code": answer.status, "request_id": "r", "body": body}}
        return row | {"response": {"status_code": 200, "request_id": "r", "body": completion(answer)}}

    async def _openai_list(self, asked: web.Request) -> web.Response:
        listed = self._mine("openai")
        after, limit = asked.query.get("after"), int(asked.query.get("limit", 20))
        if after:
            listed = listed[[batch.id for batch in listed].index(after) + 1 :]
        data = [self._openai_told(batch) for batch in listed[:limit]]
        return web.json_response({"object": "list", "data": data, "has_more": len(listed) > limit})

    async def _openai_get(self, asked: web.Request) -> web.Response:
        batch = self._batch("openai", asked.match_info["id"])
        return web.json_response(self._openai_told(batch, self._asked_after(batch)))

    async def _openai_content(self, asked: web.Request) -> web.Response:
        return web.Response(body=self.files[asked.match_info["id"]], content_type="application/octet-stream")

    # ------------------------------------------------------------------ Anthropic
    async def _anthropic_create(self, asked: web.Request) -> web.Response:
        body: Any = await asked.json()
        _ANTHROPIC.validate_python(body)
        assert all(len(row["custom_id"]) <= 64 for row in body["requests"])
        return web.json_response(self._anthropic_told(self._make("anthropic", body["requests"], "")))

    def _anthropic_told(self, batch: Batch, ended: bool = False) -> Row:
        rows = self._results(batch, self._anthropic_row) if ended else []
        kinds = [row["result"]["type"] for row in rows]
        counts = {kind: kinds.count(kind) for kind in ("succeeded", "errored", "canceled", "expired")}
        results = f"{self.base_url('anthropic')}/v1/messages/batches/{batch.id}/results"
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "created_at": "2030-01-01T00:00:00Z",
            "expires_at": "2030-01-02T00:00:00Z",
            "ended_at": None,
            "archived_at": None,
            "cancel_initiated_at": "2030-01-01T00:00:00Z" if batch.outcome == "cancelled" else None,
            "request_counts": counts | {"processing": len(batch.rows) - sum(counts.values())},
            "results_url": results if ended else None,
        }

    def _anthropic_row(self, key: str, answer: str | Fault) -> Row:
        if self.outcome in ("expired", "cancelled") and int(key, 16) % 2:
            return {"custom_id": key, "result": {"type": "expired" if self.outcome == "expired" else "canceled"}}
        if isinstance(answer, Fault):
            kind = {400: "invalid_request_error", 429: "rate_limit_error"}.get(answer.status, "api_error")
            error = {"type": "error", "error": {"type": kind, "message": answer.message}, "request_id": None}
            return {"custom_id": key, "result": {"type": "errored", "error": error}}
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-x",
            "content": [{"type": "text", "text": answer}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 4},
        }
        return {"custom_id": key, "result": {"type": "succeeded", "message": message}}

    async def _anthropic_list(self, asked: web.Request) -> web.Response:
        listed = self._mine("anthropic")
        after, limit = asked.query.get("after_id"), int(asked.query.get("limit", 20))
        if after:
            listed = listed[[batch.id for batch in listed].index(after) + 1 :]
        data = [self._anthropic_told(batch, batch.looks <= 0) for batch in listed[:limit]]
        last = data[-1]["id"] if data else None
        return web.json_response({"data": data, "has_more": len(listed) > limit, "first_id": None, "last_id": last})

    async def _anthropic_get(self, asked: web.Request) -> web.Response:
        batch = self._batch("anthropic", asked.match_info["id"])
        return web.json_response(self._anthropic_told(batch, self._asked_after(batch)))

    async def _anthropic_results(self, asked: web.Request) -> web.Response:
        rows = self._results(self._batch("anthropic", asked.match_info["id"]), self._anthropic_row)
        return web.Response(text="".join(json.dumps(row) + "\n" for row in rows), content_type="application/x-jsonl")


def _good(row: Row) -> bool:
    return bool(row.get("response")) and row["response"].get("status_code") == 200


def _bad(row: Row) -> bool:
    return not _good(row)
