"""How requests reach models: at once, or by files and batches that are answered later, or only out of a recording."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchwright.errors import StoppedError, UsageError
from benchwright.models import ModelSettings, Notify, Reply, Request
from benchwright.models.batch import BatchFolder, BatchService, QueueingModel
from benchwright.models.batch.journal import JOURNAL
from benchwright.models.keys import Keys
from benchwright.models.ledger import Ledger
from benchwright.models.loop import LoopThread
from benchwright.models.names import parse_name
from benchwright.models.prices import cost, price
from benchwright.models.providers import open_provider
from benchwright.models.router import Innermost, ReplayOnlyModel
from benchwright.models.settle import PriceOf
from benchwright.workflows.calling import Calling, Caps


@dataclass(frozen=True, slots=True)
class Opened:
    """What an exchange works with while a run lasts."""

    calling: Calling
    ledger: Ledger
    loop: LoopThread
    notify: Notify
    stop: threading.Event


class Exchange(Protocol):
    """What stands at the far end of the models of a run, and what is done between two passes over its attempts."""

    @property
    def innermost(self) -> Innermost:
        """Opens a model's far end."""

    @property
    def paced(self) -> bool:
        """Whether calls are sent from here, and so need pacing and a budget."""

    @contextmanager
    def open(self, opened: Opened) -> Iterator[None]:
        """Hold what is needed while the run lasts."""

    def take_in(self) -> None:
        """Before a pass: put replies that have arrived into the ledger."""

    def put_out(self) -> tuple[str, ...]:
        """After a pass that could not go on: send what was asked, and wait if that is the way of it. What to look at
        while replies are missing: file names, batches' ids."""

    @property
    def answered(self) -> bool:
        """Whether the last `put_out` brought replies, so that another pass gets further."""


class Direct:
    """Every request is sent at once."""

    paced = True
    answered = False

    @property
    def innermost(self) -> Innermost:
        keys = Keys.load()
        return lambda name, settings: open_provider(name, settings, keys)

    @contextmanager
    def open(self, opened: Opened) -> Iterator[None]:
        yield

    def take_in(self) -> None:
        return None

    def put_out(self) -> tuple[str, ...]:
        return ()


class Recording(Direct):
    """Every reply has to be in the ledger already."""

    paced = False

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: ReplayOnlyModel(name)


class Folder:
    """Requests go into files of a folder, and replies are read there by the next run."""

    paced = False
    answered = False

    def __init__(self, path: Path, retry_failed: bool) -> None:
        self._path = path
        self._again = retry_failed
        self._batch: BatchFolder | None = None
        self._opened: Opened | None = None

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: QueueingModel(self._folder.queue)

    @property
    def _folder(self) -> BatchFolder:
        assert self._batch is not None, "the folder is not open"
        return self._batch

    @contextmanager
    def open(self, opened: Opened) -> Iterator[None]:
        settings = opened.calling.settings
        self._opened = opened
        with BatchFolder(
            self._path,
            opened.ledger,
            settings,
            price_of=_price_of(settings, 1.0),
            redact=Keys.load().redact,
            again=self._again,
        ) as self._batch:
            yield
        self._batch = self._opened = None

    def take_in(self) -> None:
        assert self._opened is not None, "the folder is not open"
        report = self._opened.loop.call(self._folder.take_in())
        for line in report.lines():
            self._opened.notify(line)

    def put_out(self) -> tuple[str, ...]:
        self._folder.put_out()
        asked = len(self._folder.waiting.waiting())
        return (f"{asked:,} requests in {self._path}",) if asked else ()


class Service:
    """Requests go through a provider's batch service, which is waited for. Batches cost half there, with all three."""

    paced = False

    def __init__(self, name: str, folder: Path, *, retry_failed: bool, attach: str, resend: bool) -> None:
        self._name = name
        self._folder = folder
        self._again = retry_failed
        self._attach, self._resend = attach, resend
        self._service: BatchService | None = None
        self._opened: Opened | None = None
        self.answered = False

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: QueueingModel(self._batches.queue)

    @property
    def _batches(self) -> BatchService:
        assert self._service is not None, "the service is not open"
        return self._service

    @contextmanager
    def open(self, opened: Opened) -> Iterator[None]:
        settings = opened.calling.settings
        self._opened = opened
        self._service = BatchService(
            self._name,
            Keys.load(),
            self._folder,
            opened.ledger,
            settings,
            price_of=_price_of(settings, 0.5),
            again=self._again,
            attach=self._attach,
            resend=self._resend,
        )
        opened.loop.call(self._service.__aenter__())
        try:
            yield
        finally:
            opened.loop.call(self._service.__aexit__(None, None, None))
            self._service = self._opened = None

    def take_in(self) -> None:
        """Nothing: `put_out` has done it. The first time, go on with what an earlier run sent."""
        if not self.answered:
            self._exchange()

    def put_out(self) -> tuple[str, ...]:
        self._exchange()
        return () if self.answered else (f"batches of {self._name}, listed in {self._folder / JOURNAL}",)

    def _exchange(self) -> None:
        assert self._opened is not None, "the service is not open"
        opened = self._opened
        try:
            report = opened.loop.call(self._batches.exchange(opened.stop, opened.notify))
        except StoppedError:
            self.answered = False
            return
        self.answered = True
        for line in report.lines():
            opened.notify(line)


def _price_of(settings: Mapping[str, ModelSettings], factor: float) -> PriceOf:
    def price_of(request: Request, reply: Reply) -> float | None:
        known = price(parse_name(request.model), settings.get(request.model, ModelSettings()))
        return None if known is None or not reply.usage.known else factor * cost(known, reply.usage)

    return price_of


def calling_over(
    exchange: Exchange,
    settings: Mapping[str, ModelSettings],
    *,
    caps: Caps | None,
    concurrency: int,
    notify: Notify,
    seed: int = 0,
) -> Calling:
    """The models of a run, with an exchange at their far end."""
    return Calling(
        settings,
        caps=caps or Caps(),
        concurrency=concurrency,
        seed=seed,
        notify=notify,
        innermost=exchange.innermost,
        paced=exchange.paced,
    )


@contextmanager
def answering(
    calling: Calling, exchange: Exchange, ledger: Path, notify: Notify, stop: threading.Event
) -> Iterator[LoopThread]:
    """Models answer inside the block, on the loop that it gives, and every reply is kept in the file `ledger`."""
    with (
        Ledger.open(ledger, notify=notify) as kept,
        calling.opened(kept) as loop,
        exchange.open(Opened(calling, kept, loop, notify, stop)),
    ):
        yield loop


def choose_exchange(
    folder: Path,
    batch_dir: Path | None,
    service: str | None,
    *,
    recorded: bool = False,
    retry_failed: bool = False,
    attach: str = "",
    resend: bool = False,
) -> Exchange:
    """By what was asked for. `folder` is the benchmark's; `attach` and `resend` tell a service's run what became of a
    batch that could not be told. Raises UsageError."""
    if (attach or resend) and service is None:
        raise UsageError("--batch-attach and --batch-resend go with --batch", hint="name the service, too")
    if batch_dir is not None and service is not None:
        raise UsageError("both a batch folder and a batch service are given", hint="choose one of them")
    if recorded:
        return Recording()
    if service is not None:
        return Service(service, folder, retry_failed=retry_failed, attach=attach, resend=resend)
    return Direct() if batch_dir is None else Folder(batch_dir, retry_failed)
