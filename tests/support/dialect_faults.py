"""What can go wrong at a service, as values, and schedules of when it does."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["status", "reset", "half_body", "invalid_json", "html", "empty", "filter", "hang", "drip"]


@dataclass(frozen=True)
class Fault:
    """`status`: an error with `status`, `headers` and `error`, the service's words in its dialect's form, or with `raw`
    just that body. `reset`: the connection is torn before any answer. `half_body`: in the middle of it.
    `invalid_json`: the body is cut short but complete for HTTP. `html`: a page with status 200. `empty`: a reply
    without choices. `filter`: the service's content filter. `hang`: no answer until the server stops. `drip`: a byte
    every `seconds`."""

    kind: Kind
    status: int = 500
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = "something went wrong"
    code: str = ""
    raw: str | None = None
    seconds: float = 0.05

    @property
    def name(self) -> str:
        """What faults are counted by: the kind, with the number of a status."""
        return f"{self.kind}-{self.status}" if self.kind == "status" else self.kind


def rate_limit(retry_after: str | None = None, **headers: str) -> Fault:
    """A 429, with a Retry-After header of any form."""
    found = {name.replace("_", "-"): value for name, value in headers.items()}
    if retry_after is not None:
        found["retry-after"] = retry_after
    return Fault("status", 429, found, "too many requests", "rate_limit_exceeded")


Schedule = Callable[[int, Any], Fault | None]
"""(number of the request from 1 in order of arrival, the request) -> its fault."""


def numbered(faults: Mapping[int, Fault]) -> Schedule:
    """Faults for these requests, by number of arrival."""
    return lambda number, request: faults.get(number)


def always(fault: Fault) -> Schedule:
    return lambda number, request: fault


def shared(seed: int, shares: Mapping[str, tuple[float, Fault]]) -> Schedule:
    """Each fault for its share of all requests: which ones is drawn from the seed and the number of arrival."""

    def drawn(number: int, request: Any) -> Fault | None:
        digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
        at = int.from_bytes(digest[:8], "big") / 2**64
        for share, fault in shares.values():
            at -= share
            if at < 0:
                return fault
        return None

    return drawn
