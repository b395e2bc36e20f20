"""Counts the requests that wait in batches of a folder: if they are sent another way, they are paid for twice."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from benchwright.models.batch.journal import JOURNAL
from benchwright.models.batch.request_log import LOG, RequestLog, whole_log
from benchwright.models.batch.submit import FOLDER
from benchwright.models.ledger import Ledger


@dataclass(frozen=True, slots=True)
class OpenRequests:
    """How many requests wait, and the service that has them, "" if none of them was sent."""

    count: int
    service: str

    @property
    def option(self) -> str:
        """The option that takes their replies in."""
        return f"--batch {self.service or 'SERVICE'}"


def open_requests(bench: Path, ledger: Ledger | None, models: Collection[str]) -> OpenRequests:
    """The requests to these models that wait in the batches of `bench`, and whose reply the ledger does not hold.
    Changes nothing, and takes no lock. Raises ReadError, and UsageError if a log is damaged by something else than a
    kill."""
    if not (bench / FOLDER / LOG).exists():
        return OpenRequests(0, "")
    log = RequestLog(bench / FOLDER, mend=False)
    written = [key for key in log.waiting() if log.file_of[key] in log.files]
    requests = [log.request(key) for key in written if ledger is None or ledger.row(key) is None]
    services = [entry["service"] for entry in whole_log(bench / JOURNAL) if entry["event"] == "intent"]
    count = sum(request is None or request.model in models for request in requests)
    return OpenRequests(count, services[-1] if services else "")
