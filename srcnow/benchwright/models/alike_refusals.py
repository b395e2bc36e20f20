"""Tells when a service refuses one request after the other alike, so that the fault cannot be in each of them.

An account without credit, an expired key or a setting that the model does not take is worded in many ways, and each
refusal alone looks like the fault of its request. Knows no network and no time.
"""

from __future__ import annotations

from benchwright.errors import ModelError, ModelUsageError, RequestError

FIRST_REFUSALS = 3
"""How many of a model's first requests, refused with the same status and code, show that none would be taken."""
REFUSALS_IN_A_ROW = 12
"""The same once the model has answered a request: some requests may well be at fault themselves."""


class AlikeRefusals:
    """Counts the refusals of one model that are alike and stand in a row, in the order in which requests were sent: a
    refusal comes back sooner than a reply."""

    def __init__(self) -> None:
        self._ends: dict[int, str | None] = {}  # by request: its refusal, None for a reply, "" for neither
        self._next = 0
        self._answered = False
        self._last = ""
        self._count = 0
        self._words = ""
        self._error: ModelUsageError | None = None

    def check(self) -> None:
        """Raises ModelUsageError if too many requests in a row were refused alike."""
        if self._error is not None:
            raise self._error

    def refused(self, number: int, error: ModelError) -> None:
        """Request `number`, from 0 in the order of sending, has failed for good. Raises as `check`."""
        if isinstance(error, RequestError) and error.refusal:
            self._words = str(error)
            self.ended(number, error.refusal)
        self.check()

    def ended(self, number: int, refusal: str | None) -> None:
        """A request has ended: with a refusal, with a reply (None), or otherwise (""). What it ended with first
        counts."""
        if number >= self._next:
            self._ends.setdefault(number, refusal)
        while self._next in self._ends:
            self._count_in(self._ends.pop(self._next))
            self._next += 1

    def _count_in(self, refusal: str | None) -> None:
        if refusal is None:
            self._answered, self._count = True, 0
        elif refusal:
            self._count = self._count + 1 if refusal == self._last else 1
            self._last = refusal
            if self._count >= (REFUSALS_IN_A_ROW if self._answered else FIRST_REFUSALS) and self._error is None:
                self._error = ModelUsageError(
                    f"{self._count} requests in a row were refused alike, the last one: {self._words}",
                    hint="look at the account, the key and the model's settings; the next run sends them again",
                )
