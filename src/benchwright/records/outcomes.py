"""Define how attempts end, with a typed reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from benchwright.records.canonical import Json, JsonRecord, fields_json
from benchwright.records.examples import Example


class Status(StrEnum):
    """How an attempt ended."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    REJECTED = "rejected"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of attempt `number` of the cell with key `cell`. `reason` is a slug such as `unique` or
    `check:leak`, counted in the funnel; `detail` is for people. Accepted outcomes carry their example, rejected ones
    the example that fell (so that a reader can see what was dropped and why). `calls` are the ledger keys of the model
    calls that the attempt used, in the order of asking."""

    cell: str
    number: int
    status: Status
    reason: str = ""
    detail: str = ""
    example: Example | None = None
    calls: tuple[str, ...] = ()

    def to_json(self) -> Json:
        data = fields_json(self)
        if not self.calls:
            del data["calls"]
        return data


@dataclass(frozen=True, slots=True)
class OverShare(JsonRecord):
    """A group that has more of what its cell committed than its cap would allow had no more been asked for: `count`
    examples, which are the share `share` of all."""

    kind: str
    name: str
    count: int
    share: float
