"""Send requests to models: at once, in batch files, through a provider's batch service, or answer from a recording."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchwright.english.counts import counted
from benchwright.errors import StoppedError, UsageError
from benchwright.models import ModelSettings, Notify, Reply, Request
from benchwright.models.batch import (
    BatchFolder,
    BatchReport,
    BatchService,
    QueueingModel,
    forget_lost_folders,
    open_requests,
    remember_folder,
)
from benchwright.models.batch.journal import JOURNAL
from benchwright.models.batch.services import open_service, require_service
from benchwright.models.batch.submit import FOLDER
from benchwright.models.innermost import Innermost, ReplayOnlyModel
from benchwright.models.keys import Keys
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.models.loop import LoopThread
from benchwright.models.names import PYTHON, ModelName, parse_name
from benchwright.models.parse import PriceOf
from benchwright.models.prices import cost, price
from benchwright.models.providers import open_provider, require_key
from benchwright.run.model_session import ModelSession, SpendingCaps


@dataclass(frozen=True, slots=True)
class DispatchContext:
    """What a dispatch works with while a run lasts."""

    session: ModelSession
    ledger: Ledger
    loop: LoopThread
    stop: threading.Event

    def tell(self, report: BatchReport) -> None:
        """Count what came in as paid, and tell the user."""
        self.session.add_batched(report)
        for line in report.lines():
            self.session.notify(line)


class Dispatch(Protocol):
    """How the requests of a run reach the models, and what happens between two passes over its attempts."""

    @property
    def innermost(self) -> Innermost:
        """Open the client of a model."""

    @property
    def paced(self) -> bool:
        """Whether calls are sent directly, and therefore need pacing and a budget."""

    @contextmanager
    def open(self, context: DispatchContext) -> Iterator[None]:
        """Open what the run needs, until the context ends."""

    def collect(self) -> None:
        """Before a pass: put replies that have arrived into the ledger."""

    def submit(self) -> tuple[str, ...]:
        """After a pass that couldn't continue: send the requests, and wait for the replies if they arrive without help.
        Returns what the run waits for: names of files or ids of batches."""

    @property
    def rounds(self) -> int:
        """How often request files were written for the benchmark; 0 if requests are sent directly."""

    @property
    def answered(self) -> bool:
        """Whether the last `submit` brought replies, so that another pass makes progress."""

    def check(self, models: Mapping[str, ModelSettings]) -> None:
        """Raise UsageError if it is plain before anything is read that these models cannot be asked."""


class DirectDispatch:
    """Every request is sent at once, unless some wait in a batch of `bench`; `resend` says to send those again."""

    paced = True
    answered = False
    rounds = 0

    def __init__(self, bench: Path, *, resend: bool = False) -> None:
        self._bench, self._resend = bench, resend

    @property
    def innermost(self) -> Innermost:
        keys = Keys.load()
        return lambda name, settings: open_provider(name, settings, keys)

    @contextmanager
    def open(self, context: DispatchContext) -> Iterator[None]:
        if self.paced and not self._resend:
            _refuse_open_requests(self._bench, context)
        elif self.paced:
            forget_lost_folders(self._bench)
        yield

    def collect(self) -> None:
        return None

    def submit(self) -> tuple[str, ...]:
        return ()

    def check(self, models: Mapping[str, ModelSettings]) -> None:
        if self.paced and not (self._bench / LEDGER).exists():  # what the ledger holds needs no key
            keys = Keys.load()
            for name, settings in models.items():
                require_key(parse_name(name), settings, keys)


class RecordedDispatch(DirectDispatch):
    """Every reply has to be in the ledger already."""

    paced = False

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: ReplayOnlyModel(name)


class _BatchDispatch:
    """Requests go out in files. While the run lasts, `batch` holds them."""

    paced = False
    answered = False
    batch: BatchFolder | BatchService

    @property
    def rounds(self) -> int:
        return self.batch.rounds

    @property
    def innermost(self) -> Innermost:
        def queue(name: ModelName, settings: ModelSettings) -> QueueingModel:
            if name.provider == PYTHON:
                raise UsageError(f"{name} is a callable, and is asked without batches", hint="leave the batch out")
            return QueueingModel(self.batch.queue)

        return queue


class BatchFolderDispatch(_BatchDispatch):
    """Requests go into files of a folder, and replies are read there by the next run."""

    batch: BatchFolder
    _context: DispatchContext

    def __init__(self, path: Path, bench: Path, *, retry_failed: bool, resend: bool) -> None:
        self._path, self._bench = path, bench
        self._again, self._resend = retry_failed, resend

    def check(self, models: Mapping[str, ModelSettings]) -> None:
        if self._path.exists() and not self._path.is_dir():
            raise UsageError(f"{self._path} is not a folder", hint="name a folder: --batch-dir DIR")

    @contextmanager
    def open(self, context: DispatchContext) -> Iterator[None]:
        settings = context.session.settings
        self._context = context
        if not self._resend:
            _refuse_open_requests(self._bench, context, self._path)
        price_of, redact = _price_of(settings, 1.0), Keys.load().redact
        with BatchFolder(
            self._path,
            context.ledger,
            settings,
            price_of=price_of,
            redact=redact,
            again=self._again,
            resend=self._resend,
        ) as self.batch:
            self._remember(0)
            try:
                yield
            finally:
                if not self.batch.waiting.waiting() and not self.batch.rounds:
                    self._remember(None)

    def collect(self) -> None:
        self._context.tell(self._context.loop.call(self.batch.take_in()))

    def submit(self) -> tuple[str, ...]:
        self.batch.put_out()
        asked = len(self.batch.waiting.waiting())
        self._remember(asked or None)
        return (f"{counted(asked, 'request')} in {self._path}",) if asked else ()

    def _remember(self, count: int | None) -> None:
        """Let later runs know of the folder, if it is not the benchmark's own."""
        if self._path.resolve() != (self._bench / FOLDER).resolve():
            remember_folder(self._bench, self._path, count)


class BatchServiceDispatch(_BatchDispatch):
    """Requests go through a provider's batch service, which is waited for. Batches cost half there, with all three."""

    batch: BatchService
    _context: DispatchContext

    def __init__(self, name: str, folder: Path, *, retry_failed: bool, attach: str, resend: bool) -> None:
        self._name = name
        self._folder = folder
        self._again = retry_failed
        self._attach, self._resend = attach, resend

    def check(self, models: Mapping[str, ModelSettings]) -> None:
        require_service(self._name)
        if models:
            open_service(self._name, models, Keys.load())

    @contextmanager
    def open(self, context: DispatchContext) -> Iterator[None]:
        settings = context.session.settings_in_use
        self._context = context
        if not self._resend:
            _refuse_open_requests(self._folder, context, self._folder / FOLDER)
        self.batch = BatchService(
            self._name,
            Keys.load(),
            self._folder,
            context.ledger,
            settings,
            price_of=_price_of(settings, 0.5),
            again=self._again,
            attach=self._attach,
            resend=self._resend,
        )
        context.loop.call(self.batch.__aenter__())
        try:
            yield
        finally:
            context.loop.call(self.batch.__aexit__(None, None, None))

    def collect(self) -> None:
        """Nothing, since `submit` did it; the first time, fetch what an earlier run sent."""
        if not self.answered:
            self._exchange()

    def submit(self) -> tuple[str, ...]:
        self._exchange()
        return (f"batches of {self._name}, listed in {self._folder / JOURNAL}",) if self.batch.under_way else ()

    def _exchange(self) -> None:
        context, self.answered = self._context, False
        with suppress(StoppedError):
            report = context.loop.call(self.batch.exchange(context.stop, context.session.notify))
            self.answered = report.news
            context.tell(report)


def _refuse_open_requests(bench: Path, context: DispatchContext, own: Path | None = None) -> None:
    """Raises UsageError if requests wait in the batches of `bench`, besides the folder `own`, for they would be paid
    for twice."""
    waiting = open_requests(bench, context.ledger, context.session.settings_in_use, own)
    if waiting.count:
        raise UsageError(
            f"{waiting.words} in batches in {bench}, and this run would pay a second time",
            hint=f"run with {waiting.option} to take their replies in, or with --batch-resend to send them again",
        )


def _price_of(settings: Mapping[str, ModelSettings], factor: float) -> PriceOf:
    def price_of(request: Request, reply: Reply) -> float | None:
        known = price(parse_name(request.model), settings.get(request.model, ModelSettings()))
        return None if known is None or not reply.usage.known else factor * cost(known, reply.usage)

    return price_of


def session_over(
    dispatch: Dispatch,
    settings: Mapping[str, ModelSettings],
    *,
    caps: SpendingCaps | None,
    concurrency: int,
    notify: Notify,
    seed: int = 0,
) -> ModelSession:
    """The models of a run, whose requests go out by `dispatch`."""
    return ModelSession(
        settings,
        caps=caps or SpendingCaps(),
        concurrency=concurrency,
        seed=seed,
        notify=notify,
        innermost=dispatch.innermost,
        paced=dispatch.paced,
        recorded=isinstance(dispatch, RecordedDispatch),
    )


@contextmanager
def open_session(
    session: ModelSession, dispatch: Dispatch, ledger: Path, stop: threading.Event
) -> Iterator[LoopThread]:
    """Open the session: inside the block models answer, on the loop that it gives, through the file `ledger`."""
    with (
        Ledger.open(ledger) as kept,
        session.open(kept) as loop,
        dispatch.open(DispatchContext(session, kept, loop, stop)),
    ):
        yield loop


def choose_dispatch(
    folder: Path,
    batch_dir: Path | None,
    service: str | None,
    *,
    recorded: bool = False,
    retry_failed: bool = False,
    attach: str = "",
    resend: bool = False,
) -> Dispatch:
    """The dispatch that the options name. `folder` is the benchmark's; `attach` and `resend` tell a service's run what
    became of a batch that it cannot find, and `resend` tells any other run to send what waits in a batch again. Raises
    UsageError."""
    if attach and service is None:
        raise UsageError("--batch-attach goes with --batch", hint="name the service, too")
    if batch_dir is not None and service is not None:
        raise UsageError("both a batch folder and a batch service are given", hint="choose one of them")
    if recorded:
        return RecordedDispatch(folder)
    if service is not None:
        return BatchServiceDispatch(service, folder, retry_failed=retry_failed, attach=attach, resend=resend)
    if batch_dir is not None:
        return BatchFolderDispatch(batch_dir, folder, retry_failed=retry_failed, resend=resend)
    return DirectDispatch(folder, resend=resend)
