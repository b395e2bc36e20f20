"""Collects the requests of a pass for batch files, and stands in for the chat model that would answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from benchwright.errors import BatchPendingError
from benchwright.models.base import Reply, Request


class KnownReplies(Protocol):
    """What is known of requests that were asked before: a batch folder."""

    def look(self, request: Request) -> Reply | None:
        """A reply that came in for the request and stands in no ledger yet; None if there is none. Raises RequestError
        or ContextError if the service has refused this request for good."""

    def waits(self, key: str) -> bool:
        """Whether the request stands in a file already, unanswered."""


class BatchQueue:
    """The requests of one pass, each once. Any order in, one order out."""

    def __init__(self, answers: KnownReplies | None = None, check: Callable[[Request], None] | None = None) -> None:
        """`check` raises UsageError for a request that cannot be put into a batch at all, such as one for a model that
        the batch service does not have."""
        self.answers = answers
        self._check = check
        self._requests: dict[str, Request] = {}

    def __len__(self) -> int:
        return len(self._requests)

    def __iter__(self) -> Iterator[Request]:
        """In the order in which they are written: by model, prompt and key, so that the same requests make the same
        files, whichever attempt came first."""
        return iter(sorted(self._requests.values(), key=lambda request: (request.model, request.purpose, request.key)))

    def add(self, request: Request) -> None:
        """Note a request, unless it is here or in a file already. Raises UsageError if it cannot be sent at all."""
        if request.key in self._requests or (self.answers is not None and self.answers.waits(request.key)):
            return
        if self._check is not None:
            self._check(request)
        self._requests[request.key] = request

    def drop(self, key: str) -> None:
        """Take out a request that was written."""
        self._requests.pop(key, None)


class QueueingModel:
    """A chat model that stands where a provider would, and answers nothing: it queues what it is asked."""

    def __init__(self, queue: BatchQueue) -> None:
        self.queue = queue

    async def ask(self, request: Request) -> Reply:
        """Queue the request and raise BatchPendingError; or give what came in for it without a ledger that knew it, or
        raise the RequestError or ContextError that it ended with."""
        reply = self.queue.answers.look(request) if self.queue.answers is not None else None
        if reply is not None:
            return reply
        self.queue.add(request)
        raise BatchPendingError("the call stands in a batch file", hint="run the same command when its replies are in")

    async def close(self) -> None:
        """Nothing is held."""
