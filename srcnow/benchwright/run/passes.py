"""Passes over work that waits for models, until all is answered, something must be waited for, or the run is stopped.

However a run ends, a call under way is paid for: it is waited for and recorded, and nothing more is sent.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import wait
from pathlib import Path
from typing import TypeVar

from benchwright.errors import BatchPendingError, BenchwrightError, PendingError, StoppedError, TransientError
from benchwright.models.budget import KEPT
from benchwright.run.dispatch import Dispatch, open_session
from benchwright.run.model_session import ModelSession

T = TypeVar("T")

_LOOK = 0.1  # seconds between two looks at the stop signal


def run_passes(dispatch: Dispatch, one_pass: Callable[[], bool], stop: threading.Event) -> tuple[str, ...]:
    """Repeat `one_pass` while replies come in; it says whether anything waits for replies. Returns the files or batches
    whose replies are missing at the end. Once the run is asked to stop, nothing is submitted."""
    while True:
        dispatch.collect()
        if not one_pass() or stop.is_set():
            return ()
        missing = dispatch.submit()
        if not dispatch.answered:
            return missing


def ask_each(
    items: Iterable[T],
    ask: Callable[[T], Awaitable[None]],
    session: ModelSession,
    dispatch: Dispatch,
    ledger: Path,
    stop: threading.Event,
) -> tuple[dict[T, BenchwrightError], tuple[str, ...]]:
    """Ask models about each item. Returns the items that have no answer yet, each with the reason, and the files or
    batches whose replies are missing.

    `ask` raises PendingError or TransientError for an item that has to wait. Any other error ends the run: it is raised
    when the calls under way have ended.
    """
    waiting: dict[T, BenchwrightError] = dict.fromkeys(items, StoppedError("the run was asked to stop", hint=KEPT))
    with open_session(session, dispatch, ledger, stop) as loop:

        def one_pass() -> bool:
            nonlocal waiting
            future = loop.submit(_ask_all(list(waiting), ask, 2 * session.concurrency, session.halted, stop))
            while not wait([future], timeout=_LOOK).done:
                if stop.is_set():
                    session.halted.set()
            waiting = future.result()
            return bool(waiting)

        missing = run_passes(dispatch, one_pass, stop) if waiting else ()
    return waiting, missing


async def _ask_all(
    items: Sequence[T],
    ask: Callable[[T], Awaitable[None]],
    workers: int,
    halted: threading.Event,
    stop: threading.Event,
) -> dict[T, BenchwrightError]:
    """Ask about all items, so many at once. When one fails for good, the others send nothing more."""
    queue = iter(items)
    waiting: dict[T, BenchwrightError] = {}
    over: BenchwrightError | None = None  # what stops one stops all

    async def work() -> None:
        nonlocal over
        for item in queue:
            if over is None and (halted.is_set() or stop.is_set()):
                over = StoppedError("the run was asked to stop", hint=KEPT)
            if over is not None:
                waiting[item] = over
                continue
            try:
                await ask(item)
            except BatchPendingError as error:
                waiting[item] = error
            except PendingError as error:
                waiting[item] = over = error
            except TransientError as error:
                waiting[item] = error

    ended, rest = await asyncio.wait(
        [asyncio.create_task(work()) for _ in range(min(workers, len(items)))], return_when=asyncio.FIRST_EXCEPTION
    )
    if rest:
        halted.set()
        await asyncio.wait(rest)
    errors = [error for task in (*ended, *rest) if (error := task.exception()) is not None]
    if errors:
        raise errors[0]
    return waiting
