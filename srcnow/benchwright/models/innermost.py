"""Opens what answers at the far end of a model when it is first asked, or refuses what a recording lacks."""

from __future__ import annotations

from collections.abc import Callable

from benchwright.errors import PendingError
from benchwright.models.base import ChatModel, ModelSettings, Reply, Request
from benchwright.models.names import ModelName

Innermost = Callable[[ModelName, ModelSettings], ChatModel]
"""What stands at the far end of a model: a provider's client, or a queue for batch files."""


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
