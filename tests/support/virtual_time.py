"""An event loop whose clock jumps: hours of waiting pass in no time, and what waits for nothing is found out."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class StalledError(AssertionError):
    """Everything waits, and nothing is left that could end it."""


class _Jump(selectors.SelectSelector):
    """Instead of sleeping, moves the loop's clock on."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found and timeout is None:
            raise StalledError("nothing is left to wait for")
        if not found and timeout:
            self.loop.now += timeout
            if self.loop.now > 1e7:
                raise StalledError("waiting without end")
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """For code that waits by the loop's timers only: no sockets, no threads."""

    def __init__(self) -> None:
        selector = _Jump()
        selector.loop = self
        self.now = 0.0
        super().__init__(selector)

    def time(self) -> float:
        return self.now


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """The coroutine's result, its waiting done in no time; the clock starts at 0."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(coroutine)
