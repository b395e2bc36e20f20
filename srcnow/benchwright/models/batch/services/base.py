"""Says what every batch service can do, and which account the models of a plan share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchwright.errors import ModelUsageError
from benchwright.models.base import ModelSettings
from benchwright.models.batch.request_files import FileLimits, LineForm
from benchwright.models.batch.services.client import Account, ServiceName
from benchwright.models.failures import ServiceAddress
from benchwright.models.keys import Keys, key_names
from benchwright.models.names import ModelName, Provider, parse_name


@dataclass(frozen=True, slots=True)
class ListedBatch:
    """A batch in the service's list that may be ours; `rows` is None if the list does not tell how many requests."""

    id: str
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class BatchState:
    """How a batch stands. `words` are the service's own; `problem` says why it ended without having been run;
    `cancelled` that somebody asked for its end, `full` that the account may have no more requests under way."""

    ended: bool
    words: str
    done: int = 0
    failed: int = 0
    problem: str = ""
    cancelled: bool = False
    full: bool = False


class ProviderBatches(Protocol):
    """A provider's batch service and its client. Errors are those of a call: TransientError, RequestError,
    ModelUsageError, with every key redacted."""

    name: ServiceName
    providers: tuple[Provider, ...]
    tagged: bool
    """Whether a batch carries our tag, so that a batch found by it is ours beyond doubt."""
    limits: FileLimits
    form: LineForm

    async def newest(self) -> str:
        """The id of the newest batch of the account, "" if it has none."""

    async def upload(self, path: Path, tag: str) -> str:
        """Bring a request file to the service, and return its name there; "" if requests go with the submission."""

    async def submit(self, path: Path, uploaded: str, model: str, tag: str) -> str:
        """Create the batch (this is what costs money), and return its id."""

    async def find(self, tag: str, before: str) -> list[ListedBatch]:
        """Batches that may have come from a submission with this tag, made when `before` was the newest batch."""

    async def look(self, batch: str) -> BatchState:
        """How a batch stands. Raises ModelUsageError if the service does not know it."""

    async def fetch(self, batch: str, path: Path) -> None:
        """Write all result lines of a batch that has ended to a file, at once or not at all."""

    async def close(self) -> None:
        """Let go of connections."""


def account(providers: Iterable[Provider], settings: Mapping[str, ModelSettings], keys: Keys) -> Account:
    """The one account that the models in use of these providers have; `settings` are theirs alone. Raises
    ModelUsageError if there is no key, or if the models stand in different places: a batch service is one of them."""
    own = tuple(providers)
    places = {
        (model_settings.base_url, key_names(parse_name(model).provider, model_settings))
        for model, model_settings in settings.items()
        if parse_name(model).provider in own
    } or {(None, key_names(own[0], ModelSettings()))}
    if len(places) > 1:
        raise ModelUsageError(
            f"the models of {' and '.join(own)} have different addresses or keys",
            hint="a batch service serves one account: run without --batch, or with --batch-dir",
        )
    [(base_url, names)] = places
    if base_url is None and "openai-compatible" in own and not names:
        raise ModelUsageError("a batch service at an address of its own needs base_url in the plan")
    key_name = next((name for name in names if keys.get(name)), "")
    if names and not key_name:
        raise ModelUsageError(
            f"no key for the batch service: {' or '.join(names)} is not set", hint="set it, or put it into .env"
        )
    service = ServiceAddress(ModelName(own[0], "batches"), base_url or "", key_name, keys)
    return Account(service, keys.get(key_name) or "none")
