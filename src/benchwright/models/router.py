"""Gives every model of a run by its name, with its layers around it: budget, pacing, limits, ledger.

A run has one router, one event loop, one ledger and one budget.

Inner to outer: the provider, the budget (every try is reserved before it is sent), the pacing (tries, waits), the
bounds that the plan names, the ledger (nothing is asked twice). A provider is opened when its first call is sent: what
the ledger holds needs no key.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field

from benchwright.errors import PendingError
from benchwright.models.base import ChatModel, ModelSettings, Notify, Reply, Request
from benchwright.models.budget import BudgetedModel, RunBudget
from benchwright.models.ledger import Ledger, LedgerModel
from benchwright.models.names import ModelName, parse_name
from benchwright.models.pace import Gate, PacedModel
from benchwright.models.plan_limits import LimitedModel
from benchwright.models.prices import price

Innermost = Callable[[ModelName, ModelSettings], ChatModel]
"""What stands at the far end of a model: a provider's client, or a queue for batch files."""


@dataclass(eq=False)
class ModelRouter:
    """Models by name. Make and ask it on one event loop; `close` it there, too. While `stop` is set nothing is sent.

    `innermost` opens what answers; with a queue (`paced=False`) there is nothing to pace and nothing to reserve.
    """

    ledger: Ledger
    _: KW_ONLY
    innermost: Innermost
    gate: Gate
    budget: RunBudget
    settings: Mapping[str, ModelSettings]
    seed: int
    notify: Notify
    stop: threading.Event
    paced: bool = True
    _models: dict[str, LedgerModel] = field(default_factory=dict, init=False)

    def model(self, name: str) -> ChatModel:
        """The model with all its layers. Raises UsageError for a name that no provider has."""
        if name not in self._models:
            self._models[name] = self._layers(parse_name(name))
        return self._models[name]

    def _layers(self, name: ModelName) -> LedgerModel:
        settings = self.settings.get(str(name), ModelSettings())
        inner: ChatModel = LazyModel(lambda: self.innermost(name, settings))
        if self.paced:
            inner = BudgetedModel(inner, self.budget, price(name, settings), name.provider)
            inner = PacedModel(inner, settings, self.gate, seed=self.seed, notify=self.notify, stop=self.stop)
        return LedgerModel(LimitedModel(inner, name, settings), self.ledger)

    @property
    def replayed(self) -> int:
        """How many requests the ledger answered."""
        return sum(model.replayed for model in self._models.values())

    async def close(self) -> None:
        """Let go of all connections. The ledger belongs to whoever opened it."""
        for model in self._models.values():
            await model.close()


class LazyModel:
    """A model that is opened when it is first asked."""

    def __init__(self, opens: Callable[[], ChatModel]) -> None:
        self._opens = opens
        self._model: ChatModel | None = None

    async def ask(self, request: Request) -> Reply:
        if self._model is None:
            self._model = self._opens()
        return await self._model.ask(request)

    async def close(self) -> None:
        if self._model is not None:
            await self._model.close()


class ReplayOnlyModel:
    """The far end where there is none: everything has to be in the ledger already. What is missing leaves its attempt
    pending, for a run may reach further ahead than the recorded one did, and need nothing of that."""

    def __init__(self, name: ModelName) -> None:
        self._name = name

    async def ask(self, request: Request) -> Reply:
        raise PendingError(
            f"the recording holds no reply of {self._name} to this {request.purpose} request",
            hint="it was made for the plan, the documents and the version that came with it",
        )

    async def close(self) -> None:
        return None
