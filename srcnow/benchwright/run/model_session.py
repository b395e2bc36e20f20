"""Give a run its models: spending caps, an event loop, the ledger, and where attempts wait for replies.

Knows no plan's cells and no benchmark folder.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace

from benchwright.errors import StoppedError
from benchwright.models import ChatModel, ModelSettings, Notify, Reply, Request
from benchwright.models.batch import BatchReport
from benchwright.models.breaker import PATIENCE
from benchwright.models.budget import NOTHING, BudgetedModel, RunBudget, Spending
from benchwright.models.endpoints import endpoint_of
from benchwright.models.innermost import Innermost, LazyModel
from benchwright.models.ledger import Ledger, LedgerModel
from benchwright.models.loop import LoopThread
from benchwright.models.names import ModelName, parse_name
from benchwright.models.pace import CALLABLE_TRIES, TRIES, Gate, PacedModel
from benchwright.models.plan_limits import LimitedModel
from benchwright.models.prices import price
from benchwright.records import Outcome
from benchwright.run.report import RunSpending

LEDGER = "ledger.sqlite"
CONCURRENCY = 32
NOT_CAPPED = "a budget does not bound batches, which may cost more; --limit bounds the number of attempts"


@dataclass(frozen=True, slots=True)
class SpendingCaps:
    """When a run stops: at this many dollars, calls or tokens. None means no limit."""

    usd: float | None = None
    calls: int | None = None
    tokens: int | None = None

    def tighter(self, other: SpendingCaps) -> SpendingCaps:
        """The lower limit of both, for each amount."""

        bounds = zip(astuple(self), astuple(other), strict=True)
        return SpendingCaps(*(min((one for one in pair if one is not None), default=None) for pair in bounds))

    def after(self, spent: RunSpending) -> SpendingCaps:
        """What is left of each limit after some calls. Calls with an unknown price count as free of charge: a run with
        a limit in dollars doesn't use models of unknown price."""
        pairs = zip(astuple(self), (spent.usd or 0.0, spent.calls, spent.tokens), strict=True)
        return SpendingCaps(*(None if cap is None else max(cap - paid, 0) for cap, paid in pairs))


class ModelSession:
    """The models of one run. `model` gives handles at any time, so that makers can be opened before the ledger is; they
    answer inside the block of `open`.

    The layers of a model, inner to outer: the provider, the budget (every try is reserved before it is sent), the
    pacing (tries, waits), the bounds that the plan names, the ledger (nothing is asked twice). Without pacing, as with
    a queue for batch files, nothing is reserved. A provider is opened when its first call is sent: what the ledger
    holds needs no key."""

    def __init__(
        self,
        settings: Mapping[str, ModelSettings],
        *,
        caps: SpendingCaps,
        concurrency: int,
        seed: int,
        notify: Notify,
        innermost: Innermost,
        paced: bool = True,
        recorded: bool = False,
    ) -> None:
        """While `halted` is set, nothing is sent. `innermost` opens the client of a model."""
        self._seed = seed
        self.notify = notify
        self.concurrency = concurrency
        self._innermost = innermost
        self._paced, self._recorded = paced, recorded
        self.settings = settings
        self._names: set[str] = set()
        self._cut: set[str] = set()
        self.halted = threading.Event()
        self._gate = Gate(concurrency)
        self._batched = NOTHING
        self.budget = RunBudget(caps.usd, caps.calls, caps.tokens, stop=self.halted)
        self._ledger: Ledger | None = None
        self._models: dict[str, LedgerModel] = {}

    @property
    def spent(self) -> RunSpending:
        """What was paid so far; dollars are None if a price is not known."""
        paid, replayed = self.budget.spent + self._batched, sum(model.replayed for model in self._models.values())
        return RunSpending(paid.calls, paid.tokens, None if paid.unpriced else paid.usd, replayed, paid.untold)

    def add_batched(self, report: BatchReport) -> None:
        """Count replies that came in batches as paid. The budget does not bound them."""
        tokens = report.usage.input + report.usage.output
        self._batched += Spending(report.usd, report.stored.total(), tokens, report.unpriced)

    def model(self, name: str) -> ChatModel:
        """A handle on the model of that name. Raises UsageError for a name that no provider has and, before anything
        is spent, for a cap on dollars where the price is not known."""
        parsed = parse_name(name)
        if self._paced and self.budget.usd is not None:
            self.budget.check_price(price(parsed, self.settings.get(name, ModelSettings())), name)
        self._names.add(name)
        return _Handle(name, self)

    @property
    def settings_in_use(self) -> dict[str, ModelSettings]:
        """The settings of the models that were asked for. A plan may describe others."""
        return {name: self.settings.get(name, ModelSettings()) for name in sorted(self._names)}

    def open_model(self, name: str) -> ChatModel:
        """The model itself, while the session is open: on its loop, with all its layers around it."""
        if self._ledger is None:
            raise StoppedError(f"{name} was called after the run had ended")
        if name not in self._models:
            self._models[name] = self._layers(parse_name(name), self._ledger)
        return self._models[name]

    def addressed(self, request: Request) -> Request:
        """The request with the token limit of its model and, where the ledger tells endpoints apart, its endpoint: that
        of the settings, or in a recorded run any that was recorded."""
        settings = self.settings.get(request.model, ModelSettings())
        if settings.max_tokens is not None:
            request = replace(request, max_tokens=settings.max_tokens)
        if self._ledger is None or not self._ledger.by_endpoint:
            return request
        own = replace(request, endpoint=endpoint_of(request, settings))
        if not self._recorded:
            return own
        others = (replace(request, endpoint=endpoint) for endpoint in self._ledger.endpoints)
        return next((one for one in (own, *others) if self._ledger.row(one.key) is not None), own)

    def tell_cut(self, request: Request) -> None:
        """Tell the user how to raise a token limit at which a reply was cut off, once for each model."""
        if request.model not in self._cut:
            self._cut.add(request.model)
            self.notify(
                f"{request.model}: a reply was cut off at {request.max_tokens:,} tokens; if this is frequent, set a "
                "larger max_tokens for this model under models in the plan"
            )

    def _layers(self, name: ModelName, ledger: Ledger) -> LedgerModel:
        settings = self.settings.get(str(name), ModelSettings())
        inner: ChatModel = LazyModel(lambda: self._innermost(name, settings))
        if self._paced:
            inner = BudgetedModel(inner, self.budget, price(name, settings), name.provider)
            tries = TRIES if settings.call is None else CALLABLE_TRIES
            patience = PATIENCE if settings.call is None else CALLABLE_TRIES * settings.timeout
            inner = PacedModel(
                inner,
                settings,
                self._gate,
                seed=self._seed,
                notify=self.notify,
                stop=self.halted,
                tries=tries,
                patience=patience,
            )
        return LedgerModel(LimitedModel(inner, name, settings), ledger)

    @contextmanager
    def open(self, ledger: Ledger) -> Iterator[LoopThread]:
        """Models answer inside the block, on the loop that it gives. Open a session once."""
        with LoopThread() as loop:
            self._ledger = ledger
            if not ledger.by_endpoint and any(one.base_url or one.structured for one in self.settings.values()):
                self.notify(
                    f"{ledger.path} was begun by an earlier version, which did not record the server: its replies are "
                    "used whatever base_url and structured say; to ask another server, use another folder"
                )
            try:
                yield loop
            finally:
                self.halted.set()
                self._ledger = None
                for model in self._models.values():
                    loop.call(model.close())


class _Handle:
    """A model that may be held before the session is open."""

    def __init__(self, name: str, session: ModelSession) -> None:
        self._name = name
        self._session = session

    def addressed(self, request: Request) -> Request:
        return self._session.addressed(request)

    async def ask(self, request: Request) -> Reply:
        reply = await self._session.open_model(self._name).ask(request)
        if reply.status == "truncated":
            self._session.tell_cut(request)
        return reply

    async def close(self) -> None:
        return None


class LoopAttempts:
    """Attempts that wait for replies, as coroutines on the loop of an opened `ModelSession`."""

    def __init__(
        self, loop: LoopThread, halted: threading.Event, begin: Callable[[str, int], Awaitable[Outcome] | None]
    ) -> None:
        self._loop = loop
        self._halted = halted
        self._begin = begin

    def start(self, cell_key: str, number: int) -> Future[Outcome] | None:
        attempt = self._begin(cell_key, number)
        return None if attempt is None else self._loop.submit(_whole(attempt))

    def halt(self) -> None:
        self._halted.set()

    def resume(self) -> None:
        """Let calls be sent again."""
        self._halted.clear()


async def _whole(attempt: Awaitable[Outcome]) -> Outcome:
    return await attempt
