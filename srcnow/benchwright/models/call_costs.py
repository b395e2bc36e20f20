"""Add up what calls to models cost, and say how many have no known price. Knows no ledger.

What is not known is never 0: a service that tells no tokens, a model without a known price. A sum says how many of its
calls are missing from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from benchwright.models.base import Usage
from benchwright.records import Json, JsonRecord, fields_json


@dataclass(frozen=True, slots=True)
class CallCost(JsonRecord):
    """One completed call: its ledger key, what for (the prompt's name), which model, how it ended, and what it took.
    `usd` is None if the price is not known. `counted` are the tokens in and out as they were counted from the words of
    a call whose service told none, 0 else."""

    key: str
    purpose: str
    model: str
    status: str
    usage: Usage
    usd: float | None
    counted: int = 0

    @property
    def tokens(self) -> str:
        """`1,204 + 88`: in and out."""
        return f"{self.usage.input:,} + {self.usage.output:,}" if self.usage.known else "not told"

    @property
    def price(self) -> str:
        """`$0.00123`, or that it is not known."""
        return dollars(self.usd)


@dataclass(frozen=True, slots=True)
class CallSum:
    """What some calls took together. Tokens and dollars are sums over the calls that tell them; `uncounted` calls tell
    no tokens, `unpriced` ones no dollars. `lost` calls were made besides and are no longer recorded: what they took is
    not known."""

    calls: int = 0
    input: int = 0
    output: int = 0
    uncounted: int = 0
    usd: float = 0.0
    unpriced: int = 0
    cached: int = 0
    lost: int = 0

    @classmethod
    def of(cls, calls: Iterable[CallCost], *, lost: int = 0) -> CallSum:
        """The sum; each call counts as often as it is given. Dollars are added exactly, so that order is no matter."""
        listed = list(calls)
        return cls(
            len(listed),
            sum(call.usage.input for call in listed),
            sum(call.usage.output for call in listed),
            sum(not call.usage.known for call in listed),
            math.fsum(call.usd for call in listed if call.usd is not None),
            sum(call.usd is None for call in listed),
            sum(call.usage.cached for call in listed),
            lost,
        )

    @property
    def known_usd(self) -> float | None:
        """The dollars, None if any call's are not known."""
        return None if self.unpriced or self.lost else self.usd

    @property
    def price(self) -> str:
        """`$0.12`; `at least $0.12` if some calls have no price; `price unknown` if none has."""
        if self.known_usd is None and self.unpriced == self.calls:
            return dollars(None)
        return dollars(self.usd) if self.known_usd is not None else f"at least {dollars(self.usd)}"

    def __str__(self) -> str:
        calls = f"{self.calls:,} call{'' if self.calls == 1 else 's'}"
        untold = f" ({self.uncounted:,} told none)" if self.uncounted else ""
        return f"{calls}, {self.input:,} + {self.output:,} tokens{untold}, {self.price}{self.lost_words}"

    @property
    def lost_words(self) -> str:
        """`; 3 more calls are no longer in the ledger: cost unknown`, "" if none are lost."""
        if not self.lost:
            return ""
        are = "call is" if self.lost == 1 else "calls are"
        return f"; {self.lost:,}{' more' if self.calls else ''} {are} no longer in the ledger: cost unknown"

    def to_json(self) -> Json:
        """As it stands; `usd` is null if any call's is not known, and `usd_at_least` what is known."""
        return {**fields_json(self), "usd": self.known_usd, "usd_at_least": self.usd}


def dollars(usd: float | None) -> str:
    """For people, never rounded to nothing: cents from a dollar on, else two digits that count."""
    if usd is None:
        return "price unknown"
    if usd == 0 or usd >= 1:
        return f"${usd:,.2f}"
    digits = max(2, 1 - math.floor(math.log10(usd)))
    return f"${usd:.{digits}f}"
