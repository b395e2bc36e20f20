"""Writes queued requests into batch files, split by model, number of rows and bytes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from benchwright.errors import RequestError
from benchwright.files.atomic import atomic_path, write_atomic
from benchwright.models.base import ModelSettings, Request, json_bytes
from benchwright.models.batch.queue import BatchQueue
from benchwright.models.batch.request_log import RequestFailure, RequestLog
from benchwright.models.dialects import Pictures, anthropic, google, openai
from benchwright.models.names import parse_name
from benchwright.models.pictures import PictureCache

_NOT_IN_A_NAME = re.compile(r"[^a-z0-9.]+")

README = "README.txt"
_README = """\
Batch files of Benchwright

Here stand calls to language models that wait for their replies. What to do:

1. Send each file requests-*.jsonl to the model that it is for, whole and once: to a provider's batch service (the files
   have OpenAI's batch format), to `vllm run-batch -i requests-... -o results-... --model ...`, or by hand.
2. Put the result files (*.jsonl) into this folder or into results/ below it, under any names that do not begin with
   "requests-". Order does not matter, and several files or parts of files are fine. Leave result files as they are:
   the same failure in a second file counts as a second failure, and its request is written again.
3. Run the same benchwright command again. It reads what is there, goes on, and writes the next files, if it needs any.

A result is one line: what the batch service or vLLM gives, or, made by hand,
   {"custom_id": "THE ID FROM THE REQUEST LINE", "text": "THE MODEL'S WHOLE REPLY"}
with "model": "NAME" beside it, if the name is to be recorded. Who answers by hand finds in `body` of a request:
   messages          the rules (role system), worked examples in turns, and last the message that is to be answered
   response_format   the form of the reply, if there is one: a JSON object with exactly these fields, types and values
Pictures stand among the messages as data:image/...;base64,... and can be decoded and looked at. A reply in another form
is asked for once more, in a request whose last message says what was wrong with it.

What has no result yet keeps waiting and is not written a second time. What a service has failed to answer for a passing
reason is written again by the next command. The file waiting.log remembers all of this: leave it here, and move request
files away as you like.
"""


@dataclass(frozen=True, slots=True)
class FileLimits:
    """How large files may be: `rows` and `bytes` of one request file, and bytes of one `reply` line, above which it is
    skipped. OpenAI takes 50,000 rows and 200 MB, Anthropic 100,000 and 256 MB, Google 2 GB."""

    rows: int = 50_000
    bytes: int = 190_000_000
    reply: int = 32_000_000


@dataclass(frozen=True, slots=True)
class LineForm:
    """How a service takes a request in a file: `body` is the dialect's, `line` that body with the request's key."""

    body: Callable[[Request, ModelSettings, Pictures, Collection[str]], dict[str, Any]]
    line: Callable[[str, dict[str, Any]], dict[str, Any]]


OPENAI_LINES = LineForm(
    openai.body, lambda key, body: {"custom_id": key, "method": "POST", "url": "/v1/chat/completions", "body": body}
)
"""Also what `vllm run-batch` takes."""
ANTHROPIC_LINES = LineForm(anthropic.body, lambda key, body: {"custom_id": key, "params": body})
GOOGLE_LINES = LineForm(google.body, lambda key, body: {"key": key, "request": body})


def write_requests(
    queue: BatchQueue,
    waiting: RequestLog,
    settings: Mapping[str, ModelSettings],
    limits: FileLimits,
    form: LineForm = OPENAI_LINES,
) -> list[Path]:
    """Empty the queue into `requests-<round>-<model>-<part>.jsonl` in the folder of `waiting`, and return the files.

    A request that cannot be written at all (its image is gone, it alone is larger than a file may be) fails for good,
    as a call of it would. Whatever moment a kill falls into, a request stands in one file that is waited for, or in
    none. Raises StorageError; the requests of files that were not finished stay in the queue.
    """
    paths: list[Path] = []
    number = waiting.next_round
    groups = [(model, list(requests)) for model, requests in groupby(queue, key=lambda request: request.model)]
    slugs = _slugs(model for model, _ in groups)
    for model, requests in groups:
        cache = PictureCache(parse_name(model).provider)
        model_settings = settings.get(model, ModelSettings())
        encode = partial(_encoded, form, model_settings, cache.encoded, waiting.without(model))
        rest = requests
        part = 1
        while rest:
            path = waiting.folder / f"requests-{number:03d}-{slugs[model]}-{part:02d}.jsonl"
            with atomic_path(path) as temporary:
                taken, refused = _write_part(temporary, rest, encode, limits)
                waiting.fail((request.key, failure) for request, failure in refused)
                written = [request for request in rest[:taken] if request.key not in waiting.failures]
                waiting.ask(path.name, written)
            if written:
                waiting.written(path.name, len(written))
                paths.append(path)
            else:
                path.unlink()
            for request in rest[:taken]:
                queue.drop(request.key)
            rest = rest[taken:]
            part += 1
    if paths and not (waiting.folder / README).exists():
        write_atomic(waiting.folder / README, _README)
    return paths


def _encoded(
    form: LineForm, settings: ModelSettings, pictures: Pictures, without: Collection[str], request: Request
) -> bytes:
    return json_bytes(form.line(request.key, form.body(request, settings, pictures, without))) + b"\n"


def _write_part(
    path: Path, requests: list[Request], encode: Callable[[Request], bytes], limits: FileLimits
) -> tuple[int, list[tuple[Request, RequestFailure]]]:
    """Write as many requests as fit into a file; return how many were taken, and those of them that cannot be written.
    Lines are made one by one: they hold images, and a whole queue of them would not fit into memory."""
    refused: list[tuple[Request, RequestFailure]] = []
    rows = size = taken = 0
    with path.open("wb") as file:
        for request in requests:
            try:
                data = encode(request)
                if len(data) > limits.bytes:
                    raise RequestError(f"the request has {len(data):,} bytes, a batch file {limits.bytes:,} at most")
            except RequestError as error:
                refused.append((request, RequestFailure("request", str(error), final=True)))
                taken += 1
                continue
            if rows == limits.rows or size + len(data) > limits.bytes:
                break
            file.write(data)
            rows, size, taken = rows + 1, size + len(data), taken + 1
    return taken, refused


def _slugs(models: Iterable[str]) -> dict[str, str]:
    """A short name for files, of its own for each model."""
    slugs: dict[str, str] = {}
    for model in models:
        slug = _NOT_IN_A_NAME.sub("-", model.lower()).strip("-.")[:60]
        if slug in slugs.values():
            slug = f"{slug}-{hashlib.sha256(model.encode()).hexdigest()[:6]}"
        slugs[model] = slug
    return slugs
