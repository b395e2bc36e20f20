"""Turns calls into rows sealed by a checksum and back, and counts them by model and purpose.

A row carries its own proof: a checksum over all of its columns, and a key that is the hash of the request that it
holds. A row that fails either is no row: a damaged page can lose a reply, and can never give a wrong one.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchwright.files.zstd import compress, decompress
from benchwright.models.base import Reply, Request, Usage, canonical
from benchwright.models.call_costs import CallCost, CallSum
from benchwright.records import Json, JsonRecord

COLUMNS = ("key", "model", "purpose", "status", "input", "output", "cached", "usd", "request", "reply", "checksum")
"""The table's columns in the order of `CallRow`, without the id."""

# Level 1 takes 35 us a call of 9 kB and leaves 46 % of it; level 3 takes 50 us for 1 % less, level 9 200 us for 3 %.
# A dictionary of the words that all prompts share would halve that, and would lose every reply if it were damaged.
_LEVEL = 1


@dataclass(frozen=True, slots=True)
class RecordedCall(JsonRecord):
    """One completed call: the request as it was asked (images by their hash) and the reply."""

    key: str
    request: Json
    reply: Reply


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call as it lies in the table. `request` and `reply` are compressed."""

    key: bytes
    model: str
    purpose: str
    status: str
    input: int | None
    output: int | None
    cached: int | None
    usd: float | None
    request: bytes
    reply: bytes
    checksum: bytes

    @classmethod
    def of(cls, request: Request | Json, reply: Reply) -> CallRow:
        """The row of a call. ValueError for a number that JSON has not (NaN)."""
        if isinstance(request, Request):
            question, model, purpose = request.canonical, request.model, request.purpose
        else:
            question, model, purpose = canonical(request), request["model"], request["purpose"]
        usage = reply.usage
        answer_text = json.dumps(reply.to_json(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        columns = (
            hashlib.sha256(question).digest(),
            _plain(model),
            _plain(purpose),
            str(reply.status),
            usage.input if usage.known else None,
            usage.output if usage.known else None,
            usage.cached if usage.known else None,
            None if reply.usd is None else float(reply.usd),
            compress(question, _LEVEL),
            compress(answer_text.encode("utf-8", "surrogatepass"), _LEVEL),
        )
        return cls(*columns, _seal(columns))

    @classmethod
    def read(cls, values: Iterable[Any]) -> CallRow | None:
        """The row with these columns; None if they are not what was written."""
        columns = tuple(values)
        if len(columns) != len(COLUMNS):
            return None
        try:
            whole = _seal(columns[:-1]) == columns[-1]
        except (TypeError, ValueError):  # a column of another type than was written
            return None
        return cls(*columns) if whole else None

    @property
    def values(self) -> tuple[Any, ...]:
        """The columns in the order of `COLUMNS`."""
        return tuple(getattr(self, name) for name in COLUMNS)

    def fits(self) -> bool:
        """Whether the key is that of the request that the row holds."""
        return hashlib.sha256(decompress(self.request)).digest() == self.key

    def answer(self) -> Reply:
        """The reply as it was given."""
        return Reply.from_json(json.loads(decompress(self.reply).decode("utf-8", "surrogatepass")))

    @property
    def cost(self) -> CallCost:
        """What the call took."""
        usage = Usage(self.input or 0, self.output or 0, self.cached or 0, known=self.input is not None)
        return CallCost(self.key.hex(), self.purpose, self.model, self.status, usage, self.usd)

    def call(self) -> RecordedCall:
        request: Json = json.loads(decompress(self.request).decode("utf-8", "surrogatepass"))
        return RecordedCall(self.key.hex(), request, self.answer())


def _plain(text: str) -> str:
    """For counting by: what has no UTF-8 as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _seal(columns: tuple[Any, ...]) -> bytes:
    """The checksum over all columns but itself. TypeError or ValueError if they have not the types of a row."""
    *scalar_columns, request, reply = columns
    scalars = [
        scalar_columns[0].hex() if isinstance(scalar_columns[0], bytes) else "",
        *scalar_columns[1:],
        len(request),
    ]
    head = json.dumps(scalars, separators=(",", ":")).encode("ascii")
    seal = hashlib.blake2b(head, digest_size=16)
    seal.update(request)
    seal.update(reply)
    return seal.digest()


@dataclass(frozen=True, slots=True)
class CallCount:
    """The calls of one model for one purpose: how they ended and what they took. Both names are "" for all calls."""

    model: str
    purpose: str
    statuses: Mapping[str, int]
    spent: CallSum

    @classmethod
    def of(cls, model: str, purpose: str, calls: Sequence[CallCost]) -> CallCount:
        return cls(model, purpose, dict(sorted(Counter(call.status for call in calls).items())), CallSum.of(calls))

    def to_json(self) -> Json:
        names = {"model": self.model, "purpose": self.purpose} if self.model else {}
        return {**names, "statuses": self.statuses, **self.spent.to_json()}


@dataclass(frozen=True, slots=True)
class LedgerStats(JsonRecord):
    """What was called and what it cost, in all and by model and purpose. `bytes` is the ledger's size on the disk;
    `damaged` counts rows that are there and can't be trusted: they answer nothing, and are counted nowhere else."""

    total: CallCount
    counts: tuple[CallCount, ...]
    bytes: int = 0
    damaged: int = 0

    @classmethod
    def of(cls, calls: Iterable[CallCost]) -> LedgerStats:
        """The calls, counted and sorted by model and purpose."""
        groups: dict[tuple[str, str], list[CallCost]] = defaultdict(list)
        for call in calls:
            groups[call.model, call.purpose].append(call)
        counts = tuple(CallCount.of(*group, groups[group]) for group in sorted(groups))
        return cls(CallCount.of("", "", [call for listed in groups.values() for call in listed]), counts)
