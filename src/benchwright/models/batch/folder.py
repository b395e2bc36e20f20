"""Takes replies out of a batch folder before a pass of a run, and writes its new requests there after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from benchwright.errors import ReadError, TransientError
from benchwright.files.locks import folder_lock
from benchwright.models.base import ModelSettings, Reply, Request
from benchwright.models.batch.queue import BatchQueue
from benchwright.models.batch.request_files import FileLimits, RequestLine, openai_line, write_requests
from benchwright.models.batch.request_log import RequestLog
from benchwright.models.batch.result_files import BatchReport, ResultPosition, ResultReader, row_at
from benchwright.models.ledger import Ledger
from benchwright.models.parse import PriceOf, completed


class BatchFolder:
    """A folder of request and result files, held by this process while the block lasts.

    `settings` are those of the models by full name; `price_of` tells what a call cost; `again` forgets failures
    for good (`--retry-failed`) and `resend` everything that is waited for, so that the next pass writes it anew.
    """

    def __init__(
        self,
        folder: Path | str,
        ledger: Ledger,
        settings: Mapping[str, ModelSettings],
        *,
        limits: FileLimits | None = None,
        line: RequestLine = openai_line,
        check: Callable[[Request], None] | None = None,
        price_of: PriceOf | None = None,
        redact: Callable[[str], str] = str,
        again: bool = False,
        resend: bool = False,
    ) -> None:
        self.path = Path(folder)
        self._ledger, self._settings = ledger, settings
        self._limits, self._line = limits or FileLimits(), line
        self._price_of, self._redact = price_of, redact
        self._again, self._resend = again, resend
        self._unclaimed: dict[str, ResultPosition] = {}
        self._stack = ExitStack()
        self.waiting: RequestLog
        self.queue = BatchQueue(self, check)

    def __enter__(self) -> Self:
        """Take the folder. Raises LockedError, StorageError, ReadError, and UsageError for a damaged log."""
        with ExitStack() as stack:
            stack.enter_context(folder_lock(self.path))
            self.waiting = RequestLog(self.path)
            stack.callback(self.waiting.close)
            self._stack = stack.pop_all()
        if self._again:
            self.waiting.forget(self.waiting.failures())
        if self._resend:
            self.waiting.forget(self.waiting.waiting())
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    async def take_in(self) -> BatchReport:
        """Read all result files: call it before a pass. Raises ReadError, StorageError."""
        results = ResultReader(
            self.path, self._ledger, self.waiting, limits=self._limits, price_of=self._price_of, redact=self._redact
        )
        report = await results.read()
        self._unclaimed = results.unclaimed
        return report

    def put_out(self) -> list[Path]:
        """Write what the pass has queued, and return the new files: call it after a pass. Raises StorageError."""
        return write_requests(self.queue, self.waiting, self._settings, self._limits, self._line)

    def waits(self, key: str) -> bool:
        """Whether a request stands in a file already, unanswered."""
        return self.waiting.waits(key)

    def look(self, request: Request) -> Reply | None:
        """A reply to the request that lay here before anyone asked, as when the folder of another run was copied; None
        if there is none. Raises RequestError or ContextError if the request has failed for good."""
        failure = self.waiting.failure(request.key)
        if failure is not None:
            raise failure.error()
        place = self._unclaimed.pop(request.key, None)
        if place is None:
            return None
        try:
            row = row_at(place)
            reply = row.reply(request) if row.key == request.key and not row.failed else None
        except (ReadError, TransientError):  # somebody is at work in the folder, or the line holds no reply after all
            reply = None
        return completed(request, reply, self._price_of) if reply is not None else None
