"""Decides how many calls are in flight, when one is tried again, and when a model is left alone for a while.

`Gate` bounds the calls in flight of a whole run and gives out turns, first come first served; `PacedModel` is the layer
around one model. All waiting is on the event loop's timers and futures: nothing polls but for the stop signal.
"""

from __future__ import annotations

import asyncio
import heapq
import math
import random
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

from benchwright.errors import ModelError, TransientError
from benchwright.models.alike_refusals import AlikeRefusals
from benchwright.models.base import ChatModel, ModelSettings, Notify, Reply, Request
from benchwright.models.breaker import LONGEST_PAUSE, PATIENCE, REFUSALS, Breaker, named_wait, span
from benchwright.models.names import parse_name
from benchwright.models.rate_limits import PerMinute
from benchwright.models.stoppable_waits import StoppableWaits
from benchwright.models.tokens import likely
from benchwright.models.window import Window

TRIES, CALLABLE_TRIES = 8, 2
"""How often a call is tried that fails in passing. All that can pass of a callable's is a time-out, and what it does
then goes on in its thread."""
BASE, LONGEST = 0.5, 30.0
"""Seconds: before the k-th try anew a call waits a random time up to BASE x 2^k, and never more than LONGEST."""
WORTH_SAYING = 10.0
"""Seconds of a pause from which on a person is told of it."""
MANY_REFUSALS = 32
"""How often one call must have been refused, besides for how long, before it is given up: a service that refuses
three calls in ten never gets there."""
TICK = 0.001
"""Seconds: the shortest timer, so that rounding never makes one that fires before its time, over and over."""


class Gate:
    """At most `limit` calls in flight over all models of a run. Turns go to the call that has waited longest among
    those whose model may be asked now. For one event loop."""

    def __init__(self, limit: int) -> None:
        if limit < 1:
            raise ValueError("a gate lets at least one call through")
        self.limit = limit
        self.in_flight = 0
        self._lanes: list[PacedModel] = []
        self._tickets = 0

    def join(self, lane: PacedModel) -> None:
        """A model takes part."""
        self._lanes.append(lane)

    def ticket(self) -> int:
        """A call's place in the order of arrival."""
        self._tickets += 1
        return self._tickets

    def pump(self) -> None:
        """Give out the turns that can be given now."""
        while self.in_flight < self.limit:
            ready = (lane for lane in self._lanes if lane.ready())
            first = min(ready, key=lambda lane: lane.first, default=None)
            if first is None:
                return
            self.in_flight += 1
            first.admit()


@dataclass(slots=True, eq=False)
class _Turn:
    """One try that was let through, what it set aside of the tokens a minute, and what came of it. `unknown`: it was
    cancelled, or is for the user to mend, which says nothing of the service."""

    number: int
    trial: bool
    tokens: list[float] | None
    result: Literal["answered", "failed", "unknown"] = "unknown"
    used: int | None = None


@dataclass(slots=True, order=True)
class _Call:
    """One request on its way: what it may take, the turn that it waits for, and how it fared."""

    ticket: int
    tokens: float = field(compare=False)
    turn: asyncio.Future[_Turn] = field(compare=False)
    tries: int = field(compare=False, default=0)
    refusals: int = field(compare=False, default=0)
    refused_since: float = field(compare=False, default=0.0)


class PacedModel:
    """The layer that paces and retries one model's calls.

    - As many calls are in flight as the model's window allows, and the gate; both start at the gate's limit.
    - A call that is refused for there being too many (`rate_limit`, `overloaded`) is sent again, after the time that
      the service named or a random one that grows; when such refusals are more than chance, the window is cut and the
      whole model waits, or is given up if the service names more than LONGEST_PAUSE. A call is given up when it was
      refused MANY_REFUSALS times and for the breaker's `patience`.
    - Other errors that pass (`server`, `reset`, `timeout`, `half_body`, `bad_body`) are tried `tries` times in all.
    - A model that answers nothing is asked by one call at a time after growing waits (Breaker), which is said by
      `notify`; after `patience` seconds all its calls end with TransientError.
    - A model that refuses one request after the other alike (AlikeRefusals) ends the run with ModelUsageError.
    - When `stop` is set no call is sent any more: what waits ends with StoppedError within a tenth of a second, what is
      in flight is let finish.

    Waits are random by `seed`, the request's key and the try, so that a run can be repeated. The time is the event
    loop's.
    """

    def __init__(
        self,
        inner: ChatModel,
        settings: ModelSettings,
        gate: Gate,
        *,
        seed: int,
        notify: Notify,
        stop: threading.Event | None = None,
        tries: int = TRIES,
        patience: float = PATIENCE,
    ) -> None:
        self._inner = inner
        self._gate = gate
        self._seed = seed
        self._notify = notify
        self._tries = tries
        self._patience = patience
        self._requests = PerMinute(settings.requests_per_minute) if settings.requests_per_minute else None
        self._tokens = PerMinute(settings.tokens_per_minute) if settings.tokens_per_minute else None
        self._window = Window(gate.limit)
        self._breaker = Breaker(patience)
        self._refusals = AlikeRefusals()
        self._waiting = StoppableWaits(stop)
        self._queue: list[_Call] = []
        self._model = ""
        self._paused = -math.inf  # until when the service wants no calls
        self._lone_wait = -math.inf  # until when a person knows that a call waits by itself
        self._timer: asyncio.TimerHandle | None = None
        self.in_flight = 0
        gate.join(self)

    async def ask(self, request: Request) -> Reply:
        """The reply, after as many tries as it takes. Raises TransientError when they are used up or the model is
        given up, StoppedError, and all that cannot pass by itself."""
        self._model = request.model
        tokens = likely(request, parse_name(request.model).provider) if self._tokens else 0.0
        call = _Call(self._gate.ticket(), tokens, asyncio.get_running_loop().create_future())
        while True:
            async with self._turn(call) as turn:
                try:
                    reply = await self._inner.ask(request)
                    turn.result = "answered"
                    self._refusals.ended(turn.number, None)
                    turn.used = reply.usage.input + reply.usage.output if reply.usage.known else None
                    return reply
                except TransientError as error:
                    wait = self._failed(call, turn, error, request)
                    if wait is None:
                        raise
                except ModelError as error:  # the service took it and said no
                    turn.result = "answered"
                    self._refusals.refused(turn.number, error)
                    raise
            await self._waiting.sleep(wait)

    async def close(self) -> None:
        """Let go of timers and connections."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        await self._inner.close()

    # ---- turns ----

    @property
    def first(self) -> float:
        """The ticket of the call that waits longest; infinite if none does."""
        while self._queue and self._queue[0].turn.done():
            heapq.heappop(self._queue)
        return self._queue[0].ticket if self._queue else math.inf

    def ready(self) -> bool:
        """Whether the call that waits longest may be sent now, as far as this model goes. If only time stands in the
        way, a timer is set."""
        if self.first == math.inf:
            return False
        now = asyncio.get_running_loop().time()
        delay = self._breaker.delay(now)
        if delay is None or (not self._breaker.down and self.in_flight >= self._window.size):
            return False
        delay = max(delay, self._paused - now)
        if self._requests is not None:
            delay = max(delay, self._requests.wait(now, 1))
        if self._tokens is not None:
            delay = max(delay, self._tokens.wait(now, self._queue[0].tokens))
        if delay <= 0:
            return True
        self._wake_in(delay)
        return False

    def admit(self) -> None:
        """Give the next call its turn."""
        trial = self._breaker.sent()
        call = self._next_trial() if trial else heapq.heappop(self._queue)
        now = asyncio.get_running_loop().time()
        if self._requests is not None:
            self._requests.take(now, 1)
        tokens = self._tokens.take(now, call.tokens) if self._tokens is not None else None
        self.in_flight += 1
        call.turn.set_result(_Turn(self._window.sent(), trial, tokens))

    def _next_trial(self) -> _Call:
        """The call that failed least: one that the service chokes on must not stand for all others."""
        self._queue = [call for call in self._queue if not call.turn.done()]
        chosen = min(self._queue, key=lambda call: (call.tries + call.refusals, call.ticket))
        self._queue.remove(chosen)
        heapq.heapify(self._queue)
        return chosen

    @asynccontextmanager
    async def _turn(self, call: _Call) -> AsyncIterator[_Turn]:
        """Wait for the call's turn; its place is taken while the block lasts, and given back however it ends."""
        self._waiting.check()
        self._refusals.check()
        if self._breaker.given_up:
            raise self._breaker.error(self._model)
        call.turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, call)
        self._gate.pump()
        turn = await self._waiting.turn(call.turn, self._give_back)
        try:
            self._refusals.check()  # it may have waited for its turn while others were refused
            yield turn
        finally:
            self._give_back(turn)

    def _give_back(self, turn: _Turn) -> None:
        """A try is over: free its place, and let others have it."""
        now = asyncio.get_running_loop().time()
        self.in_flight -= 1
        self._gate.in_flight -= 1
        news = None
        self._refusals.ended(turn.number, "")
        if turn.result == "answered":
            self._window.returned(turn.number, refused=False)
            news = self._breaker.answered(self._model, now)
        elif turn.result == "unknown":
            self._breaker.unsent(turn.trial)
        if turn.tokens is not None and self._tokens is not None and turn.used is not None:
            self._tokens.correct(turn.tokens, now, turn.used)
        self._gate.pump()
        self._say(news)

    def _wake_in(self, delay: float) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + max(delay, TICK)
        if self._timer is not None:
            if self._timer.when() <= at:
                return  # it looks again then
            self._timer.cancel()
        self._timer = loop.call_at(at, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._gate.pump()

    # ---- what came back ----

    def _failed(self, call: _Call, turn: _Turn, error: TransientError, request: Request) -> float | None:
        """What to do after a failed try: the seconds to wait before the next, or None if there is none."""
        now = asyncio.get_running_loop().time()
        turn.result = "failed"
        wait = named_wait(error)
        refused = error.kind in REFUSALS
        crowded = refused and self._window.returned(turn.number, refused=True)
        too_long = crowded and (error.retry_after or 0.0) > LONGEST_PAUSE
        if crowded and not too_long:
            # unasked, half as long again as it has refused everything, so that its refusals do not become a storm
            self._pause(now, wait or min(self._breaker.failing(now) / 2, LONGEST))
        pause = max(self._paused - now, 0.0)
        self._say(self._breaker.failed(self._model, now, call.ticket, turn.trial, error, pause))
        if too_long and not self._breaker.given_up:
            self._say(self._breaker.give_up(self._model, f"asks to be left alone for {span(error.retry_after or 0.0)}"))
        if refused:
            turn.used = 0
            call.refused_since = call.refused_since if call.refusals else now
            call.refusals += 1
            over = call.refusals >= MANY_REFUSALS and now - call.refused_since >= self._patience
        else:
            call.tries += 1
            over = call.tries >= self._tries
        if self._breaker.given_up:
            self._waiting.fail(lambda: self._breaker.error(self._model))
        if over or self._breaker.given_up:
            return None
        if wait >= PATIENCE and not crowded and now >= self._lone_wait:
            self._lone_wait = now + wait
            asks = f"{self._model} asks to be left alone for {span(error.retry_after or 0.0)}"
            self._say(f"{asks}: one call waits {span(wait)}")
        spread = min(LONGEST, BASE * 2 ** min(call.refusals if refused else call.tries, 16))
        jitter = random.Random(f"{self._seed} {request.key} {call.tries} {call.refusals}").uniform(0, spread)
        return wait + min(jitter, BASE) if wait > jitter else jitter

    def _pause(self, now: float, seconds: float) -> None:
        """Leave the whole model alone for a while."""
        if now + seconds <= self._paused:
            return
        news = seconds >= WORTH_SAYING and now + seconds > self._paused + WORTH_SAYING
        self._paused = now + seconds
        if news:
            self._say(f"{self._model} has had too many calls: next try in {span(seconds)}")

    def _say(self, line: str | None) -> None:
        if line is not None:
            self._notify(line)
