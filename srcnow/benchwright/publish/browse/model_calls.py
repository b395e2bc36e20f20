"""Prepare the model calls of an attempt: what each took, what was asked and what came back, all bounded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.question_costs import read_call_costs
from benchwright.english.counts import counted
from benchwright.models.call_costs import CallSum
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.publish.safe_text import line, visible
from benchwright.records import Json

_NAME = 80
_TEXT = 6000
MOST = 40


@dataclass(frozen=True, slots=True)
class ModelCallView:
    """One call: for which prompt, by which model, how it ended, what it took, the request and the reply."""

    purpose: str
    model: str
    status: str
    tokens: str
    price: str
    asked: str
    replied: str


@dataclass(frozen=True, slots=True)
class ModelCalls:
    """The calls of an attempt and their sum; "" without any. `lost` are named by the attempt and not in the ledger."""

    calls: tuple[ModelCallView, ...] = ()
    total: str = ""
    lost: int = 0


def model_calls(folder: Path, keys: Sequence[str]) -> ModelCalls:
    """The calls with these keys in the ledger of a benchmark folder, in their order. UsageError if it can't be read."""
    if not keys or not (folder / LEDGER).is_file():
        return ModelCalls(lost=len(keys))
    costs = read_call_costs(folder, keys)
    shown = []
    with Ledger.view(folder / LEDGER) as ledger:
        for key in keys[:MOST]:
            row = ledger.row(key)
            if row is not None and key in costs:
                call, cost = row.call(), costs[key]
                shown.append(
                    ModelCallView(
                        line(cost.purpose, _NAME),
                        line(cost.model, _NAME),
                        line(cost.status, _NAME),
                        cost.tokens if cost.usage.known else f"{cost.counted:,} counted",
                        cost.price,
                        _cut(_messages(call.request)),
                        _cut(call.reply.text),
                    )
                )
    known = [costs[key] for key in keys if key in costs]
    whole = CallSum.of(known, lost=len(keys) - len(known))
    tokens = whole.input + whole.output + sum(one.counted for one in known)
    total = f"{counted(len(known), 'call')}, {tokens:,} tokens, {whole.price}"
    total += f"; the first {MOST} are shown" if len(keys) > MOST else ""
    return ModelCalls(tuple(shown), total, len(keys) - len(known))


def _messages(request: Json) -> str:
    """The words of a request, turn by turn; a picture by its hash."""
    turns = []
    for message in request.get("messages", ()):
        parts = [str(part.get("text", f"[picture {part.get('image', '')}]")) for part in message.get("parts", ())]
        turns.append(f"{message.get('role', '')}: {' '.join(parts)}")
    return "\n\n".join(turns)


def _cut(text: str) -> str:
    whole = visible(text)
    return whole if len(whole) <= _TEXT else f"{whole[:_TEXT]} … ({len(whole) - _TEXT:,} more characters)"
