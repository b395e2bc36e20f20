"""A run of a few requests through the mock batch services, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from batch_asking import SCHEMA, MemoryLedger, ask_folder, request, run
from batch_servers import BatchServer

from benchwright.models import Request
from benchwright.models.batch import BatchReport, BatchService, PollTimes
from benchwright.models.batch.journal import SubmissionJournal

SERVICES = ("openai", "anthropic", "google")
QUICK = PollTimes(first=0.01, longest=0.01, settle=0.03)


def questions(service: str, count: int = 6) -> list[Request]:
    return [request(f"q{i}", f"{service}/m", schema=SCHEMA if i % 2 else None) for i in range(count)]


class Bench:
    """A run in a folder: `go` does what the command does, from start to end or until it is stopped."""

    def __init__(self, path: Path, server: BatchServer, service: str, asked: Iterable[Request], **options: Any) -> None:
        self.path, self.server, self.service = path, server, service
        self.asked, self.options = list(asked), options
        self.ledger = MemoryLedger()
        self.told: list[str] = []
        self.reports: list[BatchReport] = []

    def go(self, *, passes: int = 10, **options: Any) -> dict[str, object]:
        return run(self._go(passes, {"waits": QUICK} | self.options | options))

    async def _go(self, passes: int, options: dict[str, Any]) -> dict[str, object]:
        stop = options.pop("stop", None)
        settings = self.server.settings(self.service)
        found: dict[str, object] = {}
        async with BatchService(
            self.service, self.server.keys(), self.path, self.ledger, settings, **options
        ) as service:
            for _ in range(passes):
                self.reports.append(await service.exchange(stop, notify=self.told.append))
                found = await ask_folder(service.queue, self.ledger, self.asked)
                if not service.queue:
                    break
        return found

    def texts(self) -> list[str]:
        return [self.ledger.replies[one.key].text for one in self.asked]


def replies(bench: Bench) -> list[str]:
    return [f"reply to {one.key[:8]}" for one in bench.asked]


class KilledError(BaseException):
    """Stands for a kill."""


def killed_after_creation(bench: Bench) -> None:
    """One run that dies between the service's making the batch and the note of its id."""
    real = SubmissionJournal.note

    def dies(self: SubmissionJournal, event: str, tag: str, **fields: Any) -> Any:
        if event == "sent":
            raise KilledError
        return real(self, event, tag, **fields)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SubmissionJournal, "note", dies)
        with pytest.raises(KilledError):
            bench.go()
