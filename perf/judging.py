"""Put statements to models as the checker `judge` does, directly or by batch files, and count the cost.

Eight statements that follow each other are one call, so that the same statements always make the same requests.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from benchwright.errors import ModelError, PendingError
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.judge import AT_ONCE, judged
from benchwright.models import Notify
from benchwright.models.ledger import Ledger
from benchwright.models.tokens import BYTES_A_TOKEN
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.run.dispatch import Dispatch, open_session
from benchwright.run.model_session import LEDGER, ModelSession

SECRET = "checkers"
"""What the delimiters around passages are made from: always the same, so that requests are."""


@dataclass(slots=True)
class Answers:
    """What a model said of statements, one for one. `calls` are the ledger's keys; `failed` counts calls that failed
    for good, whose statements have no verdict, by the kind of error; `held` says why others have to wait."""

    said: list[bool | None] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    held: str = ""


async def answers(statements: Sequence[Statement], actor: Actor) -> Answers:
    """Every verdict that is to be had now. Each call has an asker of its own, so that one that fails takes no other
    with it. Raises what the user has to mend: UsageError, StorageError."""
    calls = [statements[start : start + AT_ONCE] for start in range(0, len(statements), AT_ONCE)]
    askers = [Asker(Actors(actor, actor, actor), "", SECRET) for _ in calls]
    ended = await asyncio.gather(
        *(judged(of, asker) for of, asker in zip(calls, askers, strict=True)), return_exceptions=True
    )
    found = Answers()
    for of, asker, said in zip(calls, askers, ended, strict=True):
        found.calls += asker.calls
        found.said += [None] * len(of) if isinstance(said, BaseException) else said
        if isinstance(said, PendingError) or (isinstance(said, ModelError) and said.retryable):
            found.held = said.line()
        elif isinstance(said, ModelError):
            found.failed[said.kind] += 1
        elif isinstance(said, BaseException):
            raise said
    return found


Asked = Mapping[tuple[str, str], Sequence[Statement]]
"""Statements by model and data set."""


def ask_all(
    asked: Asked, calling: ModelSession, exchange: Dispatch, folder: Path, notify: Notify
) -> dict[tuple[str, str], Answers] | None:
    """What each model says of each data set; None if replies are waited for, which `notify` is told. They are kept in a
    ledger in `folder`: the same call goes on where this one stopped. Raises what `answers` raises."""

    async def whole() -> list[Answers]:
        return await asyncio.gather(
            *(answers(statements, Actor(model, calling.model(model))) for (model, _), statements in asked.items())
        )

    folder.mkdir(parents=True, exist_ok=True)
    with open_session(calling, exchange, folder / LEDGER, Event()) as loop:
        while True:
            exchange.collect()
            found = dict(zip(asked, loop.call(whole()), strict=True))
            held = next((one.held for one in found.values() if one.held), "")
            if not held:
                return found
            waiting = exchange.submit()
            if not exchange.answered:
                notify(f"replies are waited for: {', '.join(waiting) or held}")
                return None


@dataclass(frozen=True, slots=True)
class Cost:
    """What calls took. `told` counts those whose tokens the service told, which are in `input` and `output`; of the
    others the tokens are guessed from their length. `usd` is None if any price is not known."""

    calls: int
    mended: int
    told: int
    input: int
    output: int
    usd: float | None

    def line(self) -> str:
        counted = "" if self.told == self.calls else f" ({self.calls - self.told:,} of them guessed by their length)"
        money = "price not known" if self.usd is None else f"${self.usd:,.3f}"
        mended = f", {self.mended:,} of them to mend a reply's form" if self.mended else ""
        return f"{self.calls:,} calls{mended}; {self.input:,} + {self.output:,} tokens{counted}; {money}"


def cost(keys: Iterable[str], ledger: Path) -> Cost:
    """What these calls took, each counted once, whenever it was made."""
    with Ledger.view(ledger) as kept:
        calls = [row.call() for key in dict.fromkeys(keys) if (row := kept.row(key)) is not None]
    known = [call.reply.usage for call in calls if call.reply.usage.known]
    guessed = [call for call in calls if not call.reply.usage.known]
    dollars = [call.reply.usd for call in calls]
    priced = [one for one in dollars if one is not None]
    return Cost(
        len(calls),
        sum(call.request["purpose"] == "repair" for call in calls),
        len(known),
        sum(usage.input for usage in known) + sum(_tokens(_words(call.request)) for call in guessed),
        sum(usage.output for usage in known) + sum(_tokens(call.reply.text) for call in guessed),
        sum(priced) if len(priced) == len(dollars) else None,
    )


def _words(request: Mapping[str, Any]) -> str:
    return "\n".join(part.get("text", "") for message in request["messages"] for part in message["parts"])


def _tokens(text: str) -> int:
    return round(len(text.encode("utf-8", "surrogatepass")) / BYTES_A_TOKEN)
