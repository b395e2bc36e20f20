"""Runs one event loop in a thread of its own, for everything that waits for models."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, Self, TypeVar

T = TypeVar("T")


class LoopThread:
    """A running event loop while the block lasts. Coroutines are handed in from any thread.

    Leaving the block cancels what still runs, waits until it has ended, and stops the loop.
    """

    def __init__(self) -> None:
        self._loop: Future[asyncio.AbstractEventLoop] = Future()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="models", daemon=True)

    async def _run(self) -> None:
        self._loop.set_result(asyncio.get_running_loop())
        await self._end.wait()

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Start a coroutine on the loop; its result, error or cancellation arrives in the future."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop.result())

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop and wait for it, from another thread than the loop's."""
        return self.submit(coroutine).result()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.result().call_soon_threadsafe(self._end.set)
        self._thread.join()
