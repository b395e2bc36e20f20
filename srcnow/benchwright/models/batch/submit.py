"""Sends request files through a provider's batch service once, waits for the batches, and fetches the results.

It survives a kill at any moment.

Each file's intent is on the disk before anything is sent. Where a kill, or an answer that never came, leaves open
whether a batch was made, the service's list is looked at before anything is sent again: a batch with our tag is ours;
one that only looks like ours (same number of requests, made since) is waited for, and its results tell; and where that
does not decide, the run stops and asks.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchwright.english.counts import counted
from benchwright.errors import ContextError, ModelUsageError, RequestError, StoppedError, TransientError, UsageError
from benchwright.files.atomic import sha256_file
from benchwright.models.base import ModelSettings, Notify, Request
from benchwright.models.batch.folder import BatchFolder
from benchwright.models.batch.journal import JOURNAL, How, Submission, SubmissionJournal
from benchwright.models.batch.queue import BatchQueue
from benchwright.models.batch.request_files import FileLimits
from benchwright.models.batch.request_log import RequestFailure, ids_in
from benchwright.models.batch.result_files import RESULTS, BatchReport
from benchwright.models.batch.services import BatchState, ListedBatch, open_service
from benchwright.models.keys import Keys
from benchwright.models.ledger import Ledger
from benchwright.models.names import parse_name
from benchwright.models.parse import PriceOf

FOLDER = "batches"
"""The folder of request and result files below BENCH."""


@dataclass(frozen=True, slots=True)
class PollTimes:
    """How long is waited, in seconds: between looks at batches from `first` growing to `longest`; before a submission
    that the list does not show counts as never made, `settle` in all. `patience` is how many looks in a row may fail,
    `fruitless` how many exchanges may bring nothing but failures."""

    first: float = 15.0
    growth: float = 1.5
    longest: float = 300.0
    settle: float = 30.0
    patience: int = 20
    fruitless: int = 3


class BatchService:
    """A batch service in the place of a provider, for one BENCH (locked by the caller), while the block lasts.

    `attach` is the id of a batch that the user says is the one that could not be told; `resend` says that there is
    none. `price_of` has to know that the services charge half for a call in a batch.
    """

    def __init__(
        self,
        name: str,
        keys: Keys,
        bench: Path | str,
        ledger: Ledger,
        settings: Mapping[str, ModelSettings],
        *,
        limits: FileLimits | None = None,
        price_of: PriceOf | None = None,
        again: bool = False,
        attach: str = "",
        resend: bool = False,
        waits: PollTimes | None = None,
    ) -> None:
        self._service = open_service(name, settings, keys)
        self._folder = BatchFolder(
            Path(bench) / FOLDER,
            ledger,
            settings,
            limits=limits or self._service.limits,
            form=self._service.form,
            check=self._check,
            price_of=price_of,
            redact=keys.redact,
            again=again,
            resend=resend,
        )
        self._bench = Path(bench)
        self._attach, self._resend = attach, resend
        self._waits = waits or PollTimes()
        self._shown: dict[str, BatchState] = {}
        self._stop: threading.Event | None = None
        self._fruitless = 0
        self._held: list[str] = []
        """Files that the account has no room for until another batch has ended."""
        self._journal: SubmissionJournal
        self._stack = AsyncExitStack()

    @property
    def queue(self) -> BatchQueue:
        """Where the models of a pass put their requests: `QueueingModel(service.queue)`."""
        return self._folder.queue

    @property
    def rounds(self) -> int:
        """How many times request files were written, by this process and earlier ones."""
        return self._folder.rounds

    @property
    def under_way(self) -> bool:
        """Whether a batch has not ended yet."""
        return bool(self._journal.open())

    async def __aenter__(self) -> Self:
        """Take the folder, and read what was sent. Raises LockedError, StorageError, ReadError, and UsageError if a log
        is damaged by something else than a kill."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._service.close)
            self._journal = SubmissionJournal(self._bench / JOURNAL)
            stack.callback(self._journal.close)
            stack.enter_context(self._folder)
            # Also if the folder's own log was lost, no file may have the name of one that was sent before.
            self._folder.waiting.number_after(one.file for one in self._journal.all())
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def _check(self, request: Request) -> None:
        provider = parse_name(request.model).provider
        if provider not in self._service.providers:
            raise ModelUsageError(
                f"{request.model} cannot be asked through the batch service of {self._service.name}",
                hint="use one provider for all models, or --batch-dir",
            )

    async def exchange(self, stop: threading.Event | None = None, notify: Notify = lambda _: None) -> BatchReport:
        """Send what is queued, wait for all that is under way, and take the replies in.

        Call it before the first pass too: it goes on where the last run ended. Raises StoppedError (the batches go on),
        TransientError if the service can't be reached, ModelUsageError if it refuses what it is sent, and UsageError
        with one line to act on if it can't be told whether a file was sent.
        """
        self._stop = stop
        self._folder.put_out()
        for name in sorted(self._folder.waiting.files):
            if all(one.file != name for one in self._journal.all()):
                await self._begin(name)
        refused = await self._wait(notify)
        report = await self._take_in()
        if refused:
            raise ModelUsageError(refused[0], hint="mend it and run the same command again: nothing is lost")
        self._despair(report)
        return report

    def _despair(self, report: BatchReport) -> None:
        """Not to send the same requests for ever, when none of them comes through."""
        if not report.failed or report.stored or report.refused:
            self._fruitless = 0
            return
        self._fruitless += 1
        failed = report.failed.total()
        which = "the request was not" if failed == 1 else f"none of {failed:,} requests was"
        words = f"{which} answered: {report.examples['failed'][0]}"
        if set(report.failed) == {"account"}:
            raise ModelUsageError(words, hint="look at the key, the account and the model's name")
        if self._fruitless >= self._waits.fruitless:
            raise TransientError(words, kind="batch", hint="run the same command again later: nothing is lost")

    async def _take_in(self) -> BatchReport:
        """Replies to the ledger. What ended without a result of its own counts as lost, and is asked again."""
        waiting = self._folder.waiting
        report = await self._folder.take_in()
        for one in self._journal.all():
            if one.done:
                lost = RequestFailure(
                    "batch" if one.problem else "lost", one.problem or "no result came back", final=False
                )
                report.count(waiting.fail((key, lost) for key in waiting.in_file(one.file)))
                (self._folder.path / one.file).unlink(missing_ok=True)  # its pictures are large, and it is done with
        report.waiting = len(waiting.waiting())
        return report

    # ------------------------------------------------------------------ sending
    async def _begin(self, name: str) -> None:
        """Note the intent to send a file, and send it. Raises StoppedError if the run is to stop."""
        await self._pause(0)
        waiting, path = self._folder.waiting, self._folder.path / name
        keys = waiting.in_file(name)
        request = next((candidate for key in keys if (candidate := waiting.request(key))), None)
        if request is None or not path.exists():  # nothing that could be sent: whoever asks has it written anew
            waiting.forget(keys)
            return
        tag = f"benchwright-{secrets.token_hex(8)}"
        model = parse_name(request.model).name
        before = await self._service.newest()
        fields = {"service": self._service.name, "file": name, "sha256": sha256_file(path), "model": model}
        one = self._journal.note("intent", tag, **fields, rows=waiting.files[name], before=before)
        await self._submit(one)

    async def _submit(self, one: Submission, tries: int = 3) -> None:
        """Send a file whose intent is noted. An answer that never came is looked for in the list."""
        path = self._folder.path / one.file
        try:
            if not one.uploaded:
                uploaded = await self._service.upload(path, one.tag)
                if uploaded:
                    self._journal.note("uploaded", one.tag, name=uploaded)
        except (ModelUsageError, RequestError, ContextError) as error:
            raise self._given_up(one, error) from error
        await self._pause(0)  # the next request is what costs money
        try:
            self._sent(one, await self._service.submit(path, one.uploaded, one.model, one.tag), "answered")
        except (ModelUsageError, RequestError, ContextError) as error:
            raise self._given_up(one, error) from error
        except TransientError as error:
            if error.kind == "rate_limit":  # the one refusal in passing that surely made no batch
                self._journal.note("void", one.tag, why=str(error))
                raise
            if tries <= 1:
                raise
            await self._match(one, tries - 1)

    def _given_up(self, one: Submission, error: Exception) -> ModelUsageError:
        """The service does not take the file: nothing was made there."""
        self._journal.note("void", one.tag, why=str(error))
        hint = getattr(error, "hint", "") or "mend it and run the same command again"
        return ModelUsageError(f"{one.file} was refused: {error}", hint=hint)

    def _sent(self, one: Submission, batch: str, how: How) -> None:
        self._journal.note("sent", one.tag, id=batch, how=how)

    async def _match(self, one: Submission, tries: int = 3) -> None:
        """Find out whether the batch of an intent was made, and send it if not. Raises UsageError if that can't be
        decided."""
        if self._attach and self._attach not in self._journal.ids():
            await self._service.look(self._attach)  # a wrong id is told now
            self._sent(one, self._attach, "told")
            return
        candidates = await self._candidates(one)
        looked = 0.0
        while not candidates and looked < self._waits.settle:
            # The list may lag behind, and a request sent just before the kill may still be on its way.
            await self._pause(self._waits.settle / 3)
            looked += self._waits.settle / 3
            candidates = await self._candidates(one)
        if not candidates and not (self._folder.path / one.file).exists():
            self._journal.note("void", one.tag, why="its request file is gone")
            await self._begin(one.file)
        elif not candidates:
            await self._submit(one, tries)
        elif len(candidates) == 1 and self._service.tagged:
            self._sent(one, candidates[0].id, "found")
        elif self._resend and not self._service.tagged:
            self._journal.note("void", one.tag, why="the user says that it was not sent")
            await self._begin(one.file)
        elif len(candidates) == 1:
            self._sent(one, candidates[0].id, "supposed")
        else:
            raise self._undecided(one, [candidate.id for candidate in candidates])

    async def _candidates(self, one: Submission) -> list[ListedBatch]:
        others = self._journal.ids() | one.foreign
        batches = await self._service.find(one.tag, one.before)
        return [batch for batch in batches if batch.id not in others and batch.rows in (None, one.rows)]

    def _undecided(self, one: Submission, batches: Iterable[str]) -> UsageError:
        ids = ", ".join(list(batches)[:5])
        return UsageError(
            f"{one.file} ({counted(one.rows, 'request')} for {one.model}) may have been sent to {one.service} before "
            f"the last run ended, as one of the batches {ids}",
            hint="look there, then run again with --batch-attach ID if one is it, or with --batch-resend if none is",
        )

    # ------------------------------------------------------------------ waiting
    async def _wait(self, notify: Notify) -> list[str]:
        """Wait until every batch has ended and lies on the disk; return why batches were not run."""
        delay, failures = self._waits.first, 0
        refused: list[str] = []
        while True:
            ended = 0
            for one in self._mine():
                try:
                    if not one.id:
                        await self._match(one)
                    if not one.id:  # given up, for a new one in its place
                        continue
                    state = await self._service.look(one.id)
                    self._tell(one, state, notify)
                    if state.ended:
                        problem = await self._finish(one, state)
                        refused += [problem] if problem else []
                        ended += one.done
                    failures = 0
                except TransientError as error:
                    failures += 1
                    if failures > self._waits.patience:
                        raise
                    notify(f"{error}; looking again in {delay:.0f} s")
            if self._held and (ended or not self._mine()):
                await self._begin(self._held.pop(0))
            if not self._mine():
                return refused
            await self._pause(delay)
            delay = min(delay * self._waits.growth, self._waits.longest)

    def _mine(self) -> list[Submission]:
        others = {one.service for one in self._journal.open()} - {self._service.name}
        if others:
            raise UsageError(
                f"batches of {' and '.join(sorted(others))} are under way in this folder",
                hint=f"run with --batch {min(others)} until they are in",
            )
        return self._journal.open()

    def _tell(self, one: Submission, state: BatchState, notify: Notify) -> None:
        if self._shown.get(one.tag) != state:
            self._shown[one.tag] = state
            counts = f", {state.done} of {one.rows} done" if state.done else ""
            notify(f"{one.id} ({one.model}, {counted(one.rows, 'request')}): {state.words}{counts}")

    async def _finish(self, one: Submission, state: BatchState) -> str:
        """Fetch the results of a batch that has ended; return why it was not run, "" if it was."""
        if state.full and len(self._journal.open()) > 1:
            self._journal.note("void", one.tag, why=state.problem)
            self._held.append(one.file)
            return ""
        path = self._folder.path / RESULTS / f"{one.tag}.jsonl"
        await self._service.fetch(one.id, path)
        if one.how == "supposed":  # it is still to be shown that the batch is ours
            ids = set(ids_in(path))
            if not ids and not self._resend:
                path.unlink()
                raise self._undecided(one, [one.id])
            if not ids or not ids <= set(self._folder.waiting.in_file(one.file)):
                path.unlink()
                self._journal.note("foreign", one.tag, id=one.id)
                return ""
        problem = state.problem
        if state.cancelled:
            problem = "it was cancelled at the service"
        self._journal.note("done", one.tag, words=state.words, problem=problem)
        return f"batch {one.id}: {problem}" if problem else ""

    async def _pause(self, seconds: float) -> None:
        remaining = seconds
        while True:
            if self._stop is not None and self._stop.is_set():
                raise StoppedError(
                    "stopped while batches are under way", hint="they go on; the same command takes them in"
                )
            if remaining <= 0:
                return
            await asyncio.sleep(min(0.5, remaining))
            remaining -= 0.5
