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
    """The result of attempt `number` of the cell with the key `cell`.

    - `reason`: a slug such as `unique` or `check:leak`, which reports count. `detail`: the reason in words.
    - `example`: the accepted question, or the rejected one.
    - `calls`: the ledger keys of the model calls that the attempt used, in order."""

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
