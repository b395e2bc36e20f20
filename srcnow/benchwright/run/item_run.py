"""Ask models about each of some items, once: open the session, ask, show progress, and say how it ended.

The ledger is the checkpoint: the same call again sends only what has no reply yet. Knows no prompts and no questions.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, TypeVar

from benchwright.errors import BenchwrightError, ContextError, RequestError, UsageError
from benchwright.models import ChatModel, ModelSettings, Notify
from benchwright.models.callable_model import ModelInput, callable_settings
from benchwright.plan import read_plan
from benchwright.run.dispatch import Dispatch, choose_dispatch, session_over
from benchwright.run.local_runner import Ending, stop_on_interrupt
from benchwright.run.model_session import CONCURRENCY, NOT_CAPPED, SpendingCaps
from benchwright.run.passes import ask_each
from benchwright.run.report import RunSpending

T = TypeVar("T")

REPORT_SECONDS = 0.5
REASON_LENGTH = 120  # characters of a reason that items without an answer are counted by


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """How far a run is: how many of its items have a reply or were refused, and the seconds so far. `items` is their
    name in the plural."""

    items: str
    done: int
    total: int
    refused: int
    seconds: float
    spent: RunSpending

    def line(self) -> str:
        """`120/400 images, 3 refused, 2.1/s, 118 calls, 240,000 tokens, $0.10, about 2 min left`."""
        rate = self.done / self.seconds if self.seconds else 0.0
        parts = [f"{self.done:,}/{self.total:,} {self.items}"]
        parts += [f"{self.refused:,} refused"] if self.refused else []
        parts += [f"{rate:.1f}/s"]
        parts += [self.spent.line()] if self.spent.calls else []
        left = (self.total - self.done) / rate if rate else 0.0
        parts += [f"about {left / 60:.0f} min left" if left >= 90 else f"about {left:.0f} s left"] if left >= 1 else []
        return ", ".join(parts)


def settings_and_caps(
    models: Sequence[str], plan: Path | None, base_url: str | None, caps: SpendingCaps | None
) -> tuple[dict[str, ModelSettings], SpendingCaps | None]:
    """How the models are reached: as a plan's `models` say, and at `base_url` if that is given; and what a run may
    spend: the lower of `caps` and the plan's budget. Raises PlanError."""
    found: dict[str, ModelSettings] = {}
    if plan is not None:
        read = read_plan(plan)
        found = {name: line.settings() for name, line in read.models.items()}
        caps = SpendingCaps(read.budget.usd, read.budget.calls, read.budget.tokens).tighter(caps or SpendingCaps())
    if base_url is not None:
        found |= {name: replace(found.get(name, ModelSettings()), base_url=base_url) for name in models}
    return found, caps


@dataclass(frozen=True, slots=True)
class CallOptions:
    """How model calls are sent, and what they may cost. Ctrl-C on the main thread, or setting `stop`, ends the run
    cleanly; the same call continues it. `dispatch` replaces the `batch` options."""

    settings: Mapping[str, ModelSettings] = field(default_factory=dict)
    caps: SpendingCaps | None = None
    concurrency: int = CONCURRENCY
    batch_dir: Path | str | None = None
    batch: str | None = None
    batch_attach: str = ""
    batch_resend: bool = False
    progress: Callable[[ItemProgress], None] | None = None
    notify: Notify = lambda line: None
    stop: threading.Event | None = None
    dispatch: Dispatch | None = None

    def with_callables(self, models: Iterable[ModelInput]) -> CallOptions:
        """The same options, with the connections to those of the models that are callables."""
        return replace(self, settings={**self.settings, **callable_settings(models)})

    def has_vision(self, model: str) -> bool:
        """Whether a model may be shown images. True unless its settings say otherwise."""
        return self.settings.get(model, ModelSettings()).vision is not False


@dataclass(frozen=True, slots=True)
class ItemResult(Generic[T]):
    """How a run over items ended. `refused` says why some will have no answer, `held` why others have none yet;
    `waiting` names the batch files or batches whose replies are missing."""

    ending: Ending
    refused: Mapping[T, str]
    held: Mapping[T, BenchwrightError]
    waiting: tuple[str, ...]
    spent: RunSpending

    @property
    def held_by(self) -> tuple[str, ...]:
        """The reasons of `held`, each once."""
        return tuple(dict.fromkeys(error.line() for error in self.held.values()))

    @property
    def refusals(self) -> dict[str, int]:
        """How many items were refused, by reason, the most frequent first."""
        return dict(sorted(Counter(self.refused.values()).items(), key=lambda pair: (-pair[1], pair[0])))


class ItemRun:
    """The models of one run over items. `folder` is where batches of earlier runs are looked for; `items` names what
    is asked about, in the plural. Call `ask` once."""

    def __init__(self, folder: Path, options: CallOptions, items: str = "items") -> None:
        """Raises UsageError for options that do not go together."""
        if options.concurrency < 1:
            raise UsageError(
                f"concurrency must be at least 1, not {options.concurrency}", hint="leave it out for the default"
            )
        self._options, self._items = options, items
        batch_dir = None if options.batch_dir is None else Path(options.batch_dir)
        self._dispatch = options.dispatch or choose_dispatch(
            folder, batch_dir, options.batch, attach=options.batch_attach, resend=options.batch_resend
        )
        if options.caps not in (None, SpendingCaps()) and not self._dispatch.paced:
            options.notify(NOT_CAPPED)
        self._session = session_over(
            self._dispatch,
            options.settings,
            caps=options.caps,
            concurrency=options.concurrency,
            notify=options.notify,
        )
        self._total = 0
        self._started = self._reported = 0.0

    def model(self, name: str) -> ChatModel:
        """A handle on a model, which answers while `ask` runs. Raises UsageError for a name that no provider has, and
        for a cap on dollars where the price is not known."""
        return self._session.model(name)

    def ask(self, items: Sequence[T], one: Callable[[T], Awaitable[str]], ledger: Path) -> ItemResult[T]:
        """Ask about each item; the replies are kept in the file `ledger`. `one` returns "", or the reason why the item
        has no answer; what a service refuses (RequestError, ContextError) is such a reason, too. Its PendingError and
        TransientError hold the item for the next run; any other error ends this run, and is raised."""
        if not items:
            return ItemResult(Ending.FINISHED, {}, {}, (), self._session.spent)
        refused: dict[T, str] = {}
        answered: set[T] = set()
        self._total = len(items)
        self._started = self._reported = time.monotonic()

        async def outcome(item: T) -> None:
            try:
                reason = await one(item)
            except (RequestError, ContextError) as error:
                reason = f"{error.kind}: {error}"
            if reason:
                refused[item] = reason[:REASON_LENGTH]
            answered.add(item)
            self._report(len(answered), len(refused))

        stop = self._options.stop or threading.Event()
        with stop_on_interrupt(stop) if self._options.stop is None else nullcontext():
            held, waiting = ask_each(items, outcome, self._session, self._dispatch, ledger, stop)
        self._report(len(answered), len(refused), always=True)
        ending = Ending.FINISHED if not held else Ending.STOPPED if stop.is_set() else Ending.HELD
        places = {item: place for place, item in enumerate(items)}
        ordered = dict(sorted(held.items(), key=lambda pair: places[pair[0]]))
        return ItemResult(ending, refused, ordered, waiting, self._session.spent)

    def _report(self, done: int, refused: int, *, always: bool = False) -> None:
        now = time.monotonic()
        if self._options.progress and (always or now - self._reported >= REPORT_SECONDS):
            self._reported = now
            seconds = now - self._started
            self._options.progress(ItemProgress(self._items, done, self._total, refused, seconds, self._session.spent))
