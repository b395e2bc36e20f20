"""Keeps a model within so many requests or tokens a minute; the time is given, in seconds."""

from __future__ import annotations

from collections import deque

MINUTE = 60.0
BURST = 1.0
"""Seconds' worth of the rate that may go out at once. Small, for many services count by the second."""


class PerMinute:
    """At most `limit` units within any 60 seconds, spread evenly over them.

    Two rules at once. Every amount taken moves the time of the next one on by its share of a minute, of which BURST may
    be ahead (what is called a leaky bucket), so that calls do not go out in one heap; and what was taken in the last 60
    seconds is added up, so that the limit holds over every minute and not only on average. An amount can be corrected
    once it is known. A single amount above the limit goes out when nothing else was taken in the last minute.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._pace = MINUTE / limit  # seconds a unit
        self._next = float("-inf")  # when the next amount is due
        self._taken: deque[list[float]] = deque()  # [time, amount] of the last minute
        self._sum = 0.0

    def wait(self, now: float, amount: float) -> float:
        """Seconds until `amount` may be taken; 0.0 if it may be now."""
        early = self._next - now - BURST
        if early > 0:
            return early
        self._forget(now)
        excess = self._sum + amount - self._limit * (1 + 1e-12)
        for at, amount_then in self._taken:
            if excess <= 0:
                break
            excess -= amount_then
            early = at + MINUTE - now
        return max(early, 0.0)

    def take(self, now: float, amount: float) -> list[float]:
        """Take it; what to `correct` it with."""
        entry = [now, amount]
        self._taken.append(entry)
        self._sum += amount
        self._next = max(self._next, now) + amount * self._pace
        return entry

    def correct(self, entry: list[float], now: float, amount: float) -> None:
        """What was taken turns out to be `amount`."""
        self._forget(now)
        more = amount - entry[1]
        entry[1] = amount
        self._next += more * self._pace
        if entry[0] > now - MINUTE:
            self._sum += more

    def _forget(self, now: float) -> None:
        while self._taken and self._taken[0][0] <= now - MINUTE:
            self._sum -= self._taken.popleft()[1]
        if not self._taken:
            self._sum = 0.0  # what rounding left
