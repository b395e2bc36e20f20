"""What the tests of batch files share: requests, a ledger in memory, and result lines as services write them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

from benchwright.models import Message, ModelSettings, Reply, Request
from benchwright.models.batch import BatchFolder, BatchQueue, BatchReport, FileLimits, QueueingModel
from benchwright.models.parse import completed

T = TypeVar("T")

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


class MemoryLedger:
    """A ledger that forgets with the process. Counts what it is given, so that nothing is put in twice."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply] = {}
        self.requests: dict[str, Request] = {}
        self.puts = 0

    def get(self, key: str) -> Reply | None:
        return self.replies.get(key)

    async def put(self, request: Request, reply: Reply) -> None:
        await asyncio.sleep(0)
        self.puts += 1
        self.replies.setdefault(request.key, reply)
        self.requests.setdefault(request.key, request)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(coroutine)


def request(text: str, model: str = "openai/gpt-x", **fields: Any) -> Request:
    return Request(model, (Message.of("user", text),), fields.pop("purpose", "answer"), **fields)


async def ask_folder(queue: BatchQueue, ledger: MemoryLedger, requests: Iterable[Request]) -> dict[str, object]:
    """One pass: each request through the ledger to the queue. Gives what came of each: reply, or error."""
    model = QueueingModel(queue)

    async def one(asked: Request) -> object:
        held = ledger.get(asked.key)
        if held is not None:
            return held
        reply = completed(asked, await model.ask(asked), None)
        await ledger.put(asked, reply)
        return reply

    listed = list(requests)
    found = await asyncio.gather(*(one(asked) for asked in listed), return_exceptions=True)
    return {asked.key: reply for asked, reply in zip(listed, found, strict=True)}


def pass_over(
    path: Path,
    ledger: MemoryLedger,
    requests: Iterable[Request] = (),
    *,
    limits: FileLimits | None = None,
    **options: Any,
) -> tuple[BatchReport, dict[str, object], list[Path]]:
    """Take in, ask, put out: what one run of the command does to a batch folder."""
    settings: dict[str, ModelSettings] = options.pop("settings", {})
    with BatchFolder(path, ledger, settings, limits=limits or FileLimits(), **options) as folder:
        report = run(folder.take_in())
        found = run(ask_folder(folder.queue, ledger, requests))
        return report, found, folder.put_out()


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def ids(paths: Iterable[Path]) -> list[str]:
    return [line["custom_id"] for path in paths for line in lines(path)]


def completion(text: str, *, finish: str = "stop", model: str = "gpt-x-2026") -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": text, "refusal": None},
                "logprobs": None,
            }
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 14},
    }


def result(key: str, text: str, **options: Any) -> dict[str, Any]:
    """A result line as OpenAI writes it."""
    response = {"status_code": 200, "request_id": "req_1", "body": completion(text, **options)}
    return {"id": f"batch_req_{key[:6]}", "custom_id": key, "response": response, "error": None}


def failed(key: str, status: int, message: str, **error: Any) -> dict[str, Any]:
    body = {"error": {"message": message, "type": None, "param": None, "code": None, **error}}
    response = {"status_code": status, "request_id": "req_1", "body": body}
    return {"id": f"batch_req_{key[:6]}", "custom_id": key, "response": response, "error": None}


def write_lines(path: Path, rows: Iterable[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
