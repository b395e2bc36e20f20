"""Send nothing: a dispatch that answers from the ledger alone, and keeps the requests that a run would send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from benchwright.models.base import ModelSettings
from benchwright.models.batch.queue import BatchQueue, QueueingModel
from benchwright.models.innermost import Innermost
from benchwright.run.dispatch import DispatchContext


class UnsentDispatch:
    """Each request that has no reply in the ledger is noted in `requests`, once, and what asked for it waits. A reply
    that is there is used, so that a second call is noted where the first one is paid for."""

    paced = False
    answered = False
    rounds = 0

    def __init__(self) -> None:
        self.requests = BatchQueue()

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: QueueingModel(self.requests)

    def check(self, models: Mapping[str, ModelSettings]) -> None:
        return None

    @contextmanager
    def open(self, context: DispatchContext) -> Iterator[None]:
        yield

    def collect(self) -> None:
        return None

    def submit(self) -> tuple[str, ...]:
        return ()
