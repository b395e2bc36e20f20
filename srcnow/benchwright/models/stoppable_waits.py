"""Waits for a turn or for a time, and ends at once when the run is asked to stop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from benchwright.errors import StoppedError

T = TypeVar("T")

LOOK = 0.1
"""Seconds between two looks at the stop signal while something waits. It is a `threading.Event`, because it is set by
signal handlers and other threads; a look costs a microsecond, and none is taken while nothing waits."""


class StoppableWaits:
    """The futures that calls of one kind wait for. Ends them all with an error when the run stops, or by `fail`.

    For one event loop.
    """

    def __init__(self, stop: threading.Event | None) -> None:
        self._stop = stop
        self._futures: dict[asyncio.Future[Any], None] = {}  # a set that keeps the order of arrival
        self._look: asyncio.TimerHandle | None = None

    def check(self) -> None:
        """Raises StoppedError if the run was asked to stop."""
        if self._stop is not None and self._stop.is_set():
            raise StoppedError("the run was asked to stop before this call was sent")

    async def result(self, future: asyncio.Future[T]) -> T:
        """The future's result. Raises StoppedError if the run stops first, and what `fail` is told to raise."""
        if future.done():
            return future.result()
        self.check()
        self._futures[future] = None
        if self._stop is not None and self._look is None:
            self._look = asyncio.get_running_loop().call_later(LOOK, self._looked)
        try:
            return await future
        finally:
            self._futures.pop(future, None)
            if not self._futures and self._look is not None:
                self._look.cancel()
                self._look = None

    async def turn(self, future: asyncio.Future[T], give_back: Callable[[T], None]) -> T:
        """The result of a future that hands something out. If the run stops or the caller is cancelled first, the
        future is cancelled, and `give_back` gets what it already handed out. Raises as `result` does."""
        taken = False
        try:
            result = await self.result(future)
            self.check()
            taken = True
            return result
        finally:
            # One that were left pending would be handed something later, when nobody waits for it any more.
            if not taken and not future.cancel() and not future.cancelled() and future.exception() is None:
                give_back(future.result())

    async def sleep(self, seconds: float) -> None:
        """Do nothing for a while. Raises as `result` does."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        timer = loop.call_later(seconds, _wake, future)
        try:
            await self.result(future)
        finally:
            timer.cancel()

    def fail(self, error: Callable[[], Exception]) -> None:
        """End everything that waits with an error; each gets one of its own, for a traceback belongs to one."""
        for future in self._futures:
            if not future.done():
                future.set_exception(error())

    def _looked(self) -> None:
        self._look = None
        if self._stop is not None and self._stop.is_set():
            self.fail(lambda: StoppedError("the run was asked to stop before this call was sent"))
        else:
            self._look = asyncio.get_running_loop().call_later(LOOK, self._looked)


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
