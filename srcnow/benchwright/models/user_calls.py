"""Calls code of users, plain or async, within a time, and turns whatever it raises into one line.

Plain code runs in a thread of its own, async code on the running loop. A thread that never comes back ends with the
process.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from benchwright.models.failures import say
from benchwright.models.keys import Keys

_LOUD = 4_000  # characters of an exception's words that are looked at

_Outcome = tuple[Any, BaseException | None, float]


class Caught:
    """Takes every exception of the block: for code of users, whose exceptions cannot be listed."""

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.error = error
        return error is not None


@dataclass(frozen=True, slots=True)
class UserCall:
    """How a call ended: its value, or in `failure` what went wrong, to follow a name ("raised KeyError: 'x'"); and its
    seconds. `raised` is the name of the exception's class."""

    value: Any = None
    seconds: float = 0.0
    kind: Literal["", "timeout", "raised"] = ""
    failure: str = ""
    raised: str = ""


async def call_user(target: Callable[..., Any], call: Callable[[], Any], timeout: float, keys: Keys) -> UserCall:
    """Make a call to `target` and wait for `timeout` seconds at most. Keys are hidden in what it raises."""
    task = asyncio.ensure_future(_outcome(call, in_thread=not is_async(target)))
    try:
        await asyncio.wait({task}, timeout=timeout)
    finally:
        if not task.done():
            task.cancel()
    if not task.done():
        return UserCall(None, timeout, "timeout", f"did not answer within {timeout:g} s")
    if task.cancelled():
        return UserCall(None, 0.0, "raised", "raised CancelledError", "CancelledError")
    value, error, seconds = task.result()
    return UserCall(value, seconds) if error is None else raised(error, seconds, keys)


def raised(error: BaseException, seconds: float, keys: Keys) -> UserCall:
    """A call that ended with an exception."""
    return UserCall(None, seconds, "raised", f"raised {error_line(error, keys)}", type(error).__name__)


def is_async(target: Callable[..., Any]) -> bool:
    """Whether calling it gives something to wait for."""
    return inspect.iscoroutinefunction(target) or inspect.iscoroutinefunction(getattr(target, "__call__", None))  # noqa: B004


def error_line(error: BaseException, keys: Keys) -> str:
    """An exception in one line: type, words, and where it was raised. It may even fail to say its words."""
    lines = traceback.format_exception_only(error)
    words = say("".join(lines)[:_LOUD], keys)
    frames = traceback.extract_tb(error.__traceback__)
    if not frames or isinstance(error, ImportError | SyntaxError):
        return words
    return f"{words} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"


async def _outcome(call: Callable[[], Any], *, in_thread: bool) -> _Outcome:
    """The result or the exception, and the seconds from the first step to the last. A plain function may hand out a
    coroutine: that is awaited here."""
    before = 0.0
    value: Any = None
    if in_thread:
        value, error, before = await _in_thread(call)
        if error is not None or not inspect.isawaitable(value):
            return value, error, before
    started = time.perf_counter()
    with Caught() as caught:
        value = await (value if in_thread else call())
    if isinstance(caught.error, asyncio.CancelledError):
        raise caught.error
    return value, caught.error, before + time.perf_counter() - started


async def _in_thread(call: Callable[[], Any]) -> _Outcome:
    """What the call returned or raised, and its seconds, from a thread of its own."""
    future: Future[_Outcome] = Future()

    def work() -> None:
        value: Any = None
        started = time.perf_counter()
        with Caught() as caught:
            value = call()
        with suppress(InvalidStateError):  # the wait is over
            future.set_result((value, caught.error, time.perf_counter() - started))

    threading.Thread(target=work, name="user-call", daemon=True).start()
    return await asyncio.wrap_future(future)
