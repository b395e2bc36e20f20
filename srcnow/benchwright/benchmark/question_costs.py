"""Work out what a benchmark's questions cost by style and by cell, from its attempts and its ledger.

What was paid for is every attempt's calls; what was got are the examples. Attempts that ran ahead and were never needed
are paid for as well, and count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchwright.models.call_costs import CallCost, CallSum
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.models.ledger.calls import CallRow
from benchwright.models.tokens import counted_tokens
from benchwright.plan import cell_label
from benchwright.records import Example, Json, Outcome, Status, fields_json


@dataclass(frozen=True, slots=True)
class CostRow:
    """A style, a cell or the whole: attempts that have ended, examples that are in the benchmark, and what the calls of
    those attempts took. A call that several attempts shared counts once; one that is no longer in the ledger is lost,
    and what it took is not known. `purposes` counts calls by the prompt's name, `tokens_of` their tokens, in and out.
    `counted` of the tokens are of calls whose service told none, and were counted from their words. `reasons` says as
    `status:reason` why attempts gave no question."""

    name: str
    attempts: int
    accepted: int
    spent: CallSum
    purposes: Mapping[str, int] = field(default_factory=dict)
    tokens_of: Mapping[str, int] = field(default_factory=dict)
    counted: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """A cell as a person would name it (`multi-hop text+table`); anything else by its name."""
        return cell_label(self.name) if self.name.startswith("{") else self.name

    @property
    def calls_per_accepted(self) -> float | None:
        """None if there is no example. Lost calls were made, too."""
        return (self.spent.calls + self.spent.lost) / self.accepted if self.accepted else None

    @property
    def tokens(self) -> int:
        """In and out: those that services told, and those that were counted."""
        return self.spent.input + self.spent.output + self.counted

    @property
    def tokens_per_accepted(self) -> float | None:
        """None if there is no example, or calls are lost."""
        return None if self.spent.lost or not self.accepted else self.tokens / self.accepted

    @property
    def usd_per_accepted(self) -> float | None:
        """None if there is no example, or a price is not known."""
        usd = self.spent.known_usd
        return None if usd is None or not self.accepted else usd / self.accepted

    def to_json(self) -> Json:
        whole = fields_json(self)
        spent = whole.pop("spent")
        return {
            **whole,
            **spent,
            "calls_per_accepted": self.calls_per_accepted,
            "tokens_per_accepted": self.tokens_per_accepted,
            "usd_per_accepted": self.usd_per_accepted,
        }


@dataclass(frozen=True, slots=True)
class Costs:
    """What was spent, by style and by cell (by its key), and in all. `pending` is what the ledger holds beside: calls
    of attempts that have not ended yet, or that a later plan made anew."""

    total: CostRow
    styles: tuple[CostRow, ...]
    cells: tuple[CostRow, ...]
    pending: CallSum

    def to_json(self) -> Json:
        return fields_json(self)


def read_call_costs(folder: Path, keys: Iterable[str] | None = None) -> dict[str, CallCost]:
    """The calls in the folder's ledger by key: those of `keys` that it has, or all of them. None if there is no ledger.
    Where a service told no tokens, they are counted. UsageError if it can't be read."""
    if not (folder / LEDGER).is_file():
        return {}
    with Ledger.view(folder / LEDGER) as ledger:
        if keys is None:
            return {row.key.hex(): _cost(row) for row in ledger.rows()}
        rows = (ledger.row(key) for key in dict.fromkeys(keys))
        return {row.key.hex(): _cost(row) for row in rows if row is not None}


def _cost(row: CallRow) -> CallCost:
    cost = row.cost
    if cost.usage.known:
        return cost
    call = row.call()
    return replace(cost, counted=counted_tokens(call.request) + counted_tokens(call.reply.text))


def costs(outcomes: Iterable[Outcome], examples: Iterable[Example], calls: Mapping[str, CallCost]) -> Costs | None:
    """Add up what the attempts' calls took; None if no attempt called a model."""
    ended = list(outcomes)
    if not any(outcome.calls for outcome in ended):
        return None
    accepted = Counter(example.origin.cell for example in examples)
    by_cell: dict[str, list[Outcome]] = {}
    for outcome in ended:
        by_cell.setdefault(outcome.cell, []).append(outcome)
    by_style: dict[str, list[str]] = {}
    for key in sorted(by_cell):
        by_style.setdefault(json.loads(key)["style"], []).append(key)

    def row(name: str, cells: Sequence[str]) -> CostRow:
        outcomes = [outcome for cell in cells for outcome in by_cell[cell]]
        keys = sorted({call for outcome in outcomes for call in outcome.calls})
        recorded = [calls[key] for key in keys if key in calls]
        purposes = sorted(Counter(call.purpose for call in recorded).items(), key=lambda pair: (-pair[1], pair[0]))
        count = sum(accepted.get(cell, 0) for cell in cells)
        tokens: Counter[str] = Counter()
        for call in recorded:
            tokens[call.purpose] += call.usage.input + call.usage.output + call.counted
        reasons = Counter(f"{one.status}:{one.reason}" for one in outcomes if one.status is not Status.ACCEPTED)
        return CostRow(
            name,
            len(outcomes),
            count,
            CallSum.of(recorded, lost=len(keys) - len(recorded)),
            dict(purposes),
            {purpose: tokens[purpose] for purpose, _ in purposes},
            sum(call.counted for call in recorded),
            dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
        )

    used = {call for outcome in ended for call in outcome.calls}
    return Costs(
        row("all", sorted(by_cell)),
        tuple(row(style, keys) for style, keys in sorted(by_style.items())),
        tuple(row(key, [key]) for key in sorted(by_cell)),
        CallSum.of(call for key, call in sorted(calls.items()) if key not in used),
    )
