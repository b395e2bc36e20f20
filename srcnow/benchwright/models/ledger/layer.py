"""Answers a request from the ledger, or asks the model and records the reply; equal requests share one call.

A reply that is in the ledger is given again as what it was. Another is asked for, read, priced and put on the disk
before anyone gets it. Requests that are equal while one of them is under way share its one call. Errors are never
recorded: the same request asked again is sent again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from benchwright.models.base import ChatModel, Reply, Request
from benchwright.models.ledger.ledger_file import Ledger
from benchwright.models.parse import completed

QUICK, PATIENCE, LONGEST = 0.5, 0.04, 0.03
"""For how long a reply may wait for others that go to the disk with it, in seconds: a 25th of what it took beyond
QUICK, and LONGEST at most. Where calls take a second and come at 60 a second, each would pay for a commit of its own,
which is a sixth of its CPU; where they are quick they come in numbers, and meet at the disk anyway."""


@dataclass(slots=True, eq=False)
class _Flight:
    """A call under way, and how many wait for it. `paid`: its reply is there, and on its way to the disk."""

    task: asyncio.Task[Reply] = field(init=False)
    waiting: int = 0
    paid: bool = False


class LedgerModel:
    """A ledger around a chat model; the ledger is closed by whoever opened it.

    `replayed` counts the requests that the ledger answered, `asked` the calls that were begun, `joined` the requests
    that found the same call under way.
    """

    def __init__(self, inner: ChatModel, ledger: Ledger) -> None:
        self.replayed = 0
        self.asked = 0
        self.joined = 0
        self._inner = inner
        self._ledger = ledger
        self._flights: dict[str, _Flight] = {}

    async def ask(self, request: Request) -> Reply:
        """The reply, recorded. Raises what the inner model raises (all who share the call get it), StorageError if the
        reply could not be recorded."""
        while True:
            flight = self._flights.get(request.key)
            if flight is None or flight.task.done():
                reply = self._ledger.get(request.key)
                if reply is not None:
                    self.replayed += 1
                    return reply
                flight = self._begin(request)
                self.asked += 1
            else:
                self.joined += 1
            try:
                return await self._wait(request.key, flight)
            except asyncio.CancelledError:
                me = asyncio.current_task()
                if not flight.task.cancelled() or (me is not None and me.cancelling()):
                    raise
                # The call was cancelled from within, and not we: ask again.

    def _begin(self, request: Request) -> _Flight:
        """The call runs in a task of its own: whoever asked first may go away without ending it for the others."""
        flight = self._flights[request.key] = _Flight()
        flight.task = asyncio.create_task(self._call(request, flight))

        def land(done: asyncio.Task[Reply]) -> None:
            self._forget(request.key, flight)
            if not done.cancelled():
                done.exception()  # seen, even if all who waited are gone

        flight.task.add_done_callback(land)
        return flight

    async def _wait(self, key: str, flight: _Flight) -> Reply:
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.paid:  # nobody wants it any more; if it is done, this is nothing
                flight.task.cancel()
                self._forget(key, flight)

    def _forget(self, key: str, flight: _Flight) -> None:
        """Let nobody join this call any more."""
        if self._flights.get(key) is flight:
            del self._flights[key]

    async def _call(self, request: Request, flight: _Flight) -> Reply:
        now = asyncio.get_running_loop().time
        begun = now()
        answer = await self._inner.ask(request)
        flight.paid = True  # whoever asks now joins, and does not pay again
        patience = min(PATIENCE * max(now() - begun - QUICK, 0.0), LONGEST)
        reply = completed(request, answer, None)
        return await self._ledger.put(request, reply, patience=patience)

    async def close(self) -> None:
        """Close the inner model. The ledger stays open."""
        await self._inner.close()
