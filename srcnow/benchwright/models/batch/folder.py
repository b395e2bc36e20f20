"""Takes replies out of a batch folder before a pass of a run, and writes its new requests there after it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any, Self

from benchwright.english.counts import counted
from benchwright.errors import ReadError, TransientError, UsageError
from benchwright.files.locks import folder_lock
from benchwright.models.base import ModelSettings, Reply, Request, canonical
from benchwright.models.batch.queue import BatchQueue
from benchwright.models.batch.request_files import OPENAI_LINES, FileLimits, LineForm, write_requests
from benchwright.models.batch.request_log import RequestLog
from benchwright.models.batch.result_files import BatchReport, ResultPosition, ResultReader, row_at
from benchwright.models.ledger import Ledger
from benchwright.models.parse import PriceOf, completed
from benchwright.records import Json


@dataclass(eq=False)
class BatchFolder:
    """A folder of request and result files, held by this process while the block lasts.

    `settings` are those of the models by full name; `price_of` tells what a call cost; `again` forgets failures
    for good (`--retry-failed`), `resend` lets what waits be asked in another way.
    """

    path: Path
    ledger: Ledger
    settings: Mapping[str, ModelSettings]
    _: KW_ONLY
    limits: FileLimits = field(default_factory=FileLimits)
    form: LineForm = OPENAI_LINES
    check: Callable[[Request], None] | None = None
    price_of: PriceOf | None = None
    redact: Callable[[str], str] = str
    again: bool = False
    resend: bool = False
    waiting: RequestLog = field(init=False)
    _waited: Mapping[str, str] = field(default_factory=dict, init=False)
    _unclaimed: dict[str, ResultPosition] = field(default_factory=dict, init=False)
    _stack: ExitStack = field(default_factory=ExitStack, init=False)

    def __post_init__(self) -> None:
        self.queue = BatchQueue(self, self.check)

    @property
    def rounds(self) -> int:
        """How many times request files were written here, by this process and earlier ones."""
        return self.waiting.next_round - 1

    def __enter__(self) -> Self:
        """Take the folder. Raises LockedError, StorageError, ReadError, and UsageError for a damaged log."""
        with ExitStack() as stack:
            stack.enter_context(folder_lock(self.path))
            self.waiting = RequestLog(self.path)
            stack.callback(self.waiting.close)
            self._stack = stack.pop_all()
        self._waited = self.waiting.texts()
        if self.again:
            self.waiting.forget(self.waiting.failures)
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)  # so that the lock knows of an error, and leaves no folder that was made for it

    async def take_in(self) -> BatchReport:
        """Read all result files: call it before a pass. Raises ReadError, StorageError."""
        results = ResultReader(
            self.path, self.ledger, self.waiting, limits=self.limits, price_of=self.price_of, redact=self.redact
        )
        report = await results.read()
        self._unclaimed = results.unclaimed
        return report

    def put_out(self) -> list[Path]:
        """Write what the pass has queued, and return the new files: call it after a pass. Raises StorageError, and
        UsageError if a request that waited when the folder was taken is asked with other settings."""
        if len(self.queue) and not self.resend:
            self._refuse_other_settings()
        return write_requests(self.queue, self.waiting, self.settings, self.limits, self.form)

    def _refuse_other_settings(self) -> None:
        waited = {_without_settings(json.loads(text)): key for key, text in self._waited.items()}
        twins = {one.key: waited.get(_without_settings(one.to_json()), one.key) for one in self.queue}
        rows = [self.ledger.row(earlier) for key, earlier in twins.items() if earlier != key]
        # One that was cut off is asked for again with more tokens.
        count = sum(row is None or row.status != "truncated" for row in rows)
        if count:
            raise UsageError(
                f"{counted(count, 'request')} that waited in {self.path} would be paid for a second time: "
                "max_tokens, base_url or structured has changed",
                hint="set it as it was, or run with --batch-resend",
            )

    def waits(self, key: str) -> bool:
        """Whether a request stands in a file already, unanswered."""
        return key in self.waiting.file_of

    def look(self, request: Request) -> Reply | None:
        """A reply to the request that lay here before anyone asked, as when the folder of another run was copied; None
        if there is none. Raises RequestError or ContextError if the request has failed for good."""
        failure = self.waiting.failures.get(request.key)
        if failure is not None:
            raise failure.error()
        place = self._unclaimed.pop(request.key, None)
        if place is None:
            return None
        # Somebody may be at work in the folder, or the line holds no reply after all.
        with suppress(ReadError, TransientError):
            row = row_at(place)
            if row.key == request.key and not row.failed:
                return completed(request, row.reply(request, self.redact), self.price_of)
        return None


def _without_settings(request: Json) -> bytes:
    """What of a request stays the same under other settings of its model."""
    return canonical({name: value for name, value in request.items() if name not in ("max_tokens", "endpoint")})
