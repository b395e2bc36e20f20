"""Stops asking a service that answers nothing any more, tries it now and then, and gives it up in the end.

Knows no network and no event loop; the time is given, in seconds.
"""

from __future__ import annotations

from benchwright.errors import TransientError

REFUSALS = frozenset({"rate_limit", "overloaded"})
"""The kinds of failure that mean: too many calls."""
FAILURES = 12
"""Failures in a row, of at least two calls, before a model counts as down. One call alone may be one that it chokes
on."""
REFUSING = 10.0
"""Seconds for which they must have lasted if all were refusals for there being too many calls: a burst of those is what
the window is for."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 60.0
"""Seconds between two tries of a model that is down: the first wait, doubled after every try up to the longest."""
PATIENCE = 600.0
"""Seconds without an answer after which a model is given up for this run, besides the longest wait that it named."""
LONGEST_PAUSE = 3600.0
"""Seconds: a run waits no longer for a service that asks to be left alone, and gives up one that asks for more."""
NOBODY_THERE = 0.1
"""The part of the patience that is left for a service whose machine takes no connection: no load explains that."""


class Breaker:
    """One model's state of health: well; down, which is asked by one call at a time after growing waits; or given up.

    `answered` and `failed` return the line that a person should see, or None. Any answer makes it well again.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._failures = 0
        self._calls: set[int] = set()  # which calls failed, while there are few
        self._since = 0.0  # the first failure in a row
        self._reached = False  # whether a failure came from the service and not from the lack of one
        self._refusing = True  # whether all were refusals for there being too many calls
        self._wait = 0.0  # the present wait; 0.0 while well
        self._due = 0.0
        self._trying = False
        self._last: TransientError | None = None
        self._named = 0.0  # the longest wait that the service asked for
        self._over = ""  # why it was given up

    @property
    def down(self) -> bool:
        """Whether it is asked by one call at a time."""
        return self._wait > 0

    def delay(self, now: float) -> float | None:
        """Seconds until a call may be sent; 0.0 if one may be now; None while it is tried, and then for good."""
        if self._wait == 0:
            return 0.0
        return None if self._trying else max(self._due - now, 0.0)

    def failing(self, now: float) -> float:
        """Seconds since the first failure, if there was no answer after it; else 0.0."""
        return now - self._since if self._failures else 0.0

    def sent(self) -> bool:
        """A call is sent; whether it is the one that a model that is down is tried by."""
        if self._wait == 0:
            return False
        self._trying = True
        return True

    def unsent(self, trial: bool) -> None:
        """A call that was let through was not sent after all, or tells nothing of the service."""
        if trial:
            self._trying = False

    def answered(self, model: str, now: float) -> str | None:
        """It answered, if only to say that it does not take this request."""
        line = f"{model} answers again, after {span(now - self._since)}" if self._wait else None
        self._failures, self._wait, self._trying, self._reached, self._refusing = 0, 0.0, False, False, True
        self._named, self._over = 0.0, ""
        self._calls.clear()
        return line

    def failed(
        self, model: str, now: float, call: int, trial: bool, error: TransientError, pause: float = 0.0
    ) -> str | None:
        """A try of the call of this number failed. `pause` is how long the service wants to be left alone, in
        seconds."""
        if not self._failures:
            self._since = now
        self._failures += 1
        self._last = error
        self._reached = self._reached or error.kind != "reset" or error.billed
        self._refusing = self._refusing and error.kind in REFUSALS
        self._named = max(self._named, named_wait(error))
        if len(self._calls) < 2:
            self._calls.add(call)
        if trial:
            self._trying = False
            self._wait = min(2 * self._wait, LONGEST_WAIT)
        elif self._wait or not self._alarming(now):
            return None
        else:
            self._wait = FIRST_WAIT
        if now - self._since >= self._patience * (1.0 if self._reached else NOBODY_THERE) + self._named:
            return self.give_up(model, f"has not answered for {span(now - self._since)}")
        wait = max(self._wait, pause)
        self._due = now + wait
        return (
            f"{model} does not answer: {self._failures} failures in a row, next try in {span(wait)} "
            f"(the last one: {error})"
        )

    def _alarming(self, now: float) -> bool:
        """Whether what failed in a row is enough to call the model down."""
        many = self._failures >= FAILURES and len(self._calls) >= 2
        return many and not (self._refusing and now - self._since < REFUSING)

    def give_up(self, model: str, reason: str) -> str:
        """Nobody should wait for it any more; the line that a person should see."""
        self._over, self._wait = reason, max(self._wait, FIRST_WAIT)
        return f"{model} {reason}: it is given up for this run"

    @property
    def given_up(self) -> bool:
        """Whether nobody should wait for it any more."""
        return bool(self._over)

    def error(self, model: str) -> TransientError:
        """What calls to a model that was given up end with."""
        last = self._last
        return TransientError(
            f"{model} {self._over}" + (f" (the last failure: {last})" if last else ""),
            kind=last.kind if last else "",
            hint="what was made is kept: run the same command again once it answers",
        )


def named_wait(error: TransientError) -> float:
    """The wait that the service asked for, in seconds, within bounds; 0.0 for none, or for what is no time."""
    return min(error.retry_after, LONGEST_PAUSE) if error.retry_after is not None and error.retry_after > 0 else 0.0


def span(seconds: float) -> str:
    """A length of time to read."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
