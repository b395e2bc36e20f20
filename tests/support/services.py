"""A model in memory whose latencies and faults a test chooses, and which keeps account of what it would charge."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator

from benchwright.errors import TransientError
from benchwright.models import Message, Reply, Request, Usage

Answer = Reply | Exception


def request(words: str = "q", max_tokens: int = 100, model: str = "openai/m") -> Request:
    """A request that is told from others by its words."""
    return Request(model, (Message.of("user", words),), "test", max_tokens=max_tokens)


def refusal(retry_after: float | None = None, kind: str = "rate_limit") -> TransientError:
    return TransientError("too many calls", kind=kind, retry_after=retry_after)


def failure(kind: str = "server", billed: bool = False) -> TransientError:
    return TransientError(f"a failure: {kind}", kind=kind, billed=billed)


class Service:
    """Answers after `latency()` seconds with what `answer(request, time)` gives or raises; a refusal comes at once."""

    def __init__(
        self,
        answer: Callable[[Request, float], Answer] = lambda request, now: Reply("yes", usage=Usage(10, 5)),
        latency: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self._answer = answer
        self._latency = latency
        self.in_flight = 0
        self.most_in_flight = 0
        self.sent: list[tuple[float, str]] = []
        self.closed = False

    async def ask(self, request: Request) -> Reply:
        now = asyncio.get_running_loop().time()
        self.sent.append((now, request.text))
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            answer = self._answer(request, now)
            if isinstance(answer, TransientError) and answer.kind in ("rate_limit", "overloaded"):
                raise answer
            await asyncio.sleep(self._latency())
            if isinstance(answer, Exception):
                raise answer
            return answer
        finally:
            self.in_flight -= 1

    async def close(self) -> None:
        self.closed = True

    @property
    def times(self) -> list[float]:
        """When calls were sent."""
        return [at for at, _ in self.sent]


def lognormal(rng: random.Random, median: float = 1.0, sigma: float = 0.6) -> Callable[[], float]:
    """Latencies like a real service's."""
    return lambda: median * rng.lognormvariate(0.0, sigma)


def in_turn(*answers: Answer) -> Callable[[Request, float], Answer]:
    """These answers one after the other, whatever is asked; the last again and again."""
    left: Iterator[Answer] = iter(answers[:-1])
    return lambda request, now: next(left, answers[-1])
