"""Encode texts with a remote embedding service: `openai/NAME`, `openai-compatible/NAME`.

A service is asked through the same client as its chat models: keys, proxies, pacing, retries, failures.

Texts go out some at a time, several requests at once. A text that the service says is too long is sent again without
its end, and counted. What is behind a service's name is not known: the name and the address tell vectors apart.
"""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from benchwright.errors import ContextError, RequestError, UsageError
from benchwright.models.base import ChatModel, Message, ModelSettings, Request, Text
from benchwright.models.endpoints import server_digest
from benchwright.models.keys import Keys
from benchwright.models.loop import LoopThread
from benchwright.models.names import ModelName, parse_name
from benchwright.models.pace import Gate, PacedModel
from benchwright.models.providers import open_embedder
from benchwright.models.tokens import BYTES_A_TOKEN
from benchwright.retrieval.encoders.base import EncoderName, EncoderSettings, Floats, Role, checked_rows, worded_rows

BASE_URL, API_KEY = "OPENAI_COMPATIBLE_BASE_URL", "OPENAI_COMPATIBLE_API_KEY"
"""The variables that say where a server is, and what its key is, where no plan does."""

_TEXTS = {"openai": 128, "openai-compatible": 32}
"""Texts of one request: OpenAI takes 2,048; some servers refuse more than 32."""
_TOKENS = 100_000
"""Tokens of one request, by estimate: OpenAI takes 300,000."""
_SHORTEST = 64
"""Characters: a service that finds a text of fewer too long means something else."""


class RemoteEncoder:
    """A service's embeddings. Nothing is opened before the first text. Safe to use from several threads."""

    independent = True  # so that a build goes on with more or fewer requests at once

    def __init__(self, name: str, parsed: EncoderName, settings: EncoderSettings) -> None:
        self.name = name
        self._parsed = parsed
        self._model_name: ModelName = parse_name(parsed.model)
        keys = settings.keys if settings.keys is not None else Keys.load()
        self._settings = _addressed(self._model_name, settings.model, keys)
        self._opened = replace(settings, keys=keys)
        self._texts = _TEXTS[self._model_name.provider]
        self.piece = self._texts * settings.concurrency
        self._counts: Counter[str] = Counter()
        self._dimensions = 0
        self._starting = threading.Lock()
        self._door: _Door | None = None
        open_embedder(self._model_name, self._settings, keys)  # a wrong address is said now

    @property
    def counts(self) -> Mapping[str, int]:
        """`cut`: texts longer than the service takes, of which it saw the beginning."""
        return self._counts

    @property
    def identity(self) -> str:
        server = f"{self._model_name} at {server_digest(self._model_name.provider, self._settings)}"
        before = self._parsed.prefixes
        return server if before is None else f"{server} prefixes {before!r}"

    @property
    def dimensions(self) -> int:
        """How long the service's vectors are, which has to be asked of it once."""
        if not self._dimensions:
            self._ask(["a"])
        return self._dimensions

    def encode(self, texts: Sequence[str], role: Role = "passage") -> Floats:
        """Raises UsageError for what the user can mend (key, address, name), ModelError for what the service does."""
        start = (self._parsed.prefixes or ("", ""))[0 if role == "query" else 1]
        return worded_rows(texts, lambda: self.dimensions, lambda words: self._ask([start + text for text in words]))

    def close(self) -> None:
        """Let go of connections; they are opened again when needed."""
        with self._starting:
            door, self._door = self._door, None
        if door is not None:
            door.close()

    def _ask(self, texts: Sequence[str]) -> Floats:
        with self._starting:
            if self._door is None:
                self._door = _Door(self._model_name, self._settings, self._opened)
                weakref.finalize(self, self._door.close)
        vectors: list[list[float]] = []
        parts = list(_batches([self._bounded(text) for text in texts], self._texts))
        for answers, cut in self._door.ask(parts):
            vectors += answers
            self._counts["cut"] += cut
        lengths = {len(vector) for vector in vectors} | ({self._dimensions} if self._dimensions else set())
        if len(lengths) > 1:
            sizes = " and ".join(map(str, sorted(lengths)))
            raise RequestError(f"{self._model_name} answered vectors of {sizes} numbers", kind="vectors")
        rows = checked_rows(np.array(vectors, dtype=np.float32), len(texts), self.name)
        self._dimensions = rows.shape[1]
        return rows

    def _bounded(self, text: str) -> str:
        """The text within the context that the settings name, by estimate."""
        if self._settings.context is None:
            return text
        data = text.encode("utf-8", "surrogatepass")
        most = int(self._settings.context * BYTES_A_TOKEN)
        if len(data) <= most:
            return text
        self._counts["cut"] += 1
        return data[:most].decode("utf-8", "ignore")


class _Door:
    """A service's embeddings on an event loop of their own, for as long as they are needed."""

    def __init__(self, name: ModelName, settings: ModelSettings, opened: EncoderSettings) -> None:
        self._name = name
        self._loop = LoopThread()
        self._loop.__enter__()
        self._model = self._loop.call(self._open(settings, opened))
        self._closing = threading.Lock()
        self._closed = False

    async def _open(self, settings: ModelSettings, opened: EncoderSettings) -> ChatModel:
        inner = open_embedder(self._name, settings, opened.keys or Keys({}))
        return PacedModel(inner, settings, Gate(opened.concurrency), seed=0, notify=opened.notify)

    def ask(self, parts: Sequence[Sequence[str]]) -> list[tuple[list[list[float]], int]]:
        """For each part its texts' vectors, and how many texts had to be cut."""
        return self._loop.call(self._all(parts))

    async def _all(self, parts: Sequence[Sequence[str]]) -> list[tuple[list[list[float]], int]]:
        tasks = [asyncio.ensure_future(self._part(part)) for part in parts]
        try:
            return list(await asyncio.gather(*tasks))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _part(self, texts: Sequence[str]) -> tuple[list[list[float]], int]:
        """A part that is too long goes out in halves; a text that is, without its last third."""
        message = Message("user", tuple(Text(text) for text in texts))
        try:
            reply = await self._model.ask(Request(str(self._name), (message,), "embed", max_tokens=0))
        except ContextError:
            if len(texts) > 1:
                middle = len(texts) // 2
                left, right = await self._part(texts[:middle]), await self._part(texts[middle:])
                return left[0] + right[0], left[1] + right[1]
            length = len(texts[0]) * 2 // 3
            if length < _SHORTEST:
                raise
            vectors, _ = await self._part([texts[0][:length]])
            return vectors, 1
        if reply.data is None:
            raise RequestError(f"{self._name} refused to encode a text: {reply.text}", kind="refused")
        return reply.data, 0

    def close(self) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self._loop.call(self._model.close())
        self._loop.__exit__(None, None, None)


def _addressed(name: ModelName, settings: ModelSettings, keys: Keys) -> ModelSettings:
    """The settings with the address and the key's variable out of the environment, where they say none themselves."""
    if name.provider != "openai-compatible" or settings.base_url:
        return settings
    address = keys.setting(BASE_URL)
    if not address:
        raise UsageError(
            f"{name} needs the address of its server",
            hint=f"set {BASE_URL} (such as http://127.0.0.1:8080/v1), or say base_url under models in the plan",
        )
    key = settings.key_env or (API_KEY if keys.where(API_KEY) else None)
    return replace(settings, base_url=address, key_env=key)


def _batches(texts: Sequence[str], most: int) -> Iterator[list[str]]:
    """The texts in order, at most `most` and about _TOKENS tokens at a time; a longer one alone."""
    batch: list[str] = []
    tokens = 0.0
    for text in texts:
        size = len(text.encode("utf-8", "surrogatepass")) / BYTES_A_TOKEN
        if batch and (len(batch) >= most or tokens + size > _TOKENS):
            yield batch
            batch, tokens = [], 0.0
        batch.append(text)
        tokens += size
    if batch:
        yield batch
